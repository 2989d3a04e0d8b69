package mixture

import (
	"math"

	"shardq/kernel"
)

// Table has, for one time t, the probability that a job responds within t, by what it found when it joined. Applied to the counts of many
// batches it costs one product each. It may be read concurrently.
type Table struct {
	within, above [][]float64 // as PhaseType.Found or Erlang.Join is laid out
}

// At returns the table for time t, with room for what the jobs of the mixture found. Rows of counts that are given to it may be shorter
// than those of the mixture, but no longer. A job that found k others responds within t if k+1 services or more end in that time, which are
// Poisson in number.
func (m Erlang) At(t float64) *Table {
	table := &Table{within: make([][]float64, len(m.Join)), above: make([][]float64, len(m.Join))}
	for i, row := range m.Join {
		table.within[i], table.above[i] = make([]float64, len(row)), make([]float64, len(row))
		first, weights := poissonWeights(max(0, m.Rates[i]*t))
		sum := 0.0
		for k := range row { // at most k services
			if at := k - first; at >= 0 && at < len(weights) {
				sum += weights[at]
			}
			table.above[i][k] = sum
		}
		sum = 0
		for j := len(weights) - 1; j >= 0; j-- { // more than k
			sum += weights[j]
			if k := first + j - 1; k >= 0 && k < len(row) {
				table.within[i][k] = sum
			}
		}
		for k := min(first-1, len(row)) - 1; k >= 0; k-- { // fewer services than were ever possible
			table.within[i][k] = sum
		}
	}
	return table
}

// At returns the table for time t, with room for what the jobs of the mixture found. Rows of counts that are given to it may be shorter
// than those of the mixture, but no longer.
func (m PhaseType) At(t float64) *Table {
	chain := newPhaseChain(OrExponential(m.Service))
	phases := len(chain.start)
	table := &Table{within: make([][]float64, len(m.Found)), above: make([][]float64, len(m.Found))}
	for i, row := range m.Found {
		levels := (len(row) + phases - 1) / phases
		table.within[i], table.above[i] = chain.table(max(0, m.Rates[i]*t*chain.rate), levels)
	}
	return table
}

// Sum returns how many of the jobs that are counted respond within t, on average.
func (t *Table) Sum(found [][]uint64) float64 { return product(t.within, found) }

// Above returns how many of the jobs that are counted take longer than t, on average.
func (t *Table) Above(found [][]uint64) float64 { return product(t.above, found) }

func product(table [][]float64, found [][]uint64) float64 {
	sum := 0.0
	for i, row := range found {
		weights := table[i][:len(row)]
		for at, count := range row {
			if count != 0 {
				sum += float64(count) * weights[at]
			}
		}
	}
	return sum
}

// table returns the probabilities to be out within a Poisson number of steps of mean x, and not to be, for queues of fewer jobs than
// levels. A job that found k > 0 jobs is out when k+1 services have ended.
func (c *phaseChain) table(x float64, levels int) (within, above []float64) {
	phases := len(c.start)
	within, above = make([]float64, levels*phases), make([]float64, levels*phases)
	if levels == 0 {
		return within, above
	}
	ended := c.ended(x, levels)
	total := make([]float64, phases)
	for k := range levels {
		for j := range phases {
			total[j] += ended[k*phases+j]
			above[k*phases+j] = total[j]
		}
	}
	clear(total)
	for k := levels; k > 0; k-- {
		for j := range phases {
			total[j] += ended[k*phases+j]
			within[(k-1)*phases+j] = total[j]
		}
	}
	// A job that found nobody starts its own service, in a random phase.
	for _, row := range [][]float64{within, above} {
		mean := 0.0
		for j, p := range c.start {
			mean += p * row[j]
		}
		for j := range phases {
			row[j] = mean
		}
	}
	return within, above
}

// ended returns for i < levels and each phase j the probability that just i services end within a Poisson number of steps of mean x, where
// the first of them is in phase j at the beginning, at i*J+j; and for i = levels that levels or more do.
func (c *phaseChain) ended(x float64, levels int) []float64 {
	doublings := c.doublings(x, levels)
	if doublings == 0 {
		return c.stepped(x, levels, -1)
	}
	r := c.renewals(math.Ldexp(x, -doublings), levels)
	for range doublings - 1 {
		r = r.twice()
	}
	return r.times(r.sums())
}

// stepped is ended by way of all numbers of steps, for the event that the last service is in a given phase then; -1 is any.
//
// The recursion in the number of steps adds no negative numbers, so that all probabilities have a small relative error; only the band of
// levels that are neither over nor out of reach is computed.
func (c *phaseChain) stepped(x float64, levels, phase int) []float64 {
	phases := len(c.start)
	ended := make([]float64, (levels+1)*phases) // after the steps so far
	sum := make([]float64, len(ended))          // after a Poisson number of steps
	for j := range phases {
		if phase < 0 || j == phase {
			ended[j] = 1
		}
	}
	low, high, n := 0, 0, 0
	for ; float64(n) < x-17*math.Sqrt(x)-1; n++ { // fewer steps are less likely than 1e-60
		if low == levels && phase < 0 { // all is over
			for j := range phases {
				sum[levels*phases+j] = 1
			}
			return sum
		}
		low, high = c.back(ended, low, high, levels)
	}
	first, weights := poissonWeights(x)
	for ; n < first+len(weights); n++ {
		if n >= first {
			w := weights[n-first]
			for i := low * phases; i < (high+1)*phases; i++ {
				sum[i] += w * ended[i]
			}
		}
		low, high = c.back(ended, low, high, levels)
	}
	return sum
}

// back goes from n to n+1 steps and returns the band of levels that matter then.
func (c *phaseChain) back(ended []float64, low, high, levels int) (int, int) {
	phases := len(c.start)
	var before [kernel.MaxPhases]float64
	fresh := func(k int) float64 { // probability of level k from the beginning of a service
		sum := 0.0
		for j, v := range ended[k*phases : (k+1)*phases] {
			sum += c.start[j] * v
		}
		return sum
	}
	high = min(high+1, levels)
	largest := 0.0
	for k := high; k >= low; k-- {
		next := 0.0 // if the service ends in this step
		if k > low {
			next = fresh(k - 1)
		}
		if k == levels {
			next += fresh(k)
		}
		row := ended[k*phases : (k+1)*phases]
		copy(before[:], row)
		largest = 0
		for j := range row {
			v := c.exit[j] * next
			for _, m := range c.to[j] {
				v += before[m.phase] * m.probability
			}
			row[j] = v
			largest = max(largest, v)
		}
		if k == high && k > low && k < levels && largest < forgotten {
			clear(row)
			high--
		}
	}
	if largest < forgotten && low < levels {
		clear(ended[low*phases : (low+1)*phases])
		low++
		high = max(high, low)
	}
	return low, high
}

// poissonWeights returns the probabilities of first, first+1, ... for a Poisson number of mean x, up to 1e-60 on both sides. They are
// followed from the mode, as in poissonMean. Of a mean that is no number there is nothing to follow, and no end to come to: comparisons are
// so that both loops end then.
func poissonWeights(x float64) (first int, weights []float64) {
	mode := math.Floor(x)
	down := []float64{}
	for j, w := mode, 1.0; j > 0; j-- {
		if w *= j / x; !(w >= forgotten) {
			break
		}
		down = append(down, w)
	}
	first = int(mode) - len(down)
	total := 1.0
	for i := len(down) - 1; i >= 0; i-- {
		weights = append(weights, down[i])
		total += down[i]
	}
	weights = append(weights, 1)
	for j, w := mode+1, 1.0; ; j++ {
		if w *= x / j; !(w >= forgotten) {
			break
		}
		weights = append(weights, w)
		total += w
	}
	for i := range weights {
		weights[i] /= total
	}
	return first, weights
}
