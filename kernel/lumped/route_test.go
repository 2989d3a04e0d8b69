package lumped

import (
	"fmt"
	"math"
	"testing"

	"shardq/kernel/policy"
)

// cell is a server type and a number of jobs.
type cell struct{ m, k int }

// exactRoute returns the law of the choice of a policy by looking at every server and every ordered sample.
func exactRoute(p policy.Policy, jobs [][]int) map[cell]float64 {
	var servers []cell
	for m, row := range jobs {
		for _, k := range row {
			servers = append(servers, cell{m, k})
		}
	}
	law := map[cell]float64{}
	share := func(weight float64, list []cell) {
		for _, s := range list {
			law[s] += weight / float64(len(list))
		}
	}
	least := func(list []cell, value func(cell) int) (best []cell) {
		for _, s := range list {
			if len(best) > 0 && value(s) < value(best[0]) {
				best = nil
			}
			if len(best) == 0 || value(s) == value(best[0]) {
				best = append(best, s)
			}
		}
		return best
	}
	queue := func(s cell) int { return s.k }
	speed := func(s cell) int { return s.m }
	var idle []cell
	for _, s := range servers {
		if s.k == 0 {
			idle = append(idle, s)
		}
	}
	switch {
	case p.Rule == policy.JFSQ:
		share(1, least(least(servers, queue), speed))
	case p.Rule == policy.JSQ:
		share(1, least(servers, queue))
	case p.Rule == policy.Fastest:
		share(1, least(servers, speed))
	case p.Rule == policy.JFIQ && idle != nil:
		share(1, least(idle, speed))
	case (p.Rule == policy.JIQ || p.Rule == policy.JIQJSQD) && idle != nil:
		share(1, idle)
	case !p.Rule.Samples():
		share(1, servers)
	case p.Replacement || p.D <= 3:
		samples(len(servers), min(p.D, len(servers)), p.Replacement, func(sample []int, weight float64) {
			var distinct []cell
			taken := map[int]bool{}
			for _, i := range sample {
				if !taken[i] {
					taken[i] = true
					distinct = append(distinct, servers[i])
				}
			}
			share(weight, least(distinct, queue))
		})
	default: // the least of d distinct ones is at least k with probability C(T_k, d)/C(N, d), T_k of N having k or more
		for k := 0; ; k++ {
			var with []cell
			above := 0
			for _, s := range servers {
				if s.k == k {
					with = append(with, s)
				}
				if s.k > k {
					above++
				}
			}
			if weight := choose(above+len(with), p.D, len(servers)) - choose(above, p.D, len(servers)); weight > 0 {
				share(weight, with)
			}
			if above == 0 {
				break
			}
		}
	}
	return law
}

// choose returns C(t, d)/C(n, d).
func choose(t, d, n int) float64 {
	p := 1.0
	for i := range min(d, n) {
		p *= float64(max(t-i, 0)) / float64(n-i)
	}
	return p
}

// samples calls f for each ordered sample of d out of n with its probability.
func samples(n, d int, replacement bool, f func(sample []int, weight float64)) {
	sample := make([]int, 0, d)
	var extend func(weight float64)
	extend = func(weight float64) {
		if len(sample) == d {
			f(sample, weight)
			return
		}
		left := n
		if !replacement {
			left -= len(sample)
		}
	next:
		for i := range n {
			for _, j := range sample {
				if i == j && !replacement {
					continue next
				}
			}
			sample = append(sample, i)
			extend(weight / float64(left))
			sample = sample[:len(sample)-1]
		}
	}
	extend(1)
}

// queues repeats each number of jobs as often as the number after it says.
func queues(pairs ...int) (row []int) {
	for i := 0; i < len(pairs); i += 2 {
		for range pairs[i+1] {
			row = append(row, pairs[i])
		}
	}
	return row
}

// TestRouteIsExact: from a frozen state, jobs go to each (type, number of jobs) with the probability that all samples and ties give.
func TestRouteIsExact(t *testing.T) {
	small := everyPolicy()
	for _, d := range []int{4, 20} { // longer samples, drawn from lists
		small = append(small, policy.Policy{Rule: policy.JSQD, D: d}, policy.Policy{Rule: policy.JIQJSQD, D: d})
	}
	var large []policy.Policy
	for _, d := range []int{10, 32, 33, 40, 59, 60, 61} {
		large = append(large, policy.Policy{Rule: policy.JSQD, D: d}, policy.Policy{Rule: policy.JIQJSQD, D: d})
	}
	again := policy.Policy{Rule: policy.JSQD, D: 40, Replacement: true}
	blocks := blocksOf(20_000)
	for _, c := range []struct {
		jobs     [][]int
		policies []policy.Policy
	}{
		{[][]int{{2}}, small},
		{[][]int{{0, 0, 1, 3}}, small},
		{[][]int{{1, 1, 1, 2}}, small},
		{[][]int{{9, 9, 12, 40}}, small},
		{[][]int{{1, 0}, {0, 2, 2}}, small},
		{[][]int{{2, 1}, {1, 1, 4}, {3}}, small},
		{[][]int{{5}, {5, 5, 6}}, small},
		{[][]int{queues(3, 10, 4, 20), queues(1, 1, 2, 1, 5, 28)}, large},
		{[][]int{queues(1, 30), queues(0, 1, 2, 29)}, large},
		{[][]int{queues(7, 2, 9, 58)}, large},
		{[][]int{queues(20, 30), queues(20, 29, 19, 1)}, large},
	} {
		for _, p := range c.policies {
			var counts []int
			for _, row := range c.jobs {
				counts = append(counts, len(row))
			}
			s := start(t, system(p, 0, 0.5, counts...))
			s.put(c.jobs)
			law := exactRoute(p, c.jobs)
			seen := map[cell]int{}
			for i := range blocks {
				m, k := s.route(&blocks[i])
				seen[cell{m, k}]++
			}
			checkLaw(t, fmt.Sprintf("%v, jobs %v", p, c.jobs), seen, law)
		}
	}
	// With replacement: the least of d is at least k with probability (T_k/N)^d.
	s := start(t, system(again, 0, 0.5, 60))
	s.put([][]int{queues(2, 1, 3, 2, 4, 57)})
	law := map[cell]float64{
		{0, 2}: 1 - math.Pow(59./60, 40),
		{0, 3}: math.Pow(59./60, 40) - math.Pow(57./60, 40),
		{0, 4}: math.Pow(57./60, 40),
	}
	seen := map[cell]int{}
	for i := range blocks {
		m, k := s.route(&blocks[i])
		seen[cell{m, k}]++
	}
	checkLaw(t, "40 with replacement", seen, law)
}

func checkLaw(t *testing.T, what string, seen map[cell]int, law map[cell]float64) {
	t.Helper()
	var counts []int
	var weights []float64
	for m := range 3 {
		for k := range 64 {
			if law[cell{m, k}] > 0 || seen[cell{m, k}] > 0 {
				counts, weights = append(counts, seen[cell{m, k}]), append(weights, law[cell{m, k}])
			}
		}
	}
	if sum := 0.0; len(weights) > 0 {
		for _, w := range weights {
			sum += w
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("%s: the probabilities sum to %v", what, sum)
		}
	}
	chiSquare(t, what, counts, weights)
}

// TestNormal: samples of one and of all servers are told, others left alone.
func TestNormal(t *testing.T) {
	for _, c := range []struct {
		in      policy.Policy
		servers int
		want    policy.Rule
	}{
		{policy.Policy{Rule: policy.JSQD, D: 1}, 5, policy.Random},
		{policy.Policy{Rule: policy.JSQD, D: 1, Replacement: true}, 1, policy.Random},
		{policy.Policy{Rule: policy.JIQJSQD, D: 1}, 5, policy.JIQ},
		{policy.Policy{Rule: policy.JSQD, D: 5}, 5, policy.JSQ},
		{policy.Policy{Rule: policy.JIQJSQD, D: 6}, 5, policy.JSQ},
		{policy.Policy{Rule: policy.JSQD, D: 4}, 5, policy.JSQD},
		{policy.Policy{Rule: policy.JSQD, D: 6, Replacement: true}, 5, policy.JSQD},
		{policy.Policy{Rule: policy.JFIQ, D: 1}, 5, policy.JFIQ},
	} {
		if got := normal(c.in, c.servers); got.Rule != c.want {
			t.Errorf("%+v of %d servers became %v, want %v", c.in, c.servers, got.Rule, c.want)
		}
	}
}
