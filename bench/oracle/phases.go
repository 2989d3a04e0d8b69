package oracle

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// Phases is a phase-type law: it begins in phase j with probability Start[j], stays
// for an exponential time of rate Rates[j], and then goes on to phase k with
// probability Next[j][k] or ends. It is used as it is given, whatever its mean; a
// server of rate mu serves in 1/mu of such a time.
type Phases struct {
	Start []float64
	Rates []float64
	Next  [][]float64 // nil: the law ends with its first phase
}

// HyperExponential is the law that is exponential of rate rates[j] with probability p[j].
func HyperExponential(p, rates []float64) *Phases { return &Phases{Start: p, Rates: rates} }

// BalancedMeans is the hyper-exponential law with mean 1, the given squared
// coefficient of variation above 1, and two phases that contribute half of the mean
// each.
func BalancedMeans(scv float64) *Phases {
	p := (1 + math.Sqrt((scv-1)/(scv+1))) / 2
	return HyperExponential([]float64{p, 1 - p}, []float64{2 * p, 2 * (1 - p)})
}

// Erlang is the sum of m exponential times, with mean 1.
func Erlang(m int) *Phases {
	p := &Phases{Start: make([]float64, m), Rates: make([]float64, m), Next: make([][]float64, m)}
	p.Start[0] = 1
	for j := range m {
		p.Rates[j] = float64(m)
		p.Next[j] = make([]float64, m)
		if j+1 < m {
			p.Next[j][j+1] = 1
		}
	}
	return p
}

func (p *Phases) validate() error {
	if len(p.Rates) == 0 || len(p.Start) != len(p.Rates) || p.Next != nil && len(p.Next) != len(p.Rates) {
		return errors.New("numbers of phases differ")
	}
	if math.Abs(sum(p.Start)-1) > 1e-12 {
		return fmt.Errorf("start probabilities sum to %v", sum(p.Start))
	}
	for j, rate := range p.Rates {
		if !(rate > 0) || math.IsInf(rate, 0) || !(p.Start[j] >= 0) {
			return fmt.Errorf("phase %d: rate %v, start probability %v", j, rate, p.Start[j])
		}
		if end := p.end(j); end < -1e-12 || p.Next != nil && len(p.Next[j]) != len(p.Rates) {
			return fmt.Errorf("phase %d is followed by another with probability %v", j, 1-end)
		}
	}
	if mean := sum(p.left()); math.IsNaN(mean) || math.IsInf(mean, 0) {
		return errors.New("no way out of some phase")
	}
	return nil
}

// next returns the probability that phase k follows phase j.
func (p *Phases) next(j, k int) float64 {
	if p.Next == nil {
		return 0
	}
	return p.Next[j][k]
}

// end returns the probability that no phase follows phase j.
func (p *Phases) end(j int) float64 {
	end := 1.0
	for k := range p.Rates {
		end -= p.next(j, k)
	}
	if math.Abs(end) < 1e-12 { // rounding
		return 0
	}
	return end
}

// left returns the mean time to the end from the start of each phase, by iteration:
// a phase visited for the n-th time adds to the n-th term.
func (p *Phases) left() []float64 {
	left := make([]float64, len(p.Rates))
	for range 1_000_000 {
		change := 0.0
		for j, rate := range p.Rates {
			t := 1 / rate
			for k := range p.Rates {
				t += p.next(j, k) * left[k]
			}
			change = max(change, math.Abs(t-left[j])/t)
			left[j] = t
		}
		if change < 1e-16 {
			return left
		}
	}
	return []float64{math.Inf(1)}
}

// Moments returns the mean and the squared coefficient of variation.
func (p *Phases) Moments() (mean, scv float64) {
	// Second moments obey m2_j = 2 left_j / rate_j + sum_k next_jk m2_k.
	left := p.left()
	second := make([]float64, len(left))
	for range 10_000 {
		for j, rate := range p.Rates {
			square := 2 * left[j] / rate
			for k := range p.Rates {
				square += p.next(j, k) * second[k]
			}
			second[j] = square
		}
	}
	square := 0.0
	for j, start := range p.Start {
		mean += start * left[j]
		square += start * second[j]
	}
	return mean, square/(mean*mean) - 1
}

// draw draws a time from the law.
func (p *Phases) draw(rng *rand.Rand) float64 {
	t := 0.0
	for j := pick(p.Start, rng); j < len(p.Rates); {
		t += rng.ExpFloat64() / p.Rates[j]
		if p.Next == nil {
			break
		}
		j = pick(p.Next[j], rng) // beyond the last phase: the end
	}
	return t
}

// pick returns i with probability p[i], and len(p) with what is missing to 1; a sum
// that is 1 but for rounding counts as 1.
func pick(p []float64, rng *rand.Rand) int {
	u := rng.Float64()
	total := 0.0
	for i, x := range p {
		total += x
		if u < total {
			return i
		}
	}
	if total > 1-1e-12 {
		return len(p) - 1
	}
	return len(p)
}
