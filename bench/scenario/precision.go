package scenario

import "strconv"

// autoWarmup is the value of run.warmup that lets the run find it.
const autoWarmup = "auto"

// Precision asks for the half-width of the 95 % interval of a measure. One of Absolute and Percent is set.
type Precision struct {
	Measure  string  // one of the Measures of the model
	Absolute float64 // half-width, in the unit of the measure
	Percent  float64 // half-width, in per cent of the estimate
}

// String returns the precision as a file has it, such as "mean_response: 0.1%".
func (p Precision) String() string {
	if p.Percent > 0 {
		return p.Measure + ": " + strconv.FormatFloat(p.Percent, 'g', -1, 64) + "%"
	}
	return p.Measure + ": " + strconv.FormatFloat(p.Absolute, 'g', -1, 64)
}

// DefaultMost is the longest measured time of a run with a precision, in units of run.measure.
const DefaultMost = 64

// Measures returns the names by which a precision or a target asks for a measure of a model.
func Measures(m Model) []string {
	precision := Table.Find("run", m).Find("precision", m)
	return precision.Of(m)
}
