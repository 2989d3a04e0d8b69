package rng

import "fmt"

// Binomial draws the number of successes among n independent trials: one uniform word gives one count, with the accuracy of [Poisson].
type Binomial struct {
	inversion
	n    int
	flip bool // the table counts failures
}

// NewBinomial tabulates the law of n trials of success probability p, n in [0, 2^31] and p in [0, 1]. The table has some 20 standard
// deviations + 60 entries.
//
// Weights are relative to the mode, by the recurrence w(k+1) = w(k) (n-k)/(k+1) p/(1-p), in explicit float64 steps, for the rarer of
// success and failure.
func NewBinomial(n int, p float64) (*Binomial, error) {
	if n < 0 || n > 1<<31 {
		return nil, fmt.Errorf("rng: %d trials, want 0 to 2^31", n)
	}
	if !(p >= 0 && p <= 1) {
		return nil, fmt.Errorf("rng: %v is not a probability", p)
	}
	b := &Binomial{n: n}
	if p > 0.5 {
		b.flip, p = true, 1-p // exact
	}
	odds := p / (1 - p)
	mode := int(float64(float64(n+1) * p))
	var down, up []float64
	for k, w := mode, 1.0; k > 0; k-- {
		w = float64(w*float64(k)) / float64(float64(n-k+1)*odds)
		if w < negligible {
			break
		}
		down = append(down, w)
	}
	for k, w := mode, 1.0; k < n; k++ {
		w = float64(w*float64(float64(n-k)*odds)) / float64(k+1)
		if w < negligible {
			break
		}
		up = append(up, w)
	}
	b.inversion = tabulate(mode, down, up)
	return b, nil
}

// Max returns the largest number of successes that Count can return.
func (b *Binomial) Max() int {
	if b.flip {
		return b.n - b.first
	}
	return b.inversion.Max()
}

// Count maps a uniform word to a number of successes.
func (b *Binomial) Count(word uint64) int {
	k := b.inversion.Count(word)
	if b.flip {
		return b.n - k
	}
	return k
}
