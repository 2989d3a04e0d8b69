package limits_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"shardq/bench/theory/limits"
	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/theorytest"
	"shardq/kernel"
	"shardq/kernel/policy"
)

func TestLimits(t *testing.T) {
	one := func(n int) []kernel.Type { return []kernel.Type{{Rate: 2, Count: n}} }
	mixed := theorytest.Two(50, 50, 0.25)
	rule := func(r policy.Rule) policy.Policy { return policy.Policy{Rule: r, D: 2} }
	twoClass := policy.Policy{Rule: policy.TwoClass, DFast: 2, DSlow: 2, PFast: 0.9, PSlow: 0.5}
	for _, c := range []struct {
		name    string
		setting limits.Setting
		want    map[string]float64 // beginning of a name: value
	}{
		{"one server", limits.Setting{System: meanfield.System{Types: one(1), Arrivals: 1, Policy: rule(policy.JSQ)}},
			map[string]float64{"M/M/1": 1, "JSQ": 0.5}},
		{"one server, buffer", limits.Setting{System: meanfield.System{Types: one(1), Arrivals: 1.6, Buffer: 5,
			Policy: rule(policy.Random)}},
			map[string]float64{"M/M/1/5": 2.56306520704 / 2}}, // solved as a linear system
		{"one overloaded server, buffer", limits.Setting{System: meanfield.System{Types: one(1), Arrivals: 4, Buffer: 1,
			Policy: rule(policy.Random)}}, map[string]float64{"M/M/1/1": 0.5}},
		{"one overloaded server", limits.Setting{System: meanfield.System{Types: one(1), Arrivals: 4, Policy: rule(policy.Random)}}, nil},
		{"M/H2/1", limits.Setting{System: meanfield.System{Types: one(1), Arrivals: 1, Service: theorytest.Hyper(4),
			Policy: rule(policy.Random)}}, map[string]float64{"M/G/1": 0.5 + 2.5/2}},
		{"M/E2/1", limits.Setting{System: meanfield.System{Types: one(1), Arrivals: 1, Service: theorytest.Erlang(2),
			Policy: rule(policy.Random)}}, map[string]float64{"M/G/1": 0.5 + 0.75/2}},
		{"M/E2/1/5", limits.Setting{System: meanfield.System{Types: one(1), Arrivals: 1, Buffer: 5, Service: theorytest.Erlang(2),
			Policy: rule(policy.Random)}}, nil},
		{"random", limits.Setting{System: meanfield.System{Types: mixed, Arrivals: 20, Policy: rule(policy.Random)}},
			map[string]float64{"M/M/1": (1/0.8 + 1/0.05) / 2}},
		{"random, slow ones overloaded", limits.Setting{System: meanfield.System{Types: mixed, Arrivals: 30, Policy: rule(policy.Random)}},
			nil},
		{"fastest", limits.Setting{System: meanfield.System{Types: mixed, Arrivals: 25, Policy: rule(policy.Fastest)}},
			map[string]float64{"M/M/1": 2}},
		{"random on a graph", limits.Setting{System: meanfield.System{Types: mixed, Arrivals: 20, Policy: rule(policy.Random)},
			Graph: limits.BipartiteGraph}, nil},
		{"jiq of two", limits.Setting{System: meanfield.System{Types: one(2), Arrivals: 2, Policy: rule(policy.JIQ)}},
			map[string]float64{"JIQ of": 1.5 / (0.5 * 2) / 2, "M/M/2": 1 / (2 * 0.75), "JIQ: nobody waits": 0.5}},
		{"jsq of many", limits.Setting{System: meanfield.System{Types: one(100), Arrivals: 180, Policy: rule(policy.JSQ)}},
			map[string]float64{"M/M/100": math.NaN(), "JSQ": 0.5}},
		{"jsq between servers", limits.Setting{System: meanfield.System{Types: one(100), Arrivals: 180, Policy: rule(policy.JSQ)},
			Graph: limits.ServerGraph}, map[string]float64{"JSQ": 0.5}},
		{"jsq-2", limits.Setting{System: meanfield.System{Types: one(100), Arrivals: 180, Policy: rule(policy.JSQD)}},
			map[string]float64{"M/M/100": math.NaN(), "T_2": 1.30705, "JSQ(2) of 100": math.NaN()}},
		{"jsq-2, with replacement", limits.Setting{System: meanfield.System{Types: one(100), Arrivals: 180,
			Policy: policy.Policy{Rule: policy.JSQD, D: 2, Replacement: true}}},
			// simulated: 2.39309(49) jobs per queue
			map[string]float64{"M/M/100": math.NaN(), "T_2": 1.30705, "JSQ(2) of 100": 2.39251590946286 / 0.9 / 2}},
		{"supermarket", limits.Setting{System: meanfield.System{Types: one(100), Arrivals: 180, Policy: rule(policy.Supermarket)},
			Graph: limits.ServerGraph}, map[string]float64{"T_2": 1.30705}},
		{"jsq-2, roomy", limits.Setting{System: meanfield.System{Types: one(100), Arrivals: 180, Buffer: 50, Policy: rule(policy.JSQD)}},
			map[string]float64{"T_2": 1.30705, "JSQ(2) of 100": math.NaN()}},
		{"jsq-2, overloaded", limits.Setting{System: meanfield.System{Types: one(100), Arrivals: 400, Buffer: 1,
			Policy: rule(policy.JSQD)}}, map[string]float64{"JSQ(2) with buffer 1": 0.5, "JSQ(2) of 100": 0.5}},
		{"jsq-2 of two types", limits.Setting{System: meanfield.System{Types: mixed, Arrivals: 20, Policy: rule(policy.JSQD)}}, nil},
		{"jsq-2, phases", limits.Setting{System: meanfield.System{Types: one(100), Arrivals: 180, Service: theorytest.Hyper(4),
			Policy: rule(policy.JSQD)}}, nil},
		{"jfsq", limits.Setting{System: meanfield.System{Types: theorytest.Four(16),
			Arrivals: 0.9 * theorytest.Capacity(theorytest.Four(16)), Buffer: 5, Policy: rule(policy.JFSQ)}, Graph: limits.BipartiteGraph},
			map[string]float64{"lower bound": 1.62963}},
		{"jfiq", limits.Setting{System: meanfield.System{Types: theorytest.Four(16),
			Arrivals: 0.5 * theorytest.Capacity(theorytest.Four(16)), Policy: rule(policy.JFIQ)}}, map[string]float64{"lower bound": 1}},
		{"jfsq at load 1", limits.Setting{System: meanfield.System{Types: theorytest.Four(16),
			Arrivals: theorytest.Capacity(theorytest.Four(16)), Buffer: 5, Policy: rule(policy.JFSQ)}}, nil},
		// c/(c+1) + c/(c+.25)/4 = 1, both halves together .5: c = 1 gives .5 + .2 = .7 of a fast server's rate.
		{"jiq of two types", limits.Setting{System: meanfield.System{Types: mixed, Arrivals: 35, Policy: rule(policy.JIQ)}},
			map[string]float64{"JIQ: nobody waits, speed": (0.5 + 0.8) / 0.7}},
		{"jiq-jsq-d", limits.Setting{System: meanfield.System{Types: one(100), Arrivals: 100, Buffer: 9, Policy: rule(policy.JIQJSQD)}},
			map[string]float64{"JIQ with JSQ(d)": 0.5}},
		{"jiq, hyper-exponential", limits.Setting{System: meanfield.System{Types: one(100), Arrivals: 100, Service: theorytest.Hyper(4),
			Policy: rule(policy.JIQ)}}, map[string]float64{"JIQ": 0.5}},
		{"jiq, Erlang", limits.Setting{System: meanfield.System{Types: one(100), Arrivals: 100, Service: theorytest.Erlang(2),
			Policy: rule(policy.JIQ)}}, nil},
		{"jsq-2-2", limits.Setting{System: meanfield.System{Types: mixed, Arrivals: 40, Policy: twoClass}},
			map[string]float64{"mean field of JSQ-(2,2)": math.NaN()}},
		{"jsq-2-2, tight", limits.Setting{System: meanfield.System{Types: mixed, Arrivals: 40, Buffer: 2, Policy: twoClass}}, nil},
		{"jsq-2-2, roomy", limits.Setting{System: meanfield.System{Types: mixed, Arrivals: 40, Buffer: 1000, Policy: twoClass}},
			map[string]float64{"mean field of JSQ-(2,2)": math.NaN()}},
		{"nothing", limits.Setting{}, nil},
	} {
		got := limits.Of(c.setting)
		names := fmt.Sprintf("%+v", got)
		if len(got) != len(c.want) {
			t.Errorf("%s: %s, want %d lines", c.name, names, len(c.want))
		}
		for begin, value := range c.want {
			found := false
			for _, line := range got {
				if !strings.HasPrefix(line.Name, begin) || found {
					continue
				}
				found = true
				if !math.IsNaN(value) {
					theorytest.Near(t, c.name+": "+line.Name, line.Value, value, 3e-5) // half the last published digit of T_2
				}
				if !(line.Value > 0) || math.IsInf(line.Value, 0) || line.Source == "" || line.Holds == "" {
					t.Errorf("%s: %+v", c.name, line)
				}
			}
			if !found {
				t.Errorf("%s: no line %q in %s", c.name, begin, names)
			}
		}
	}
}
