package kernel

import (
	"errors"
	"fmt"
	"math"
)

// Phases is a phase-type law: service begins in phase j with probability Start[j], stays an exponential time of rate Rates[j], and then
// goes to phase k with probability Routing[j][k] or ends. The law of a System has mean 1.
type Phases struct {
	Start   []float64
	Rates   []float64
	Routing [][]float64 // nil: the service ends with its first phase
}

// MaxPhases is the largest number of phases.
const MaxPhases = 64

// Validate reports everything that is wrong with the law, joined into one error.
func (p *Phases) Validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf("kernel: service: "+format, args...)) }
	n := len(p.Rates)
	if n < 1 || n > MaxPhases {
		bad("%d phases, want 1 to %d", n, MaxPhases)
	}
	if len(p.Start) != n {
		bad("%d start probabilities for %d phases", len(p.Start), n)
	}
	if p.Routing != nil && len(p.Routing) != n {
		bad("%d rows of routing for %d phases", len(p.Routing), n)
	}
	probabilities := func(what string, row []float64) float64 {
		sum := 0.0
		for k, v := range row {
			if !(v >= 0 && v <= 1) {
				bad("%s: %v of phase %d is not a probability", what, v, k)
			}
			sum += v
		}
		return sum
	}
	if sum := probabilities("start", p.Start); math.Abs(sum-1) > 1e-9 {
		bad("start: probabilities sum to %.10g, want 1", sum)
	}
	for j, rate := range p.Rates {
		if !(rate > 0 && rate <= math.MaxFloat32) {
			bad("phase %d: rate %v must be positive and finite", j, rate)
		}
	}
	for j, row := range p.Routing {
		if len(row) != n {
			bad("routing: %d probabilities in row %d for %d phases", len(row), j, n)
		}
		if sum := probabilities(fmt.Sprintf("routing from phase %d", j), row); sum > 1+1e-9 {
			bad("routing from phase %d: probabilities sum to %.10g, want at most 1", j, sum)
		}
	}
	if len(errs) == 0 {
		if m := p.Mean(); !(m > 0 && m <= math.MaxFloat32) {
			bad("mean %v: there must be a way out of every phase", m)
		}
	}
	return errors.Join(errs...)
}

// next returns the probability that phase k follows phase j.
func (p *Phases) next(j, k int) float64 {
	if p.Routing == nil {
		return 0
	}
	return p.Routing[j][k]
}

// Left returns the mean time that service takes from the beginning of each phase; infinite where there is no way out.
func (p *Phases) Left() []float64 {
	// Gauss-Jordan on (I - Routing) x = 1/Rates; the matrix is diagonally dominant, and singular only where service cannot end.
	n := len(p.Rates)
	a := make([][]float64, n)
	for j := range a {
		a[j] = make([]float64, n+1)
		for k := range n {
			a[j][k] = -p.next(j, k)
		}
		a[j][j]++
		a[j][n] = 1 / p.Rates[j]
	}
	for c := range n {
		best := c
		for r := c; r < n; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[best][c]) {
				best = r
			}
		}
		a[c], a[best] = a[best], a[c]
		pivot := a[c][c]
		for k := c; k <= n; k++ {
			a[c][k] /= pivot // 0: the result is not finite, as it should be
		}
		for r := range n {
			if f := a[r][c]; r != c && f != 0 {
				for k := c; k <= n; k++ {
					a[r][k] -= float64(f * a[c][k])
				}
			}
		}
	}
	left := make([]float64, n)
	for j := range left {
		left[j] = a[j][n]
	}
	return left
}

// Mean returns the mean service time.
func (p *Phases) Mean() float64 {
	mean := 0.0
	for j, left := range p.Left() {
		if p.Start[j] > 0 {
			mean += float64(p.Start[j] * left)
		}
	}
	return mean
}

// Unit returns the law scaled to mean 1.
func (p *Phases) Unit() *Phases {
	mean := p.Mean()
	unit := &Phases{Start: p.Start, Routing: p.Routing, Rates: make([]float64, len(p.Rates))}
	for j, rate := range p.Rates {
		unit.Rates[j] = float64(rate * mean)
	}
	return unit
}
