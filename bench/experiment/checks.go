package experiment

import (
	"fmt"
	"math"

	"shardq/bench/report"
	"shardq/bench/stats"
)

// littleLimit is the difference in standard errors beyond which Little's law is reported as broken; Student's t with the fewest degrees of
// freedom that occur in a full run, 15, exceeds it once in 40,000 runs.
const littleLimit = 6

// checks compares measurements with what they must agree with.
func (c *course) checks(e *estimator, o *Outcome) Checks {
	k := Checks{
		LoadAsked:    c.sys.Arrivals / c.sys.Capacity(),
		LoadMeasured: float64(o.Jobs.Arrived) / float64(o.Time*c.sys.Capacity()),
		Little:       e.little(),
		Drift:        math.NaN(),
	}
	if !o.Partial { // else the first batches are of more replications than the last
		areas := make([]float64, len(c.areas))
		for b, a := range c.areas {
			areas[b] = a.Float()
		}
		k.Drift, k.Drifting = stats.Drift(areas)
		k.Growing = stats.Stability(areas).Verdict == stats.Growing
	}
	return k
}

// warnings says what a reader should know before trusting the numbers.
func warnings(c *course, o *Outcome) []string {
	var list []string
	warn := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	run := &c.sc.Run
	if o.Partial {
		asked := float64(run.Measure * float64(run.Replications))
		if o.HasStatistics() && run.Precision != nil {
			warn("interrupted before the precision was reached: the statistics cover %v units of time", report.Number(o.Time, 4))
		} else if o.HasStatistics() {
			warn("interrupted: the statistics cover %v of %v units of time", report.Number(o.Time, 4), report.Number(asked, 4))
		} else if c.warm() {
			warn("interrupted before the end of the first batch: no statistics")
		} else {
			warn("interrupted during the warm-up: no statistics")
		}
	}
	if text := o.Warmup.warning(); text != "" {
		warn("%s", text)
	}
	if !o.HasStatistics() {
		return list
	}
	list = append(list, unreached(o.Precision, run)...)
	if c.sys.Buffer == 0 && o.Checks.LoadAsked >= 1 {
		warn("load %.4g with unbounded buffers: the queues grow for ever, and every number depends on the length of the run", o.Checks.LoadAsked)
	}
	if o.Checks.Growing {
		warn("the number in system grows all along the run: the system is unstable, and every number depends on the length of the run")
		return list
	}
	if o.Checks.Drifting {
		warn("the number in system is still drifting when the measurement begins: its first quarter is %+.1f standard errors from the rest, "+
			"so a warm-up of %g is too short", o.Checks.Drift, run.Warmup)
	}
	if o.MeanResponse.Correlated || o.MeanNumber.Correlated || o.Blocking.Correlated {
		warn("the run is short for its own memory: batches are correlated, and the intervals are guesses; measure longer")
	}
	if !o.MeanResponse.Known() {
		warn("too few batches or jobs for an interval")
	}
	if math.Abs(o.Checks.Little) > littleLimit {
		warn("Little's law is off by %.1f standard errors: the system is not in a steady state", o.Checks.Little)
	}
	if o.Jobs.Unroutable > 0 {
		warn("%s%d of %d ports have no neighbours; their jobs (%.3g %% of all) are lost, and counted apart from blocking",
			o.Graph.About(), o.Graph.Isolated, o.Graph.Ports, 100*float64(o.Jobs.Unroutable)/float64(o.Jobs.Arrived))
	}
	return list
}

// warm reports whether a replication has done its warm-up.
func (c *course) warm() bool {
	for i := range c.tracks {
		if c.tracks[i].warm {
			return true
		}
	}
	return false
}
