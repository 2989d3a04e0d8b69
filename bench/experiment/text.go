package experiment

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"shardq/bench/report"
	"shardq/bench/scenario"
)

var nan = math.NaN()

// text writes for a terminal.
func (r *Result) text(out *bytes.Buffer) error {
	if r.Findings != nil {
		return r.modelText(out)
	}
	if !r.Several {
		for _, o := range r.Outcomes {
			if err := o.text(out); err != nil {
				return err
			}
		}
		return nil
	}
	err := r.policies().Text(out)
	if observing(r.Outcomes) {
		err = errors.Join(err, separate(out), observations(r.Outcomes).Text(out))
	}
	for _, o := range r.Outcomes {
		for _, text := range o.Warnings {
			fmt.Fprintf(out, "warning: %s: %s\n", o.Policy.String(), text)
		}
	}
	return err
}

// markdown writes the table of policies and one of types for each.
func (r *Result) markdown(out *bytes.Buffer) error {
	if r.Findings != nil {
		return r.modelMarkdown(out)
	}
	err := r.policies().Markdown(out)
	if observing(r.Outcomes) {
		err = errors.Join(err, separate(out), observations(r.Outcomes).Markdown(out))
	}
	for _, o := range r.Outcomes {
		if o.HasStatistics() {
			t := o.occupancy()
			t.Title = o.Policy.String()
			out.WriteByte('\n')
			err = errors.Join(err, t.Markdown(out))
		}
	}
	return err
}

// text writes the readable report of one policy, the answer first.
func (o *Outcome) text(out *bytes.Buffer) error {
	var err error
	if o.HasStatistics() {
		err = errors.Join(report.Blocks(out, o.answer()), separate(out),
			o.occupancy().Text(out), o.observedText(out), separate(out),
			o.constructionText(out),
			report.Blocks(out, o.checkBlock()), separate(out))
	} else {
		out.WriteString(o.title() + "\n\n")
	}
	err = errors.Join(err, report.Blocks(out, o.runBlock()))
	for i, text := range o.Warnings {
		if i == 0 {
			out.WriteByte('\n')
		}
		out.WriteString("warning: " + text + "\n")
	}
	return err
}

func (o *Outcome) constructionText(out *bytes.Buffer) error {
	if o.Theory.Drawn == nil {
		return nil
	}
	return errors.Join(report.Blocks(out, o.Theory.Drawn.Block()), separate(out))
}

func separate(out *bytes.Buffer) error { return out.WriteByte('\n') }

func (o *Outcome) answer() report.Block {
	b := report.Block{Title: o.title()}
	gap := ""
	if g := o.Theory.Gap; g >= 0 {
		gap = fmt.Sprintf("%v above the lower bound", report.Percent(g, 3))
	} else if g < 0 {
		gap = fmt.Sprintf("%v below the lower bound", report.Percent(-g, 3))
	}
	bound, holds := o.Theory.Bound()
	b.Add("policy", report.Text(o.Policy.String()), RuleOf(o.Policy))
	b.Add("mean response", cell(o.MeanResponse), gap)
	b.Add("lower bound", report.Number(bound, 6), holds)
	for _, l := range o.Theory.Limits {
		b.Add(l.Name, report.Number(l.Value, 6), fmt.Sprintf("%s; %s", l.Holds, l.Source))
	}
	b.Add("mean waiting", cell(o.MeanWaiting), "")
	b.Add("mean service", cell(o.MeanService), "")
	b.Add("blocking", percent(o.Blocking), fmt.Sprintf("%v of %v jobs", report.Int(o.Jobs.Blocked), report.Int(o.Jobs.Arrived-o.Jobs.Unroutable)))
	for i, q := range o.Quantiles {
		note := ""
		if i == 0 {
			note = "of the response time"
		}
		b.Add(quantiles[i].Name+" quantile", cell(q), note)
	}
	b.Add("jobs in system", cell(o.MeanNumber), "")
	b.Add("messages a job", report.Number(o.Messages.Total(), 4), o.Messages.Scheme)
	return b
}

func (o *Outcome) checkBlock() report.Block {
	b := report.Block{Title: "checks"}
	b.Add("load measured", report.Number(o.Checks.LoadMeasured, 4), fmt.Sprintf("asked %v", loadCell(o.Checks.LoadAsked)))
	b.Add("Little's law", report.Number(o.Checks.Little, 2), "standard errors between both sides")
	if !math.IsNaN(o.Checks.Drift) {
		b.Add("warm-up", report.Number(o.Checks.Drift, 2), "standard errors between the first quarter and the rest")
	}
	correlation := fmt.Sprintf("of %d groups, for the mean response", o.MeanResponse.Batches)
	b.Add("autocorrelation", report.Number(o.MeanResponse.Lag1, 2), correlation)
	return b
}

func (o *Outcome) runBlock() report.Block {
	b := report.Block{Title: "run"}
	if o.HasStatistics() {
		b.Add("measured time", report.Number(o.Time, 4), fmt.Sprintf("after a warm-up of %g%s; %s, %s", o.Scenario.Run.Warmup, o.Warmup.note(),
			count(o.Replications, "replication"), count(o.Batches, "batch")))
	}
	precisionBlock(&b, o.Precision)
	b.Add("jobs", report.Int(o.Simulated), "warm-up included")
	b.Add("memory", report.Bytes(o.Memory.Total()), "as estimated before the run")
	if o.Scenario.Run.Engine == scenario.Lumped {
		b.Add("engine", report.Text("lumped"), lumpedNote)
	}
	b.Add("building the graph", report.Duration(o.GraphWall), o.Graph.Memory())
	b.Add("simulation", report.Duration(o.Wall), count(o.Shards, "shard"))
	b.Add("jobs per second", report.Rate(o.Speed()), o.Note)
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
	b.Add("digest", report.Text(o.digest()), note)
	return b
}

// count returns a number with its noun.
func count(n int, noun string) string {
	if n != 1 && noun == "batch" {
		noun += "e"
	}
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%v %s", report.Int(n), noun)
}
