package scenario

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/kernel/policy"
)

// optimal is the word for the probabilities of jsq-2-2 of the least mean response in the limit of many servers.
const optimal = "optimal"

// twoClass checks the parameters of jsq-2-2, which are good if they could be read, and works out optimal probabilities.
func (sec section) twoClass(s *Scenario, p *policy.Policy, good bool) bool {
	before := len(sec.errs)
	types := s.Types()
	if s.Server.Count > 0 && len(types) > 0 && len(types) != 2 {
		sec.fail(sec.values["name"], sec.sub("name"), "jsq-2-2 needs servers of exactly two rates, not of %d", len(types))
	}
	words := 0
	for _, name := range []string{"p_fast", "p_slow"} {
		if n := sec.values[name]; n != nil && n.Kind == yaml.ScalarNode && n.Value == optimal {
			words++
		}
	}
	switch {
	case !good || len(sec.errs) > before || words == 0 || len(types) != 2 || s.ArrivalRate() == 0: // what is unknown is reported elsewhere
	case words == 1:
		sec.fail(sec.node, sec.path, "one of p_fast and p_slow is optimal, want both or none")
	default:
		var err error
		if p.PFast, p.PSlow, err = twoClassOptimum(types, s.ArrivalRate(), p.DFast, p.DSlow); err != nil {
			sec.fail(sec.values["p_fast"], sec.sub("p_fast"), "there is no optimum: %s", strings.TrimPrefix(err.Error(), "theory: "))
		}
	}
	return good && len(sec.errs) == before
}
