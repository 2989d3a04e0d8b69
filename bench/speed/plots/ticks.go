package plots

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// powersOfTwo puts ticks at 1, 2, 4 ..., or at every second or fourth of them on a long axis.
type powersOfTwo struct{}

func (powersOfTwo) Ticks(low, high float64) (ticks []plot.Tick) {
	first, last := math.Ceil(math.Log2(low)-1e-9), math.Floor(math.Log2(high)+1e-9)
	step := 1.0
	for (last-first)/step > 10 {
		step *= 2
	}
	for e := math.Ceil(first/step) * step; e <= last; e += step {
		label := strconv.FormatFloat(math.Exp2(e), 'g', 5, 64)
		if e > 8 {
			label = fmt.Sprintf("2^%.0f", e)
		}
		ticks = append(ticks, plot.Tick{Value: math.Exp2(e), Label: label})
	}
	return ticks
}

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
