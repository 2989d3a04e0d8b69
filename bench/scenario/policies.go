package scenario

import (
	"strings"

	"shardq/kernel/policy"
)

// policyKeys has all keys that policies read besides their names.
var policyKeys = [...]string{"d", "replacement", "d_fast", "d_slow", "p_fast", "p_slow", "memory", "period"}

// ruleKeys returns the keys that a policy of a model reads.
func ruleKeys(m Model, name string) []string {
	switch {
	case m == Bipartite && name == policy.TwoClass.String():
		return []string{"d_fast", "d_slow", "p_fast", "p_slow"}
	case m == Bipartite && (name == policy.JSQD.String() || name == policy.JIQJSQD.String() || name == policy.Supermarket.String()), m == Pools && name == "jsq-d":
		return []string{"d", "replacement"}
	case m == Slotted && name == "sq-d":
		return []string{"d"}
	case m == Slotted && name == "sq-d-m":
		return []string{"d", "memory"}
	case m == Slotted && (name == "jbt-d" || name == "jbtg-d"):
		return []string{"d", "period"}
	}
	return nil
}

// readers says which policies read a key: those of the model, or else those of another.
func readers(m Model, key string) string {
	for _, model := range append([]string{string(m)}, models[:]...) {
		var names []string
		for _, name := range policy.Names(Model(model)) {
			if contains(ruleKeys(Model(model), name), key) {
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
		if model != string(m) {
			text += " of model " + model
		}
		return text
	}
	return "no policy"
}
