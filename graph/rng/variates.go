package rng

import (
	"math"
	"math/bits"
)

// Exponential maps a uniform word to an exponential variable of mean 1: -ln of the word times 2^-64, 1 for 0. It is at least 2^-53 and at
// most 44.4, with a relative error of some 2^-52 beyond what the granularity of words makes.
func Exponential(word uint64) float64 {
	word = max(word, 1)
	zeros := bits.LeadingZeros64(word)
	f := math.Float64frombits(1023<<52 | word<<zeros<<1>>12) // word = f 2^(63-zeros), f in [1, 2)
	halvings := float64(zeros + 1)                           // word 2^-64 = f 2^-halvings
	if f > math.Sqrt2 {
		f /= 2
		halvings--
	}
	return float64(halvings*math.Ln2) - twiceArctanh((f-1)/(f+1))
}

// Open returns the next float64 in the open interval (0, 1), a multiple of 2^-53.
func (s *Sequence) Open() float64 { return float64((float64(s.Next()>>12) + 0.5) * 0x1p-52) }

// Normal draws a standard normal number by Marsaglia's polar method.
func (s *Sequence) Normal() float64 {
	for {
		x := float64(2*s.Open()) - 1
		y := float64(2*s.Open()) - 1
		if r := float64(x*x) + float64(y*y); r < 1 && r > 0 {
			return float64(x * math.Sqrt(float64(-2*Log(r))/r))
		}
	}
}
