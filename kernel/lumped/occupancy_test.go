package lumped

import (
	"context"
	"testing"

	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// TestOccupancy: over all types, and as many jobs as are in the system.
func TestOccupancy(t *testing.T) {
	for _, buffer := range []int{0, 3} {
		s, err := New(&kernel.System{
			Graph: graph.Complete{L: 1, N: 60}, Types: []kernel.Type{{Rate: 1, Count: 20}, {Rate: 0.5, Count: 40}}, Buffer: buffer,
			Arrivals: 39, Policy: policy.Policy{Rule: policy.Random}, Seed: 1,
		}, Config{})
		if err != nil {
			t.Fatal(err)
		}
		if o := s.Occupancy(); o != nil {
			t.Errorf("occupancy %v of an empty system", o)
		}
		for at := 1.0; at < 300; at += 7 {
			if err := s.Advance(context.Background(), at); err != nil {
				t.Fatal(err)
			}
			o := s.Occupancy()
			sum := uint64(0)
			for k, n := range o {
				sum += n
				if k > 0 && n > o[k-1] || n == 0 || n > 60 {
					t.Errorf("occupancy %v", o)
				}
			}
			if c := s.Counters(); sum != c.InSystem || o[0] < o[len(o)-1] || buffer > 0 && len(o) > buffer {
				t.Errorf("occupancy %v, %d jobs in the system", o, c.InSystem)
			}
		}
	}
}
