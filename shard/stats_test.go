package shard

import (
	"testing"
	"time"

	"shardq/kernel"
	"shardq/kernel/policy"
)

// TestStatsAddUp: windows and claims are those that the length of windows and the counters imply, and the phases of a shard are not longer
// than the run took.
func TestStatsAddUp(t *testing.T) {
	for _, state := range []State{Copies, Shared} {
		for _, alone := range []bool{false, true} {
			const shards = 3
			sys := small(t, 300, 10, policy.JFSQ)
			sys.Arrivals = 1.1 * sys.Capacity() // so that some are blocked
			sim := begin(t, sys, Config{Shards: shards, Window: 100, State: state})
			w := sim.engine.(*windows[uint8])
			n := 0
			w.forceAlone(func() bool { n++; return alone && n/5%2 == 1 })
			start := time.Now()
			for i, epochs := range []float64{1, 1.5, 4} {
				advance(t, sim, epochs)
				took := time.Since(start)
				s, c := sim.Stats(), sim.Counters()
				// An epoch is cut into windows of equal length and a rest.
				perEpoch := (kernel.TicksPerEpoch + w.workers[0].length - 1) / w.workers[0].length
				if want := []uint64{perEpoch, perEpoch + (perEpoch+1)/2, 4*perEpoch + 1}[i]; s.Windows < want-1 || s.Windows > want+1 {
					t.Errorf("%s: %d windows in %v epochs, want about %d", state, s.Windows, epochs, want)
				}
				if s.Claims < c.Admitted || s.Claims > c.Arrived-c.Unroutable {
					t.Errorf("%s: %d claims of %+v", state, s.Claims, c)
				}
				if s.Taken == 0 || s.Taken > s.Claims {
					t.Errorf("%s: %d claims of %d taken up", state, s.Taken, s.Claims)
				}
				if len(s.Shards) != shards {
					t.Fatalf("%s: times of %d shards", state, len(s.Shards))
				}
				for p, times := range s.Shards {
					for _, part := range []time.Duration{times.Draw, times.Strike, times.Route, times.Wait, times.Settle, times.Apply} {
						if part < 0 {
							t.Errorf("%s, shard %d: negative times: %+v", state, p, times)
						}
					}
					if all := times.Busy() + times.Wait; all > took || times.Busy() <= 0 {
						t.Errorf("%s, shard %d: %v in all, the run took %v: %+v", state, p, all, took, times)
					}
				}
				if times := s.Shards[0]; times.Draw == 0 || times.Strike == 0 || times.Route == 0 || times.Settle == 0 || times.Apply == 0 {
					t.Errorf("%s: a phase without time: %+v", state, times)
				}
			}
		}
	}
}

// TestStatsOfOneShard: drawing and all else are told apart, and together are not longer than the run.
func TestStatsOfOneShard(t *testing.T) {
	sim := begin(t, small(t, 300, 10, policy.JFSQ), Config{Shards: 1})
	start := time.Now()
	advance(t, sim, 3)
	took := time.Since(start)
	s := sim.Stats()
	if len(s.Shards) != 1 || s.Windows+s.Claims+s.Taken+s.Alone != 0 {
		t.Fatalf("%+v", s)
	}
	if times := s.Shards[0]; times.Draw <= 0 || times.Route <= 0 || times.Busy() > took || times.Wait != 0 {
		t.Errorf("%+v in %v", times, took)
	}
}

// TestStatsDoNotDependOnShards: with windows of one length, claims and those taken up are the same on any number of shards and in both
// forms of the state: they are a matter of the trajectory.
func TestStatsDoNotDependOnShards(t *testing.T) {
	sys := small(t, 300, 10, policy.JIQ)
	var want Stats
	for i, shards := range []int{2, 3, 7} {
		for _, state := range []State{Copies, Shared} {
			sim := begin(t, sys, Config{Shards: shards, Window: 150, State: state})
			advance(t, sim, 2.5)
			s := sim.Stats()
			if i == 0 && state == Copies {
				want = s
			}
			if s.Windows != want.Windows || s.Claims != want.Claims || s.Taken != want.Taken {
				t.Errorf("%d shards, %s: %d windows, %d claims, %d taken up, on 2 shards %d, %d, %d",
					shards, state, s.Windows, s.Claims, s.Taken, want.Windows, want.Claims, want.Taken)
			}
		}
	}
}
