package experiment

import (
	"fmt"
	"math"
	"strings"

	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/bench/stats"
)

// Reached is what a run with a precision came to for one measure.
type Reached struct {
	scenario.Precision
	Got stats.Estimate
	Met bool
}

// Width is the half-width asked for, in the unit of the measure.
func (r Reached) Width() float64 {
	if r.Percent > 0 {
		return float64(r.Percent / 100 * math.Abs(r.Got.Value))
	}
	return r.Absolute
}

// text is asked and reached half-width in one unit.
func (r Reached) text() (asked, reached string) {
	if r.Percent > 0 {
		return report.Percent(r.Percent/100, 3).String(), report.Percent(r.Got.HalfWidth/math.Abs(r.Got.Value), 3).String()
	}
	return report.Number(r.Absolute, 3).String(), report.Number(r.Got.HalfWidth, 3).String()
}

// reach judges what was asked of a run of so many replications, given how to estimate a measure.
func reach(run *scenario.RunSection, estimate func(name string) stats.Estimate) (list []Reached, all bool) {
	all = true
	for _, p := range run.Precision {
		r := Reached{Precision: p, Got: estimate(p.Measure)}
		r.Met = r.Got.Settled(run.Replications) && r.Got.HalfWidth <= r.Width()
		list, all = append(list, r), all && r.Met
	}
	return list, all
}

// unreached are the warnings of a complete run that has not reached what was asked.
func unreached(list []Reached, run *scenario.RunSection) []string {
	var out []string
	for _, r := range list {
		if r.Met {
			continue
		}
		asked, reached := r.text()
		why := "is ± " + reached
		if r.Got.Known() && r.Got.HalfWidth <= r.Width() {
			why = "is narrow enough, but the run is short for its own memory"
		} else if !r.Got.Known() {
			why = "is not known"
		}
		out = append(out, fmt.Sprintf("precision not reached: the interval of %s %s, asked ± %s; run.most is %g, want more", r.Measure, why, asked, run.Most))
	}
	return out
}

// precisionBlock adds what was asked and reached to a report of the run.
func precisionBlock(b *report.Block, list []Reached) {
	for _, r := range list {
		asked, reached := r.text()
		verdict := ""
		if !r.Met {
			verdict = ", not reached"
		}
		b.Add("precision", report.Text("± "+reached), fmt.Sprintf("of %s, asked ± %s%s", strings.ReplaceAll(r.Measure, "_", " "), asked, verdict))
	}
}

// wireReached is a Reached as JSON has it.
type wireReached struct {
	Measure string `json:"measure"`
	Asked   number `json:"asked_half_width"`
	Got     number `json:"half_width"`
	Met     bool   `json:"met"`
}

func wirePrecision(list []Reached) []wireReached {
	var out []wireReached
	for _, r := range list {
		out = append(out, wireReached{r.Measure, number(r.Width()), number(r.Got.HalfWidth), r.Met})
	}
	return out
}

// statsConfig is how intervals of a run are built: those of a run whose length depends on them are widened.
func statsConfig(run *scenario.RunSection) stats.Config {
	return stats.Config{Sequential: run.Precision != nil}
}

// openEnded reports whether the length of a run is not known before: its replications are then advanced side by side, since all of them decide.
func openEnded(run *scenario.RunSection) bool { return run.AutoWarmup || run.Precision != nil }

// longest is the most simulated time that one replication can take.
func longest(run *scenario.RunSection) float64 {
	length := run.Warmup + run.Measure
	if run.Precision != nil {
		length = run.Warmup + run.Most
	}
	if run.AutoWarmup {
		length += longestPilot * run.Measure
	}
	return length
}

// measure returns the estimate of a measure by its name in a precision or a target.
func (e *estimator) measure(name string) stats.Estimate {
	switch name {
	case "mean_response":
		return e.perJob(e.response)
	case "mean_waiting":
		return e.perJob(e.waiting)
	case "mean_service":
		return e.perJob(e.service)
	case "mean_number":
		return e.number()
	case "blocking":
		return e.blocking()
	}
	for i, q := range quantiles {
		if name == "quantile_"+q.Name && e.sum.Admitted > 0 {
			return e.quantiles()[i]
		}
	}
	return unknownEstimate(stats.Estimate{Level: 0.95})
}

// Estimate returns the estimate of a measure by its name in a precision or a target, which is one of [scenario.Measures].
func (o *Outcome) Estimate(name string) stats.Estimate {
	switch name {
	case "mean_response":
		return o.MeanResponse
	case "mean_waiting":
		return o.MeanWaiting
	case "mean_service":
		return o.MeanService
	case "mean_number":
		return o.MeanNumber
	case "blocking":
		return o.Blocking
	}
	for i, e := range o.Quantiles {
		if name == "quantile_"+quantiles[i].Name {
			return e
		}
	}
	return unknownEstimate(stats.Estimate{Level: 0.95})
}

// Estimate is that of [Outcome] for the other models.
func (f *Findings) Estimate(name string) stats.Estimate {
	if q, ok := strings.CutPrefix(name, "quantile_"); ok {
		name = "response_quantiles." + q
	}
	if m, ok := f.Measure(name); ok {
		return m.Estimate
	}
	return unknownEstimate(stats.Estimate{Level: 0.95})
}
