package experiment

import (
	"testing"

	"shardq/kernel"
)

// TestRulesAreTold: every policy says where it sends a job, and no two say the same.
func TestRulesAreTold(t *testing.T) {
	seen := map[string]kernel.Policy{}
	for rule := range kernel.RuleNames() {
		for _, p := range []kernel.Policy{
			{Rule: kernel.Rule(rule), D: 2, DFast: 2, DSlow: 3, PFast: 0.5, PSlow: 0.25},
			{Rule: kernel.Rule(rule), D: 2, DFast: 2, DSlow: 3, PFast: 0.5, PSlow: 0.25, Replacement: true},
			{Rule: kernel.Rule(rule), D: 1, DFast: 1, DSlow: 1, PFast: 0.5, PSlow: 0.25},
		} {
			text := RuleOf(p)
			if other, told := seen[text]; text == "" || told && other.Rule != p.Rule {
				t.Errorf("%+v says %q, as %+v does", p, text, other)
			}
			seen[text] = p
		}
	}
}
