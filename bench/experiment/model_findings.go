package experiment

import (
	"fmt"
	"math"
	"strings"
	"time"

	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel/policy"
)

// Findings is the result of one policy of a model other than the bipartite one. All counts and estimates are of the measured time alone, and the
// same for the same scenario and seed on any machine; what follows Partial describes this run on this machine.
type Findings struct {
	Scenario *scenario.Scenario // with this policy alone
	Policy   policy.Policy
	Digests  []uint64 // of each replication; nil if partial

	Batches      int     // that the statistics cover, over all replications; 0 if there are no statistics
	Replications int     // that contribute to them
	Time         float64 // simulated time that they cover, over all replications; slots in the slotted model
	Jobs         Jobs

	Definitions []string      // what the measures count, where it could be taken another way
	Measures    []Measure     // in the order of reports; the same ones for every policy of a model
	Occupancy   []Level       // nil in the slotted model
	Known       []known.Value // what theory says
	Messages    Messages
	Verdict     Verdict // slotted model
	Checks      Checks  // Little is NaN where a number in system is not measured apart from response times

	Warmup    *Warmup   // as found by the run; nil if the scenario gives it
	Precision []Reached // of what the scenario asks for; nil of a partial run

	Warnings []string
	Partial  bool

	Simulated uint64          // jobs that arrived since time 0, warm-up included
	Wall      time.Duration   // to simulate
	Memory    instance.Memory // as estimated before the run
	Note      string          // settings that have no meaning here

	interrupted string  // when, if nothing was measured
	gauges      []gauge // what policies are compared by
}

// Measure is one estimated quantity.
type Measure struct {
	Name string // in reports
	Key  string // in JSON; "group.key" for one of several in an object of that name
	stats.Estimate
	Share bool   // shown in per cent
	Main  bool   // stands in the comparison of policies
	Note  string // what it is, in reports
}

func (m *Measure) cell() report.Cell {
	if m.Share {
		return percent(m.Estimate)
	}
	return cell(m.Estimate)
}

// Level is the share of servers, or pools, with at least so many jobs.
type Level struct {
	AtLeast int
	Share   stats.Estimate
	Limit   float64 // of many servers; NaN if not known
}

// Messages is what a policy would cost in communication, a job.
type Messages struct {
	Queries, Replies, Reports float64 // per job that arrived: asking servers, their answers, and what servers or dispatcher tell unasked
	Scheme                    string  // who tells whom what
}

// Total returns the sum.
func (m Messages) Total() float64 { return m.Queries + m.Replies + m.Reports }

// HasStatistics reports whether anything was measured.
func (f *Findings) HasStatistics() bool { return f.Batches > 0 }

// Speed returns simulated jobs per second of wall time.
func (f *Findings) Speed() float64 { return float64(f.Simulated) / f.Wall.Seconds() }

// Digest returns the digest of replication 0, or "" if the run was interrupted.
func (f *Findings) Digest() string { return firstDigest(f.Digests) }

// CombinedDigest returns the xxhash64 of the digests of all replications; "" if the run was interrupted.
func (f *Findings) CombinedDigest() string { return combinedDigest(f.Digests) }

// Measure returns the measure of a key of JSON.
func (f *Findings) Measure(key string) (m Measure, ok bool) {
	for _, m := range f.Measures {
		if m.Key == key {
			return m, true
		}
	}
	return Measure{}, false
}

// known returns what theory says about the measure of a key, or nil.
func (f *Findings) known(key string) *known.Value {
	_, inner, grouped := strings.Cut(key, ".")
	for i := range f.Known {
		if k := &f.Known[i]; k.Key == key || grouped && k.Key == inner {
			return k
		}
	}
	return nil
}

// add appends a measure.
func (f *Findings) add(name, key string, e stats.Estimate, note string) *Measure {
	f.Measures = append(f.Measures, Measure{Name: name, Key: key, Estimate: e, Note: note})
	return &f.Measures[len(f.Measures)-1]
}

// warn appends a warning.
func (f *Findings) warn(format string, args ...any) {
	f.Warnings = append(f.Warnings, fmt.Sprintf(format, args...))
}

// judge adds the warnings that every model has.
func (f *Findings) judge() {
	run := &f.Scenario.Run
	unit := "units of time"
	if f.Scenario.Model == scenario.Slotted {
		unit = "slots"
	}
	if f.Partial {
		if !f.HasStatistics() {
			f.warn("interrupted %s: no statistics", f.interrupted)
			return
		}
		asked := " of " + report.Number(float64(run.Measure*float64(run.Replications)), 4).String()
		if run.Precision != nil {
			asked = ""
		}
		f.warn("interrupted: the statistics cover %v%s %s", report.Number(f.Time, 4), asked, unit)
	}
	if text := f.Warmup.warning(); text != "" {
		f.warn("%s", text)
	}
	f.Warnings = append(f.Warnings, unreached(f.Precision, run)...)
	switch f.Verdict.Word {
	case growing:
		f.warn("the number in system grows by %v jobs a slot: there is no mean response time to show", cell(f.Verdict.Growth))
		return
	case undecided:
		f.warn("it is undecided whether the number in system stays bounded: measure longer before trusting its mean")
	}
	if f.Scenario.Model == scenario.Elastic && f.Scenario.Buffer() == 0 && f.Checks.LoadAsked >= 1 {
		f.warn("load %.4g with unbounded buffers: the queues grow for ever, and every number depends on the length of the run", f.Checks.LoadAsked)
	}
	if f.Checks.Drifting {
		f.warn("the number in system is still drifting when the measurement begins: its first quarter is %+.1f standard errors from the rest, "+
			"so a warm-up of %g is too short", f.Checks.Drift, run.Warmup)
	}
	for _, m := range f.Measures {
		if m.Main && m.Correlated {
			f.warn("the run is short for its own memory: batches are correlated, and the intervals are guesses; measure longer")
			break
		}
	}
	if m, ok := f.Measure("mean_response"); ok && !m.Known() {
		f.warn("too few batches or jobs for an interval")
	}
	if math.Abs(f.Checks.Little) > littleLimit {
		f.warn("Little's law is off by %.1f standard errors: the system is not in a steady state", f.Checks.Little)
	}
}

// asShare shows a measure in per cent.
func (m *Measure) asShare() *Measure {
	m.Share = true
	return m
}
