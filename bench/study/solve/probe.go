package solve

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/bench/fault"
	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/stats"
	"shardq/bench/study"
	"shardq/graph/rng"
)

// Answer says what a probe found.
type Answer string

// The answers.
const (
	Open  Answer = "open" // too close to the limit to tell
	Meets Answer = "meets"
	Fails Answer = "fails"
)

// Probe is one value of the parameter, with what was measured there.
type Probe struct {
	At        float64
	Value     float64 // mean of the measure over runs
	HalfWidth float64 // of an interval that is wrong with the probability left to one look of one probe
	Limit     float64 // of the target; mean over runs where it depends on what was lost
	Runs      int
	Answer    Answer
	Note      string // why, if nothing was measured
	Wall      time.Duration
	Drifting  bool // a run had too short a warm-up
}

// String says in a line what was found: "38: 2.31 ± 0.02, limit 2.42: meets (2 runs)".
func (p Probe) String() string {
	at := strconv.FormatFloat(p.At, 'g', -1, 64)
	if p.Runs == 0 {
		return fmt.Sprintf("%s: %s: %s", at, p.Note, p.Answer)
	}
	return fmt.Sprintf("%s: %v, limit %v: %s (%s, %v)", at, report.WithError(p.Value, p.HalfWidth), report.Number(p.Limit, 5), p.Answer,
		result.Count(p.Runs, "run"), report.Duration(p.Wall))
}

// copyStream separates the seeds of runs of a probe from those of replications within a run.
const copyStream = 1 << 31

// reading is what one run of a probe gave.
type reading struct {
	estimate    stats.Estimate
	limit, jobs float64
	drifting    bool
}

// probe runs the scenario at a value, with the same seeds for every value: 1 run, 2, 4 and so on, until the interval of the measure leaves
// the limit. If ctx ends, it answers from the runs that are complete.
func (s *search) probe(ctx context.Context, at float64) (p Probe, err error) {
	start := time.Now()
	p = Probe{At: at, Value: nan, HalfWidth: nan, Limit: nan, Answer: Open}
	defer func() { p.Wall = time.Since(start) }()
	sc, err := s.cfg.Scenario(input.Set{Path: s.cfg.Over, Value: s.par.text(at)})
	if err != nil {
		return p, fault.Input(fmt.Errorf("%s = %s: %w", s.cfg.Over, s.par.text(at), err))
	}
	if sc.Buffer() == 0 && sc.Load() >= 1 && sc.Model != scenario.Pools && s.cfg.Target.Measure != "blocking" &&
		s.cfg.Target.Measure != "mean_service" {
		p.Note = "the queues grow for ever"
		p.Answer = Fails
		if s.cfg.Target.AtLeast {
			p.Answer = Meets
		}
		return p, nil
	}
	var all []reading
	for most := 1; most <= s.cfg.Runs; most *= 2 {
		for len(all) < most {
			r, err := s.read(ctx, sc, at, len(all))
			if err != nil {
				return p, err
			}
			s.runs++
			all = append(all, r)
			s.judge(&p, all, false)
		}
		if s.judge(&p, all, true); p.Answer != Open {
			return p, nil
		}
	}
	return p, nil
}

// simulate runs the scenario once. Run 0 has the seed of the scenario, the others have seeds of their own and so graphs of their own.
func (s *search) simulate(ctx context.Context, sc *scenario.Scenario, _ float64, i int) (reading, error) {
	own := *sc
	if i > 0 {
		own.Run.Seed = rng.Derive(sc.Run.Seed, copyStream+uint32(i))
	}
	r, err := study.Run(ctx, &own, s.cfg.Options)
	if err != nil {
		return reading{}, err
	}
	s.last = r
	o := r.Outcomes[0]
	limit, err := s.cfg.Target.limit(o)
	e := o.Estimate(s.cfg.Target.Measure)
	if o.Verdict.Word == result.Growing {
		e.Value = math.Inf(1)
	}
	return reading{e, limit, float64(o.Jobs.Arrived), o.Checks.Drifting}, err
}

// fewestAlone is the number of runs from which on their spread alone gives the error.
const fewestAlone = 10

// guessed is how many half-widths a value must be away from its limit if the runs are short for their own memory, and the interval is a
// guess.
const guessed = 2.5

// judge evaluates the runs so far; decide says that it is one of the looks at which the probe may end.
func (s *search) judge(p *Probe, all []reading, decide bool) {
	n := float64(len(all))
	var value, limit, jobs, within, between float64
	groups, short := 0, false
	for _, r := range all {
		value += r.estimate.Value
		limit += r.limit
		jobs += r.jobs
		within += float64(r.estimate.StdErr * r.estimate.StdErr)
		groups += r.estimate.Batches - 1
		short = short || !r.estimate.Known() || r.estimate.Correlated
		p.Drifting = p.Drifting || r.drifting
	}
	value, limit = value/n, limit/n
	p.Runs, p.Value, p.Limit, p.Answer = len(all), value, limit, Open
	for _, r := range all {
		d := r.estimate.Value - r.limit - (value - limit)
		between += float64(d * d)
	}
	// Within a run batches tell the error; runs of different graphs may differ by more.
	stdErr := math.Sqrt(within) / n
	degrees := float64(groups)
	if len(all) > 1 {
		spread := math.Sqrt(between / (n - 1) / n)
		if stdErr = max(stdErr, spread); len(all) >= fewestAlone {
			stdErr, degrees, short = spread, n-1, false
		}
	}
	if math.IsInf(value, 1) {
		p.Answer, p.Note = s.side(false), "the number in system grows"
		return
	}
	if math.IsNaN(value) || math.IsNaN(limit) || !(degrees >= 1) {
		return
	}
	p.HalfWidth = float64(distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}.Quantile(1-s.level) * stdErr)
	if s.cfg.Target.Measure == "blocking" { // if nothing was lost, the probability may still be this
		p.HalfWidth = max(p.HalfWidth, -math.Log(s.level)/jobs)
	}
	if !decide || math.IsNaN(p.HalfWidth) {
		return
	}
	margin := p.HalfWidth
	if short {
		margin *= guessed
	}
	switch d := value - limit; {
	case d > margin:
		p.Answer = s.side(false)
	case d < -margin:
		p.Answer = s.side(true)
	}
}

// side is the answer for a measure that is below its limit, or above it.
func (s *search) side(below bool) Answer {
	if below != s.cfg.Target.AtLeast {
		return Meets
	}
	return Fails
}
