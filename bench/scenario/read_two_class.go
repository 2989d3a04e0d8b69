package scenario

import (
	"strings"

	"shardq/kernel/policy"
)

// optimum sets the keys that are to be optimal to what gives the least mean response in the limit of many servers. It needs all keys that may be.
func (sec section) optimum(s *Scenario, v *policy.Policy, given []policy.Key) {
	types := s.Types()
	if len(types) != 2 || s.ArrivalRate() == 0 { // what is unknown is reported elsewhere
		return
	}
	if len(given) == 1 {
		sec.fail(sec.node, sec.path, "one of p_fast and p_slow is optimal, want both or none")
		return
	}
	var err error
	if v.PFast, v.PSlow, err = twoClassOptimum(types, s.ArrivalRate(), v.DFast, v.DSlow); err != nil {
		at := given[0].Name
		sec.fail(sec.values[at], sec.sub(at), "there is no optimum: %s", strings.TrimPrefix(err.Error(), "theory: "))
	}
}
