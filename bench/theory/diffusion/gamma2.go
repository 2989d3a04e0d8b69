package diffusion

import (
	"math"

	"shardq/bench/theory/numeric"
)

// Gamma2 is the law with density beta^2 x exp(-beta x), of shape 2 and rate beta > 0: in the super-Halfin-Whitt regime, where the arrival
// rate is N - beta N^(1-a) with 1/2 < a < 1, the number of jobs in a system with JSQ minus N, over N^a, has this law in the limit.
//
// Source: Zhao, Banerjee, Mukherjee, "Many-server asymptotics for join-the-shortest-queue in the super-Halfin-Whitt scaling window",
// arXiv:2106.00121, 2021.
type Gamma2 struct{ Beta float64 }

// Mean returns 2/beta.
func (g Gamma2) Mean() float64 { return 2 / g.Beta }

// Variance returns 2/beta^2.
func (g Gamma2) Variance() float64 { return 2 / (g.Beta * g.Beta) }

// Tail returns the probability to exceed x.
func (g Gamma2) Tail(x float64) float64 {
	if x <= 0 {
		return 1
	}
	return (1 + g.Beta*x) * math.Exp(-g.Beta*x)
}

// Quantile returns what a share q of the law does not exceed.
func (g Gamma2) Quantile(q float64) float64 {
	switch {
	case !(q >= 0 && q <= 1):
		return math.NaN()
	case q == 1:
		return math.Inf(1)
	}
	high := 1.0
	for g.Tail(high/g.Beta) > 1-q {
		high *= 2
	}
	return numeric.Bisect(0, high, func(x float64) bool { return g.Tail(x/g.Beta) <= 1-q }) / g.Beta
}
