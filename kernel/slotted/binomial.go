package slotted

import (
	"math"

	"shardq/graph/rng"
)

// coins is the number of trials up to which they are made one by one.
const coins = 24

// binomial draws the number of successes in n trials of probability p, n at most 2^53.
func binomial(s *rng.Sequence, n uint64, p float64) uint64 {
	switch {
	case n == 0 || !(p > 0):
		return 0
	case p >= 1:
		return n
	case n <= coins:
		k := uint64(0)
		for range n {
			if s.Unit() < p {
				k++
			}
		}
		return k
	case p > 0.5:
		return n - binomial(s, n, 1-p) // 1-p is exact
	case float64(float64(n)*p) < 10:
		return waiting(s, n, p)
	}
	return transformed(s, float64(n), p)
}

// waiting draws the same from the gaps between successes, which are geometric: for small n p.
func waiting(s *rng.Sequence, n uint64, p float64) uint64 {
	rest := rng.LogRest(p)
	k, left := uint64(0), float64(n)
	for {
		left -= math.Floor(rng.Log(s.Open())/rest) + 1
		if left < 0 {
			return k
		}
		k++
	}
}

// transformed draws the same for n p >= 10, p <= 1/2 by transformed rejection (Hoermann 1993, algorithm BTRS, with the acceptance test of
// BTRD, in which no large numbers cancel).
func transformed(s *rng.Sequence, n, p float64) uint64 {
	q := 1 - p
	sigma := math.Sqrt(float64(float64(n*p) * q))
	b := 1.15 + float64(2.53*sigma)
	a := -0.0873 + float64(0.0248*b) + float64(0.01*p)
	centre := float64(n*p) + 0.5
	fast := 0.92 - 4.2/b
	alpha := float64((2.83 + 5.1/b) * sigma)
	for {
		u, v := s.Open()-0.5, s.Open()
		us := 0.5 - math.Abs(u)
		k := math.Floor(float64((float64(2*a)/us+b)*u) + centre)
		if us >= 0.07 && v <= fast {
			return uint64(k)
		}
		if k < 0 || k > n {
			continue
		}
		r := p / q
		m := math.Floor(float64((n + 1) * p))
		nm, nk := n-m+1, n-k+1
		bound := float64(
			(m+0.5)*rng.Log((m+1)/float64(r*nm)),
		) + float64(
			(n+1)*rng.Log(nm/nk),
		) + float64(
			(k+0.5)*rng.Log(float64(nk*r)/(k+1)),
		) +
			stirling(
				m,
			) + stirling(
			n-m,
		) - stirling(
			k,
		) - stirling(
			n-k,
		)
		if rng.Log(float64(v*alpha)/(a/float64(us*us)+b)) <= bound {
			return uint64(k)
		}
	}
}
