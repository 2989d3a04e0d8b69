package theory_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"shardq/bench/theory"
	"shardq/kernel"
	"shardq/kernel/policy"
)

func TestLimits(t *testing.T) {
	one := func(n int) []kernel.Type { return []kernel.Type{{Rate: 2, Count: n}} }
	mixed := two(50, 50, 0.25)
	rule := func(r policy.Rule) policy.Policy { return policy.Policy{Rule: r, D: 2} }
	twoClass := policy.Policy{Rule: policy.TwoClass, DFast: 2, DSlow: 2, PFast: 0.9, PSlow: 0.5}
	for _, c := range []struct {
		name    string
		setting theory.Setting
		want    map[string]float64 // beginning of a name: value
	}{
		{"one server", theory.Setting{Types: one(1), Arrivals: 1, Policy: rule(policy.JSQ)}, map[string]float64{"M/M/1": 1, "JSQ": 0.5}},
		{"one server, buffer", theory.Setting{Types: one(1), Arrivals: 1.6, Buffer: 5, Policy: rule(policy.Random)},
			map[string]float64{"M/M/1/5": 2.56306520704 / 2}}, // solved as a linear system
		{"one overloaded server, buffer", theory.Setting{Types: one(1), Arrivals: 4, Buffer: 1, Policy: rule(policy.Random)}, map[string]float64{"M/M/1/1": 0.5}},
		{"one overloaded server", theory.Setting{Types: one(1), Arrivals: 4, Policy: rule(policy.Random)}, nil},
		{"M/H2/1", theory.Setting{Types: one(1), Arrivals: 1, Service: hyper(4), Policy: rule(policy.Random)}, map[string]float64{"M/G/1": 0.5 + 2.5/2}},
		{"M/E2/1", theory.Setting{Types: one(1), Arrivals: 1, Service: erlang(2), Policy: rule(policy.Random)}, map[string]float64{"M/G/1": 0.5 + 0.75/2}},
		{"M/E2/1/5", theory.Setting{Types: one(1), Arrivals: 1, Buffer: 5, Service: erlang(2), Policy: rule(policy.Random)}, nil},
		{"random", theory.Setting{Types: mixed, Arrivals: 20, Policy: rule(policy.Random)}, map[string]float64{"M/M/1": (1/0.8 + 1/0.05) / 2}},
		{"random, slow ones overloaded", theory.Setting{Types: mixed, Arrivals: 30, Policy: rule(policy.Random)}, nil},
		{"fastest", theory.Setting{Types: mixed, Arrivals: 25, Policy: rule(policy.Fastest)}, map[string]float64{"M/M/1": 2}},
		{"random on a graph", theory.Setting{Types: mixed, Arrivals: 20, Policy: rule(policy.Random), Graph: theory.BipartiteGraph}, nil},
		{"jiq of two", theory.Setting{Types: one(2), Arrivals: 2, Policy: rule(policy.JIQ)},
			map[string]float64{"JIQ of": 1.5 / (0.5 * 2) / 2, "M/M/2": 1 / (2 * 0.75), "JIQ: nobody waits": 0.5}},
		{"jsq of many", theory.Setting{Types: one(100), Arrivals: 180, Policy: rule(policy.JSQ)}, map[string]float64{"M/M/100": math.NaN(), "JSQ": 0.5}},
		{"jsq between servers", theory.Setting{Types: one(100), Arrivals: 180, Policy: rule(policy.JSQ), Graph: theory.ServerGraph}, map[string]float64{"JSQ": 0.5}},
		{"jsq-2", theory.Setting{Types: one(100), Arrivals: 180, Policy: rule(policy.JSQD)}, map[string]float64{"M/M/100": math.NaN(), "T_2": 1.30705, "JSQ(2) of 100": math.NaN()}},
		{"jsq-2, with replacement", theory.Setting{Types: one(100), Arrivals: 180, Policy: policy.Policy{Rule: policy.JSQD, D: 2, Replacement: true}},
			map[string]float64{"M/M/100": math.NaN(), "T_2": 1.30705, "JSQ(2) of 100": 2.39251590946286 / 0.9 / 2}}, // simulated: 2.39309(49) jobs per queue
		{"supermarket", theory.Setting{Types: one(100), Arrivals: 180, Policy: rule(policy.Supermarket), Graph: theory.ServerGraph}, map[string]float64{"T_2": 1.30705}},
		{"jsq-2, roomy", theory.Setting{Types: one(100), Arrivals: 180, Buffer: 50, Policy: rule(policy.JSQD)}, map[string]float64{"T_2": 1.30705, "JSQ(2) of 100": math.NaN()}},
		{"jsq-2, overloaded", theory.Setting{Types: one(100), Arrivals: 400, Buffer: 1, Policy: rule(policy.JSQD)}, map[string]float64{"JSQ(2) with buffer 1": 0.5, "JSQ(2) of 100": 0.5}},
		{"jsq-2 of two types", theory.Setting{Types: mixed, Arrivals: 20, Policy: rule(policy.JSQD)}, nil},
		{"jsq-2, phases", theory.Setting{Types: one(100), Arrivals: 180, Service: hyper(4), Policy: rule(policy.JSQD)}, nil},
		{"jfsq", theory.Setting{Types: four(16), Arrivals: 0.9 * capacity(four(16)), Buffer: 5, Policy: rule(policy.JFSQ), Graph: theory.BipartiteGraph},
			map[string]float64{"lower bound": 1.62963}},
		{"jfiq", theory.Setting{Types: four(16), Arrivals: 0.5 * capacity(four(16)), Policy: rule(policy.JFIQ)}, map[string]float64{"lower bound": 1}},
		{"jfsq at load 1", theory.Setting{Types: four(16), Arrivals: capacity(four(16)), Buffer: 5, Policy: rule(policy.JFSQ)}, nil},
		// c/(c+1) + c/(c+.25)/4 = 1, both halves together .5: c = 1 gives .5 + .2 = .7 of a fast server's rate.
		{"jiq of two types", theory.Setting{Types: mixed, Arrivals: 35, Policy: rule(policy.JIQ)}, map[string]float64{"JIQ: nobody waits, speed": (0.5 + 0.8) / 0.7}},
		{"jiq-jsq-d", theory.Setting{Types: one(100), Arrivals: 100, Buffer: 9, Policy: rule(policy.JIQJSQD)}, map[string]float64{"JIQ with JSQ(d)": 0.5}},
		{"jiq, hyper-exponential", theory.Setting{Types: one(100), Arrivals: 100, Service: hyper(4), Policy: rule(policy.JIQ)}, map[string]float64{"JIQ": 0.5}},
		{"jiq, Erlang", theory.Setting{Types: one(100), Arrivals: 100, Service: erlang(2), Policy: rule(policy.JIQ)}, nil},
		{"jsq-2-2", theory.Setting{Types: mixed, Arrivals: 40, Policy: twoClass}, map[string]float64{"mean field of JSQ-(2,2)": math.NaN()}},
		{"jsq-2-2, tight", theory.Setting{Types: mixed, Arrivals: 40, Buffer: 2, Policy: twoClass}, nil},
		{"jsq-2-2, roomy", theory.Setting{Types: mixed, Arrivals: 40, Buffer: 1000, Policy: twoClass}, map[string]float64{"mean field of JSQ-(2,2)": math.NaN()}},
		{"nothing", theory.Setting{}, nil},
	} {
		got := theory.Limits(c.setting)
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
					near(t, c.name+": "+line.Name, line.Value, value, 3e-5) // half the last published digit of T_2
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
