package scenario

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/kernel"
)

// twoClass reads the parameters of jsq-2-2. Both probabilities may be optimal, which gives those of the least mean response in the limit of many servers.
func (sec section) twoClass(s *Scenario, v *policyValues) {
	v.dFast, v.dSlow = 2, 2
	for _, c := range []struct {
		key string
		d   *int
	}{{"d_fast", &v.dFast}, {"d_slow", &v.dSlow}} {
		if d, ok := sec.integer(c.key, 1, kernel.MaxServers); ok {
			*c.d = int(d)
		}
	}
	before := len(sec.errs)
	types := s.Types()
	if s.Server.Count > 0 && len(types) > 0 && len(types) != 2 {
		sec.fail(sec.values["name"], sec.sub("name"), "jsq-2-2 needs servers of exactly two rates, not of %d", len(types))
	}
	optimal := 0
	for _, c := range []struct {
		key string
		p   *float64
	}{{"p_fast", &v.pFast}, {"p_slow", &v.pSlow}} {
		if !sec.need(c.key, "a probability, or optimal") {
			continue
		}
		n := sec.values[c.key]
		if n.Kind == yaml.ScalarNode && n.Value == "optimal" {
			optimal++
			continue
		}
		p, ok := parseNumber(n)
		if !ok || !(p >= 0 && p <= 1) {
			sec.fail(n, sec.sub(c.key), "is %s, want a number from 0 to 1, or optimal", describe(n))
			continue
		}
		*c.p = p
	}
	switch {
	case len(sec.errs) > before || optimal == 0 || len(types) != 2 || s.ArrivalRate() == 0: // what is unknown is reported elsewhere
	case optimal == 1:
		sec.fail(sec.node, sec.path, "one of p_fast and p_slow is optimal, want both or none")
	default:
		var err error
		if v.pFast, v.pSlow, err = twoClassOptimum(types, s.ArrivalRate(), v.dFast, v.dSlow); err != nil {
			sec.fail(sec.values["p_fast"], sec.sub("p_fast"), "there is no optimum: %s", strings.TrimPrefix(err.Error(), "theory: "))
		}
	}
}
