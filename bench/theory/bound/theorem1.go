package bound

import (
	"fmt"
	"math"

	"shardq/graph/rng"
	"shardq/kernel"
)

// Theorem1 is what theorem 1 of [W] says about JFSQ and JFIQ at finite N, for the eps that gives the best bound. It rests on assumption 1,
// on the buffer, and on assumption 2, that the graph is well connected, for which see [Theorem1.Connected].
type Theorem1 struct {
	// Eps may be from EpsLeast, below which the buffer is too large for assumption 1, to EpsMost = beta_hat/4.
	EpsLeast, EpsMost float64
	// Why is empty if there is such an eps, and else says why none is valid.
	Why string
	// ServersNeeded is the least number of servers, in the same shares and with the same buffer, for which there is an eps that assumption
	// 1 allows.
	ServersNeeded float64
	// BufferLeast is what the buffer has to be at least so that the lower side of assumption 1 is known to hold: max(6, 2 sqrt(tau_K)).
	BufferLeast int

	// The bounds of the three parts; +Inf where a part does not apply or none is valid.
	Excess, Busy, Blocking Best

	k, types            int
	n, b, arrivals      float64
	c, betaHat          float64
	tauK, tauM, tauKM   float64
	slowest             float64 // mu_K
	sizeFaster, sizeAll int     // servers of types < K, and <= K
}

// Best is the best bound of one part.
type Best struct{ Value, Eps float64 }

// Coefficients of [W], reconstructed from its proofs.
const (
	wengBuffer = 1152
	wengExcess = 52
	wengTail   = 60
)

// NewTheorem1 works out the bounds of a system under JFSQ or JFIQ with exponential service, on the supposition that assumption 2 holds.
// minimum is the least eps for which it is known to; 0 is all of them, as on complete graphs.
//
// The parts, for eps in (0, beta_hat/4], with C_m the share of all servers that are of type m and the jobs that they have: (i) E
// max(sum_{m<=K} C_m - (C*+eps), 0) <= 52 tau_K b^3/(eps N); Excess is the bound C* + eps + 52 tau_K b^3/(eps N) on E sum_{m<=K} C_m that
// follows. (ii) If K < M, Busy is E sum_m C_m <= C* + (1+tau_KM/2) eps + 2 sqrt(5 tau_M b ln N/N) + 60 b^(5/2) sqrt(tau_K tau_M/(beta_hat
// eps N)); if K = M it is Excess. (iii) Blocking is p_B <= d_2/lambda + 52 tau_K b^3/(eps N), with d_2 = eps mu_K/(2b), the most that
// assumption 2 allows, or missed if that is less: the arrival rate per server that is known to miss large sets.
func NewTheorem1(types []kernel.Type, arrivals float64, buffer int, minimum, missed float64) Theorem1 {
	bound := Of(types, arrivals)
	t := Theorem1{
		k:             bound.K,
		types:         len(types),
		arrivals:      arrivals,
		b:             float64(buffer),
		c:             bound.C,
		betaHat:       bound.BetaHat,
		EpsMost:       bound.BetaHat / 4,
		EpsLeast:      math.Inf(1),
		ServersNeeded: math.Inf(1),
	}
	none := Best{math.Inf(1), math.NaN()}
	t.Excess, t.Busy, t.Blocking = none, none, none
	for m, typ := range types {
		t.n += float64(typ.Count)
		if m < t.k-1 {
			t.sizeFaster += typ.Count
		}
		if m < t.k {
			t.sizeAll += typ.Count
		}
	}
	t.slowest = types[t.k-1].Rate
	t.tauK = types[0].Rate / t.slowest
	t.tauM = types[0].Rate / types[len(types)-1].Rate
	t.tauKM = t.slowest / types[len(types)-1].Rate
	t.BufferLeast = max(6, int(math.Ceil(2*math.Sqrt(t.tauK))))
	switch {
	case !bound.Stable:
		t.Why = fmt.Sprintf("load %.6g, want below 1", bound.Load)
		return t
	case buffer == 0:
		t.Why = "unbounded buffers: assumption 1 asks for a bound"
		return t
	case t.EpsMost <= 0:
		t.Why = "no spare servers: beta_hat is 0"
		return t
	}
	t.EpsLeast = t.epsLeast(t.n)
	t.ServersNeeded = t.serversNeeded()
	switch {
	case t.n < 2 || t.EpsLeast > t.EpsMost:
		t.Why = fmt.Sprintf(
			"assumption 1 at this N asks for eps of at least %.3g, but beta_hat/4 is %.3g; it can hold from N = %.3g on",
			t.EpsLeast,
			t.EpsMost,
			t.ServersNeeded,
		)
		return t
	case minimum > t.EpsMost:
		t.Why = fmt.Sprintf("assumption 2 is not known to hold for any eps of at most beta_hat/4 = %.3g", t.EpsMost)
		return t
	}
	low := max(t.EpsLeast, minimum)
	t.Excess = t.best(low, t.excess)
	t.Busy = t.Excess
	if t.k < t.types {
		t.Busy = t.best(low, t.busy)
	}
	t.Blocking = t.best(low, func(eps float64) float64 {
		d2 := eps * t.slowest / (2 * t.b)
		if missed >= 0 {
			d2 = min(d2, missed)
		}
		return d2/(t.arrivals/t.n) + t.overflow(eps)
	})
	return t
}

// BufferKnown reports whether the lower side of assumption 1, of which the source's constant is lost, is known to hold.
func (t Theorem1) BufferKnown() bool { return t.b >= float64(t.BufferLeast) }

// Response returns the bound on the mean response time of admitted jobs that follows from Busy and Blocking, by Little's law.
func (t Theorem1) Response() float64 {
	if t.Blocking.Value >= 1 {
		return math.Inf(1)
	}
	return t.Busy.Value * t.n / (t.arrivals * (1 - t.Blocking.Value))
}

// Connected returns what assumption 2 asks for at an eps, twice: of servers of types faster than K, and of types up to K.
func (t Theorem1) Connected(eps float64) [2]Connection {
	p1, p2 := eps/(6*t.b*t.b), t.betaHat/2
	return [2]Connection{
		{Servers: t.sizeFaster, Least: atLeastOne(t.n * p1), Most: t.n * eps * t.slowest / (8 * t.b * t.b * t.b)},
		{Servers: t.sizeAll, Least: atLeastOne(t.n * p2), Most: t.n * eps * t.slowest / (2 * t.b)},
	}
}

func atLeastOne(x float64) int { return max(1, int(math.Ceil(x-1e-9))) }

func (t *Theorem1) overflow(eps float64) float64 {
	return wengExcess * t.tauK * t.b * t.b * t.b / (eps * t.n)
}

func (t *Theorem1) excess(eps float64) float64 { return t.c + eps + t.overflow(eps) }

func (t *Theorem1) busy(eps float64) float64 {
	return t.c + (1+t.tauKM/2)*eps + 2*math.Sqrt(
		5*t.tauM*t.b*rng.Log(t.n)/t.n,
	) + wengTail*math.Pow(
		t.b,
		2.5,
	)*math.Sqrt(
		t.tauK*t.tauM/(t.betaHat*eps*t.n),
	)
}

// epsLeast solves b^5 = eps^2 N / (1152 tau_K ln N).
func (t *Theorem1) epsLeast(n float64) float64 {
	return math.Sqrt(math.Pow(t.b, 5) * wengBuffer * t.tauK * rng.Log(n) / n)
}

// serversNeeded returns where epsLeast falls to EpsMost; it falls from N = e on.
func (t *Theorem1) serversNeeded() float64 {
	low, high := math.E, 1e300
	if t.epsLeast(low) <= t.EpsMost {
		return 2
	}
	for high/low > 1+1e-12 {
		middle := math.Sqrt(low) * math.Sqrt(high)
		if t.epsLeast(middle) > t.EpsMost {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Ceil(high)
}

// best returns where a convex bound is least between low and EpsMost.
func (t *Theorem1) best(low float64, f func(eps float64) float64) Best {
	a, b := low, t.EpsMost
	const golden = 0.6180339887498949
	x, y := b-golden*(b-a), a+golden*(b-a)
	fx, fy := f(x), f(y)
	for range 200 {
		if fx < fy {
			b, y, fy = y, x, fx
			x = b - golden*(b-a)
			fx = f(x)
		} else {
			a, x, fx = x, y, fy
			y = a + golden*(b-a)
			fy = f(y)
		}
	}
	out := Best{f(low), low}
	for _, eps := range []float64{t.EpsMost, (a + b) / 2} {
		if v := f(eps); v < out.Value {
			out = Best{v, eps}
		}
	}
	return out
}

// K returns the number of types in use; see [Limit].
func (t Theorem1) K() int { return t.k }
