package mixture

import (
	"math"

	"shardq/kernel"
)

// PhaseType is the distribution of the response time of admitted jobs under first come, first served with phase-type service: what [Erlang]
// is for exponential service. A job that joins a server of rate mu, finds k > 0 jobs there, and the one in service in phase j, leaves after
// what is left of that service, k-1 services and its own, whatever happens later, all at mu times the pace of the law.
//
// A table takes about a tenth of a second for queues of up to 1000 jobs and 4 phases, a quantile no more than some ten tables. The time
// grows with the square of the longest queue, and hardly with how much the rates of the phases differ.
//
// Without jobs every result is NaN.
type PhaseType struct {
	Rates   []float64      // service rate of each type
	Service *kernel.Phases // law of a service on a server of rate 1, of mean 1; nil is exponential
	// Found[m][k*J+j] counts the jobs that joined a server of type m and found k jobs there, the one in service in phase j of J; j is 0 if
	// k is. It is laid out as [kernel.Counters] has it.
	Found [][]uint64
}

// Mean returns the mean response time.
func (m PhaseType) Mean() float64 {
	mean, _, _ := m.moments()
	return mean
}

// Waiting returns the mean time before service.
func (m PhaseType) Waiting() float64 {
	_, waiting, _ := m.moments()
	return waiting
}

// Variance returns the variance of the response time.
func (m PhaseType) Variance() float64 {
	_, _, variance := m.moments()
	return variance
}

func (m PhaseType) moments() (mean, waiting, variance float64) {
	law := newPhaseMoments(OrExponential(m.Service))
	phases := len(law.leftMean)
	jobs := 0.0
	each := func(f func(count, rate, wait, spread float64)) { // mean and variance of the wait, on a server of rate 1
		for i, row := range m.Found {
			for at, count := range row {
				if count == 0 {
					continue // also where a phase cannot occur
				}
				if k, j := at/phases, at%phases; k == 0 {
					f(float64(count), m.Rates[i], 0, 0)
				} else {
					others := float64(k - 1)
					f(float64(count), m.Rates[i], law.leftMean[j]+others*law.mean, law.leftVariance[j]+others*law.variance)
				}
			}
		}
	}
	each(func(count, rate, wait, _ float64) {
		jobs += count
		mean += count * (wait + law.mean) / rate
		waiting += count * wait / rate
	})
	mean /= jobs
	// By the variance around the common mean, component by component: no difference of large numbers.
	each(func(count, rate, wait, spread float64) {
		off := (wait+law.mean)/rate - mean
		variance += count * ((spread+law.variance)/(rate*rate) + off*off)
	})
	return mean, waiting / jobs, variance / jobs
}

// CDF returns the probability of a response time of at most t. For more than one probability or quantile take a [PhaseType.Distribution],
// for many mixtures at one t a [PhaseType.At].
func (m PhaseType) CDF(t float64) float64 { return m.Distribution().CDF(t) }

// Tail returns the probability of a response time above t. It is accurate where CDF is too near to 1 to tell.
func (m PhaseType) Tail(t float64) float64 { return m.Distribution().Tail(t) }

// Quantile returns the time that a fraction q of the jobs do not exceed, 0 <= q <= 1, to a relative 1e-12 or as near as q itself allows.
func (m PhaseType) Quantile(q float64) float64 { return m.Distribution().Quantile(q) }

// Quantiles returns several quantiles; it costs hardly more than one.
func (m PhaseType) Quantiles(qs ...float64) []float64 {
	d := m.Distribution()
	out := make([]float64, len(qs))
	for i, q := range qs {
		out[i] = d.Quantile(q)
	}
	return out
}

// Distribution returns the distribution of the response time, ready for many evaluations.
func (m PhaseType) Distribution() *Distribution {
	d := &Distribution{chain: newPhaseChain(OrExponential(m.Service)), found: m.Found}
	for i, row := range m.Found {
		p := newProgress(d.chain, row)
		d.types = append(d.types, p)
		d.rates = append(d.rates, m.Rates[i]*d.chain.rate)
		d.jobs += p.jobs
	}
	if d.jobs > 0 {
		d.mean, _, d.variance = m.moments()
	}
	for i, p := range d.types {
		// Up to here the distribution will be wanted; a search takes some 10 evaluations.
		x := d.rates[i] * (d.mean + 10*math.Sqrt(d.variance))
		d.byTable = append(d.byTable, x*float64(p.levels*d.chain.moves()) > 10*d.chain.cost(x, p.levels))
	}
	return d
}

// Distribution is the distribution of the response time of a [PhaseType]. It computes what it is asked for and keeps it for the next
// question, so that it belongs to one goroutine at a time.
type Distribution struct {
	chain          *phaseChain
	found          [][]uint64
	rates          []float64 // steps per unit of time on a server of each type
	types          []*progress
	byTable        []bool // for types whose progress would take too many steps
	jobs           float64
	mean, variance float64
}

// CDF returns the probability of a response time of at most t.
func (d *Distribution) CDF(t float64) float64 { return d.probability(t, false) }

// Tail returns the probability of a response time above t. It is accurate where CDF is too near to 1 to tell.
func (d *Distribution) Tail(t float64) float64 { return d.probability(t, true) }

func (d *Distribution) probability(t float64, tail bool) float64 {
	sum := 0.0
	for i, p := range d.types {
		if p.jobs == 0 {
			continue
		}
		x := max(0, d.rates[i]*t)
		if d.byTable[i] {
			within, above := d.chain.table(x, p.levels)
			if tail {
				within = above
			}
			sum += product([][]float64{within}, d.found[i:i+1])
			continue
		}
		p.extend(x)
		series := p.done
		if tail {
			series = p.left
		}
		sum += poissonMean(x, len(series)-1, func(n int) float64 { return series[n] })
	}
	return sum / d.jobs
}

// Quantile returns the time that a fraction q of the jobs do not exceed, 0 <= q <= 1, to a relative 1e-12 or as near as q itself allows.
func (d *Distribution) Quantile(q float64) float64 {
	switch {
	case !(q >= 0 && q <= 1) || d.jobs == 0:
		return math.NaN()
	case q == 0:
		return 0
	case q == 1:
		return math.Inf(1)
	}
	missing := func(t float64) float64 { return q - d.CDF(t) }
	if q > 0.5 { // where the tail has the more digits
		missing = func(t float64) float64 { return d.Tail(t) - (1 - q) }
	}
	// Cantelli's inequality on both sides brackets the quantile. The upper end is approached from below: what is far out is dear to
	// compute.
	deviation := math.Sqrt(d.variance)
	low := max(0, d.mean-deviation*math.Sqrt((1-q)/q))
	most := d.mean + deviation*math.Sqrt(q/(1-q))
	atLow := min(q, 1-q) // not known, but of the right sign
	if q > 0.5 {
		atLow = q
	}
	for at := max(2*low, d.mean); ; at = min(1.5*at, most) {
		v := missing(at)
		if v <= 0 || at == most {
			return root(missing, low, at, atLow, v)
		}
		low, atLow = at, v
	}
}

// root returns where f turns from positive to negative between low and high, to a relative 1e-12, given its values there: by inverse
// quadratic interpolation where that is safe, else by halving (Chandrupatla 1997).
func root(f func(float64) float64, low, high, atLow, atHigh float64) float64 {
	// The root is between a and b, a is the last point and c the one before.
	a, b, c, fa, fb, fc := high, low, low, atHigh, atLow, atLow
	t := 0.5
	for range 200 {
		x := a + t*(b-a)
		v := f(x)
		if (v > 0) == (fa > 0) {
			c, fc = a, fa
		} else {
			c, fc, b, fb = b, fb, a, fa
		}
		a, fa = x, v
		best := a
		if math.Abs(fb) < math.Abs(fa) {
			best = b
		}
		limit := 0.5e-12 * best / math.Abs(b-a)
		if limit > 0.5 || fa == 0 {
			return best
		}
		t = 0.5
		xi, phi := (a-b)/(c-b), (fa-fb)/(fc-fb)
		if phi*phi < xi && (1-phi)*(1-phi) < 1-xi {
			t = fa/(fb-fa)*fc/(fb-fc) + (c-a)/(b-a)*fa/(fc-fa)*fb/(fc-fb)
		}
		t = min(max(t, limit), 1-limit)
	}
	return a
}

// progress follows the jobs that joined servers of one type through the steps of their servers: how many of them have left after n steps,
// on average. The number of steps up to a time is Poisson, so that these numbers give the distribution at every time.
type progress struct {
	chain *phaseChain
	jobs  float64
	// waiting[k*J+j] is the number of jobs with k jobs ahead of them and the service under way in phase j; for k = 0 it is their own.
	// Levels from levels on are empty.
	waiting []float64
	levels  int
	done    []float64 // by number of steps
	left    []float64 // all jobs less done, with all its digits
}

// forgotten is the share of the jobs that may be left out of account: probabilities have a relative 1e-9 down to 1e-50.
const forgotten = 1e-60

func newProgress(chain *phaseChain, found []uint64) *progress {
	phases := len(chain.start)
	p := &progress{chain: chain, levels: (len(found) + phases - 1) / phases}
	p.waiting = make([]float64, p.levels*phases)
	for i, count := range found {
		p.jobs += float64(count)
		if i >= phases {
			p.waiting[i] = float64(count)
		}
	}
	if p.jobs > 0 {
		alone := 0.0 // jobs that found nobody start their own service
		for _, count := range found[:min(phases, len(found))] {
			alone += float64(count)
		}
		for j, share := range chain.start {
			p.waiting[j] = alone * share
		}
	}
	p.done, p.left = []float64{0}, []float64{p.jobs}
	return p
}

// extend makes done and left long enough for a Poisson number of steps with mean x, or until nobody is left.
func (p *progress) extend(x float64) {
	steps := x + 17*math.Sqrt(x) + 100 // beyond it is less than 1e-60
	for float64(len(p.done)) < steps && p.left[len(p.left)-1] > forgotten*p.jobs {
		p.step()
	}
}

func (p *progress) step() {
	c := p.chain
	phases := len(c.start)
	var before [kernel.MaxPhases]float64
	flow := func(k int) float64 { // that leaves level k
		sum := 0.0
		for j, v := range p.waiting[k*phases : (k+1)*phases] {
			sum += v * c.exit[j]
		}
		return sum
	}
	out := flow(0)
	total := 0.0
	level := 0.0
	for k := range p.levels {
		in := 0.0
		if k+1 < p.levels {
			in = flow(k + 1)
		}
		row := p.waiting[k*phases : (k+1)*phases]
		copy(before[:], row)
		level = 0
		for j := range row {
			v := c.start[j] * in
			for _, m := range c.from[j] {
				v += before[m.phase] * m.probability
			}
			row[j] = v
			level += v
		}
		total += level
	}
	if level <= forgotten*p.jobs && p.levels > 1 {
		p.levels--
	}
	done := p.done[len(p.done)-1] + out
	if total < p.jobs/2 { // then their difference has all its digits too, without the roundings of many steps
		done = p.jobs - total
	}
	p.done, p.left = append(p.done, done), append(p.left, total)
}
