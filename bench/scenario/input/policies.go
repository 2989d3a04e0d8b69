package input

import (
	"errors"
	"slices"
	"strings"

	"shardq/bench/scenario"
	"shardq/kernel/policy"
)

// ruleKeys returns the keys that a policy of a model reads.
func ruleKeys(m scenario.Model, name string) []string {
	return scenario.Table.Find("policy", m).Of(m, name)
}

// policiesThatRead says which policies read a key: those of the model, or else those of another.
func policiesThatRead(m scenario.Model, key string) string {
	for _, model := range append([]scenario.Model{m}, policy.Models()...) {
		var names []string
		for _, name := range policy.Names(model) {
			if slices.Contains(ruleKeys(model, name), key) {
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

// elsewhere says which other models have a policy that one does not have.
func elsewhere(err error) string {
	e := (*policy.UnknownError)(nil)
	if !errors.As(err, &e) || len(e.Elsewhere) == 0 {
		return ""
	}
	return " of model " + string(e.Model) + " (model " + string(e.Elsewhere[0]) + " has it)"
}
