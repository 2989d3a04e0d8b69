package study

import (
	"fmt"
	"math"

	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/stats"
	"shardq/bench/theory/mixture"
)

type bipartiteEvaluation = evaluation[tallies, *tallies]

func admitted(c *tallies) float64 { return float64(c.Admitted) }
func arrived(c *tallies) float64  { return float64(c.Arrived) }

// quantities of the bipartite model. Times are those of admitted jobs.
func (s *bipartiteSubject) quantities(e *bipartiteEvaluation) []quantity[tallies] {
	perJob := func(key, name string, place result.Place, f func(*tallies) float64) quantity[tallies] {
		return quantity[tallies]{Measure: result.Measure{Key: key, Name: name, Unit: "time", Place: place}, num: f, den: admitted}
	}
	blocking := result.Measure{Key: "blocking", Name: "blocking", Unit: result.ShareUnit, Place: result.Main, Note: blockingNote(&e.sum)}
	number := result.Measure{Key: "mean_number", Name: "jobs in system", Unit: "jobs", Place: result.Reported}
	messages := result.Measure{Key: "messages_per_job", Name: "messages a job", Unit: "messages"}
	list := []quantity[tallies]{
		perJob("mean_response", "mean response", result.Main, s.response),
		perJob("mean_waiting", "mean waiting", result.Reported, s.waiting),
		perJob("mean_service", "mean service", result.Reported, func(c *tallies) float64 { return s.response(c) - s.waiting(c) }),
		{Measure: blocking, law: counted, num: func(c *tallies) float64 { return float64(c.Blocked) },
			den: func(c *tallies) float64 { return float64(c.Arrived - c.Unroutable) }},
	}
	list[0].watched, list[3].watched = true, true
	list = append(list, s.quantiles(e)...)
	return append(
		list,
		quantity[tallies]{Measure: number, watched: true, num: func(c *tallies) float64 { return c.Area.Float() },
			den: func(c *tallies) float64 { return float64(c.Ticks) }},
		quantity[tallies]{
			Measure: messages,
			num:     func(c *tallies) float64 { return float64(s.messages(&c.Counters).Total() * arrived(c)) },
			den:     arrived,
		},
	)
}

// response and waiting return the sums over admitted jobs of their expected response and waiting times, given what they found.
func (s *bipartiteSubject) response(c *tallies) float64 {
	switch {
	case !s.phased(c):
		return s.work(c, 1)
	case c.Admitted == 0:
		return 0
	}
	return s.inPhases(c).Mean() * admitted(c)
}

func (s *bipartiteSubject) waiting(c *tallies) float64 {
	switch {
	case !s.phased(c):
		return s.work(c, 0)
	case c.Admitted == 0:
		return 0
	}
	return s.inPhases(c).Waiting() * admitted(c)
}

// phased reports whether service has several phases.
func (s *bipartiteSubject) phased(c *tallies) bool { return c.Phases > 1 }

// work returns the sum over admitted jobs of (k + own) / mu, k being the jobs that one found: with own = 1 the expected response time, with
// 0 the expected waiting time. Sums of a type are integers, so that only types are added up in floating point.
func (s *bipartiteSubject) work(c *tallies, own uint64) float64 {
	sum := 0.0
	for m, row := range c.Join {
		services := uint64(0)
		for k, n := range row {
			services += n * (uint64(k) + own)
		}
		sum += float64(services) / s.sys.Types[m].Rate
	}
	return sum
}

// serviceRates are those of the types.
func (s *bipartiteSubject) serviceRates() []float64 {
	rates := make([]float64, len(s.sys.Types))
	for m, t := range s.sys.Types {
		rates[m] = t.Rate
	}
	return rates
}

// inPhases returns the distribution of the response times of the jobs counted, where service has phases.
func (s *bipartiteSubject) inPhases(c *tallies) mixture.PhaseType {
	return mixture.PhaseType{Rates: s.serviceRates(), Service: s.sys.Service, Found: c.Found}
}

// inverse returns the quantile function of the response times of the jobs counted.
func (s *bipartiteSubject) inverse(c *tallies) func(q float64) float64 {
	if s.phased(c) {
		return s.inPhases(c).Distribution().Quantile
	}
	return mixture.Erlang{Rates: s.serviceRates(), Join: c.Join}.Quantile
}

// within returns a function that gives how many of the jobs counted respond within a time: one pass over the counts, once the table for the
// time is made.
func (s *bipartiteSubject) within(sum *tallies, time float64) func(*tallies) float64 {
	if s.phased(sum) {
		table := s.inPhases(sum).At(time)
		return func(c *tallies) float64 { return table.Sum(c.Found) }
	}
	table := mixture.Erlang{Rates: s.serviceRates(), Join: sum.Join}.At(time)
	return func(c *tallies) float64 { return table.Sum(c.Join) }
}

// quantiles are those of the response time.
func (s *bipartiteSubject) quantiles(e *bipartiteEvaluation) (list []quantity[tallies]) {
	for i, q := range result.Quantiles() {
		m := result.Measure{Key: q.Key(), Name: q.Name + " quantile", Unit: "time", Place: result.Reported}
		if i == 0 {
			m.Note = "of the response time"
		}
		if q.Name == "0.5" || q.Name == "0.99" {
			m.Place = result.Main
		}
		list = append(list, quantity[tallies]{
			Measure: m,
			estimate: func() stats.Estimate {
				if e.sum.Admitted == 0 {
					return stats.Unknown()
				}
				inverse := s.inverse(&e.sum)
				responded := s.within(&e.sum, inverse(q.Share))
				below := e.series(func(c *tallies) float64 {
					if c.Admitted == 0 {
						return 0
					}
					return responded(c)
				})
				return stats.Quantile(q.Share, stats.Pool(below, e.series(admitted), e.cfg), inverse)
			},
			single: func(c *tallies) float64 {
				if c.Admitted == 0 {
					return math.NaN()
				}
				return s.inverse(c)(q.Share)
			},
		})
	}
	return list
}

func blockingNote(sum *tallies) string {
	return fmt.Sprintf("%v of %v jobs", report.Int(sum.Blocked), report.Int(sum.Arrived-sum.Unroutable))
}
