package graph

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// blockRows is the number of rows that a worker takes at a time.
const blockRows = 1024

// blocks returns the number of blocks of so many rows.
func blocks(rows int) int { return (rows + blockRows - 1) / blockRows }

// parallel calls do for every block, each once, from several goroutines that each own a sampler.
func parallel(workers, blocks int, do func(block int, s *sampler)) {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, blocks) {
		wg.Go(func() {
			var s sampler
			for b := next.Add(1) - 1; b < int64(blocks); b = next.Add(1) - 1 {
				do(int(b), &s)
			}
		})
	}
	wg.Wait()
}
