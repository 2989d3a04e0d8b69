package kernel

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestOccupancy: entry k-1 is the number of servers with at least k jobs, and nothing follows the longest queue.
func TestOccupancy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jobs := rapid.SliceOf(rapid.IntRange(0, 12)).Draw(t, "jobs")
		got := Occupancy(len(jobs), func(i int) int { return jobs[i] })
		var want []uint64
		for k := 1; k <= 12; k++ {
			n := uint64(0)
			for _, j := range jobs {
				if j >= k {
					n++
				}
			}
			if n > 0 {
				want = append(want, n)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v of %v", got, want, jobs)
		}
	})
}
