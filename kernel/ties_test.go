package kernel

import (
	"fmt"
	"testing"

	"shardq/graph"
	"shardq/kernel/policy"
)

// TestTiesAreUniform: with all servers idle and equal, every rule chooses each neighbour with the same probability. A program that gives
// ties to the lowest id, or to a hash that does not spread, fails here. The seeds are those of real arrivals.
func TestTiesAreUniform(t *testing.T) {
	const ports = 10
	jobs := arrivals(t, &System{Graph: graph.Complete{L: ports, N: 1}, Types: []Type{{Rate: 1, Count: 1}}, Arrivals: 1, Seed: 3}, 10_000)
	for _, policy := range everyRule() {
		for _, degree := range []int{2, 3, 7, 30, 100} {
			for _, stride := range []int{0, 1, 64} { // 0: complete graph
				t.Run(fmt.Sprintf("policy=%v/d=%d/degree=%d/stride=%d", policy.Rule, policy.D, degree, stride), func(t *testing.T) {
					n := max(1, stride) * degree
					sys := &System{
						Graph:    graph.Complete{L: ports, N: n},
						Types:    []Type{{Rate: 1, Count: n}},
						Buffer:   5,
						Policy:   policy,
						Arrivals: 1,
					}
					if stride > 0 {
						sys.Graph = sameRow(t, ports, ids(degree, stride), n)
					}
					choose := chooser(t, sys, make([]int, n))
					counts := make([]int, degree)
					for _, a := range jobs {
						counts[choose(&a)/uint32(max(1, stride))]++
					}
					chiSquare(t, "servers", counts, uniform(degree))
				})
			}
		}
	}
}

// TestTiesAmongSomeAreUniform: the tied servers are every third of a row, the others are worse, by a job or by their type. No tied server
// is preferred, and no other is ever chosen.
func TestTiesAmongSomeAreUniform(t *testing.T) {
	const n = 99
	busy := make([]int, n)
	for s := range busy {
		if s%3 != 1 {
			busy[s] = 1 + s%2
		}
	}
	third := func(s uint32) (int, bool) { return int(s / 3), s%3 == 1 }
	fast := func(s uint32) (int, bool) { return int(s), s < n/3 }
	one, two := []Type{{Rate: 1, Count: n}}, []Type{{Rate: 2, Count: n / 3}, {Rate: 1, Count: n - n/3}}
	for _, c := range []struct {
		name   string
		policy policy.Policy
		types  []Type
		jobs   []int
		best   func(server uint32) (index int, ok bool)
	}{
		{"jsq", policy.Policy{Rule: policy.JSQ}, one, busy, third},
		{"jsq of two types", policy.Policy{Rule: policy.JSQ}, two, busy, third},
		{"jiq", policy.Policy{Rule: policy.JIQ}, one, busy, third},
		{"jiq of two types", policy.Policy{Rule: policy.JIQ}, two, busy, third},
		{"jfsq by jobs", policy.Policy{Rule: policy.JFSQ}, one, busy, third},
		{"jfsq by type", policy.Policy{Rule: policy.JFSQ}, two, make([]int, n), fast},
		{"jfiq by jobs", policy.Policy{Rule: policy.JFIQ}, one, busy, third},
		{"jfiq by type", policy.Policy{Rule: policy.JFIQ}, two, make([]int, n), fast},
		{"fastest", policy.Policy{Rule: policy.Fastest}, two, busy, fast},
		{"jiq-jsq-d", policy.Policy{Rule: policy.JIQJSQD, D: 2}, two, busy, third},
		{"jsq-d of all", policy.Policy{Rule: policy.JSQD, D: n}, two, busy, third},
	} {
		for _, complete := range []bool{false, true} {
			sys := &System{Graph: sameRow(t, 10, ids(n, 1), n), Types: c.types, Buffer: 5, Policy: c.policy, Arrivals: 1, Seed: 4}
			if complete {
				sys.Graph = graph.Complete{L: 10, N: n}
			}
			choose := chooser(t, sys, c.jobs)
			counts := make([]int, n/3)
			for _, a := range arrivals(t, sys, 20_000) {
				server := choose(&a)
				index, ok := c.best(server)
				if !ok {
					t.Fatalf("%s, complete %v: chose server %d, which is not one of the best", c.name, complete, server)
				}
				counts[index]++
			}
			chiSquare(t, fmt.Sprintf("%s, complete %v", c.name, complete), counts, uniform(n/3))
		}
	}
}

// TestNothingFreeIsUniform: with no idle neighbour JFIQ and JIQ send the job to a uniform neighbour, full or not.
func TestNothingFreeIsUniform(t *testing.T) {
	const n = 30
	jobs := make([]int, n)
	for s := range jobs {
		jobs[s] = 1 + s%5
	}
	for _, rule := range []policy.Rule{policy.JFIQ, policy.JIQ, policy.Random} {
		for _, complete := range []bool{false, true} {
			sys := &System{
				Graph:    sameRow(t, 10, ids(n, 1), n),
				Types:    []Type{{Rate: 2, Count: 4}, {Rate: 1, Count: n - 4}},
				Buffer:   5,
				Policy:   policy.Policy{Rule: rule},
				Arrivals: 1,
			}
			if complete {
				sys.Graph = graph.Complete{L: 10, N: n}
			}
			choose := chooser(t, sys, jobs)
			counts := make([]int, n)
			for _, a := range arrivals(t, sys, 20_000) {
				counts[choose(&a)]++
			}
			chiSquare(t, fmt.Sprintf("%v, complete %v", rule, complete), counts, uniform(n))
		}
	}
}

// TestTieHashDiffersBetweenServers: two servers never have one hash, so that the order of a search cannot decide.
func TestTieHashDiffersBetweenServers(t *testing.T) {
	for _, seed := range []uint64{0, 1, 1 << 32, 1 << 33, ^uint64(0), 0x123456789abcdef0} {
		seen := map[uint32]uint32{}
		for i := range uint32(20_000) {
			server := i
			if i >= 10_000 {
				server = i << 17 // far apart, with low bits all zero
			}
			h := tieHash(seed, server)
			if other, ok := seen[h]; ok && other != server {
				t.Fatalf("seed %x: servers %d and %d have one hash", seed, other, server)
			}
			seen[h] = server
		}
	}
}
