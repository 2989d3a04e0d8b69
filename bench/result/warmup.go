package result

import (
	"fmt"

	"shardq/bench/report"
)

// Warmup is the warm-up that a run has found.
type Warmup struct {
	Length    float64 // units of time before statistics begin
	Transient float64 // end of the initial transient by MSER-5
	Found     bool    // the transient has ended in the first half of the warm-up; else the search was given up
}

// note says how the warm-up was found; it is empty if it was given.
func (w *Warmup) note() string {
	if w == nil {
		return ""
	}
	return fmt.Sprintf(", found by MSER-5: the initial transient ends at %v", report.Number(w.Transient, 3))
}

// Warning is what to say if no warm-up was found, or "".
func (w *Warmup) Warning() string {
	if w == nil || w.Found {
		return ""
	}
	return fmt.Sprintf("no warm-up found: the initial transient seems to go on after %g units of time, where statistics begin; "+
		"the system is unstable, or needs a longer run.measure", w.Length)
}
