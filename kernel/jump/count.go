package jump

import "shardq/kernel"

// Count is a number of things with its integral over time.
type Count struct {
	N   uint64
	net kernel.Wide // sum of the ticks at which N rose, less those at which it fell, modulo 2^128
}

// Inc adds 1 at a tick.
func (c *Count) Inc(tick uint64) {
	c.N++
	c.net = c.net.Plus(kernel.Wide{Lo: tick})
}

// Dec subtracts 1 at a tick.
func (c *Count) Dec(tick uint64) {
	c.N--
	c.net = c.net.Minus(kernel.Wide{Lo: tick})
}

// Integral returns the sum of N over the ticks from 0 to now: each rise at t adds now - t, each fall takes now - t off, and what was there
// at time 0 rose at tick 0.
func (c *Count) Integral(now uint64) kernel.Wide {
	return kernel.WideProduct(c.N, now).Minus(c.net)
}
