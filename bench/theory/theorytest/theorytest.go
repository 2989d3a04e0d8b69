package theorytest

import (
	"math"
	"testing"

	"shardq/kernel"
)

// Four is the system of Weng, Zhou, Srikant 2020, figures 3 and 4: four types of so many servers each.
func Four(each int) []kernel.Type {
	return []kernel.Type{
		{Name: "1", Rate: 1, Count: each}, {Name: "1/2", Rate: 0.5, Count: each},
		{Name: "1/4", Rate: 0.25, Count: each}, {Name: "1/8", Rate: 0.125, Count: each},
	}
}

// Two is a system of fast servers of rate 1 and slow ones.
func Two(fast, slow int, slowRate float64) []kernel.Type {
	return []kernel.Type{{Name: "fast", Rate: 1, Count: fast}, {Name: "slow", Rate: slowRate, Count: slow}}
}

// Capacity is the total rate of all servers.
func Capacity(types []kernel.Type) float64 {
	sum := 0.0
	for _, t := range types {
		sum += t.Rate * float64(t.Count)
	}
	return sum
}

// Hyper is the hyper-exponential law of two phases with balanced means.
func Hyper(scv float64) *kernel.Phases {
	p := (1 + math.Sqrt((scv-1)/(scv+1))) / 2
	return &kernel.Phases{Start: []float64{p, 1 - p}, Rates: []float64{2 * p, 2 * (1 - p)}}
}

// Erlang is the Erlang law of n phases.
func Erlang(n int) *kernel.Phases {
	p := &kernel.Phases{Start: make([]float64, n), Rates: make([]float64, n), Routing: make([][]float64, n)}
	p.Start[0] = 1
	for j := range n {
		p.Rates[j] = float64(n)
		p.Routing[j] = make([]float64, n)
		if j+1 < n {
			p.Routing[j][j+1] = 1
		}
	}
	return p
}

// Near fails unless got is want within a tolerance, absolute for small numbers and relative for large ones.
func Near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
		t.Errorf("%s = %.15g, want %.15g within %g", what, got, want, tolerance)
	}
}

// Relative fails unless got is want within a relative tolerance.
func Relative(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s = %.15g, want %.15g within %g", what, got, want, tolerance)
	}
}
