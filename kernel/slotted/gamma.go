package slotted

import (
	"math"

	"shardq/graph/rng"
)

// open returns a uniform number in the open interval (0, 1).
func open(s *rng.Sequence) float64 { return float64((float64(s.Next()>>12) + 0.5) * 0x1p-52) }

// normal draws a standard normal number by Marsaglia's polar method.
func normal(s *rng.Sequence) float64 {
	for {
		x := float64(2*open(s)) - 1
		y := float64(2*open(s)) - 1
		if r := float64(x*x) + float64(y*y); r < 1 && r > 0 {
			return float64(x * math.Sqrt(float64(-2*logarithm(r))/r))
		}
	}
}

// gamma draws the time of point number k >= 1 of a Poisson process of rate 1 (Marsaglia and Tsang 2000).
func gamma(s *rng.Sequence, k float64) float64 {
	if k == 1 {
		return -logarithm(open(s))
	}
	d := k - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := normal(s)
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = float64(float64(v*v) * v)
		u := open(s)
		square := float64(x * x)
		if u < 1-float64(0.0331*float64(square*square)) {
			return float64(d * v)
		}
		if logarithm(u) < float64(0.5*square)+float64(d*(1-v+logarithm(v))) {
			return float64(d * v)
		}
	}
}
