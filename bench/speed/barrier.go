package speed

import (
	"fmt"
	stdsync "sync"
	"time"

	winsync "shardq/sync"
)

// timeBarrier returns the time that one wait of so many goroutines takes when all arrive together, in nanoseconds: the best of many short
// tries, since a try in which another program took a core says nothing.
func timeBarrier(goroutines int, long time.Duration) float64 {
	const waits = 1 << 10
	best := 0.0
	for began := time.Now(); best == 0 || time.Since(began) < long; {
		b := winsync.NewBarrier(goroutines)
		var all stdsync.WaitGroup
		start := time.Now()
		for range goroutines {
			all.Go(func() {
				for range waits {
					b.Wait()
				}
			})
		}
		all.Wait()
		if ns := float64(time.Since(start).Nanoseconds()) / waits; best == 0 || ns < best {
			best = ns
		}
	}
	return best
}

// barrierCost measures the barrier for up to as many shards as there are cores; beyond, and in between, its cost is taken to be in
// proportion.
func (s *session) barrierCost() func(shards int) float64 {
	cores := max(s.cores, 2)
	ns := timeBarrier(cores, s.slice)
	l := s.size(fmt.Sprintf("goroutines=%d", cores), "barrier", cores, ns, "ns")
	l.Note = "one wait, all arriving together"
	s.add(l)
	return func(shards int) float64 { return ns * float64(shards) / float64(cores) }
}
