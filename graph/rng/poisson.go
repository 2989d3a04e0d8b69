package rng

import (
	"fmt"
	"math/bits"
)

// Poisson draws Poisson counts of a fixed mean: one uniform word gives one count. The law is exact to 2^-64 in each probability up to
// rounding (relative error some 1e-13), and the largest count is known beforehand.
type Poisson struct {
	inversion
	mean float64
}

// MaxPoissonMean bounds the mean that NewPoisson takes: tables stay small and float64 weights stay normal.
const MaxPoissonMean = 1 << 22

// NewPoisson tabulates the law of the given mean, which must be in [0, MaxPoissonMean]. The table has some 18 sqrt(mean) + 60 entries.
//
// Weights are relative to the mode, by the recurrence w(k+1) = w(k) mean/(k+1), in explicit float64 steps.
func NewPoisson(mean float64) (*Poisson, error) {
	if !(mean >= 0 && mean <= MaxPoissonMean) {
		return nil, fmt.Errorf("rng: mean %v of a Poisson count is outside [0, %d]", mean, MaxPoissonMean)
	}
	mode := int(mean)
	var down, up []float64
	for k, w := mode, 1.0; k > 0; k-- {
		w = float64(w*float64(k)) / mean
		if w < negligible {
			break
		}
		down = append(down, w)
	}
	for k, w := mode, 1.0; ; k++ {
		w = float64(w*mean) / float64(k+1)
		if w < negligible {
			break
		}
		up = append(up, w)
	}
	return &Poisson{tabulate(mode, down, up), mean}, nil
}

// Mean returns the mean asked for.
func (p *Poisson) Mean() float64 { return p.mean }

// Bits reports how many bits Max needs.
func (p *Poisson) Bits() int { return bits.Len(uint(p.Max())) }
