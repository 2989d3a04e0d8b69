package result

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"shardq/bench/known"
	"shardq/bench/report"
)

// Text writes for a terminal: a report of a single policy, or tables with a row for each of several.
func (r *Result) Text(out *bytes.Buffer) error {
	var err error
	if !r.Several() {
		for _, o := range r.Outcomes {
			err = errors.Join(err, o.text(out))
		}
		return err
	}
	err = r.policies(false).Text(out)
	for _, t := range r.more() {
		err = errors.Join(err, separate(out), t.Text(out))
	}
	for _, text := range r.Warnings() {
		fmt.Fprintf(out, "warning: %s\n", text)
	}
	return err
}

// text writes the readable report of one policy, the answer first.
func (o *Outcome) text(out *bytes.Buffer) error {
	var err error
	block := func(b report.Block) { err = errors.Join(err, report.Blocks(out, b), separate(out)) }
	table := func(t report.Table) { err = errors.Join(err, t.Text(out)) }
	if o.HasStatistics() {
		block(o.answer())
		for _, line := range o.Definitions {
			out.WriteString(line + "\n")
		}
		if o.Definitions != nil {
			err = errors.Join(err, separate(out))
		}
		if o.Types != nil {
			table(o.occupancy())
			if o.Observed != nil {
				err = errors.Join(err, separate(out))
				table(observations([]*Outcome{o}))
			}
			err = errors.Join(err, separate(out))
		}
		if o.Levels != nil {
			table(o.levels())
			err = errors.Join(err, separate(out))
		}
		if o.Bound != nil && o.Bound.Drawn != nil {
			block(o.Bound.Drawn.Block())
		}
		if o.Known != nil {
			block(known.ValueBlock(o.Known))
		}
		if o.InParts {
			block(o.communication())
		}
		block(o.checks())
	} else {
		out.WriteString(o.Title + "\n\n")
	}
	err = errors.Join(err, report.Blocks(out, o.run()))
	for i, text := range o.Warnings {
		if i == 0 {
			out.WriteByte('\n')
		}
		out.WriteString("warning: " + text + "\n")
	}
	return err
}

func separate(out *bytes.Buffer) error { return out.WriteByte('\n') }

// answer is the block of measures.
func (o *Outcome) answer() report.Block {
	b := report.Block{Title: o.Title}
	b.Add("policy", report.Text(o.Policy.String()), o.Rule)
	if o.Verdict.Word != "" {
		b.Add("verdict", report.Text(o.Verdict.Word), o.Verdict.note())
	}
	for i := range o.Measures {
		m := &o.Measures[i]
		if m.Place == Hidden {
			continue
		}
		note := m.Note
		if k := o.InTheory(m.Key); k != nil {
			note = fmt.Sprintf("in theory %v", k.Cell())
			if m.Note != "" {
				note += "; " + m.Note
			}
		}
		b.Add(m.Name, m.Cell(), note)
		if m.Key == "mean_response" && o.Bound != nil {
			o.boundLines(&b)
		}
	}
	if !o.InParts {
		b.Add("messages a job", report.Number(o.Messages.Total(), 4), o.Messages.Scheme)
	}
	return b
}

// boundLines adds the lower bound and the limits of the mean response time below it.
func (o *Outcome) boundLines(b *report.Block) {
	bound, holds := o.Bound.Bound()
	b.Add("lower bound", report.Number(bound, 6), holds)
	for _, l := range o.Bound.Limits {
		b.Add(l.Name, report.Number(l.Value, 6), fmt.Sprintf("%s; %s", l.Holds, l.Source))
	}
}

func (o *Outcome) communication() report.Block {
	b := report.Block{Title: "communication, messages a job"}
	b.Add("all", report.Number(o.Messages.Total(), 4), o.Messages.Scheme)
	b.Add("queries", report.Number(o.Messages.Queries, 4), "")
	b.Add("replies", report.Number(o.Messages.Replies, 4), "")
	b.Add("reports", report.Number(o.Messages.Reports, 4), "")
	return b
}

func (o *Outcome) checks() report.Block {
	b := report.Block{Title: "checks"}
	k := &o.Checks
	b.Add("load measured", report.Number(k.LoadMeasured, 4), fmt.Sprintf("asked %v", LoadCell(k.LoadAsked)))
	if !k.NoLittle {
		b.Add("Little's law", report.Number(k.Little, 2), "standard errors between both sides")
	}
	if !math.IsNaN(k.Drift) {
		b.Add("warm-up", report.Number(k.Drift, 2), "standard errors between the first quarter and the rest")
	}
	if m, ok := o.Measure(k.Correlated); ok {
		b.Add("autocorrelation", report.Number(m.Lag1, 2), fmt.Sprintf("of %d groups, for the %s", m.Batches, m.Name))
	}
	return b
}

// run is the block of how the run went.
func (o *Outcome) run() report.Block {
	b := report.Block{Title: "run"}
	if o.HasStatistics() {
		b.Add(
			"measured time",
			report.Number(o.Time, 4),
			fmt.Sprintf("after a warm-up of %g%s; %s, %s", o.Scenario.Run.Warmup, o.Warmup.note(),
				Count(o.Replications, "replication"), Count(o.Batches, "batch")),
		)
	}
	precisionLines(&b, o.Precision)
	b.Add("jobs", report.Int(o.Simulated), "warm-up included")
	b.Add("memory", report.Bytes(o.Memory.Total()), "as estimated before the run")
	if o.Engine != "" {
		b.Add("engine", report.Text(string(o.Scenario.Run.Engine)), o.Engine)
	}
	if o.Graph != nil {
		b.Add("building the graph", report.Duration(o.GraphWall), o.Graph.Memory())
	}
	simulation, speed := o.Note, ""
	if o.Shards > 0 {
		simulation, speed = Count(o.Shards, "shard"), o.Note
	}
	b.Add("simulation", report.Duration(o.Wall), simulation)
	b.Add("jobs per second", report.Rate(o.Speed()), speed)
	if use := o.Use.String(); use != "" {
		b.Add("time of the shards", report.Text(use), "")
	}
	if o.Partial {
		return b // where an interruption strikes is chance
	}
	note := "of final state and counters"
	if len(o.Digests) > 1 {
		note = fmt.Sprintf("of all replications; of the first %s", o.Digest())
	}
	b.Add("digest", report.Text(o.ShownDigest()), note)
	return b
}

// Count returns a number with its noun.
func Count(n int, noun string) string {
	if n != 1 && noun == "batch" {
		noun += "e"
	}
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%v %s", report.Int(n), noun)
}
