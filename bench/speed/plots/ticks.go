package plots

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// plainLog puts ticks at 1, 2 and 5 times the powers of ten.
type plainLog struct{}

func (plainLog) Ticks(low, high float64) (ticks []plot.Tick) {
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow(10, e); v >= low*(1-1e-9) && v <= high*(1+1e-9) {
				ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', 4, 64)})
			}
		}
	}
	return ticks
}
