package speed

import (
	"time"

	"shardq/bench/report"
	"shardq/shard"
)

// phaseTimes is the time that one shard has spent in each phase of its windows (see package shard), and how many windows that were. One
// shard has no windows: all that is not draw counts as route.
type phaseTimes struct {
	draw, strike, route, wait, settle, apply time.Duration
	windows                                  uint64
}

// phasesOf returns the phase times of each shard since the start.
func phasesOf(sim *shard.Simulator) []phaseTimes {
	stats := sim.Stats()
	out := make([]phaseTimes, len(stats.Shards))
	for i, p := range stats.Shards {
		out[i] = phaseTimes{p.Draw, p.Strike, p.Route, p.Wait, p.Settle, p.Apply, stats.Windows}
	}
	return out
}

// PhaseTimes is the mean over shards of the time in each phase, in nanoseconds per job of the whole system.
type PhaseTimes struct {
	Draw   float64 `json:"draw"`
	Strike float64 `json:"strike"`
	Route  float64 `json:"route"`
	Wait   float64 `json:"wait"`
	Settle float64 `json:"settle"`
	Apply  float64 `json:"apply"`

	Windows float64 `json:"windows_per_job,omitempty"` // 0 on one shard
}

// phaseNames are in the order of PhaseTimes.list.
var phaseNames = [...]string{"draw", "strike", "route", "wait", "settle", "apply"}

// list returns the times in the order of phaseNames.
func (p *PhaseTimes) list() [len(phaseNames)]float64 {
	return [...]float64{p.Draw, p.Strike, p.Route, p.Wait, p.Settle, p.Apply}
}

// meanPhases returns what lies between two readings, nil if there is nothing to read.
func meanPhases(before, after []phaseTimes, jobs uint64) *PhaseTimes {
	if len(after) == 0 || len(before) != len(after) || jobs == 0 {
		return nil
	}
	var sum PhaseTimes
	for i, a := range after {
		b := before[i]
		sum.Draw += float64(a.draw - b.draw)
		sum.Strike += float64(a.strike - b.strike)
		sum.Route += float64(a.route - b.route)
		sum.Wait += float64(a.wait - b.wait)
		sum.Settle += float64(a.settle - b.settle)
		sum.Apply += float64(a.apply - b.apply)
	}
	all := float64(jobs) * float64(len(after))
	return &PhaseTimes{
		Draw: sum.Draw / all, Strike: sum.Strike / all, Route: sum.Route / all, Wait: sum.Wait / all, Settle: sum.Settle / all,
		Apply:   sum.Apply / all,
		Windows: float64(after[0].windows-before[0].windows) / float64(jobs),
	}
}

// medianPhases returns the median of each phase over rounds, nil if there are none.
func medianPhases(rounds []*PhaseTimes) *PhaseTimes {
	if len(rounds) == 0 {
		return nil
	}
	of := func(value func(p *PhaseTimes) float64) float64 {
		var list []float64
		for _, p := range rounds {
			list = append(list, value(p))
		}
		return median(list)
	}
	return &PhaseTimes{
		Draw: of(func(p *PhaseTimes) float64 { return p.Draw }), Strike: of(func(p *PhaseTimes) float64 { return p.Strike }),
		Route: of(func(p *PhaseTimes) float64 { return p.Route }), Wait: of(func(p *PhaseTimes) float64 { return p.Wait }),
		Settle: of(func(p *PhaseTimes) float64 { return p.Settle }), Apply: of(func(p *PhaseTimes) float64 { return p.Apply }),
		Windows: of(func(p *PhaseTimes) float64 { return p.Windows }),
	}
}

// PhaseTable lists the phase times of all lines that have them.
func (r *Report) PhaseTable() report.Table {
	t := report.Table{
		Title:   "time by phase of a window, ns per job, mean over shards, median over rounds",
		Columns: []report.Column{{Name: "case"}, {Name: "measured"}},
	}
	for _, name := range phaseNames {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	t.Columns = append(t.Columns, report.Column{Name: "jobs a window"})
	for _, l := range r.Lines {
		if l.Phases == nil {
			continue
		}
		row := []report.Cell{report.Text(l.Case), report.Text(l.Contestant)}
		for _, ns := range l.Phases.list() {
			row = append(row, report.Number(ns, 3))
		}
		jobs := report.Cell{}
		if l.Phases.Windows > 0 {
			jobs = report.Number(1/l.Phases.Windows, 3)
		}
		t.Add(append(row, jobs)...)
	}
	return t
}
