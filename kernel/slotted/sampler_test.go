package slotted

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/bench/stats"
	"shardq/graph/rng"
)

// alarm is the false-alarm probability of one check of a law. Seeds are fixed, so a check that passes once passes always; the bound says
// how likely a correct sampler was to fail when the test was written.
const alarm = 1e-8

// matches fails if draws do not have the given probabilities of the values 0, 1, 2, ...
func matches(t *testing.T, what string, draws []uint64, probability func(k uint64) float64) {
	t.Helper()
	most := uint64(0)
	for _, x := range draws {
		most = max(most, x)
	}
	counts, weights, rest := make([]int, most+2), make([]float64, most+2), 1.0
	for _, x := range draws {
		counts[x]++
	}
	for k := range most + 1 {
		weights[k] = probability(k)
		rest -= weights[k]
	}
	if rest > 1e-12 { // the law goes on beyond the largest draw
		weights[most+1] = rest
	}
	switch p, cells := stats.Fit(counts, weights); {
	case cells < 2:
		t.Fatalf("%s: nothing to compare", what)
	case !(p > alarm):
		t.Errorf("%s: the draws have probability %g under the law (%d cells)", what, p, cells)
	}
}

func lf(k float64) float64 { v, _ := math.Lgamma(k + 1); return v }

const draws = 100_000

func TestBinomialLaw(t *testing.T) {
	for i, c := range []struct {
		n uint64
		p float64
	}{{1, 0.3}, {24, 0.9}, {25, 0.01}, {25, 0.5}, {60, 0.6}, {100, 0.1}, {1000, 0.003}, {1000, 0.35}, {1000, 0.99}, {1_000_000, 0.999},
		{1 << 40, 0x1p-37}} {
		s := rng.NewSequence(uint64(i))
		list := make([]uint64, draws)
		for j := range list {
			list[j] = binomial(&s, c.n, c.p)
		}
		n := float64(c.n)
		matches(t, fmt.Sprintf("binomial %+v", c), list, func(k uint64) float64 {
			x := float64(k)
			if c.n > 1<<39 {
				return distuv.Poisson{Lambda: n * c.p}.Prob(x) // to 1e-11
			}
			return math.Exp(lf(n) - lf(x) - lf(n-x) + x*math.Log(c.p) + (n-x)*math.Log1p(-c.p))
		})
	}
}

func TestTrialsLaw(t *testing.T) {
	for i, c := range []struct {
		k uint64
		p float64
	}{{1, 0.1}, {3, 0.5}, {8, 0.9}, {9, 0.1}, {9, 0.99}, {50, 0.1}, {100, 0.5}, {1000, 0.1}} {
		s := rng.NewSequence(uint64(i))
		list := make([]uint64, draws)
		for j := range list {
			list[j] = uint64(trials(&s, c.k, c.p)) - c.k
		}
		k := float64(c.k)
		matches(t, fmt.Sprintf("trials %+v", c), list, func(f uint64) float64 {
			x := float64(f)
			return math.Exp(lf(x+k-1) - lf(x) - lf(k-1) + k*math.Log(c.p) + x*math.Log1p(-c.p))
		})
	}
	s := rng.NewSequence(1)
	if x := trials(&s, 7, 1); x != 7 {
		t.Errorf("7 certain successes took %v trials", x)
	}
}

func TestHypergeometricLaw(t *testing.T) {
	for i, c := range []struct{ n, k, s uint64 }{
		{10, 3, 5}, {10, 10, 4}, {60, 30, 30}, {100, 80, 90}, {100, 26, 99}, {1000, 300, 30}, {1000, 30, 600}, {10000, 5000, 5000},
	} {
		s := rng.NewSequence(uint64(i))
		list := make([]uint64, draws)
		for j := range list {
			list[j] = hypergeometric(&s, c.n, c.k, c.s)
		}
		n, k, m := float64(c.n), float64(c.k), float64(c.s)
		if c.k == c.n {
			for _, x := range list {
				if x != c.s {
					t.Fatalf("%d of %d places, all marked, have %d marks", c.s, c.n, x)
				}
			}
			continue
		}
		matches(t, fmt.Sprintf("hypergeometric %+v", c), list, func(j uint64) float64 {
			x := float64(j)
			if x > k || x > m || n-k-m+x < 0 {
				return 0
			}
			return math.Exp(lf(k) - lf(x) - lf(k-x) + lf(n-k) - lf(m-x) - lf(n-k-m+x) - lf(n) + lf(m) + lf(n-m))
		})
	}
}

// TestGammaLaw compares ranks of the distribution function, in 50 cells.
func TestGammaLaw(t *testing.T) {
	for i, k := range []float64{1, 2, 3, 10, 1000, 1e6} {
		s := rng.NewSequence(uint64(i))
		list := make([]uint64, draws)
		law := distuv.Gamma{Alpha: k, Beta: 1}
		for j := range list {
			list[j] = uint64(50 * law.CDF(gamma(&s, k)))
		}
		matches(t, fmt.Sprintf("gamma %v", k), list, func(uint64) float64 { return 1. / 50 })
	}
}

func TestFloats(t *testing.T) {
	near := func(what string, x, got, want, scale float64) {
		t.Helper()
		if !(math.Abs(got-want) <= scale) {
			t.Errorf("%s(%v) = %v, want %v", what, x, got, want)
		}
	}
	s := rng.NewSequence(1)
	for range 2000 {
		k := math.Floor(math.Exp(20 * s.Unit()))
		near("logFactorial", k, logFactorial(k), lf(k), 1e-10+1e-14*lf(k))
		near("stirling", k, stirling(k), lf(k)-((k+0.5)*math.Log(k+1)-(k+1)+math.Log(2*math.Pi)/2), 1e-11+1e-15*lf(k))
	}
}
