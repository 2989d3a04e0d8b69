package slotted

import (
	"math"

	"shardq/graph/rng"
)

// gamma draws the time of point number k >= 1 of a Poisson process of rate 1 (Marsaglia and Tsang 2000).
func gamma(s *rng.Sequence, k float64) float64 {
	if k == 1 {
		return -rng.Log(s.Open())
	}
	d := k - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := s.Normal()
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = float64(float64(v*v) * v)
		u := s.Open()
		square := float64(x * x)
		if u < 1-float64(0.0331*float64(square*square)) {
			return float64(d * v)
		}
		if rng.Log(u) < float64(0.5*square)+float64(d*(1-v+rng.Log(v))) {
			return float64(d * v)
		}
	}
}
