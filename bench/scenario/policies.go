package scenario

import (
	"strings"

	"shardq/kernel/policy"
)

// policyKeyNames returns the names of all keys that policies read besides their names.
func policyKeyNames() []string {
	var names []string
	for _, key := range policy.AllKeys() {
		names = append(names, key.Name)
	}
	return names
}

// readsPolicyKey reports whether a policy of a model reads a key.
func readsPolicyKey(m Model, name, key string) bool {
	for _, k := range policy.Keys(m, name) {
		if k.Name == key {
			return true
		}
	}
	return false
}

// readers says which policies read a key: those of the model, or else those of another.
func readers(m Model, key string) string {
	for _, model := range append([]Model{m}, policy.Models()...) {
		var names []string
		for _, name := range policy.Names(model) {
			if readsPolicyKey(model, name, key) {
				names = append(names, name)
			}
		}
		if names == nil {
			continue
		}
		text := names[0]
		if n := len(names); n > 1 {
			text = strings.Join(names[:n-1], ", ") + " and " + names[n-1]
		}
		if model != m {
			text += " of model " + string(model)
		}
		return text
	}
	return "no policy"
}
