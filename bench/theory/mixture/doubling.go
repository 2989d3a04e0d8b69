package mixture

import "math"

// renewals has the matrices of a time: the probabilities that i services end in it and that the one under way at its end is in phase l,
// from phase j at its beginning, at (i*J+j)*J+l, for i < levels. The matrices of twice that time are the products of these (of their
// generating functions), sums of products of non-negative numbers. This is how long times in steps are reached where phases are much faster
// than services.
type renewals struct {
	chain     *phaseChain
	levels    int
	low, high int // matrices outside low .. high-1 are 0
	matrices  []float64
	more      []float64 // probability of levels services or more, by phase at the beginning
}

// renewals returns the matrices for a Poisson number of steps of mean x.
func (c *phaseChain) renewals(x float64, levels int) *renewals {
	phases := len(c.start)
	r := &renewals{chain: c, levels: levels, high: levels, matrices: make([]float64, levels*phases*phases), more: make([]float64, phases)}
	for l := range phases {
		ended := c.stepped(x, levels, l)
		for i, v := range ended[:levels*phases] {
			r.matrices[i*phases+l] = v
		}
		for j, v := range ended[levels*phases:] {
			r.more[j] += v
		}
	}
	return r.trim()
}

// trim leaves out levels that hold nothing, and makes the probabilities from each phase sum to 1, which products would not do for long.
func (r *renewals) trim() *renewals {
	phases := len(r.more)
	square := phases * phases
	negligible := func(i int) bool {
		for _, v := range r.matrices[i*square : (i+1)*square] {
			if v >= forgotten {
				return false
			}
		}
		clear(r.matrices[i*square : (i+1)*square])
		return true
	}
	for r.low < r.high && negligible(r.low) {
		r.low++
	}
	for r.low < r.high && negligible(r.high-1) {
		r.high--
	}
	for j := range phases {
		total := r.more[j]
		each := func(f func(v *float64)) {
			for i := r.low; i < r.high; i++ {
				row := r.matrices[(i*phases+j)*phases : (i*phases+j+1)*phases]
				for l := range row {
					f(&row[l])
				}
			}
		}
		each(func(v *float64) { total += *v })
		each(func(v *float64) { *v /= total })
		r.more[j] /= total
	}
	return r
}

// sums returns the probabilities of i services, whatever the phase after them, as [phaseChain.ended] does.
func (r *renewals) sums() []float64 {
	phases := len(r.more)
	sums := make([]float64, (r.levels+1)*phases)
	for i := range r.levels * phases {
		for _, v := range r.matrices[i*phases : (i+1)*phases] {
			sums[i] += v
		}
	}
	copy(sums[r.levels*phases:], r.more)
	return sums
}

// times returns the probabilities after the time of r and then another one, given those of the other one as sums has them.
func (r *renewals) times(next []float64) []float64 {
	phases := len(r.more)
	out := make([]float64, len(next))
	atLeast := append([]float64(nil), next...) // probabilities of i services or more
	for i := r.levels*phases - 1; i >= 0; i-- {
		atLeast[i] += atLeast[i+phases]
	}
	more := out[r.levels*phases:]
	copy(more, r.more)
	for i := r.low; i < r.high; i++ {
		for j := range phases {
			row := r.matrices[(i*phases+j)*phases : (i*phases+j+1)*phases]
			for l, p := range row {
				if p == 0 {
					continue
				}
				for k := i; k < r.levels; k++ {
					out[k*phases+j] += p * next[(k-i)*phases+l]
				}
				more[j] += p * atLeast[(r.levels-i)*phases+l]
			}
		}
	}
	return out
}

// twice returns the matrices of twice the time.
func (r *renewals) twice() *renewals {
	phases := len(r.more)
	square := phases * phases
	both := &renewals{chain: r.chain, levels: r.levels, low: min(2*r.low, r.levels), high: min(max(0, 2*r.high-1), r.levels),
		matrices: make([]float64, len(r.matrices))}
	for i := r.low; i < r.high; i++ {
		left := r.matrices[i*square : (i+1)*square]
		for k := r.low; k < r.high && i+k < r.levels; k++ {
			right := r.matrices[k*square : (k+1)*square]
			out := both.matrices[(i+k)*square : (i+k+1)*square]
			for j := range phases {
				to := out[j*phases : (j+1)*phases]
				for m, p := range left[j*phases : (j+1)*phases] {
					for l, q := range right[m*phases : (m+1)*phases] {
						to[l] += p * q
					}
				}
			}
		}
	}
	both.more = r.times(r.sums())[r.levels*phases:]
	both.low = min(both.low, both.high)
	return both.trim()
}

// moves returns how many products a step takes for a level, each counted twice, which is what it takes beside a product of two matrices.
func (c *phaseChain) moves() int {
	n := 2 * len(c.start)
	for _, to := range c.to {
		n += len(to)
	}
	return 2 * n
}

// band returns about how many levels matter after a number of steps of mean x: the variance of the number of services grows by scv per mean
// service.
func (c *phaseChain) band(x float64, levels int) float64 {
	return min(float64(levels+1), x+17*math.Sqrt(x)+60, 34*math.Sqrt(x/c.rate*c.scv)+60)
}

// doublings returns by how many doublings the probabilities of x steps are found with the least work.
func (c *phaseChain) doublings(x float64, levels int) int {
	best, least := 0, math.Inf(1)
	for d := range 64 {
		if work := c.work(x, levels, d); work < least {
			best, least = d, work
		}
	}
	return best
}

// cost returns about how many products ended takes.
func (c *phaseChain) cost(x float64, levels int) float64 {
	return c.work(x, levels, c.doublings(x, levels))
}

// work returns about how many products ended takes with so many doublings.
func (c *phaseChain) work(x float64, levels, doublings int) float64 {
	// After that many steps all is over.
	over := c.rate * (float64(levels) + 40*math.Sqrt(float64(levels)*(1+c.scv)) + 60)
	if doublings == 0 {
		steps := min(x, over)
		return (steps + 60) * c.band(steps, levels) * float64(c.moves())
	}
	phases := float64(len(c.start))
	base := math.Ldexp(x, -doublings)
	work := phases * (base + 40*math.Sqrt(base) + 60) * c.band(base, levels) * float64(c.moves())
	for d := range doublings {
		band := c.band(math.Ldexp(base, d), levels)
		products := band * band / 2 * phases * phases
		if d < doublings-1 {
			products *= phases
		}
		work += products
	}
	return work
}
