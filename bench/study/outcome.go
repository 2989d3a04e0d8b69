package study

import (
	"fmt"
	"math"

	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/graph/rng"
	"shardq/kernel/policy"
)

// outcome evaluates the replications of a policy.
func (c *course[C, P]) outcome(p policy.Policy) *result.Outcome {
	e := c.evaluation()
	sc := *c.sc
	sc.Policies = []policy.Policy{p}
	o := &result.Outcome{Scenario: &sc, Policy: p, Warmup: c.warmup, Precision: c.reached, Partial: e.partial}
	o.Checks.Drift = math.NaN()
	for i := range c.tracks {
		t := &c.tracks[i]
		o.Simulated += t.jobs
		o.Batches += len(t.batches)
		if len(t.batches) > 0 {
			o.Replications++
		}
		o.Digests = append(o.Digests, t.digest)
	}
	if o.Partial {
		o.Digests, o.Precision = nil, nil
	}
	c.subject.describe(e, o)
	list := e.quantities()
	for i := range list {
		m := list[i].Measure
		if m.Estimate = stats.Unknown(); o.HasStatistics() {
			m.Estimate = e.of(&list[i])
		}
		o.Measures = append(o.Measures, m)
	}
	if o.HasStatistics() {
		o.Alone = c.alone(e)
		c.subject.complete(e, o)
		for _, key := range RankedBy(c.sc) {
			if g, ok := e.gauge(key); ok {
				o.Gauges = append(o.Gauges, g)
			}
		}
	}
	c.warn(e, o)
	return o
}

// alone returns what each replication gave by itself, where there are several.
func (c *course[C, P]) alone(e *evaluation[C, P]) (list []result.Alone) {
	if len(c.tracks) < 2 {
		return nil
	}
	for i := range c.tracks {
		t := &c.tracks[i]
		if len(t.batches) == 0 {
			continue
		}
		a := result.Alone{Seed: rng.Derive(c.sc.Run.Seed, uint32(i)), Digest: t.digest, Jobs: c.subject.jobs(&t.total)}
		for q := range e.quantities() {
			a.Values = append(a.Values, e.one(&e.list[q], &t.total))
		}
		list = append(list, a)
	}
	return list
}

// littleLimit is the difference in standard errors beyond which Little's law is reported as broken; Student's t with the fewest degrees of
// freedom that occur in a full run, 15, exceeds it once in 40,000 runs.
const littleLimit = 6

// warn adds what a reader should know before trusting the numbers.
func (c *course[C, P]) warn(e *evaluation[C, P], o *result.Outcome) {
	warn := func(format string, args ...any) { o.Warnings = append(o.Warnings, fmt.Sprintf(format, args...)) }
	run := &c.sc.Run
	if o.Partial {
		c.interrupted(o, warn)
	}
	if text := o.Warmup.Warning(); text != "" {
		warn("%s", text)
	}
	if !o.HasStatistics() {
		return
	}
	o.Warnings = append(o.Warnings, result.Unreached(o.Precision, run.Most)...)
	switch o.Verdict.Word {
	case result.Growing:
		warn("the number in system grows by %v jobs a slot: there is no mean response time to show", result.Cell(o.Verdict.Growth))
		return
	case result.Undecided:
		warn("it is undecided whether the number in system stays bounded: measure longer before trusting its mean")
	}
	if o.Checks.Overloaded {
		warn(
			"load %.4g with unbounded buffers: the queues grow for ever, and every number depends on the length of the run",
			o.Checks.LoadAsked,
		)
	}
	if o.Checks.Growing {
		warn("the number in system grows all along the run: the system is unstable, and every number depends on the length of the run")
		return
	}
	if o.Checks.Drifting {
		warn(
			"the number in system is still drifting when the measurement begins: its first quarter is %+.1f standard errors from the rest, "+
				"so a warm-up of %g is too short",
			o.Checks.Drift,
			run.Warmup,
		)
	}
	for i := range e.list {
		if e.list[i].watched && o.Measures[i].Correlated {
			warn("the run is short for its own memory: batches are correlated, and the intervals are guesses; measure longer")
			break
		}
	}
	if m, ok := o.Measure("mean_response"); ok && !m.Known() {
		warn("too few batches or jobs for an interval")
	}
	if !o.Checks.NoLittle && math.Abs(o.Checks.Little) > littleLimit {
		warn("Little's law is off by %.1f standard errors: the system is not in a steady state", o.Checks.Little)
	}
	if o.Jobs.Unroutable > 0 {
		warn("%s%d of %d ports have no neighbours; their jobs (%.3g %% of all) are lost, and counted apart from blocking",
			o.Graph.About(), o.Graph.Isolated, o.Graph.Ports, 100*float64(o.Jobs.Unroutable)/float64(o.Jobs.Arrived))
	}
}

// interrupted says what an interruption left.
func (c *course[C, P]) interrupted(o *result.Outcome, warn func(format string, args ...any)) {
	unit := "units of time"
	if c.sc.Model == scenario.Slotted {
		unit = "slots"
	}
	warm := false
	for i := range c.tracks {
		warm = warm || c.tracks[i].warm
	}
	run := &c.sc.Run
	switch {
	case o.HasStatistics() && run.Precision != nil:
		warn("interrupted before the precision was reached: the statistics cover %v %s", report.Number(o.Time, 4), unit)
	case o.HasStatistics():
		warn(
			"interrupted: the statistics cover %v of %v %s",
			report.Number(o.Time, 4),
			report.Number(float64(run.Measure*float64(run.Replications)), 4),
			unit,
		)
	case warm:
		warn("interrupted before the end of the first batch: no statistics")
	default:
		warn("interrupted during the warm-up: no statistics")
	}
}
