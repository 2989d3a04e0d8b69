package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"shardq/bench/known"
	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/kernel/policy"
)

// title says what was simulated, but for the policy.
func (f *Findings) title() string {
	sc := f.Scenario
	load := fmt.Sprintf("load %v", loadCell(f.Checks.LoadAsked))
	switch sc.Model {
	case scenario.Slotted:
		return fmt.Sprintf("%s: %v servers in slotted time, %s, seed %d", sc.Name, report.Int(sc.Servers()), load, sc.Run.Seed)
	case scenario.Elastic:
		return fmt.Sprintf("%s: %v servers switched on and off, %s, seed %d", sc.Name, report.Int(sc.Servers()), load, sc.Run.Seed)
	}
	return fmt.Sprintf("%s: %v pools, %v tasks offered a pool, seed %d", sc.Name, report.Int(sc.Servers()), loadCell(f.Checks.LoadAsked), sc.Run.Seed)
}

// answer is the block of measures.
func (f *Findings) answer() report.Block {
	b := report.Block{Title: f.title()}
	b.Add("policy", report.Text(f.Policy.String()), "")
	if v := f.Verdict; v.Word != "" {
		b.Add("verdict", report.Text(v.Word), v.note())
	}
	for i := range f.Measures {
		m := &f.Measures[i]
		note := m.Note
		if k := f.known(m.Key); k != nil {
			note = strings.TrimSuffix(fmt.Sprintf("in theory %v; %s", k.Cell(), note), "; ")
		}
		b.Add(m.Name, m.cell(), note)
	}
	return b
}

func (f *Findings) messageBlock() report.Block {
	b := report.Block{Title: "communication, messages a job"}
	b.Add("all", report.Number(f.Messages.Total(), 4), f.Messages.Scheme)
	b.Add("queries", report.Number(f.Messages.Queries, 4), "")
	b.Add("replies", report.Number(f.Messages.Replies, 4), "")
	b.Add("reports", report.Number(f.Messages.Reports, 4), "")
	return b
}

func (f *Findings) checkBlock() report.Block {
	b := report.Block{Title: "checks"}
	b.Add("load measured", report.Number(f.Checks.LoadMeasured, 4), fmt.Sprintf("asked %v", loadCell(f.Checks.LoadAsked)))
	if !math.IsNaN(f.Checks.Little) {
		b.Add("Little's law", report.Number(f.Checks.Little, 2), "standard errors between both sides")
	}
	if !math.IsNaN(f.Checks.Drift) {
		b.Add("warm-up", report.Number(f.Checks.Drift, 2), "standard errors between the first quarter and the rest")
	}
	return b
}

func (f *Findings) runBlock() report.Block {
	b := report.Block{Title: "run"}
	if f.HasStatistics() {
		b.Add("measured time", report.Number(f.Time, 4), fmt.Sprintf("after a warm-up of %g%s; %s, %s", f.Scenario.Run.Warmup, f.Warmup.note(),
			count(f.Replications, "replication"), count(f.Batches, "batch")))
	}
	precisionBlock(&b, f.Precision)
	b.Add("jobs", report.Int(f.Simulated), "warm-up included")
	b.Add("memory", report.Bytes(f.Memory.Total()), "as estimated before the run")
	b.Add("simulation", report.Duration(f.Wall), f.Note)
	b.Add("jobs per second", report.Rate(f.Speed()), "")
	if !f.Partial {
		note := "of final state and counters"
		if len(f.Digests) > 1 {
			note = fmt.Sprintf("of all replications; of the first %s", f.Digest())
		}
		b.Add("digest", report.Text(shownDigest(f.Digests)), note)
	}
	return b
}

// Limits of the table of levels. JSON has all of them.
const (
	shownLevels = 24
	nearly      = 1e-6 // levels that fewer, or all but fewer, of the servers reach are left out
)

// levels has a row for each number of jobs that some servers have and others have not.
func (f *Findings) levels() report.Table {
	server, job := "servers", "jobs"
	if f.Scenario.Model == scenario.Pools {
		server, job = "pools", "tasks"
	}
	t := report.Table{Columns: []report.Column{{Name: job + " or more"}, {Name: server}, {Name: "in the limit"}}}
	from, to := f.between()
	for _, l := range f.Occupancy[from:min(to, from+shownLevels)] {
		t.Add(report.Int(l.AtLeast), percent(l.Share), report.Percent(l.Limit, 4))
	}
	if left := to - from - shownLevels; left > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more levels", left))
	}
	return t
}

// between returns the range of levels that some servers reach and others do not, with the last that all reach.
func (f *Findings) between() (from, to int) {
	reached := func(l Level) bool { return l.Share.Value >= nearly || l.Limit > nearly }
	for to = len(f.Occupancy); to > 0 && !reached(f.Occupancy[to-1]); to-- {
	}
	for from+1 < to && f.Occupancy[from+1].Share.Value > 1-nearly {
		from++
	}
	return from, to
}

// allLevels has a row for each such level of any policy, and columns for each policy.
func (r *Result) allLevels() report.Table {
	first := r.Findings[0].levels()
	t := report.Table{Title: first.Columns[1].Name + " by level", Columns: first.Columns[:1]}
	from, to := math.MaxInt, 0
	var shown []*Findings
	for _, f := range r.Findings {
		if slices.ContainsFunc(shown, func(g *Findings) bool { return g.Policy == f.Policy }) {
			continue // the same results
		}
		shown = append(shown, f)
		if a, b := f.between(); b > 0 {
			from, to = min(from, a), max(to, b)
		}
		name := f.Policy.String()
		t.Columns = append(t.Columns, report.Column{Name: name}, report.Column{Name: name + " in the limit"})
	}
	for i := from; i < min(to, from+shownLevels); i++ {
		row := []report.Cell{report.Int(i + 1)}
		for _, f := range shown {
			share, limit := report.Cell{}, report.Cell{}
			if i < len(f.Occupancy) {
				share, limit = percent(f.Occupancy[i].Share), report.Percent(f.Occupancy[i].Limit, 4)
			} else if f.Occupancy != nil {
				share = report.Percent(0, 0)
				if !math.IsNaN(f.Occupancy[0].Limit) {
					limit = share
				}
			}
			row = append(row, share, limit)
		}
		t.Add(row...)
	}
	if left := to - from - shownLevels; left > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more levels", left))
	}
	return t
}

// definitions are the lines that say how to read the measures.
func (f *Findings) definitions() string {
	var b strings.Builder
	for _, d := range f.Definitions {
		b.WriteString(d + "\n")
	}
	return b.String()
}

// modelPolicies has a row for each policy: its main measures, or all of them.
func (r *Result) modelPolicies(all bool) report.Table {
	t := report.Table{Columns: []report.Column{{Name: "policy"}}}
	first := r.Findings[0]
	t.Title = first.title()
	slotted := first.Scenario.Model == scenario.Slotted
	if slotted {
		t.Columns = append(t.Columns, report.Column{Name: "verdict"})
	}
	var keys []string
	for _, m := range first.Measures {
		if m.Main || all {
			keys = append(keys, m.Key)
			t.Columns = append(t.Columns, report.Column{Name: m.Name})
		}
	}
	t.Columns = append(t.Columns, report.Column{Name: "messages a job"}, report.Column{Name: "jobs/s"}, report.Column{Name: "digest"})
	for _, f := range r.Findings {
		row := []report.Cell{report.Text(f.Policy.String())}
		if slotted {
			row = append(row, report.Text(f.Verdict.Word))
		}
		for _, key := range keys {
			m, _ := f.Measure(key)
			row = append(row, m.cell())
		}
		t.Add(append(row, report.Number(f.Messages.Total(), 4), report.Rate(f.Speed()), report.Text(shownDigest(f.Digests)))...)
	}
	t.Notes = append(t.Notes, first.Definitions...)
	t.Notes = append(t.Notes, "intervals are 95 %")
	return t
}

// known is the table of what theory says about the policies that ran.
func (r *Result) known() report.Table {
	var policies []policy.Policy
	var values [][]known.Value
	for _, f := range r.Findings {
		policies, values = append(policies, f.Policy), append(values, f.Known)
	}
	return known.ValueTable(policies, values)
}

// table has a row for each policy with every measure.
func (r *Result) table() report.Table {
	if r.Findings != nil {
		return r.modelPolicies(true)
	}
	return r.policies()
}

// Empty reports whether the run was interrupted before anything came of it.
func (r *Result) Empty() bool { return len(r.Outcomes)+len(r.Findings) == 0 }

// Warnings returns the warnings of all policies, each with the name of its policy.
func (r *Result) Warnings() (list []string) {
	for _, o := range r.Outcomes {
		for _, text := range o.Warnings {
			list = append(list, o.Policy.String()+": "+text)
		}
	}
	for _, f := range r.Findings {
		for _, text := range f.Warnings {
			list = append(list, f.Policy.String()+": "+text)
		}
	}
	return list
}
