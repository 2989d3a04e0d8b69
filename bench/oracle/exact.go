package oracle

import (
	"fmt"
	"math"
)

// MaxStates is the largest chain that [Exact] solves.
const MaxStates = 200_000

// Tolerance on the stationary equations: the sum over the states of
// |flow in - flow out|, relative to the total flow.
const tolerance = 1e-13

// chain is the continuous-time Markov chain of the queue lengths. State x is the
// number with the digits jobs[x*n], ..., jobs[x*n+n-1] in base Buffer+1, so that
// a job more at server r is the state x + stride[r].
type chain struct {
	sys    System
	n      int // servers
	states int
	stride []int
	jobs   []int32   // [state*n + server]
	join   []float64 // [state*n + server]: rate of the jobs that join the server; 0 if it is full
	leave  []float64 // [state*n + server]: rate of departures; 0 if it is idle
	up     []float64 // [state]: total rate of joining
	down   []float64 // [state]: total rate of leaving
	level  []int     // [state]: total number of jobs
	pi     []float64 // [state]: stationary probabilities, once solved
}

// Exact computes the stationary law of a system with a finite buffer and at most
// [MaxStates] queue-length vectors, from the balance equations.
//
// The time that it takes grows with the number of states, and for the sampling
// policies with the number of different samples.
func Exact(s System) (*Stationary, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if s.Buffer == 0 {
		return nil, fmt.Errorf("oracle: an unbounded buffer has no finite chain")
	}
	states := 1
	for range s.Rates {
		if states > MaxStates/(s.Buffer+1) {
			return nil, fmt.Errorf("oracle: more than %d states", MaxStates)
		}
		states *= s.Buffer + 1
	}
	rt := newRouter(s)
	c := newChain(s, states, rt)
	if err := c.solve(); err != nil {
		return nil, err
	}
	return c.measure(rt), nil
}

func newChain(s System, states int, rt *router) *chain {
	n := len(s.Rates)
	c := &chain{
		sys:    s,
		n:      n,
		states: states,
		stride: make([]int, n),
		jobs:   make([]int32, states*n),
		join:   make([]float64, states*n),
		leave:  make([]float64, states*n),
		up:     make([]float64, states),
		down:   make([]float64, states),
		level:  make([]int, states),
		pi:     make([]float64, states),
	}
	law := make([]float64, n)
	for x := range states {
		jobs, join, leave := c.jobs[x*n:(x+1)*n], c.join[x*n:(x+1)*n], c.leave[x*n:(x+1)*n]
		stride := 1
		for r := range jobs {
			c.stride[r] = stride
			jobs[r] = int32(x / stride % (s.Buffer + 1))
			stride *= s.Buffer + 1
		}
		for l, p := range s.Ports {
			if len(p.Neighbours) == 0 {
				continue
			}
			rt.route(l, jobs, law)
			for r := range jobs {
				if int(jobs[r]) < s.Buffer {
					join[r] += p.Rate * law[r]
				}
			}
		}
		for r := range jobs {
			if jobs[r] > 0 {
				leave[r] = s.Rates[r]
				c.level[x] += int(jobs[r])
			}
		}
		c.up[x], c.down[x] = sum(join), sum(leave)
	}
	return c
}

// inflow returns the flow of probability into state x.
func (c *chain) inflow(x int) float64 {
	in := 0.0
	for r, stride := range c.stride {
		k := int(c.jobs[x*c.n+r])
		if k > 0 {
			in += c.pi[x-stride] * c.join[(x-stride)*c.n+r]
		}
		if k < c.sys.Buffer {
			in += c.pi[x+stride] * c.leave[(x+stride)*c.n+r]
		}
	}
	return in
}

// solve finds the stationary probabilities by Gauss-Seidel sweeps, each followed by
// balanceLevels, and stops when a sweep changes no more than rounding does.
func (c *chain) solve() error {
	const maxSweeps = 100_000
	for x := range c.pi {
		c.pi[x] = 1 / float64(c.states)
	}
	sweeps := 0
	for change := 1.0; change > 1e-15 && sweeps < maxSweeps; sweeps++ {
		change = 0
		for x := range c.pi {
			next := c.inflow(x) / (c.up[x] + c.down[x])
			change += math.Abs(next - c.pi[x])
			c.pi[x] = next
		}
		c.balanceLevels()
	}
	gap, flow := 0.0, 0.0
	for x, p := range c.pi {
		out := p * (c.up[x] + c.down[x])
		gap += math.Abs(c.inflow(x) - out)
		flow += out
	}
	if !(gap <= tolerance*flow) {
		return fmt.Errorf("oracle: balance equations violated by %.3g of the flow after %d sweeps", gap/flow, sweeps)
	}
	return nil
}

// balanceLevels scales the states of every level by a common factor, so that the
// flow up from each level equals the flow down from the next and the probabilities
// sum to 1. The stationary law has both properties, so it stays a fixed point; the
// split between distant levels, which Gauss-Seidel corrects slowly, is right at
// once (aggregation and disaggregation).
func (c *chain) balanceLevels() {
	const negligible = 1e-300 // a level of less mass keeps its scale: it does not matter, and its ratios may not be finite
	levels := c.n*c.sys.Buffer + 1
	up, down, mass := make([]float64, levels), make([]float64, levels), make([]float64, levels)
	for x, p := range c.pi {
		m := c.level[x]
		up[m] += p * c.up[x]
		down[m] += p * c.down[x]
		mass[m] += p
	}
	// The factor of level m is exp(logs[m]-top): products of ratios may overflow.
	logs := make([]float64, levels)
	top := math.Inf(-1)
	for m := range logs {
		if m > 0 {
			logs[m] = logs[m-1]
			if up[m-1] > negligible && down[m] > negligible {
				logs[m] += math.Log(up[m-1] / down[m])
			}
		}
		if mass[m] > negligible {
			top = max(top, logs[m]+math.Log(mass[m]))
		}
	}
	factor := make([]float64, levels)
	total := 0.0
	for m := range factor {
		factor[m] = 1
		if mass[m] > negligible {
			factor[m] = math.Exp(logs[m] - top)
		}
		total += mass[m] * factor[m]
	}
	for x := range c.pi {
		c.pi[x] *= factor[c.level[x]] / total
	}
}
