package shard

import (
	"context"
	"slices"
	"testing"

	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// TestOccupancy: the same on any number of shards, with copies of the state and without, and as many jobs as are in the system.
func TestOccupancy(t *testing.T) {
	for _, buffer := range []int{0, 3} {
		sys := &kernel.System{
			Graph: graph.Complete{L: 5, N: 60}, Types: []kernel.Type{{Rate: 1, Count: 20}, {Rate: 0.5, Count: 40}}, Buffer: buffer,
			Arrivals: 36, Policy: policy.Policy{Rule: policy.JSQD, D: 2}, Seed: 1,
		}
		var want [][]uint64
		for _, cfg := range []Config{{Shards: 1}, {Shards: 3, State: Copies}, {Shards: 2, State: Shared}} {
			s, err := New(sys, cfg)
			if err != nil {
				t.Fatal(err)
			}
			if o := s.Occupancy(); o != nil {
				t.Errorf("occupancy %v of an empty system", o)
			}
			var got [][]uint64
			for _, at := range []float64{3, 7.5, 40} {
				if err := s.Advance(context.Background(), at); err != nil {
					t.Fatal(err)
				}
				o := s.Occupancy()
				got = append(got, o)
				sum := uint64(0)
				for k, n := range o {
					sum += n
					if k > 0 && n > o[k-1] || n == 0 || n > 60 {
						t.Errorf("occupancy %v", o)
					}
				}
				if c := s.Counters(); sum != c.InSystem {
					t.Errorf("occupancy %v, %d jobs in the system", o, c.InSystem)
				}
			}
			if want == nil {
				want = got
			}
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("%+v: %v, on one shard %v", cfg, got, want)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
