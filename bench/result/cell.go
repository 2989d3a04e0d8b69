package result

import (
	"math"

	"shardq/bench/report"
	"shardq/bench/stats"
)

// Cell shows an estimate with the half-width of its interval.
func Cell(e stats.Estimate) report.Cell { return report.WithError(e.Value, e.HalfWidth) }

// ShareCell is Cell for shares, in per cent.
func ShareCell(e stats.Estimate) report.Cell { return report.PercentWithError(e.Value, e.HalfWidth) }

// Cell shows the measure.
func (m *Measure) Cell() report.Cell {
	if m.Share() {
		return ShareCell(m.Estimate)
	}
	return Cell(m.Estimate)
}

// LoadCell shows a load with four digits, or with two of what it lacks to 1.
func LoadCell(load float64) report.Cell {
	digits := 4
	if lacks := math.Abs(1 - load); lacks > 0 && lacks < 1e-3 {
		digits = min(2+int(-math.Log10(lacks)), 15)
	}
	return report.Number(load, digits)
}
