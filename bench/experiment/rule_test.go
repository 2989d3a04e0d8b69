package experiment

import (
	"testing"

	"shardq/kernel/policy"
)

// TestRulesAreTold: every policy says where it sends a job, and no two say the same.
func TestRulesAreTold(t *testing.T) {
	seen := map[string]policy.Policy{}
	for _, rule := range policy.Rules(policy.Bipartite) {
		for _, p := range []policy.Policy{
			{Rule: rule, D: 2, DFast: 2, DSlow: 3, PFast: 0.5, PSlow: 0.25},
			{Rule: rule, D: 2, DFast: 2, DSlow: 3, PFast: 0.5, PSlow: 0.25, Replacement: true},
			{Rule: rule, D: 1, DFast: 1, DSlow: 1, PFast: 0.5, PSlow: 0.25},
		} {
			text := RuleOf(p)
			if other, told := seen[text]; text == "" || told && other.Rule != p.Rule {
				t.Errorf("%+v says %q, as %+v does", p, text, other)
			}
			seen[text] = p
		}
	}
}
