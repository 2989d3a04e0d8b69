package chain

import (
	"math"

	"shardq/kernel/policy"
)

// join returns where the jobs of all ports go in a state: rates by class and number of jobs there, servers with Buffer jobs included. The
// result is valid until the next call.
func (c *chain) join(state []uint8) []flow {
	c.flows = c.flows[:0]
	for i := range c.ports {
		c.route(&c.ports[i], state)
	}
	return c.flows
}

// spread divides a rate among the servers of some classes with so many jobs, each as likely as another.
func (c *chain) spread(classes []int, state []uint8, jobs int, rate float64) {
	if rate <= 0 {
		return
	}
	total := 0
	for _, k := range classes {
		total += c.count(state, k, jobs)
	}
	for _, k := range classes {
		if n := c.count(state, k, jobs); n > 0 {
			c.flows = append(c.flows, flow{k, jobs, rate * float64(n) / float64(total)})
		}
	}
}

// atLeast returns how many servers of some classes have at least so many jobs.
func (c *chain) atLeast(classes []int, state []uint8, jobs int) int {
	n := 0
	for _, k := range classes {
		for j := jobs; j <= c.Buffer; j++ {
			n += c.count(state, k, j)
		}
	}
	return n
}

// fastest returns those of the classes that are fastest and have a server with so many jobs; jobs -1 is any number.
func (c *chain) fastest(classes []int, state []uint8, jobs int) []int {
	var best []int
	for _, k := range classes {
		if jobs >= 0 && c.count(state, k, jobs) == 0 {
			continue
		}
		if len(best) > 0 && c.classes[k].rate > c.classes[best[0]].rate {
			best = best[:0]
		}
		if len(best) == 0 || c.classes[k].rate == c.classes[best[0]].rate {
			best = append(best, k)
		}
	}
	return best
}

// route adds the flows of a port.
func (c *chain) route(p *chainPort, state []uint8) {
	least := 0
	for c.atLeast(p.classes, state, least) == c.atLeast(p.classes, state, least+1) {
		least++
	}
	uniform := func(classes []int, rate float64) {
		all := float64(c.atLeast(classes, state, 0))
		for j := range c.Buffer + 1 {
			if n := c.atLeast(classes, state, j) - c.atLeast(classes, state, j+1); n > 0 {
				c.spread(classes, state, j, rate*float64(n)/all)
			}
		}
	}
	switch rule := c.Policy.Rule; {
	case rule == policy.JSQ, (rule == policy.JIQ || rule == policy.JIQJSQD) && least == 0:
		c.spread(p.classes, state, least, p.rate)
	case rule == policy.JFSQ, rule == policy.JFIQ && least == 0:
		c.spread(c.fastest(p.classes, state, least), state, least, p.rate)
	case rule == policy.Fastest:
		uniform(c.fastest(p.classes, state, -1), p.rate)
	case rule == policy.JSQD || rule == policy.JIQJSQD || rule == policy.Supermarket && p.own < 0:
		c.sampled(p.classes, state, c.Policy.D, c.Policy.Replacement, func(jobs int, probability float64) {
			c.spread(p.classes, state, jobs, p.rate*probability)
		})
	case rule == policy.Supermarket:
		c.supermarket(p, state)
	case rule == policy.TwoClass:
		c.twoClass(p, state)
	default:
		uniform(p.classes, p.rate)
	}
}

// sampled calls f with the probability that the least of d sampled servers has so many jobs.
func (c *chain) sampled(classes []int, state []uint8, d int, replacement bool, f func(jobs int, probability float64)) {
	all := c.atLeast(classes, state, 0)
	if !replacement {
		d = min(d, all)
	}
	law := func(n int) float64 { // all d are among n servers
		if replacement {
			return math.Pow(float64(n)/float64(all), float64(d))
		}
		p := 1.0
		for i := range d {
			p *= float64(max(0, n-i)) / float64(all-i)
		}
		return p
	}
	before := 1.0
	for j := range c.Buffer + 1 {
		next := law(c.atLeast(classes, state, j+1))
		if before > next {
			f(j, before-next)
		}
		before = next
	}
}

// supermarket compares the port's own server with d-1 others, tied servers being equally likely.
func (c *chain) supermarket(p *chainPort, state []uint8) {
	own := 0
	for c.count(state, p.own, own) == 0 {
		own++
	}
	var others []int
	for _, k := range p.classes {
		if k != p.own {
			others = append(others, k)
		}
	}
	all, d := c.atLeast(others, state, 0), c.Policy.D-1
	if all == 0 || d == 0 {
		c.spread([]int{p.own}, state, own, p.rate)
		return
	}
	replacement := c.Policy.Replacement
	if !replacement {
		d = min(d, all)
	}
	left := 1.0
	c.sampled(others, state, d, replacement, func(jobs int, probability float64) {
		if jobs < own {
			c.spread(others, state, jobs, p.rate*probability)
			left -= probability
		}
	})
	// left: none of the d is below the own server. tied[t] is the probability that this is so and t different servers of them are level
	// with it.
	longer := c.atLeast(others, state, own+1)
	level := c.atLeast(others, state, own) - longer
	tied := make([]float64, d+1)
	tied[0] = 1
	for drawn := range d {
		for t := drawn; t >= 0; t-- {
			v := tied[t]
			if replacement {
				tied[t] = v * float64(longer+t) / float64(all)
				tied[t+1] += v * float64(max(0, level-t)) / float64(all)
			} else {
				tied[t] = v * float64(max(0, longer-(drawn-t))) / float64(all-drawn)
				tied[t+1] += v * float64(max(0, level-t)) / float64(all-drawn)
			}
		}
	}
	stay, sum := 0.0, 0.0
	for t, v := range tied {
		stay += v / float64(t+1)
		sum += v
	}
	c.spread([]int{p.own}, state, own, p.rate*stay)
	if other := sum - stay; level > 0 {
		c.spread(others, state, own, p.rate*other)
	}
}

// twoClass is the rule of JSQ-(d_F,d_S); see [policy.TwoClass].
func (c *chain) twoClass(p *chainPort, state []uint8) {
	var fast, slow []int
	for _, k := range p.classes {
		if c.classes[k].typ == 0 {
			fast = append(fast, k)
		} else {
			slow = append(slow, k)
		}
	}
	policy := c.Policy
	law := func(classes []int, d int) []float64 { // of the least number of jobs
		out := make([]float64, c.Buffer+1)
		if len(classes) > 0 {
			c.sampled(classes, state, d, false, func(jobs int, probability float64) { out[jobs] = probability })
		}
		return out
	}
	ofFast, ofSlow := law(fast, policy.DFast), law(slow, policy.DSlow)
	switch {
	case len(slow) == 0:
		for j, v := range ofFast {
			c.spread(fast, state, j, p.rate*v)
		}
		return
	case len(fast) == 0:
		for j, v := range ofSlow {
			c.spread(slow, state, j, p.rate*v)
		}
		return
	}
	idleSlow := ofSlow[0]
	toFast := idleSlow*(1-policy.PSlow) + (1-idleSlow)*policy.PFast
	c.spread(fast, state, 0, p.rate*ofFast[0])
	c.spread(slow, state, 0, p.rate*(1-ofFast[0])*idleSlow*policy.PSlow)
	for j := 1; j <= c.Buffer; j++ {
		c.spread(fast, state, j, p.rate*ofFast[j]*toFast)
		c.spread(slow, state, j, p.rate*(1-ofFast[0])*ofSlow[j]*(1-policy.PFast))
	}
}
