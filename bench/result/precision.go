package result

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

// Unreached are the warnings of a complete run that has not reached what was asked, given the longest time that it could take.
func Unreached(list []Reached, most float64) []string {
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
		out = append(
			out,
			fmt.Sprintf("precision not reached: the interval of %s %s, asked ± %s; run.most is %g, want more", r.Measure, why, asked, most),
		)
	}
	return out
}

// precisionLines adds what was asked and reached to a report of the run.
func precisionLines(b *report.Block, list []Reached) {
	for _, r := range list {
		asked, reached := r.text()
		verdict := ""
		if !r.Met {
			verdict = ", not reached"
		}
		b.Add(
			"precision",
			report.Text("± "+reached),
			fmt.Sprintf("of %s, asked ± %s%s", strings.ReplaceAll(r.Measure, "_", " "), asked, verdict),
		)
	}
}
