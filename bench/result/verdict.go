package result

import (
	"fmt"

	"shardq/bench/stats"
)

// Verdict says whether the number of jobs in the system stays bounded.
type Verdict struct {
	Word   string             // stable, growing or undecided; "" without one
	Test   stats.Stationarity // what it rests on
	Growth stats.Estimate     // of the number in system, in jobs a slot
}

// The words of which something depends.
const (
	Growing   = "growing" // a mean would only tell the length of the run
	Undecided = "undecided"
)

// Stability is the verdict on the mean number in system of consecutive batches.
func Stability(numbers []float64) Verdict {
	s := stats.Stability(numbers)
	return Verdict{Word: s.Verdict.String(), Test: s}
}

// note says in words what the verdict means.
func (v Verdict) note() string {
	switch v.Word {
	case Growing:
		return fmt.Sprintf("the number in system grows by %v jobs a slot, so nothing has a mean", Cell(v.Growth))
	case Undecided:
		return "the run is too short to tell whether the number in system stays bounded"
	}
	return "the number in system returns to its mean, and does not grow"
}
