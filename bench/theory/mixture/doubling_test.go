package mixture

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"shardq/kernel"
)

// Every number of doublings gives the same probabilities, far into both tails.
func TestDoublings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "phases")
		law := &kernel.Phases{Start: make([]float64, n), Rates: make([]float64, n), Routing: make([][]float64, n)}
		for j := range n {
			law.Start[j] = 1 / float64(n)
			law.Rates[j] = rapid.Float64Range(0.1, 20).Draw(t, "rate")
			law.Routing[j] = make([]float64, n)
			for l := range n {
				law.Routing[j][l] = rapid.Float64Range(0, 0.9).Draw(t, "routing") / float64(n)
			}
		}
		chain := newPhaseChain(law.Unit())
		levels := rapid.IntRange(1, 40).Draw(t, "levels")
		x := rapid.Float64Range(0, 400).Draw(t, "steps")
		want := chain.stepped(x, levels, -1)
		doublings := rapid.IntRange(1, 12).Draw(t, "doublings")
		r := chain.renewals(math.Ldexp(x, -doublings), levels)
		for range doublings - 1 {
			r = r.twice()
		}
		got := r.times(r.sums())
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-11*want[i]+1e-45 {
				t.Fatalf("level %d, phase %d: %v, want %v", i/n, i%n, got[i], want[i])
			}
		}
	})
}

// One phase a million times as fast as the other: a service is then over at once or exponential, so that a queue of k+1 jobs takes an
// Erlang time of a binomial number of stages.
func TestStiffPhases(t *testing.T) {
	const fast = 1e9
	law := &kernel.Phases{Start: []float64{0.5, 0.5}, Rates: []float64{fast, 0.5}} // of mean 1 but for 1e-9
	chain := newPhaseChain(law)
	const levels = 300
	if chain.doublings(100*fast, levels) == 0 {
		t.Fatal("no doublings for 10^11 steps")
	}
	row := make([]uint64, 2*levels)
	const k = levels - 1
	row[2*k+1] = 1
	for _, tau := range []float64{200, 300, 400} {
		want := 0.0
		weight := math.Ldexp(1, -k) // binomial probability of i slow ones among k services
		for i := range k + 1 {
			stages := make([]uint64, i+1)
			stages[i] = 1
			want += weight * Erlang{Rates: []float64{0.5}, Join: [][]uint64{stages}}.CDF(tau)
			weight *= float64(k-i) / float64(i+1)
		}
		m := PhaseType{Rates: []float64{1}, Service: law, Found: [][]uint64{row}}
		for what, got := range map[string]float64{"distribution": m.CDF(tau), "table": m.At(tau).Sum(m.Found)} {
			if math.Abs(got-want) > 1e-6*want {
				t.Errorf("%s: P(response <= %v) = %v, want %v", what, tau, got, want)
			}
		}
	}
	m := PhaseType{Rates: []float64{1}, Service: law, Found: [][]uint64{row}}
	median := m.Quantile(0.5)
	if got := m.CDF(median); math.Abs(got-0.5) > 1e-9 {
		t.Errorf("CDF of the median %v is %v", median, got)
	}
}

func TestRoot(t *testing.T) {
	for name, f := range map[string]func(float64) float64{
		"line":  func(x float64) float64 { return 3 - x },
		"steep": func(x float64) float64 { return math.Exp(-20*x) - math.Exp(-60) },
		"flat":  func(x float64) float64 { return math.Pow(3-x, 9) },
		"step":  func(x float64) float64 { return math.Copysign(1, 3-x) },
		"hardly": func(x float64) float64 {
			if x > 3 {
				return -1e-300
			}
			return 1
		},
	} {
		calls := 0
		got := root(func(x float64) float64 { calls++; return f(x) }, 0, 1000, 1, f(1000))
		tolerance := 1e-11
		if name == "flat" {
			tolerance = 1e-9 // its value underflows nowhere, but hardly changes
		}
		if math.Abs(got-3) > tolerance {
			t.Errorf("%s: root %v after %d calls, want 3", name, got, calls)
		}
		if calls > 150 {
			t.Errorf("%s: %d calls", name, calls)
		}
	}
}

func BenchmarkPhaseTableStiff(b *testing.B) {
	for _, fast := range []float64{1, 1e3, 1e6} {
		b.Run(fmt.Sprintf("fast=%g", fast), func(b *testing.B) {
			law := (&kernel.Phases{Start: []float64{0.5, 0.5}, Rates: []float64{fast, 1}}).Unit()
			m := PhaseType{Rates: []float64{1}, Service: law, Found: [][]uint64{make([]uint64, 2000)}}
			for b.Loop() {
				m.At(1000)
			}
		})
	}
}
