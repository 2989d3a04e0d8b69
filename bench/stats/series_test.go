package stats

import (
	"math"

	"shardq/graph/rng"
)

// source draws the numbers of one test series.
type source struct{ rng.Sequence }

// newSource returns the source of run i of a test. Tests use different numbers for different purposes.
func newSource(test, i uint64) *source {
	return &source{rng.NewSequence(rng.Mix64(rng.Mix64(test) ^ i))}
}

func (s *source) exponential() float64 { return -math.Log1p(-s.Unit()) }

// normal is Box's and Muller's, one of the two.
func (s *source) normal() float64 {
	return math.Sqrt(2*s.exponential()) * math.Cos(2*math.Pi*s.Unit())
}

// ar1 returns a stationary series of mean 0 with autocorrelation phi.
func (s *source) ar1(phi float64, n int) []float64 {
	series := make([]float64, n)
	x := s.normal() / math.Sqrt(1-phi*phi)
	for i := range series {
		series[i] = x
		x = phi*x + s.normal()
	}
	return series
}

// waits returns the waiting times of n consecutive jobs of a stationary M/M/1 queue of rate 1 and load rho (Lindley's recursion), summed in
// the given number of batches. Their mean is rho/(1-rho).
func (s *source) waits(rho float64, n, batches int) (sums, counts []float64) {
	sums, counts = make([]float64, batches), make([]float64, batches)
	wait := 0.0
	if s.Unit() < rho {
		wait = s.exponential() / (1 - rho)
	}
	for i := range n {
		b := i * batches / n
		sums[b] += wait
		counts[b]++
		wait = max(0, wait+s.exponential()-s.exponential()/rho)
	}
	return sums, counts
}

func constant(x float64, n int) []float64 {
	series := make([]float64, n)
	for i := range series {
		series[i] = x
	}
	return series
}
