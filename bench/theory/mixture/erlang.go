package mixture

import (
	"math"

	"shardq/graph/rng"
)

// Erlang is the distribution of the response time of admitted jobs under first come, first served with exponential service: a job that
// joins a server of rate mu and finds k jobs there leaves after an Erlang(k+1, mu) time whatever happens later. Counts of where jobs joined
// thus give the whole distribution, with less noise than timing each job would.
//
// Without jobs every result is NaN.
type Erlang struct {
	Rates []float64  // service rate of each type
	Join  [][]uint64 // Join[m][k]: jobs that joined a server of type m and found k there
}

// Mean returns the mean response time.
func (m Erlang) Mean() float64 {
	first, _ := m.moments()
	return first
}

// Variance returns the variance of the response time.
func (m Erlang) Variance() float64 {
	_, variance := m.moments()
	return variance
}

func (m Erlang) moments() (mean, variance float64) {
	jobs := 0.0
	for i, row := range m.Join {
		for k, count := range row {
			jobs += float64(count)
			mean += float64(count) * float64(k+1) / m.Rates[i]
		}
	}
	mean /= jobs
	// By the variance around the common mean, component by component: no difference of large numbers.
	for i, row := range m.Join {
		for k, count := range row {
			service := 1 / m.Rates[i]
			off := float64(k+1)*service - mean
			variance += float64(count) * (float64(k+1)*service*service + off*off)
		}
	}
	return mean, variance / jobs
}

// CDF returns the probability of a response time of at most t.
func (m Erlang) CDF(t float64) float64 {
	return m.cumulative().atMost(t)
}

// Tail returns the probability of a response time above t. It is accurate where CDF is too near to 1 to tell.
func (m Erlang) Tail(t float64) float64 {
	return m.cumulative().above(t)
}

// Quantile returns the time that a fraction q of the jobs do not exceed, 0 <= q <= 1, to a relative 1e-12 or as near as q itself allows.
func (m Erlang) Quantile(q float64) float64 { return m.Quantiles(q)[0] }

// Quantiles returns several quantiles; it costs less than as many calls of Quantile.
func (m Erlang) Quantiles(qs ...float64) []float64 {
	c := m.cumulative()
	mean, variance := m.moments()
	out := make([]float64, len(qs))
	for i, q := range qs {
		out[i] = c.quantile(q, mean, math.Sqrt(variance))
	}
	return out
}

// sums has the counts of a mixture added up from below: below[m][j] jobs joined type m and found fewer than j jobs there.
//
// An Erlang(k+1, mu) time is at most t if and only if a Poisson process of rate mu has at least k+1 points up to t. With J ~ Poisson(mu t),
// the number of jobs of type m that respond within t is therefore E[below[m][J]] on average.
type sums struct {
	rates []float64
	below [][]uint64
	jobs  float64
}

func (m Erlang) cumulative() sums {
	c := sums{rates: m.Rates}
	for _, row := range m.Join {
		below := make([]uint64, len(row)+1)
		for k, count := range row {
			below[k+1] = below[k] + count
		}
		c.below = append(c.below, below)
		c.jobs += float64(below[len(row)])
	}
	return c
}

func (c sums) atMost(t float64) float64 {
	sum := 0.0
	for m, below := range c.below {
		x, last := c.rates[m]*t, len(below)-1
		if all := float64(below[last]); short(x, last) {
			if late := shortMean(x, below); late <= all/2 { // no cancellation
				sum += all - late
				continue
			}
		}
		sum += poissonMean(x, last, func(j int) float64 { return float64(below[j]) })
	}
	return sum / c.jobs
}

func (c sums) above(t float64) float64 {
	sum := 0.0
	for m, below := range c.below {
		x, last := c.rates[m]*t, len(below)-1
		if short(x, last) {
			sum += shortMean(x, below)
			continue
		}
		sum += poissonMean(x, last, func(j int) float64 { return float64(below[last] - below[j]) })
	}
	return sum / c.jobs
}

// short reports whether a row is so short that its few terms are added up from the first, rather than from the mode of the Poisson law,
// which may be far from them. Systems of thousands of rates have short rows, and are evaluated several times faster so.
func short(x float64, last int) bool { return last <= 32 && x > 0 && x < 600 }

// shortMean returns how many jobs of a row take longer than the time in which x services end on average: the sum over j of the Poisson
// probabilities times the jobs that found j others or more.
func shortMean(x float64, below []uint64) float64 {
	last := len(below) - 1
	sum, w := 0.0, rng.Exp(-x)
	for j, n := range below[:last] {
		sum += w * float64(below[last]-n)
		w *= x / float64(j+1)
	}
	return sum
}

func (c sums) quantile(q, mean, deviation float64) float64 {
	switch {
	case !(q >= 0 && q <= 1) || c.jobs == 0:
		return math.NaN()
	case q == 0:
		return 0
	case q == 1:
		return math.Inf(1)
	}
	// Cantelli's inequality on both sides brackets the quantile.
	low := max(0, mean-deviation*math.Sqrt((1-q)/q))
	high := mean + deviation*math.Sqrt(q/(1-q))
	missing := func(t float64) float64 { return q - c.atMost(t) }
	if q > 0.5 { // where the tail has the more digits
		missing = func(t float64) float64 { return c.above(t) - (1 - q) }
	}
	atHigh := missing(high)
	for low == 0 { // root wants ends of one order of magnitude
		v := missing(high / 2)
		if v > 0 {
			return root(missing, high/2, high, v, atHigh)
		}
		high, atHigh = high/2, v
	}
	return root(missing, low, high, missing(low), atHigh)
}

// poissonMean returns E[f(min(J, last))] for J ~ Poisson(x) and a monotone f >= 0.
//
// Weights proportional to the Poisson probabilities are followed up and down from the mode, where they are 1, as in Fox and Glynn,
// "Computing Poisson probabilities", CACM 31(4), 1988: no logarithm of a factorial, no cancellation, and an error that grows no faster than
// the square root of x.
func poissonMean(x float64, last int, f func(int) float64) float64 {
	if !(x > 0) {
		return f(0)
	}
	if x >= 2*float64(last) && x > 5000 {
		return f(last) // P(J < x/2) < exp(-0.15 x), which no float64 holds
	}
	const negligible = 1e-20
	most := max(f(0), f(last))
	mode := math.Floor(x)
	at := func(j float64) float64 {
		if j >= float64(last) {
			return f(last)
		}
		return f(int(j))
	}
	weights, sum := 1.0, at(mode)
	// Beyond j weights shrink by at least the ratio r of the next step, so that less than w r/(1-r) of weight is still to come.
	for j, w := mode+1, 1.0; ; j++ {
		w *= x / j
		weights += w
		sum += w * at(j)
		if r := x / (j + 1); w == 0 || w*r <= negligible*(1-r)*weights && w*r*most <= negligible*(1-r)*sum {
			break
		}
	}
	for j, w := mode, 1.0; j > 0; j-- {
		w *= j / x
		weights += w
		sum += w * at(j-1)
		if r := (j - 1) / x; w == 0 || w*r <= negligible*(1-r)*weights && w*r*most <= negligible*(1-r)*sum {
			break
		}
	}
	return sum / weights
}
