package bound

import (
	"math"
	"math/big"

	"shardq/bench/theory/numeric"
	"shardq/kernel"
)

// Limit is the lower bound of [W] section 3 and the occupancy that JFSQ and JFIQ reach on well-connected graphs as N grows.
type Limit struct {
	Load   float64 // arrival rate over total service rate
	Stable bool    // Load < 1

	// K is the number of types in use in the limit, the fastest ones: the least K whose types together can serve more than what arrives. It
	// is the number of all types if Load >= 1.
	K int
	// Shares has alpha_m, the share of the servers that are of type m; CStar has C*_m, the share of all servers that are of type m and busy
	// in the limit; C is their sum.
	Shares, CStar []float64
	C             float64
	// BetaHat is the spare share of servers of the types in use: beta sum_{m<=K} alpha_m, where arrivals are 1-beta of what these types can
	// serve. It is 0 if Load >= 1.
	BetaHat float64

	// LowerBound is C* N / (arrival rate), below which no policy can bring the mean response time as long as no job is lost. At Load >= 1
	// jobs must be lost or pile up, and it is the mean service time when every server is busy. For what remains true when jobs are lost see
	// Admitted.
	LowerBound float64
	// Fastest is 1/mu_1, the mean service time of the fastest servers, below which the mean response time of the admitted jobs cannot come
	// under any policy, buffer and load.
	Fastest float64
}

// Of returns the bound and the limit for at least one type and a total arrival rate.
//
// Why it holds: in a stationary state the busy servers together complete what is admitted, and a type has no more than all of its servers
// busy; the least number of busy servers that can do so are the fastest ones. Every busy server has at least one job, hence E[jobs in
// system] >= N C*, and by Little's law the mean response time is at least N C* / (arrival rate).
//
// The arrival rate counts as the decimal number that it is written as; [Exactly] takes one that no float64 is.
func Of(types []kernel.Type, arrivalRate float64) Limit { return Exactly(types, arrivalRate, nil) }

// Exactly is Of for an arrival rate that is known exactly and that arrivalRate is the nearest number to, such as the product of a load and
// rates. What turns on a comparison, Stable and K, is decided without rounding. nil is the decimal number that arrivalRate is written as.
func Exactly(types []kernel.Type, arrivalRate float64, exact *big.Rat) Limit {
	n := 0
	for _, t := range types {
		n += t.Count
	}
	l := Limit{Shares: make([]float64, len(types)), CStar: make([]float64, len(types)), Fastest: 1 / types[0].Rate}
	l.K, l.Stable = inUse(types, arrivalRate, exact)
	lambda := arrivalRate / float64(n) // per server
	left := lambda                     // what the types so far cannot serve
	capacity, used := 0.0, 0.0         // of all types, and of the types in use
	shareUsed := 0.0
	for m, t := range types {
		alpha := float64(t.Count) / float64(n)
		rate := float64(t.Rate * alpha)
		l.Shares[m] = alpha
		capacity += rate
		if m >= l.K {
			continue
		}
		used += rate
		shareUsed += alpha
		l.CStar[m] = alpha
		if l.Stable && m == l.K-1 {
			l.CStar[m] = min(max(left, 0)/t.Rate, alpha)
		}
		left -= rate
		l.C += l.CStar[m]
	}
	l.Load = lambda / capacity
	switch {
	case !l.Stable:
		l.Load = max(l.Load, 1)
		l.LowerBound = l.C / capacity
	case lambda > 0:
		l.LowerBound = l.C / lambda
		l.BetaHat = float64((1 - lambda/used) * shareUsed)
	default:
		l.LowerBound, l.BetaHat = l.Fastest, shareUsed
	}
	return l
}

// beyondDoubt is the relative distance from which on a comparison in float64 of sums of rates is beyond doubt.
const beyondDoubt = 1e-9

// inUse returns the least number of types, fastest first, that together can serve more than what arrives, and whether there is one; else
// all.
func inUse(types []kernel.Type, arrivalRate float64, exact *big.Rat) (k int, stable bool) {
	sum := 0.0
	for m, t := range types {
		sum += float64(t.Rate * float64(t.Count))
		more := sum > arrivalRate
		if math.Abs(sum-arrivalRate) <= beyondDoubt*sum {
			if exact == nil {
				exact = numeric.Decimal(arrivalRate)
			}
			more = Capacity(types[:m+1]).Cmp(exact) > 0
		}
		if more {
			return m + 1, true
		}
	}
	return len(types), false
}

// Capacity returns the total service rate, exactly: rates count as the decimal numbers that they are written as.
func Capacity(types []kernel.Type) *big.Rat {
	sum := new(big.Rat)
	for _, t := range types {
		all := new(big.Rat).SetInt64(int64(t.Count))
		sum.Add(sum, all.Mul(all, numeric.Decimal(t.Rate)))
	}
	return sum
}

// Admitted returns the bound when a fraction lost of the arrivals is lost, whether blocked at full servers or for want of neighbours. The
// argument of Of then applies to the admitted rate: its LowerBound holds for the mean response time of the admitted jobs, and N times its C
// for the mean number in system. It is never above that of Of, since what is lost is spared the slowest servers.
func Admitted(types []kernel.Type, arrivalRate, lost float64) Limit {
	return Of(types, float64(arrivalRate*(1-lost)))
}

// StartBusy returns for each type the probability that one of its servers is busy in the limit, with one job; none has more. It is the
// mean-field fixed point of JFSQ and JFIQ.
func StartBusy(l Limit) []float64 {
	busy := make([]float64, len(l.CStar))
	for m, c := range l.CStar {
		busy[m] = min(1, c/l.Shares[m])
	}
	return busy
}

// UniformBusy is StartBusy for rules that take a uniform idle server whatever its speed, JSQ and JIQ: with i the share of idle servers a
// server of type m is busy for x_m = c/(c+mu_m) of the time, c = lambda/i, and c is fixed by sum_m alpha_m mu_m x_m = lambda. The mean
// response time in the limit is sum_m alpha_m x_m / lambda. At load 1 or more all are busy.
func UniformBusy(types []kernel.Type, arrivalRate float64) []float64 {
	at := func(c float64) (busy []float64, throughput float64) {
		for _, t := range types {
			x := c / (c + t.Rate)
			busy = append(busy, x)
			throughput += float64(float64(x*t.Rate) * float64(t.Count))
		}
		return busy, throughput
	}
	low, high := 0.0, types[0].Rate
	for steps := 0; ; steps++ {
		busy, throughput := at(high)
		if throughput >= arrivalRate {
			break
		}
		if steps == 100 { // no c is large enough
			for m := range busy {
				busy[m] = 1
			}
			return busy
		}
		low, high = high, 2*high
	}
	for {
		middle := low + (high-low)/2
		if !(low < middle && middle < high) {
			busy, _ := at(high)
			return busy
		}
		if _, throughput := at(middle); throughput < arrivalRate {
			low = middle
		} else {
			high = middle
		}
	}
}
