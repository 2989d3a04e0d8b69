package experiment

import (
	"fmt"

	"shardq/bench/stats"
)

// Verdict says whether the number of jobs in the system stays bounded.
type Verdict struct {
	Word   string             // stable, growing or undecided; "" without statistics
	Test   stats.Stationarity // what it rests on
	Growth stats.Estimate     // of the number in system, in jobs a slot
}

// The words of which something depends.
const (
	growing   = "growing" // a mean would only tell the length of the run
	undecided = "undecided"
)

// stability is the verdict on the mean number in system of consecutive batches.
func stability(numbers []float64) Verdict {
	s := stats.Stability(numbers)
	return Verdict{Word: s.Verdict.String(), Test: s}
}

// note says in words what the verdict means.
func (v Verdict) note() string {
	switch v.Word {
	case growing:
		return fmt.Sprintf("the number in system grows by %v jobs a slot, so nothing has a mean", cell(v.Growth))
	case undecided:
		return "the run is too short to tell whether the number in system stays bounded"
	}
	return "the number in system returns to its mean, and does not grow"
}

// wireVerdict is a Verdict as JSON has it.
type wireVerdict struct {
	Word       string         `json:"verdict"`
	Growth     stats.Estimate `json:"growth_per_slot"`
	Deviations number         `json:"growth_deviations"` // over the run, in standard deviations of a random walk
	Reversion  number         `json:"reversion"`         // von Neumann's ratio over its critical value
	Trend      number         `json:"trend_standard_errors"`
}

func (v Verdict) wire() wireVerdict {
	return wireVerdict{v.Word, v.Growth, number(v.Test.Growth), number(v.Test.Reversion), number(v.Test.Trend)}
}
