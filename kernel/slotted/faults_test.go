package slotted

import (
	"testing"

	"pgregory.net/rapid"

	"shardq/kernel"
	"shardq/kernel/policy"
)

// TestMemoryIsTheList follows threshold policies slot by slot with a list of IDs kept by the rules, from the queues that looks reveal. It
// would see
//
//   - an empty memory while a queue is idle or within the threshold, and a batch that goes to a server outside a memory that is not empty;
//   - a response recorded from another draw than the one served: the jobs summed over slots are those of the queues looked at, and the
//     batch is in the queue of the server chosen;
//   - a server that reports twice while its ID is in memory, or whose report is not counted;
//   - IDs that stay in memory when a new threshold is below their queues.
func TestMemoryIsTheList(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		sys := system(r)
		sys.Policy.Rule = rapid.SampledFrom([]policy.Rule{policy.JIQ, policy.JBTD, policy.JBTGD}).Draw(r, "threshold policy")
		s, err := New(sys)
		if err != nil {
			r.Fatal(err)
		}
		if samplesThreshold(sys.Policy) {
			l := s.levels
			l.top, l.step = rapid.IntRange(1, 8).Draw(r, "levels"), uint64(rapid.IntRange(1, 9).Draw(r, "step"))
			regrid(s, &l)
		}
		queues := make([]uint64, sys.Servers())
		memory := map[int32]bool{}
		for n := range queues {
			memory[int32(n)] = true
		}
		for range 100 {
			jobs, before := uint64(0), s.Counters()
			for _, q := range queues {
				jobs += q
			}
			if before.InSystem != jobs {
				r.Fatalf("slot %d: %d jobs, all looked at, kept as %d", s.now, jobs, before.InSystem)
			}
			s.step()
			after := s.Counters()
			c := after.Since(&before)
			if c.Area != (kernel.Wide{Lo: jobs}) {
				r.Fatalf("slot %d: %d jobs at its start add %v to the sum", s.now-1, jobs, c.Area)
			}
			if s.sent != none {
				if empty := len(memory) == 0; empty != (c.EmptyMemory == 1) {
					r.Fatalf("slot %d: %d IDs in memory, and it is counted as empty %d times", s.now-1, len(memory), c.EmptyMemory)
				}
				if len(memory) > 0 && !memory[s.sent] {
					r.Fatalf("slot %d: the batch goes to server %d, which is not in memory", s.now-1, s.sent)
				}
				delete(memory, s.sent)
			} else if c.Arrived+c.EmptyMemory > 0 {
				r.Fatalf("slot %d: %+v without a server", s.now-1, c)
			}
			reports := uint64(0)
			for n := range queues {
				q, most := s.look(int32(n)), queues[n]
				if int32(n) == s.sent {
					most += c.Arrived
				}
				if q > most || sys.Burst > 0 && (most-q)%uint64(sys.Burst) != 0 && q > 0 {
					r.Fatalf("slot %d: server %d had %d jobs and has %d", s.now-1, n, most, q)
				}
				queues[n] = q
				switch within := q <= s.levels.threshold; {
				case !within:
					delete(memory, int32(n))
				case !memory[int32(n)]:
					reports++
					memory[int32(n)] = true
				}
			}
			if c.Reports != reports {
				r.Fatalf("slot %d: %d reports counted, want %d (threshold %d)", s.now-1, c.Reports, reports, s.levels.threshold)
			}
			if s.sets.size() != len(memory) {
				r.Fatalf("slot %d: %d IDs in memory, want %d", s.now-1, s.sets.size(), len(memory))
			}
		}
	})
}

// TestShortestQueueGetsTheBatch: of all servers for jsq, of sampled and remembered ones for sq-d and sq-d-m, with D of all servers.
func TestShortestQueueGetsTheBatch(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		sys := system(r)
		sys.Policy.Rule = rapid.SampledFrom([]policy.Rule{policy.JSQ, policy.SQD, policy.SQDM}).Draw(r, "shortest queue policy")
		sys.Policy.D = sys.Servers()
		s, err := New(sys)
		if err != nil {
			r.Fatal(err)
		}
		for range 60 {
			queues, least := make([]uint64, len(s.servers)), uint64(MaxQueue)
			for n := range queues {
				queues[n] = s.look(int32(n))
				least = min(least, queues[n])
			}
			s.step()
			if s.sent != none && queues[s.sent] != least {
				r.Fatalf("slot %d: the batch goes to a queue of %d jobs, the least has %d", s.now-1, queues[s.sent], least)
			}
			for i, n := range s.remembered {
				if i > 0 && queues[n] < queues[s.remembered[i-1]] || s.sent == none {
					continue
				}
				longer := 0
				for m := range queues {
					if queues[m] < queues[n] {
						longer++
					}
				}
				if longer > i {
					r.Fatalf("slot %d: remembered %v of %v", s.now-1, s.remembered, queues)
				}
			}
		}
	})
}
