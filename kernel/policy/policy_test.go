package policy_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"shardq/kernel/policy"
)

// TestNames: each name gives its rule in the models that have it, and an error that says where it is in the others.
func TestNames(t *testing.T) {
	all := map[string]bool{}
	for _, m := range policy.Models() {
		names := policy.Names(m)
		for i, r := range policy.Rules(m) {
			got, err := policy.Parse(m, names[i])
			if err != nil || got != r || r.String() != names[i] || !r.In(m) || policy.Check(m, r) != nil {
				t.Errorf("%s: %q is rule %v, %v", m, names[i], got, err)
			}
			all[names[i]] = true
		}
		names[0] = "changed"
	}
	if policy.Names(policy.Bipartite)[0] != "jfsq" {
		t.Error("the names can be changed from outside")
	}
	for _, m := range policy.Models() {
		for name := range all {
			_, err := policy.Parse(m, name)
			var unknown *policy.UnknownError
			if slices.Contains(policy.Names(m), name) != (err == nil) || err != nil &&
				(!errors.As(err, &unknown) || len(unknown.Elsewhere) == 0) {
				t.Errorf("%s: %q: %v", m, name, err)
			}
		}
	}
}

// TestUnknownNames: what is no name is refused, with the names that there are.
func TestUnknownNames(t *testing.T) {
	for _, name := range []string{"", "JFSQ", "jfsq ", "jsq-2", "rule(1)", "rule(99)"} {
		_, err := policy.Parse(policy.Bipartite, name)
		var unknown *policy.UnknownError
		if !errors.As(err, &unknown) || unknown.Name != name || unknown.Elsewhere != nil || !strings.Contains(err.Error(), "jiq-jsq-d") {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := policy.Check(policy.Pools, 99); err == nil || !strings.Contains(err.Error(), `"rule(99)"`) {
		t.Errorf("rule 99: %v", err)
	}
	if _, err := policy.Parse("queues", "jsq"); err == nil {
		t.Error("a model that does not exist has a policy")
	}
}

// TestString: names as reports print them, with what the rule reads and nothing else.
func TestString(t *testing.T) {
	full := policy.Policy{D: 3, Replacement: true, DFast: 1, DSlow: 4, PFast: 0.9, PSlow: 1. / 3, Memory: 5, Period: 7}
	for rule, want := range map[policy.Rule]string{
		policy.JFSQ: "jfsq", policy.Random: "random", policy.JSQD: "jsq-d d=3 with replacement",
		policy.Supermarket: "supermarket d=3 with replacement",
		policy.TwoClass:    "jsq-2-2 d=1+4 p=0.9,0.3333", policy.TABS: "tabs",
	} {
		p := full
		p.Rule = rule
		if got := p.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for want, p := range map[string]policy.Policy{
		"jsq-d d=2":             {Rule: policy.JSQD, D: 2},
		"jsq-2-2 p=0.9,0.25":    {Rule: policy.TwoClass, DFast: 2, DSlow: 2, PFast: 0.9, PSlow: 0.25},
		"sq-d d=2":              {Rule: policy.SQD, D: 2},
		"sq-d-m d=2 memory=3":   {Rule: policy.SQDM, D: 2, Memory: 3},
		"jbt-d d=2 period=1000": {Rule: policy.JBTD, D: 2, Period: 1000},
		"jbtg-d d=9 period=3":   {Rule: policy.JBTGD, D: 9, Period: 3},
	} {
		if got := p.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
