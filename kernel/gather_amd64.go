//go:build amd64 && !purego

package kernel

import (
	"sync"
	"time"

	"shardq/graph"
)

// gathersPay reports, after some tens of microseconds of measurement the first time, whether this processor reads the keys of a row faster
// with gathers than one by one: on some, a gather is a long piece of microcode. Keys of one byte are never gathered.
var gathersPay = sync.OnceValue(func() bool {
	state := make([]uint32, 1<<12+StatePadding)
	row := make([]uint32, 64, 64+graph.Padding)
	for i := range row {
		row[i] = uint32(i) * 2654435761 >> 20
	}
	best := func(scan func()) time.Duration {
		least := time.Duration(1 << 62)
		for range 8 {
			start := time.Now()
			for range 32 {
				scan()
			}
			least = min(least, time.Since(start))
		}
		return least
	}
	gathered := best(func() { scan32AVX512(&state[0], &row[0], len(row), ^uint32(0)) })
	single := best(func() { scanGeneric(state, row, ^uint32(0)) })
	return gathered < single
})
