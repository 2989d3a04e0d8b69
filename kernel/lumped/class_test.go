package lumped

import (
	"testing"

	"pgregory.net/rapid"
)

// TestJobs: the queue found for each server is that of the list in falling order, long or short.
func TestJobs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		longest := rapid.SampledFrom([]int{1, 7, 8, 9, 10, 40, 3000}).Draw(t, "longest")
		jobs := rapid.SliceOfN(rapid.IntRange(0, longest), 1, 20).Draw(t, "jobs")
		c := newClass(0, uint32(len(jobs)), 5)
		for _, n := range jobs {
			for n+2 >= len(c.tail) {
				c.grow()
			}
			for k := 1; k <= n; k++ {
				c.tail[k]++
			}
		}
		found := map[int]int{}
		last := longest
		for u := range uint32(len(jobs)) {
			k := c.jobs(u)
			if k > last {
				t.Fatalf("server %d has %d jobs, the one before it %d", u, k, last)
			}
			last = k
			found[k]++
		}
		for _, n := range jobs {
			found[n]--
		}
		for k, n := range found {
			if n != 0 {
				t.Fatalf("%d servers too many with %d jobs", n, k)
			}
		}
		for k := range longest + 2 {
			want := uint32(0)
			for _, n := range jobs {
				if n == k {
					want++
				}
			}
			if got := c.with(k); got != want {
				t.Fatalf("%d servers with %d jobs, want %d", got, k, want)
			}
		}
	})
}
