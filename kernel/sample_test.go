package kernel

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/combin"
	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel/policy"
)

// TestSampleWithoutReplacementFindsBoth: of two servers, a sample of two without replacement always has the lesser. With replacement it
// misses it one time in four.
func TestSampleWithoutReplacementFindsBoth(t *testing.T) {
	for _, complete := range []bool{false, true} {
		for lesser := range uint32(2) {
			for _, replacement := range []bool{false, true} {
				sys := &System{
					Graph: sameRow(t, 3, ids(2, 1), 2), Types: []Type{{Rate: 1, Count: 2}}, Buffer: 5, Arrivals: 1, Seed: 5,
					Policy: policy.Policy{Rule: policy.JSQD, D: 2, Replacement: replacement},
				}
				if complete {
					sys.Graph = graph.Complete{L: 3, N: 2}
				}
				jobs := []int{3, 3}
				jobs[lesser] = 2
				choose := chooser(t, sys, jobs)
				counts := make([]int, 2) // found, missed
				for _, a := range arrivals(t, sys, 20_000) {
					if choose(&a) == lesser {
						counts[0]++
					} else {
						counts[1]++
					}
				}
				if !replacement && counts[1] > 0 {
					t.Errorf("complete %v: the lesser of two servers was missed %d times", complete, counts[1])
				}
				if replacement {
					chiSquare(t, "with replacement", counts, []float64{0.75, 0.25})
				}
			}
		}
	}
}

// TestSampleHasNoDuplicate: without replacement no position comes twice, and all are in range.
func TestSampleHasNoDuplicate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 200).Draw(t, "n"), rapid.IntRange(1, 250).Draw(t, "d")
		seq := rng.NewSequence(rapid.Uint64().Draw(t, "seed"))
		sample := samplePositions(&seq, n, d, false)
		slices.Sort(sample)
		if len(sample) != min(n, d) || len(slices.Compact(slices.Clone(sample))) != len(sample) || sample[0] < 0 ||
			sample[len(sample)-1] >= n {
			t.Fatalf("%d of %d: %v", d, n, sample)
		}
	})
}

// TestSubsetsAreUniform: every subset of the size is equally likely.
func TestSubsetsAreUniform(t *testing.T) {
	for _, c := range [][2]int{{5, 2}, {5, 3}, {5, 4}, {6, 1}} {
		n, d := c[0], c[1]
		counts := make([]int, combin.Binomial(n, d))
		for seed := range uint64(40_000) {
			seq := rng.NewSequence(rng.Mix64(seed))
			sample := samplePositions(&seq, n, d, false)
			slices.Sort(sample)
			counts[combin.CombinationIndex(sample, n, d)]++
		}
		chiSquare(t, fmt.Sprintf("%d of %d", d, n), counts, uniform(len(counts)))
	}
}

// TestSampleWithReplacement: draws with replacement are independent: every ordered tuple is equally likely, doubles included.
func TestSampleWithReplacement(t *testing.T) {
	const n, d = 4, 3
	counts := make([]int, n*n*n)
	for seed := range uint64(60_000) {
		seq := rng.NewSequence(rng.Mix64(seed))
		at := 0
		for _, p := range samplePositions(&seq, n, d, true) {
			at = at*n + p
		}
		counts[at]++
	}
	chiSquare(t, "tuples", counts, uniform(len(counts)))
}

// TestRouterSamplesLikeTheDefinition: the router looks at exactly the positions that samplePositions draws, in the same order, whether it
// remembers them in a list or (d > 24) in a hash table, and whatever it sampled before.
func TestRouterSamplesLikeTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 400).Draw(t, "n")
		d := rapid.OneOf(rapid.IntRange(1, 30), rapid.IntRange(20, 450)).Draw(t, "d")
		sys := &System{
			Graph: sameRow(t, 1, ids(n, 3), 3*n), Types: []Type{{Rate: 1, Count: 3 * n}}, Buffer: 5, Arrivals: 1,
			Policy: policy.Policy{Rule: policy.JSQD, D: d, Replacement: rapid.Bool().Draw(t, "replacement")},
		}
		stride := 3
		if rapid.Bool().Draw(t, "complete") {
			sys.Graph, stride, n = graph.Complete{L: 1, N: 3 * n}, 1, 3*n
		}
		state := make([]uint8, sys.Servers()+StatePadding)
		l, err := NewLayout(sys)
		if err != nil {
			t.Fatal(err)
		}
		r := NewRouter(sys, l, state[:sys.Servers()], isa.Generic)
		for range 5 {
			a := Arrival{Seed: rapid.Uint64().Draw(t, "seed")}
			for i := range sys.Servers() {
				state[i] = uint8(rapid.IntRange(0, 4).Draw(t, "jobs"))
			}
			seq := rng.NewSequence(a.Seed)
			var sampled []uint32
			for _, p := range samplePositions(&seq, n, d, sys.Policy.Replacement) {
				sampled = append(sampled, uint32(p*stride))
			}
			want := leastHash(a.Seed, least(sampled, func(s uint32) int { return int(state[s]) }))
			if server, key, fate := r.Route(&a); server != want || key != state[want] || fate != Placed {
				t.Fatalf("%d of %d: server %d with key %d (%v), want server %d with key %d", d, n, server, key, fate, want, state[want])
			}
		}
	})
}

// TestSamplerIsASet: the sampler's memory answers like a set, in both its forms and after any reset.
func TestSamplerIsASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s sampler
		for range 3 {
			d := rapid.IntRange(1, 200).Draw(t, "d")
			s.reset(d)
			seen := map[uint32]bool{}
			for range d {
				p := rapid.OneOf(rapid.Uint32Range(0, 300), rapid.Uint32Max(math.MaxUint32-1)).Draw(t, "position")
				if s.add(p) == seen[p] {
					t.Fatalf("d = %d: adding %d, seen %v before", d, p, seen[p])
				}
				seen[p] = true
			}
		}
	})
}

// TestLeastOfSampleLaw: with n servers of different lengths, the rank of the chosen one follows the law of the least of d draws:
// with replacement ((n-r)^d - (n-r-1)^d) / n^d, without C(n-r-1, d-1) / C(n, d).
func TestLeastOfSampleLaw(t *testing.T) {
	const n = 8
	jobs := []int{5, 2, 7, 0, 6, 3, 1, 4}
	for _, d := range []int{1, 2, 3, 5} {
		for _, replacement := range []bool{false, true} {
			for _, complete := range []bool{false, true} {
				sys := &System{
					Graph: sameRow(t, 3, ids(n, 1), n), Types: []Type{{Rate: 1, Count: n}}, Buffer: 9, Arrivals: 1, Seed: 6,
					Policy: policy.Policy{Rule: policy.JSQD, D: d, Replacement: replacement},
				}
				if complete {
					sys.Graph = graph.Complete{L: 3, N: n}
				}
				choose := chooser(t, sys, jobs)
				counts := make([]int, n)
				for _, a := range arrivals(t, sys, 20_000) {
					counts[jobs[choose(&a)]]++
				}
				prob := make([]float64, n)
				for r := range prob {
					if replacement {
						prob[r] = (math.Pow(float64(n-r), float64(d)) - math.Pow(float64(n-r-1), float64(d))) / math.Pow(n, float64(d))
					} else if n-r-1 >= d-1 {
						prob[r] = float64(combin.Binomial(n-r-1, d-1)) / float64(combin.Binomial(n, d))
					}
				}
				chiSquare(t, fmt.Sprintf("d %d, replacement %v, complete %v", d, replacement, complete), counts, prob)
			}
		}
	}
}

// TestWinnerIsIndependentOfSample: of two sampled servers that tie, either wins with probability 1/2, whichever two they are. The sample
// and the tie hash hang on one seed; a relation between them would show here.
func TestWinnerIsIndependentOfSample(t *testing.T) {
	const n = 6
	sys := &System{
		Graph: sameRow(t, 3, ids(n, 1), n), Types: []Type{{Rate: 1, Count: n}}, Buffer: 9, Arrivals: 1, Seed: 7,
		Policy: policy.Policy{Rule: policy.JSQD, D: 2},
	}
	choose := chooser(t, sys, make([]int, n))
	counts := make([]int, 2*combin.Binomial(n, 2))
	for _, a := range arrivals(t, sys, 40_000) {
		seq := rng.NewSequence(a.Seed)
		pair := samplePositions(&seq, n, 2, false)
		slices.Sort(pair)
		at := 2 * combin.CombinationIndex(pair, n, 2)
		switch int(choose(&a)) {
		case pair[0]:
		case pair[1]:
			at++
		default:
			t.Fatal("the winner is not in the sample")
		}
		counts[at]++
	}
	chiSquare(t, "pair and winner", counts, uniform(len(counts)))
}
