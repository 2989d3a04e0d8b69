package known

import (
	"errors"
	"fmt"

	"shardq/bench/theory"
	"shardq/bench/theory/limits"
	"shardq/bench/theory/meanfield"
	"shardq/kernel/policy"
)

// occupancy has the fixed point of the limit of many servers.
func (s *surveyor) occupancy(p policy.Policy) {
	const section = "occupancy in the limit"
	set := setting(s.Scenario, p)
	if set.Service != nil {
		return
	}
	m, err := meanfield.Rest(set.System, nil)
	if err != nil {
		if !errors.Is(err, meanfield.ErrUnknown) {
			s.say(section, "fixed point", "not known", theory.Reason(err), fieldSource)
		}
		return
	}
	holds := "as N grows, on the complete graph"
	if set.Graph != limits.CompleteGraph {
		holds = "as N grows, on graphs as good as the complete one"
	}
	s.add(section, "jobs a server", m.Number, holds, fieldSource)
	shares := s.Theory.Shares
	for j := 1; j <= 6; j++ {
		if v := m.Level(shares, j); v > Nearly {
			name := fmt.Sprintf("%d jobs or more", j)
			if j == 1 {
				name = "1 job or more"
			}
			s.add(section, name, v, "share of all servers", fieldSource).share()
		}
	}
	if set.Buffer > 0 {
		busy := 0.0
		for i, tail := range m.Tail {
			busy += tail[0] * s.Theory.Types[i].Rate * shares[i]
		}
		n := float64(s.Scenario.Servers())
		if lost := 1 - busy*n/set.Arrivals; lost > Nearly {
			s.add(section, "blocking", lost, holds, fieldSource).share()
		}
	}
}
