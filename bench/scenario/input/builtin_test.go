package input_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/kernel/policy"
)

const million = 1 << 20

// Every built-in scenario says what it is and where it comes from, resolves, at a million servers too, and reads back as itself.
func TestEveryBuiltin(t *testing.T) {
	paper := regexp.MustCompile(`^[A-Z][^;]* (19|20)\d\d, [A-Z][^;]*$`)
	for _, info := range input.Builtins() {
		t.Run(info.Name, func(t *testing.T) {
			if info.Summary == "" || len(info.Summary) > 130 ||
				!strings.HasPrefix(info.Source, "# "+info.Summary+"\n# paper: "+info.Paper) {
				t.Errorf("summary %q", info.Summary)
			}
			if !paper.MatchString(info.Paper) || strings.HasSuffix(info.Paper, ".") {
				t.Errorf("paper %q", info.Paper)
			}
			s, err := input.Builtin(info.Name, nil)
			if err != nil {
				t.Fatal(err)
			}
			if s.Name != info.Name {
				t.Errorf("its name is %q", s.Name)
			}
			checkScenario(t, s)
			roundTrip(t, s)
			large, err := input.Builtin(info.Name, []input.Set{{Path: "servers.count", Value: "1048576"}})
			if err != nil {
				t.Fatal(err)
			}
			if large.Servers() != million || s.Graph.OnServers() && large.Ports() != million {
				t.Errorf("%d servers, %d ports", large.Servers(), large.Ports())
			}
			checkScenario(t, large)
			roundTrip(t, large)
		})
	}
}

// Each system that the literature defines has a scenario.
func TestBuiltinsCoverTheModels(t *testing.T) {
	rule := func(s *scenario.Scenario, r policy.Rule) bool {
		return slices.ContainsFunc(s.Policies, func(p policy.Policy) bool { return p.Rule == r })
	}
	bipartite := func(r policy.Rule) func(*scenario.Scenario) bool {
		return func(s *scenario.Scenario) bool {
			return rule(s, r) && s.Graph.Kind == scenario.Bernoulli && s.Service.Law == "exponential" && len(s.Policies) == 1
		}
	}
	graph := func(r policy.Rule, kind scenario.Kind) func(*scenario.Scenario) bool {
		return func(s *scenario.Scenario) bool { return rule(s, r) && s.Graph.Kind == kind }
	}
	other := func(m scenario.Model, name string) func(*scenario.Scenario) bool {
		return func(s *scenario.Scenario) bool {
			return s.Model == m && slices.ContainsFunc(s.Policies, func(p policy.Policy) bool { return p.Rule.String() == name })
		}
	}
	for _, row := range []struct {
		system string
		is     func(*scenario.Scenario) bool
	}{
		{"bipartite, JFSQ", bipartite(policy.JFSQ)},
		{"bipartite, JFIQ", bipartite(policy.JFIQ)},
		{"bipartite, JSQ", bipartite(policy.JSQ)},
		{"bipartite, JIQ", bipartite(policy.JIQ)},
		{"the four side by side", func(s *scenario.Scenario) bool { return s.Graph.Kind == scenario.Bernoulli && len(s.Policies) == 4 }},
		{"JSQ(d)", graph(policy.JSQD, scenario.Complete)},
		{"JIQ with JSQ(d)", graph(policy.JIQJSQD, scenario.Complete)},
		{"JSQ-(2,2)", func(s *scenario.Scenario) bool { return rule(s, policy.TwoClass) && len(s.Policies) == 1 }},
		{"two speeds, figure 2", func(s *scenario.Scenario) bool { return rule(s, policy.TwoClass) && rule(s, policy.JFSQ) }},
		{"theorem 2", graph(policy.JFSQ, scenario.Theorem2)},
		{"theorem 3", graph(policy.JFSQ, scenario.Theorem3)},
		{"JSQ on an Erdos-Renyi graph", graph(policy.JSQ, scenario.ErdosRenyi)},
		{"JSQ on a random regular graph", graph(policy.JSQ, scenario.RandomRegular)},
		{"JSQ on a ring", graph(policy.JSQ, scenario.Ring)},
		{"JSQ on a torus", graph(policy.JSQ, scenario.Torus)},
		{"JSQ on a clique", graph(policy.JSQ, scenario.Clique)},
		{"supermarket on an Erdos-Renyi graph", graph(policy.Supermarket, scenario.ErdosRenyi)},
		{"supermarket on a random regular graph", graph(policy.Supermarket, scenario.RandomRegular)},
		{"JBT-d", other(scenario.Slotted, "jbt-d")},
		{"JBTG-d, two pools of five at load .9", func(s *scenario.Scenario) bool {
			types := s.Types()
			return other(scenario.Slotted, "jbtg-d")(s) && s.Load() == 0.9 && len(types) == 2 &&
				types[0].Rate == 10 && types[0].Count == 5 && types[1].Rate == 1 && types[1].Count == 5
		}},
		{"SQ(d,m)", other(scenario.Slotted, "sq-d-m")},
		{"JIQ, slotted", other(scenario.Slotted, "jiq")},
		{"bursty service", func(s *scenario.Scenario) bool { return s.Service.Law == "bursty" }},
		{"TABS", other(scenario.Elastic, "tabs")},
		{"server pools, JSQ", other(scenario.Pools, "jsq")},
		{"server pools, JSQ(d), capped", func(s *scenario.Scenario) bool { return other(scenario.Pools, "jsq-d")(s) && s.Buffer() > 0 }},
		{"Halfin-Whitt", func(s *scenario.Scenario) bool {
			return rule(s, policy.JSQ) && s.Port.HalfinWhitt > 0 && s.Port.Alpha == 0.5 && s.Run.Engine == scenario.Lumped &&
				s.Run.Observe > 0
		}},
		{"JSQ(d(N)) at Halfin-Whitt load", func(s *scenario.Scenario) bool {
			return rule(s, policy.JSQD) && s.Port.HalfinWhitt > 0 && s.Policies[0].D > 100
		}},
		{"super-Halfin-Whitt", func(s *scenario.Scenario) bool { return s.Port.HalfinWhitt > 0 && s.Port.Alpha > 0.5 }},
		{"hyper-exponential service", func(s *scenario.Scenario) bool {
			return s.Service.Law == "hyper-exponential" &&
				s.Service.SCV == 4
		}},
	} {
		if !slices.ContainsFunc(input.Builtins(), func(info input.Info) bool {
			s, err := input.Builtin(info.Name, nil)
			return err == nil && row.is(s)
		}) {
			t.Errorf("no built-in scenario for %s", row.system)
		}
	}
}
