package jumptest

import "slices"

// Chain is a Markov chain in continuous time on states 0, 1, ... of mixed radix: a state is a row of digits below the radix, one a server.
type Chain struct {
	servers, radix int
	Rates          [][]float64 // Rates[x][y] leads from x to y; entries x, x mean nothing
}

// NewChain calls f for each state; f calls to with each of its transitions.
func NewChain(servers, radix int, f func(state []int, to func(next []int, rate float64))) *Chain {
	c := &Chain{servers: servers, radix: radix}
	states := 1
	for range servers {
		states *= radix
	}
	for x := range states {
		row := make([]float64, states)
		f(c.State(x), func(next []int, rate float64) {
			y := 0
			for _, digit := range slices.Backward(next) {
				y = y*radix + digit
			}
			row[y] += rate
		})
		c.Rates = append(c.Rates, row)
	}
	return c
}

// State returns the digits of a state.
func (c *Chain) State(x int) []int {
	digits := make([]int, c.servers)
	for i := range digits {
		digits[i] = x % c.radix
		x /= c.radix
	}
	return digits
}

// Stationary returns the stationary law, by the elimination of Grassmann, Taksar and Heyman (1985), which has no subtractions. State 0 must
// be reachable from every state. Unreachable states get probability 0.
func (c *Chain) Stationary() []float64 {
	n := len(c.Rates)
	a := make([][]float64, n)
	for x := range a {
		a[x] = slices.Clone(c.Rates[x])
	}
	for k := n - 1; k > 0; k-- {
		out := 0.0
		for y := range k {
			out += a[k][y]
		}
		for x := range k {
			a[x][k] /= out
			if a[x][k] == 0 {
				continue
			}
			for y := range k {
				a[x][y] += a[x][k] * a[k][y]
			}
		}
	}
	law := make([]float64, n)
	law[0] = 1
	sum := 1.0
	for k := 1; k < n; k++ {
		for x := range k {
			law[k] += law[x] * a[x][k]
		}
		sum += law[k]
	}
	for x := range law {
		law[x] /= sum
	}
	return law
}

// Mean returns the mean of f under a law.
func (c *Chain) Mean(law []float64, f func(state []int) float64) float64 {
	sum := 0.0
	for x, p := range law {
		sum += p * f(c.State(x))
	}
	return sum
}
