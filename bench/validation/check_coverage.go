package validation

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Intervals must contain the true value in 93 to 97 % of runs for 95 % asked.
const (
	nominalCoverage   = 0.95
	coverageTolerance = 0.02
)

// coverageParts count how often intervals contain the true value.
func coverageParts() (parts []part, err error) {
	for i, c := range CoverageCases() {
		parts = append(parts, part{coverageGroup, c.Name, i < 2, 1e8, func(ctx context.Context, e effort) ([]CheckRow, error) {
			runs := 1000
			if e.quick {
				runs = 150
			}
			cover, err := c.Run(ctx, runs)
			if err != nil {
				return nil, err
			}
			return []CheckRow{coverageRow(c.Name, cover.Hits, cover.Runs)}, nil
		}})
	}
	return parts, nil
}

// coverageRow judges hits of intervals by the binomial law at the nearer end of what is allowed.
func coverageRow(name string, hits, runs uint64) CheckRow {
	n := float64(runs)
	r := CheckRow{
		Case: name, Quantity: fmt.Sprintf("true values inside 95 %% intervals, of %d", runs), Source: "nominal",
		Expected: nominalCoverage, Tolerance: coverageTolerance,
		Measured: float64(hits) / n, StdErr: math.Sqrt(nominalCoverage * (1 - nominalCoverage) / n), P: 1,
	}
	far := r.Measured - nominalCoverage
	r.Deviation = math.Copysign(max(0, math.Abs(far)-coverageTolerance), far) / r.StdErr
	switch least, most := nominalCoverage-coverageTolerance, nominalCoverage+coverageTolerance; {
	case r.Measured < least:
		r.P = distuv.Binomial{N: n, P: least}.CDF(float64(hits))
	case r.Measured > most:
		r.P = 1 - distuv.Binomial{N: n, P: most}.CDF(float64(hits)-1)
	}
	return r
}
