package scenario

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/kernel/policy"
)

// optimal is the word for the probabilities of the least mean response in the limit of many servers.
const optimal = "optimal"

// optimum works out the probabilities that are to be optimal, if everything else of the policy could be read. It returns false if it has reported anything.
func (sec section) optimum(s *Scenario, p *policy.Policy, good bool) bool {
	before := len(sec.errs)
	var words []string
	for _, k := range policy.AllKeys() {
		if n := sec.values[k.Name]; k.Optimal && n != nil && n.Kind == yaml.ScalarNode && n.Value == optimal {
			words = append(words, k.Name)
		}
	}
	types := s.Types()
	switch {
	case !good || len(words) == 0 || len(types) != 2 || s.ArrivalRate() == 0: // what is unknown is reported elsewhere
	case len(words) == 1:
		sec.fail(sec.node, sec.path, "one of p_fast and p_slow is optimal, want both or none")
	default:
		var err error
		if p.PFast, p.PSlow, err = twoClassOptimum(types, s.ArrivalRate(), p.DFast, p.DSlow); err != nil {
			sec.fail(sec.values[words[0]], sec.sub(words[0]), "there is no optimum: %s", strings.TrimPrefix(err.Error(), "theory: "))
		}
	}
	return len(sec.errs) == before
}
