package chain

import (
	"errors"
	"fmt"
	"math"

	"shardq/bench/theory"

	"shardq/kernel"

	"shardq/bench/theory/mixture"
	"shardq/kernel/policy"
)

// System is one system that may be small enough for its stationary law to be computed.
type System struct {
	Types   []kernel.Type // fastest first; servers are numbered in this order
	Ports   []Port
	Buffer  int // at least 1
	Policy  policy.Policy
	Service *kernel.Phases // nil is exponential
	// Servers says that port i belongs to server i, as the rule supermarket asks for.
	Servers bool
}

// Port is where jobs arrive. Neighbours nil is all servers.
type Port struct {
	Rate       float64
	Neighbours []uint32
}

// ErrManyStates is wrapped if a system has more states than were allowed.
var ErrManyStates = errors.New("too many states")

// chain is the Markov chain of a small system. Servers with the same rate and the same ports form a class and are exchangeable: a state is,
// for each class, how many of its servers are in each local state, 0 for idle and 1 + (k-1)*J + j for k jobs, the one in service in phase j
// of J. On complete graphs classes are types, and the states are so few that dozens of servers may be in reach.
type chain struct {
	*System
	law     *kernel.Phases
	classes []class
	ports   []chainPort
	local   int // local states of a server
	width   int // of a state: classes times local

	states []uint8 // state after state
	index  map[string]int32
	level  []int32 // jobs in a state
	out    []float64
	up     []float64 // rate of joining
	down   []float64 // rate of leaving
	first  []int32   // where the ways out of a state begin
	to     []int32
	rate   []float64
	flows  []flow // of the state that is being looked at
}

// class is a set of exchangeable servers.
type class struct {
	typ, count int
	rate       float64
}

// chainPort is a set of ports with the same classes of neighbours.
type chainPort struct {
	rate    float64
	classes []int
	own     int // class of the port's own server, or -1
}

// flow is the rate at which jobs join servers of a class with so many jobs.
type flow struct {
	class, jobs int
	rate        float64
}

// refusal says why there is no law.
func refusal(format string, args ...any) error {
	return &theory.Error{Subject: "exact law", Reason: fmt.Errorf(format, args...)}
}

// mostClass is the most servers of one class, whose numbers are bytes.
const mostClass = 255

func newChain(s *System, most int) (*chain, error) {
	c := &chain{System: s, law: mixture.OrExponential(s.Service), index: map[string]int32{}}
	servers := 0
	for _, t := range s.Types {
		servers += t.Count
	}
	if s.Buffer < 1 || servers == 0 || len(s.Ports) == 0 {
		return nil, refusal("want servers, ports and a finite buffer")
	}
	c.local = 1 + s.Buffer*len(c.law.Rates)
	if servers*s.Buffer > most { // more jobs than states
		return nil, refusal("%w: more than %d", ErrManyStates, most)
	}
	if err := c.classify(servers); err != nil {
		return nil, err
	}
	c.width = len(c.classes) * c.local
	logStates := 0.0
	for _, k := range c.classes {
		above, _ := math.Lgamma(float64(k.count + c.local))
		below, _ := math.Lgamma(float64(k.count + 1))
		rest, _ := math.Lgamma(float64(c.local))
		logStates += above - below - rest
	}
	// With phases that follow one another fewer are reached, but hardly by orders of magnitude.
	if logStates > math.Log(float64(most))+1e-9 && (s.Service == nil || logStates > math.Log(float64(most))+3) {
		return nil, refusal("%w: %.3g, at most %d are allowed", ErrManyStates, math.Exp(logStates), most)
	}
	return c, c.explore(most)
}

// classify finds the classes, in the order of their first servers, and merges ports.
func (c *chain) classify(servers int) error {
	names := make([]string, servers) // the ports of each server
	types := make([]int, servers)
	first := 0
	for m, t := range c.Types {
		for range t.Count {
			types[first] = m
			names[first] = fmt.Sprintf("%d:", m)
			first++
		}
	}
	own := c.Policy.Rule == policy.Supermarket
	if own && (!c.Servers || len(c.Ports) != servers) {
		return refusal("supermarket needs a port for each server")
	}
	whole := true
	for l, p := range c.Ports {
		if p.Neighbours != nil {
			whole = false
		}
		for _, r := range p.Neighbours {
			if int(r) >= servers {
				return refusal("port %d: no server %d", l, r)
			}
			names[r] += fmt.Sprintf("%d,", l)
		}
	}
	if own && whole && !c.Policy.Replacement {
		own = false // on the clique the own server and d-1 others are d of all
	}
	classOf := make([]int, servers)
	found := map[string]int{}
	for r, name := range names {
		k, ok := found[name]
		if !ok || own {
			k = len(c.classes)
			found[name] = k
			c.classes = append(c.classes, class{typ: types[r], rate: c.Types[types[r]].Rate})
		}
		classOf[r] = k
		if c.classes[k].count++; c.classes[k].count > mostClass {
			return refusal("%w: more than %d servers of a kind", ErrManyStates, mostClass)
		}
	}
	same := map[string]int{}
	for l, p := range c.Ports {
		port := chainPort{rate: p.Rate, own: -1}
		seen := make([]bool, len(c.classes))
		if p.Neighbours == nil {
			for k := range seen {
				seen[k] = true
			}
		}
		for _, r := range p.Neighbours {
			seen[classOf[r]] = true
		}
		for k, yes := range seen {
			if yes {
				port.classes = append(port.classes, k)
			}
		}
		if len(port.classes) == 0 {
			continue // its jobs can go nowhere
		}
		if own {
			port.own = classOf[l]
		}
		name := fmt.Sprint(port.classes, port.own)
		if at, ok := same[name]; ok {
			c.ports[at].rate += p.Rate
			continue
		}
		same[name] = len(c.ports)
		c.ports = append(c.ports, port)
	}
	if len(c.ports) == 0 {
		return refusal("no port has neighbours")
	}
	return nil
}

// jobs returns how many jobs a server in a local state has.
func (c *chain) jobs(s int) int {
	if s == 0 {
		return 0
	}
	return 1 + (s-1)/len(c.law.Rates)
}

// explore lists all states that are reached from the empty one, with the ways out of each.
func (c *chain) explore(most int) error {
	empty := make([]uint8, c.width)
	for k, cl := range c.classes {
		empty[k*c.local] = uint8(cl.count)
	}
	if _, err := c.add(empty, most); err != nil {
		return err
	}
	state, next := make([]uint8, c.width), make([]uint8, c.width)
	phases := len(c.law.Rates)
	for x := 0; x < len(c.level); x++ {
		copy(state, c.states[x*c.width:])
		c.first = append(c.first, int32(len(c.to)))
		var up, down, out float64
		var err error
		move := func(k, from, to int, rate float64) {
			if from == to || rate <= 0 || err != nil {
				return
			}
			copy(next, state)
			next[k*c.local+from]--
			next[k*c.local+to]++
			var y int32
			if y, err = c.add(next, most); err == nil {
				c.to = append(c.to, y)
				c.rate = append(c.rate, rate)
				out += rate
			}
		}
		for _, f := range c.join(state) {
			if f.jobs == c.Buffer {
				continue
			}
			up += f.rate
			if f.jobs == 0 {
				for j, p := range c.law.Start {
					move(f.class, 0, 1+j, f.rate*p)
				}
				continue
			}
			total := c.count(state, f.class, f.jobs)
			for j := range phases {
				s := 1 + (f.jobs-1)*phases + j
				move(f.class, s, s+phases, f.rate*float64(state[f.class*c.local+s])/float64(total))
			}
		}
		for k, cl := range c.classes {
			for s := 1; s < c.local; s++ {
				n := float64(state[k*c.local+s])
				if n == 0 {
					continue
				}
				held, j := c.jobs(s), (s-1)%phases
				ends := 1.0
				if c.law.Routing != nil {
					for i, p := range c.law.Routing[j] {
						move(k, s, 1+(held-1)*phases+i, n*cl.rate*c.law.Rates[j]*p)
						ends -= p
					}
				}
				if ends < 1e-12 {
					continue // rounding
				}
				rate := n * cl.rate * c.law.Rates[j] * ends
				down += rate
				if held == 1 {
					move(k, s, 0, rate)
					continue
				}
				for i, p := range c.law.Start {
					move(k, s, 1+(held-2)*phases+i, rate*p)
				}
			}
		}
		if err != nil {
			return err
		}
		c.out, c.up, c.down = append(c.out, out), append(c.up, up), append(c.down, down)
	}
	c.first = append(c.first, int32(len(c.to)))
	c.index = nil
	return nil
}

// add returns the number of a state, a new one if it was not seen before.
func (c *chain) add(state []uint8, most int) (int32, error) {
	if x, ok := c.index[string(state)]; ok {
		return x, nil
	}
	x := int32(len(c.level))
	if int(x) >= most {
		return 0, refusal("%w: more than %d", ErrManyStates, most)
	}
	c.index[string(state)] = x
	c.states = append(c.states, state...)
	jobs := 0
	for i, n := range state {
		jobs += int(n) * c.jobs(i%c.local)
	}
	c.level = append(c.level, int32(jobs))
	return x, nil
}

// count returns how many servers of a class have so many jobs.
func (c *chain) count(state []uint8, class, jobs int) int {
	row := state[class*c.local:]
	if jobs == 0 {
		return int(row[0])
	}
	n, phases := 0, len(c.law.Rates)
	for _, v := range row[1+(jobs-1)*phases : 1+jobs*phases] {
		n += int(v)
	}
	return n
}

// bytes is about what a state takes in memory: itself, its ways out and in, and its place in the index.
func (c *chain) bytes() uint64 {
	return uint64(len(c.level))*uint64(2*c.width+64) + uint64(len(c.to))*24
}
