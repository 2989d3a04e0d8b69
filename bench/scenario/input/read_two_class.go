package input

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/bench/scenario"
	"shardq/kernel/policy"
)

// optimum sets the probabilities that are to be optimal. It needs all keys that may be.
func (sec section) optimum(s *scenario.Scenario, v *policy.Policy) {
	var asked, all []string
	for _, key := range policy.AllKeys() {
		if !key.Optimal {
			continue
		}
		all = append(all, key.Name)
		if n := sec.values[key.Name]; n != nil && n.Kind == yaml.ScalarNode && n.Value == scenario.Optimal {
			asked = append(asked, key.Name)
		}
	}
	types := s.Types()
	switch {
	case asked == nil || len(types) != 2 || s.ArrivalRate() == 0: // what is unknown is reported elsewhere
	case len(asked) < len(all):
		sec.fail(sec.node, sec.path, "one of %s is optimal, want both or none", strings.Join(all, " and "))
	default:
		var err error
		if v.PFast, v.PSlow, err = scenario.TwoClassOptimum(types, s.ArrivalRate(), v.DFast, v.DSlow); err != nil {
			sec.fail(sec.values[asked[0]], sec.sub(asked[0]), "there is no optimum: %s", scenario.Reason(err))
		}
	}
}
