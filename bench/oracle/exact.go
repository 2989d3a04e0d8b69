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

// chain is the continuous-time Markov chain of the queue lengths, and with
// phase-type service of the phases of the jobs in service. A server is in local
// state 0 if it is idle and in 1 + (k-1)*phases + j if it holds k jobs with the one
// in service in phase j. State x is the number whose digits are the local states of
// the servers, so that a change from s to s' at server r leads to the state
// x + (s'-s)*stride[r].
type chain struct {
	sys    System
	law    *Phases // of a service time
	n      int     // servers
	states int
	stride []int
	digit  []int32   // [state*n + server]: local state
	jobs   []int32   // [state*n + server]
	join   []float64 // [state*n + server]: rate of the jobs that join the server; 0 if it is full
	up     []float64 // [state]: total rate of joining
	down   []float64 // [state]: total rate of leaving
	out    []float64 // [state]: total rate of all changes
	level  []int     // [state]: total number of jobs
	pi     []float64 // [state]: stationary probabilities, once solved
	local  local
}

// local has the ways between the local states of one server, by the state they lead to.
type local struct {
	joins [][]way // by a job that joins: its rate times the probability
	moves [][]way // by the job in service: its rate at a server of rate 1
}

// way leads from a local state.
type way struct {
	from int
	rate float64
}

// queue returns how many jobs a server in local state s holds, and the phase.
func (c *chain) queue(s int) (jobs, phase int) {
	if s == 0 {
		return 0, 0
	}
	phases := len(c.law.Rates)
	return 1 + (s-1)/phases, (s - 1) % phases
}

// Exact computes the stationary law of a system with a finite buffer and at most
// [MaxStates] vectors of queue lengths and phases, from the balance equations.
//
// The time that it takes grows with the number of states, and for the sampling
// policies with the number of different samples. Phase-type service and buffers of
// hundreds together may end in an error.
func Exact(s System) (*Stationary, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if s.Buffer == 0 {
		return nil, fmt.Errorf("oracle: an unbounded buffer has no finite chain")
	}
	law := s.Service
	if law == nil {
		law = Erlang(1)
	}
	states := 1
	for range s.Rates {
		if states > MaxStates/(1+s.Buffer)/len(law.Rates) {
			return nil, fmt.Errorf("oracle: more than %d states", MaxStates)
		}
		states *= 1 + s.Buffer*len(law.Rates)
	}
	rt := newRouter(s)
	c := newChain(s, law, states, rt)
	if err := c.solve(); err != nil {
		return nil, err
	}
	return c.measure(rt), nil
}

func newChain(s System, law *Phases, states int, rt *router) *chain {
	n := len(s.Rates)
	c := &chain{
		sys:    s,
		law:    law,
		n:      n,
		states: states,
		stride: make([]int, n),
		digit:  make([]int32, states*n),
		jobs:   make([]int32, states*n),
		join:   make([]float64, states*n),
		up:     make([]float64, states),
		down:   make([]float64, states),
		out:    make([]float64, states),
		level:  make([]int, states),
		pi:     make([]float64, states),
	}
	c.ways()
	base := 1 + s.Buffer*len(law.Rates)
	to := make([]float64, n)
	for x := range states {
		digit, jobs, join := c.digit[x*n:(x+1)*n], c.jobs[x*n:(x+1)*n], c.join[x*n:(x+1)*n]
		stride := 1
		for r := range jobs {
			c.stride[r] = stride
			digit[r] = int32(x / stride % base)
			stride *= base
			k, phase := c.queue(int(digit[r]))
			jobs[r] = int32(k)
			if k > 0 {
				c.level[x] += k
				rate := s.Rates[r] * law.Rates[phase]
				c.down[x] += rate * law.end(phase)
				c.out[x] += rate
			}
		}
		for l, p := range s.Ports {
			if len(p.Neighbours) == 0 {
				continue
			}
			rt.route(l, jobs, to)
			for r := range jobs {
				if int(jobs[r]) < s.Buffer {
					join[r] += p.Rate * to[r]
				}
			}
		}
		c.up[x] = sum(join)
		c.out[x] += c.up[x]
	}
	return c
}

// ways fills in the local ways. A change from a state to itself may be among them:
// it is in the flow in and out alike.
func (c *chain) ways() {
	phases := len(c.law.Rates)
	states := 1 + c.sys.Buffer*phases
	c.local = local{joins: make([][]way, states), moves: make([][]way, states)}
	add := func(ways [][]way, from, to int, rate float64) {
		if rate > 0 {
			ways[to] = append(ways[to], way{from, rate})
		}
	}
	state := func(jobs, phase int) int { return 1 + (jobs-1)*phases + phase }
	for s := range states {
		k, j := c.queue(s)
		switch {
		case k == 0:
			for first, p := range c.law.Start {
				add(c.local.joins, s, state(1, first), p)
			}
			continue
		case k < c.sys.Buffer:
			add(c.local.joins, s, state(k+1, j), 1)
		}
		for next := range phases {
			add(c.local.moves, s, state(k, next), c.law.Rates[j]*c.law.next(j, next))
		}
		end := c.law.Rates[j] * c.law.end(j)
		if k == 1 {
			add(c.local.moves, s, 0, end)
			continue
		}
		for first, p := range c.law.Start {
			add(c.local.moves, s, state(k-1, first), end*p)
		}
	}
}

// inflow returns the flow of probability into state x.
func (c *chain) inflow(x int) float64 {
	in := 0.0
	for r, stride := range c.stride {
		s := int(c.digit[x*c.n+r])
		for _, w := range c.local.joins[s] {
			from := x + (w.from-s)*stride
			in += c.pi[from] * c.join[from*c.n+r] * w.rate
		}
		flow := 0.0
		for _, w := range c.local.moves[s] {
			flow += c.pi[x+(w.from-s)*stride] * w.rate
		}
		in += flow * c.sys.Rates[r]
	}
	return in
}

// solve finds the stationary probabilities by Gauss-Seidel sweeps, each followed by
// balanceLevels, and stops when the equations hold and sweeps change no more than
// rounding does, so that the changes get no smaller. (One sweep without a change is not
// enough: levels of hardly any mass may be far from right, and balanceLevels may make
// them heavy.)
func (c *chain) solve() error {
	const maxSweeps, patience = 20_000, 30
	for x := range c.pi {
		c.pi[x] = 1 / float64(c.states)
	}
	gap := 1.0
	best, since := 1.0, 0 // the least change, and sweeps since
	for range maxSweeps {
		change := 0.0
		for x := range c.pi {
			next := c.inflow(x) / c.out[x]
			change += math.Abs(next - c.pi[x])
			c.pi[x] = next
		}
		c.balanceLevels()
		if since++; change < best {
			best, since = change, 0
		}
		if change <= 1e-15 || since >= patience {
			if gap = c.gap(); gap <= tolerance {
				return nil
			}
			since = 0
		}
	}
	return fmt.Errorf("oracle: balance equations violated by %.3g of the flow after %d sweeps", gap, maxSweeps)
}

// gap returns by how much the equations are violated, relative to the total flow.
func (c *chain) gap() float64 {
	gap, flow := 0.0, 0.0
	for x, p := range c.pi {
		out := p * c.out[x]
		gap += math.Abs(c.inflow(x) - out)
		flow += out
	}
	return gap / flow
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
