package stats

import (
	"math"
	"slices"
	"testing"
)

// coverageRuns makes 92 % and 98 % six standard errors away from 95 %: a correct interval fails with probability below 1e-8, and the seeds
// are fixed.
const coverageRuns = 2000

func TestIntervalsCoverTheTruth(t *testing.T) {
	cases := []struct {
		name  string
		truth float64
		run   func(s *source) Estimate
	}{
		{"mean of independent batches", 0, func(s *source) Estimate { return Mean(s.ar1(0, Batches), Config{}) }},
		{"mean of correlated batches", 0, func(s *source) Estimate { return Mean(s.ar1(0.5, Batches), Config{}) }},
		{"mean of strongly correlated batches", 0, func(s *source) Estimate { return Mean(s.ar1(0.8, Batches), Config{}) }},
		{"mean of few batches", 0, func(s *source) Estimate { return Mean(s.ar1(0, 5), Config{}) }},
		{"mean of batches that no grouping divides", 0, func(s *source) Estimate { return Mean(s.ar1(0.5, 239), Config{}) }},
		{"waiting time of M/M/1 at load .5", 1, func(s *source) Estimate {
			sums, counts := s.waits(0.5, 20000, Batches)
			return Ratio(sums, counts, Config{})
		}},
		{"ratio with random denominators", 3, func(s *source) Estimate {
			num, den := s.ratios(0.3, Batches)
			return Ratio(num, den, Config{})
		}},
		{"ratio of few batches with random denominators", 3, func(s *source) Estimate {
			num, den := s.ratios(0, 8)
			return Ratio(num, den, Config{})
		}},
		{"ratio of few batches, one of four times the weight", 3, func(s *source) Estimate {
			num, den := s.ratios(0, 8)
			num[3], den[3] = 12*den[3]+2*(num[3]-3*den[3]), 4*den[3]
			return Ratio(num, den, Config{})
		}},
		{"three replications of correlated batches", 0, func(s *source) Estimate {
			num, den := [][]float64{}, [][]float64{}
			for range 3 {
				num, den = append(num, s.ar1(0.5, Batches)), append(den, constant(1, Batches))
			}
			return Pool(num, den, Config{})
		}},
		{"twelve replications, each one batch of memory", 0, func(s *source) Estimate {
			num, den := [][]float64{}, [][]float64{}
			for range 12 {
				num, den = append(num, s.ar1(0.99, 20)), append(den, constant(1, 20))
			}
			return Pool(num, den, Config{})
		}},
		{"share of a rare event", 0.02, func(s *source) Estimate {
			hits, trials := make([]float64, Batches), constant(10, Batches)
			for i := range 10 * Batches {
				if s.Unit() < 0.02 {
					hits[i/10]++
				}
			}
			return Share(hits, trials, Config{})
		}},
		{"quantile .9 from the distribution function", math.Log(10), func(s *source) Estimate {
			times := s.exponentials(11 * Batches)
			quantile := empirical(times)
			below := make([]float64, Batches)
			for i, x := range times {
				if x <= quantile(0.9) {
					below[i/11]++
				}
			}
			return Quantile(0.9, Ratio(below, constant(11, Batches), Config{}), quantile)
		}},
	}
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var cover Coverage
			for run := range uint64(coverageRuns) {
				cover.Add(c.run(newSource(uint64(100+i), run)), c.truth)
			}
			share := float64(cover.Hits) / float64(cover.Runs)
			t.Logf("%d of %d, below %d, above %d", cover.Hits, cover.Runs, cover.Below, cover.Above)
			if !(share >= 0.92 && share <= 0.98) {
				t.Errorf("nominal 95 %% intervals covered the truth in %.1f %% of %d runs", 100*share, cover.Runs)
			}
		})
	}
}

// ratios returns numerators of mean 3 times their random denominators, with deviations of autocorrelation phi.
func (s *source) ratios(phi float64, n int) (num, den []float64) {
	for _, x := range s.ar1(phi, n) {
		d := 1 + s.exponential()
		den = append(den, d)
		num = append(num, 3*d+math.Sqrt(d)*x)
	}
	return num, den
}

func (s *source) exponentials(n int) []float64 {
	times := make([]float64, n)
	for i := range times {
		times[i] = s.exponential()
	}
	return times
}

// empirical returns the quantile function of a sample.
func empirical(times []float64) func(p float64) float64 {
	sorted := slices.Sorted(slices.Values(times))
	return func(p float64) float64 { return sorted[min(int(p*float64(len(sorted))), len(sorted)-1)] }
}

func TestHopelesslyCorrelatedRunsWarn(t *testing.T) {
	warned, covered := 0, 0
	for run := range uint64(500) {
		e := Mean(newSource(1, run).ar1(0.97, Batches), Config{})
		if e.Batches != 16 && e.Correlated {
			t.Fatalf("warning with %d groups", e.Batches)
		}
		if e.Correlated {
			warned++
		}
		if e.Contains(0) {
			covered++
		}
	}
	// The time of relaxation is 33 batches of 256. Without the widening 63 % are covered.
	if warned < 490 || covered < 400 {
		t.Errorf("%d of 500 runs warned, %d covered the truth", warned, covered)
	}
}

func TestIndependentBatchesSeldomWarn(t *testing.T) {
	warned, most := 0, 0
	for run := range uint64(2000) {
		e := Mean(newSource(2, run).ar1(0, Batches), Config{})
		if e.Correlated {
			warned++
		}
		if e.Batches == 64 {
			most++
		}
	}
	// Probabilities are below 0.006 and 0.9; the bounds are more than five standard errors away.
	if warned > 32 || most < 1730 {
		t.Errorf("%d of 2000 independent series raised the alarm, %d used 64 groups", warned, most)
	}
}

func TestCoverageCounts(t *testing.T) {
	var c Coverage
	at := func(lo, hi float64) Estimate { return Estimate{Value: (lo + hi) / 2}.between(lo, hi) }
	for _, e := range []Estimate{at(0, 2), at(1, 2), at(2, 3), at(-1, 0), unknown(1, 0.95, 1)} {
		c.Add(e, 1)
	}
	if want := (Coverage{Runs: 5, Hits: 2, Below: 1, Above: 1, Unknown: 1}); c != want {
		t.Errorf("got %+v, want %+v", c, want)
	}
}
