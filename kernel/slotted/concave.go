package slotted

import (
	"math"

	"shardq/graph/rng"
)

// concave draws from a log-concave law on integers with the given mode and its probability there; ratio returns ln(P(k)/P(mode)), and minus
// infinity outside the support (Devroye 1987: "A simple generator for discrete log-concave distributions"). It takes some 4 tries.
func concave(s *rng.Sequence, mode, atMode float64, ratio func(k float64) float64) float64 {
	w := 1 + float64(atMode/2)
	for {
		y, bound := 0.0, 0.0
		if float64(s.Open()*(1+w)) <= w {
			y = float64(s.Open()*w) / atMode
		} else {
			e := -rng.Log(s.Open())
			y, bound = (w+e)/atMode, -e
		}
		x := math.Floor(y + 0.5)
		if s.Next()>>63 == 1 {
			x = -x
		}
		if rng.Log(s.Open())+bound <= ratio(mode+x) {
			return mode + x
		}
	}
}

// trials draws the number of trials of probability p in (0, 1] until success number k >= 1.
func trials(s *rng.Sequence, k uint64, p float64) float64 {
	if p >= 1 {
		return float64(k)
	}
	rest := rng.LogRest(p)
	if k <= 8 {
		sum := 0.0
		for range k {
			sum += math.Floor(rng.Log(s.Open())/rest) + 1
		}
		return sum
	}
	// The failures before it have the law C(f+k-1, f) p^k (1-p)^f.
	n := float64(k)
	weight := func(f float64) float64 { return logFactorial(f+n-1) - logFactorial(f) + float64(f*rest) }
	mode := math.Floor(float64((n-1)*(1-p)) / p)
	top := weight(mode)
	atMode := rng.Exp(top - logFactorial(n-1) + float64(n*rng.Log(p)))
	return n + concave(s, mode, atMode, func(f float64) float64 {
		if f < 0 {
			return math.Inf(-1)
		}
		return weight(f) - top
	})
}

// hypergeometric draws how many of k marked places among n are among s of them chosen uniformly, or the first s if the marks are uniform.
func hypergeometric(sequence *rng.Sequence, n, k, s uint64) uint64 {
	if k > s {
		k, s = s, k // the law is symmetric in the two
	}
	if k <= coins {
		found := uint64(0)
		for i := range k {
			if sequence.Below(n-i) < s-found {
				found++
			}
		}
		return found
	}
	if s > n-s { // count what is not chosen
		return k - hypergeometric(sequence, n, k, n-s)
	}
	places, marked, chosen := float64(n), float64(k), float64(s)
	weight := func(x float64) float64 {
		return -logFactorial(x) - logFactorial(marked-x) - logFactorial(chosen-x) - logFactorial(places-marked-chosen+x)
	}
	mode := math.Floor(float64((marked+1)*(chosen+1)) / (places + 2))
	top := weight(mode)
	atMode := rng.Exp(
		top + logFactorial(
			marked,
		) + logFactorial(
			places-marked,
		) + logFactorial(
			chosen,
		) + logFactorial(
			places-chosen,
		) - logFactorial(
			places,
		),
	)
	return uint64(concave(sequence, mode, atMode, func(x float64) float64 {
		if x < 0 || x > marked || x > chosen || places-marked-chosen+x < 0 {
			return math.Inf(-1)
		}
		return weight(x) - top
	}))
}
