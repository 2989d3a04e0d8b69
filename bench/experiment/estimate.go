package experiment

import (
	"math"

	"shardq/bench/stats"
	"shardq/bench/theory/mixture"
	"shardq/kernel"
)

// quantiles are the shares of jobs whose response times are reported.
var quantiles = [...]struct {
	Name  string
	Share float64
}{{"0.5", 0.5}, {"0.9", 0.9}, {"0.99", 0.99}, {"0.999", 0.999}}

// longestTail is the number of queue lengths that are reported for a type. Only systems that are overloaded or nearly so have more.
const longestTail = 1000

// estimator turns the counts of the replications of one policy into estimates.
type estimator struct {
	types  []kernel.Type
	rates  []float64      // of types
	law    *kernel.Phases // of service, if it has several phases
	tick   float64        // in units of the model's time
	tracks []track
	sum    kernel.Counters // over all replications
	cfg    stats.Config
}

func newEstimator(c *course) *estimator {
	e := &estimator{types: c.sys.Types, tick: c.tick, tracks: c.tracks, sum: c.sum(), cfg: statsConfig(&c.sc.Run)}
	if e.sum.Phases > 1 {
		e.law = c.sys.Service
	}
	for _, t := range e.types {
		e.rates = append(e.rates, t.Rate)
	}
	return e
}

// series applies f to every batch of every replication.
func (e *estimator) series(f func(*kernel.Counters) float64) [][]float64 {
	out := make([][]float64, len(e.tracks))
	for r := range e.tracks {
		for b := range e.tracks[r].batches {
			out[r] = append(out[r], f(&e.tracks[r].batches[b]))
		}
	}
	return out
}

func admitted(c *kernel.Counters) float64 { return float64(c.Admitted) }
func ticks(c *kernel.Counters) float64    { return float64(c.Ticks) }

// time returns the simulated time that a count covers.
func (e *estimator) time(c *kernel.Counters) float64 { return float64(ticks(c) * e.tick) }

// work returns the sum over admitted jobs of (k + own) / mu, k being the jobs that one found: with own = 1 the expected response time, with 0 the
// expected waiting time. Sums of a type are integers, so that only types are added up in floating point.
func (e *estimator) work(c *kernel.Counters, own uint64) float64 {
	sum := 0.0
	for m, row := range c.Join {
		services := uint64(0)
		for k, n := range row {
			services += n * (uint64(k) + own)
		}
		sum += float64(services) / e.rates[m]
	}
	return sum
}

// response and waiting return the sums over admitted jobs of these expected times, service that of their difference.
func (e *estimator) response(c *kernel.Counters) float64 {
	switch {
	case e.law == nil:
		return e.work(c, 1)
	case c.Admitted == 0:
		return 0
	}
	return e.inPhases(c).Mean() * admitted(c)
}

func (e *estimator) waiting(c *kernel.Counters) float64 {
	switch {
	case e.law == nil:
		return e.work(c, 0)
	case c.Admitted == 0:
		return 0
	}
	return e.inPhases(c).Waiting() * admitted(c)
}

func (e *estimator) service(c *kernel.Counters) float64 { return e.response(c) - e.waiting(c) }

// inPhases returns the distribution of the response times of the jobs counted, where service has phases.
func (e *estimator) inPhases(c *kernel.Counters) mixture.PhaseType {
	return mixture.PhaseType{Rates: e.rates, Service: e.law, Found: c.Found}
}

// perJob estimates the mean over admitted jobs of something that f adds up.
func (e *estimator) perJob(f func(*kernel.Counters) float64) stats.Estimate {
	return stats.Pool(e.series(f), e.series(admitted), e.cfg)
}

// blocking estimates the share of jobs that were sent to a full server, of those that arrived at a port with neighbours.
func (e *estimator) blocking() stats.Estimate {
	blocked := e.series(func(c *kernel.Counters) float64 { return float64(c.Blocked) })
	routable := e.series(func(c *kernel.Counters) float64 { return float64(c.Arrived - c.Unroutable) })
	return stats.PoolShare(blocked, routable, e.cfg)
}

// number estimates the mean number of jobs in the system.
func (e *estimator) number() stats.Estimate {
	return stats.Pool(e.series(func(c *kernel.Counters) float64 { return c.Area.Float() }), e.series(ticks), e.cfg)
}

// quantiles estimates the quantiles of the response time, in the order of the table of that name.
func (e *estimator) quantiles() []stats.Estimate {
	quantile := mixture.Erlang{Rates: e.rates, Join: e.sum.Join}.Quantile
	// within returns a function that gives how many of the jobs counted respond within a time.
	within := func(t float64) func(*kernel.Counters) float64 {
		return func(c *kernel.Counters) float64 {
			return float64(admitted(c) * mixture.Erlang{Rates: e.rates, Join: c.Join}.CDF(t))
		}
	}
	if e.law != nil {
		quantile = e.inPhases(&e.sum).Distribution().Quantile
		within = func(t float64) func(*kernel.Counters) float64 {
			table := e.inPhases(&e.sum).At(t)
			return func(c *kernel.Counters) float64 { return table.Sum(c.Found) }
		}
	}
	var out []stats.Estimate
	for _, q := range quantiles {
		responded := within(quantile(q.Share))
		below := e.series(func(c *kernel.Counters) float64 {
			if c.Admitted == 0 {
				return 0
			}
			return responded(c)
		})
		out = append(out, stats.Quantile(q.Share, stats.Pool(below, e.series(admitted), e.cfg), quantile))
	}
	return out
}

// little returns by how many standard errors the mean number in system differs from the admitted rate times the mean response time. Both are means
// over the same batches, so it is their difference that is estimated.
func (e *estimator) little() float64 {
	difference := e.series(func(c *kernel.Counters) float64 { return float64(c.Area.Float()*e.tick) - e.response(c) })
	d := stats.Pool(difference, e.series(e.time), stats.Config{})
	if d.Value == 0 {
		return 0
	}
	return d.Value / d.StdErr
}

// occupancy returns what potential departures of type m met.
func (e *estimator) occupancy(m int) (utilisation, meanQueue float64, tail []float64) {
	row := e.sum.Seen[m]
	seen, jobs := uint64(0), uint64(0)
	for k, n := range row {
		seen += n
		jobs += uint64(k) * n
	}
	above := seen
	for k, n := range row {
		if above -= n; above == 0 || k == longestTail {
			break
		}
		tail = append(tail, float64(above)/float64(seen))
	}
	if seen == 0 {
		return math.NaN(), math.NaN(), nil
	}
	return 1 - float64(row[0])/float64(seen), float64(jobs) / float64(seen), tail
}
