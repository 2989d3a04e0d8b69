package bound

import (
	"fmt"
	"math"

	"shardq/bench/theory"

	"shardq/graph/rng"
	"shardq/kernel"

	"shardq/bench/theory/numeric"
)

// Construction is a random graph of [W] that is well connected (assumption 2) with high probability: a port of rate lambda_l and a server
// of block j are neighbours with probability min(1, lambda_l H_j/(N d_j)), independently. Block 0 has the servers of types faster than K,
// and is empty if K is 1; block 1 those of type K. Slower servers have no neighbours: in the limit they are not needed.
//
// Everything that the graph depends on is the same on every machine.
type Construction struct {
	Epsilon, EpsilonMost float64 // the latter is beta_hat/4
	K                    int     // number of types in use, as in Limit
	BetaHat              float64
	// Ports with more than N D_j of all arrivals miss no set of N P_j servers, of types faster than K for j = 1, of types up to K for j =
	// 2.
	P1, P2, D1, D2 float64
	H1, H2         float64
	Ends           []int // of the two blocks: their servers are 0 .. Ends[0]-1 and Ends[0] .. Ends[1]-1

	// Assumption 1 asks for a buffer of at most BufferMost = floor((eps^2 N / (1152 tau_K ln N))^(1/5)) with tau_K = mu_1/mu_K. It also
	// asks for one that is not too small, which one of at least BufferLeast, the larger of 6 and 2 sqrt(tau_K), is not.
	BufferLeast, BufferMost int
	Buffer                  int

	Servers, Ports int
	Arrivals       float64 // total rate
}

// Theorem2 returns the construction of [W] theorem 2, for any port rates: H_j = 2(N+L)/(N p_j). It is well connected with probability at
// least 1 - 2^-(N+L-1), with O((N+L) b^5/eps^2) edges.
//
// It fails if the load is not below 1, the buffer is unbounded (0), or eps is not in (0, beta_hat/4].
func Theorem2(types []kernel.Type, arrivals float64, ports, buffer int, eps float64) (Construction, error) {
	c, err := construct("theorem 2", types, arrivals, ports, buffer, eps)
	if err != nil {
		return Construction{}, err
	}
	n := float64(c.Servers)
	both := float64(2 * (n + float64(ports)))
	c.H1, c.H2 = both/float64(n*c.P1), both/float64(n*c.P2)
	return c, nil
}

// Theorem3 returns the construction of [W] theorem 3, for ports of equal rates lbar: H_j = 6(-ln p_j + d_j/(p_j lbar) ln(mu_1/d_j)). It is
// well connected with probability at least 1 - 2/binom(N, N p_1), with O((N+L) (b^3/eps) ln(b/eps)) edges. It fails like [Theorem2].
func Theorem3(types []kernel.Type, arrivals float64, ports, buffer int, eps float64) (Construction, error) {
	const name = "theorem 3"
	c, err := construct(name, types, arrivals, ports, buffer, eps)
	if err != nil {
		return Construction{}, err
	}
	each := arrivals / float64(ports)
	h := func(p, d float64) float64 {
		return float64(6 * (-rng.Log(p) + float64(d/float64(p*each)*rng.Log(types[0].Rate/d))))
	}
	c.H1, c.H2 = h(c.P1, c.D1), h(c.P2, c.D2)
	for j, h := range []float64{c.H1, c.H2} {
		if !(h > 0 && h <= math.MaxFloat64) {
			return Construction{}, theory.Errorf(
				"%s: H_%d = %v, want a positive number: epsilon %v is too small or too large for logarithms of p_%d and d_%d",
				name,
				j+1,
				h,
				eps,
				j+1,
				j+1,
			)
		}
	}
	return c, nil
}

func construct(name string, types []kernel.Type, arrivals float64, ports, buffer int, eps float64) (Construction, error) {
	fail := func(format string, args ...any) (Construction, error) {
		return Construction{}, &theory.Error{Subject: name, Reason: fmt.Errorf(format, args...)}
	}
	switch {
	case len(types) == 0:
		return fail("no server types")
	case ports < 1:
		return fail("%d ports, want at least 1", ports)
	case !(arrivals > 0 && arrivals <= math.MaxFloat64):
		return fail("total arrival rate %v must be positive and finite", arrivals)
	case buffer < 1:
		return fail("unbounded buffers, want a buffer of at least 1 job")
	}
	limit := Of(types, arrivals)
	if !limit.Stable {
		return fail(
			"load %.6g, want below 1: there are no fastest types that together serve more than what arrives (K is not defined)",
			limit.Load,
		)
	}
	most := limit.BetaHat / 4
	if !(eps > 0 && eps <= most) {
		return fail("epsilon %v, want above 0 and at most beta_hat/4 = %v at load %.6g", eps, most, limit.Load)
	}
	c := Construction{
		Epsilon:     eps,
		EpsilonMost: most,
		K:           limit.K,
		BetaHat:     limit.BetaHat,
		Ends:        []int{0, 0},
		Buffer:      buffer,
		Ports:       ports,
		Arrivals:    arrivals,
	}
	for m, t := range types {
		c.Servers += t.Count
		if m < c.K-1 {
			c.Ends[0] += t.Count
		}
		if m < c.K {
			c.Ends[1] += t.Count
		}
	}
	b, slowest := float64(buffer), types[c.K-1].Rate
	c.P1, c.P2 = eps/float64(6*b*b), limit.BetaHat/2
	c.D1, c.D2 = float64(eps*slowest)/float64(8*b*b*b), float64(eps*slowest)/float64(2*b)
	if c.P1 == 0 || c.D1 == 0 {
		return fail("epsilon %v is too small for a buffer of %d", eps, buffer)
	}
	tau := types[0].Rate / slowest
	c.BufferLeast = max(6, int(math.Ceil(2*math.Sqrt(tau))))
	n := float64(c.Servers)
	fifth := float64(eps*eps*n) / float64(1152*tau*rng.Log(n)) // +Inf for one server
	for c.BufferMost < kernel.MaxBuffer && numeric.Power(float64(c.BufferMost+1), 5) <= fifth {
		c.BufferMost++
	}
	return c, nil
}

// BufferFits reports whether the buffer is known to satisfy assumption 1.
func (c Construction) BufferFits() bool { return c.BufferLeast <= c.Buffer && c.Buffer <= c.BufferMost }

// Probability returns the probability that a port of a given arrival rate and a server of a block are neighbours.
func (c Construction) Probability(portRate float64, block int) float64 {
	n := float64(c.Servers)
	switch block {
	case 0:
		return min(1, float64(portRate*c.H1)/float64(n*c.D1))
	case 1:
		return min(1, float64(portRate*c.H2)/float64(n*c.D2))
	}
	return 0
}

// Scale returns what relative port rates (nil: all 1) are to be multiplied by to give arrival rates.
func (c Construction) Scale(relative []float64) float64 {
	if relative == nil {
		return c.Arrivals / float64(c.Ports)
	}
	sum := 0.0
	for _, r := range relative {
		sum += r
	}
	return c.Arrivals / sum
}

// sizes returns the servers of each block.
func (c Construction) sizes() [2]int { return [2]int{c.Ends[0], c.Ends[1] - c.Ends[0]} }

// each calls f for every port rate that occurs and the number of ports that have it, in the order of the ports.
func (c Construction) each(relative []float64, f func(rate float64, ports int)) {
	scale := c.Scale(relative)
	if relative == nil {
		f(scale, c.Ports)
		return
	}
	for _, r := range relative {
		f(float64(r*scale), 1)
	}
}

// Edges returns the expected number of edges for relative port rates; nil is equal ones.
func (c Construction) Edges(relative []float64) float64 {
	edges := 0.0
	c.each(relative, func(rate float64, ports int) {
		for block, size := range c.sizes() {
			edges += float64(float64(ports) * float64(float64(size)*c.Probability(rate, block)))
		}
	})
	return edges
}

// Full returns how many ports are connected to all servers of block 0, and of block 1, for relative port rates; nil is equal ones. Of an
// empty block it is all ports.
func (c Construction) Full(relative []float64) (full [2]int) {
	c.each(relative, func(rate float64, ports int) {
		for block, size := range c.sizes() {
			if size == 0 || c.Probability(rate, block) == 1 {
				full[block] += ports
			}
		}
	})
	return full
}

// Degenerate reports whether the construction has no choice left: every port reaches all servers of types up to K.
func (c Construction) Degenerate(relative []float64) bool {
	return c.Full(relative) == [2]int{c.Ports, c.Ports}
}
