package pools

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph/rng"
	"shardq/kernel/jump"
	"shardq/kernel/jump/jumptest"
	"shardq/kernel/policy"
)

// fill puts tasks into pools.
func (s *Simulator) fill(tasks []int) {
	s.levels, s.tasks = jump.NewLevels(uint64(len(tasks)), slices.Max(tasks)), 0
	for _, n := range tasks {
		for k := range n {
			s.levels.Raise(k, 0)
			s.tasks++
		}
	}
	s.joined = nil
	s.grow()
}

// sampled returns the law of the least number of tasks in a uniform sample, by all ordered samples.
func sampled(tasks []int, d int, replacement bool) []float64 {
	law := make([]float64, slices.Max(tasks)+1)
	var extend func(sample []int, least int)
	extend = func(sample []int, least int) {
		if len(sample) == d {
			law[least]++
			return
		}
		for r, n := range tasks {
			if replacement || !slices.Contains(sample, r) {
				extend(append(sample[:len(sample):len(sample)], r), min(least, n))
			}
		}
	}
	extend(nil, slices.Max(tasks))
	return law
}

// TestSamplesAreUniform: the law of the number of tasks met is that of all samples alike.
func TestSamplesAreUniform(t *testing.T) {
	for _, tasks := range [][]int{{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0, 7}, {2, 2, 2, 5, 5}, {3, 0}, {1, 1, 1}, {9}, {6, 6, 6, 6, 6, 0}} {
		for _, replacement := range []bool{false, true} {
			for d := 1; d <= 4; d++ {
				if !replacement && d > len(tasks) {
					continue
				}
				s := start(
					t,
					&System{
						Pools:    len(tasks),
						Rate:     1,
						Arrivals: 1,
						Policy:   policy.Policy{Rule: policy.JSQD, D: d, Replacement: replacement},
					},
				)
				s.fill(tasks)
				counts := make([]int, slices.Max(tasks)+1)
				for i := range uint64(40_000) {
					seq := rng.NewSequence(rng.Mix64(i + 1))
					counts[s.route(&seq)]++
				}
				jumptest.ChiSquare(
					t,
					fmt.Sprintf("%d of %v, replacement %v", d, tasks, replacement),
					counts,
					sampled(tasks, d, replacement),
				)
			}
		}
	}
}

// TestEveryPairIsMet: of many pools all different, each is the least of as many pairs as there are larger ones. A second draw that falls on
// the first and goes to its neighbour instead would show.
func TestEveryPairIsMet(t *testing.T) {
	const n = 64
	tasks := make([]int, n)
	for i := range tasks {
		tasks[i] = i
	}
	for _, replacement := range []bool{false, true} {
		s := start(t, &System{Pools: n, Rate: 1, Arrivals: 1, Policy: policy.Policy{Rule: policy.JSQD, D: 2, Replacement: replacement}})
		s.fill(tasks)
		counts, weights := make([]int, n), make([]float64, n)
		for k := range weights {
			weights[k] = float64(2 * (n - 1 - k)) // ordered pairs with a larger one
			if replacement {
				weights[k]++ // and with itself
			}
		}
		for i := range uint64(200_000) {
			seq := rng.NewSequence(rng.Mix64(i + 1))
			counts[s.route(&seq)]++
		}
		jumptest.ChiSquare(t, fmt.Sprintf("pairs, replacement %v", replacement), counts, weights)
	}
}

// TestLeast: JSQ, and samples of all pools, go to one of the least.
func TestLeast(t *testing.T) {
	for _, p := range []policy.Policy{{Rule: policy.JSQ}, {Rule: policy.JSQD, D: 3}, {Rule: policy.JSQD, D: 100}} {
		s := start(t, &System{Pools: 3, Rate: 1, Arrivals: 1, Policy: p})
		s.fill([]int{7, 4, 5})
		for i := range uint64(100) {
			seq := rng.NewSequence(i)
			if k := s.route(&seq); k != 4 {
				t.Fatalf("%+v: a pool with %d tasks", p, k)
			}
		}
	}
}

// TestIndex: each task is found in its pool.
func TestIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tasks := rapid.SliceOfN(rapid.IntRange(0, rapid.SampledFrom([]int{1, 2, 7, 8, 9, 40}).Draw(t, "most")), 1, 20).Draw(t, "tasks")
		s := start(t, &System{Pools: len(tasks), Rate: 1, Arrivals: 1, Policy: policy.Policy{Rule: policy.JSQ}})
		s.fill(tasks)
		slices.Sort(tasks)
		u := uint64(0)
		for _, n := range tasks {
			for range n {
				if k := s.index.find(&s.levels, u); k != n {
					t.Fatalf("task %d of %v is in a pool with %d", u, tasks, k)
				}
				u++
			}
		}
	})
}
