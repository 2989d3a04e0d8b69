package picture

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// Binary puts ticks at powers of two, or at every second or fourth of them on a long axis.
type Binary struct{}

// Ticks returns them.
func (Binary) Ticks(low, high float64) (ticks []plot.Tick) {
	first, last := math.Ceil(math.Log2(low)-1e-9), math.Floor(math.Log2(high)+1e-9)
	step := 1.0
	for (last-first)/step > 12 {
		step *= 2
	}
	for e := first; e <= last; e++ {
		t := plot.Tick{Value: math.Exp2(e)}
		if math.Mod(e, step) == 0 {
			t.Label = "2^" + strconv.Itoa(int(e))
			if e >= 0 && e < 7 {
				t.Label = strconv.Itoa(1 << int(e))
			}
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// even puts labelled ticks at multiples of 1, 2 or 5 times a power of ten, some five to ten of them.
type even struct{}

// Ticks returns them.
func (even) Ticks(low, high float64) (ticks []plot.Tick) {
	unit := math.Pow(10, math.Floor(math.Log10((high-low)/5)))
	step := unit
	for _, m := range []float64{2, 5, 10} {
		if (high-low)/step > 10 {
			step = m * unit
		}
	}
	digits := max(0, int(-math.Floor(math.Log10(step)+1e-9)))
	for i := math.Ceil(low/step - 1e-9); i*step <= high*(1+1e-12)+1e-12; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: strconv.FormatFloat(i*step+0, 'f', digits, 64)})
	}
	return ticks
}

// decades puts ticks at powers of ten, at 1, 2 and 5 times them on a short axis, and unlabelled ones between.
type decades struct{}

// Ticks returns them.
func (decades) Ticks(low, high float64) (ticks []plot.Tick) {
	length := math.Log10(high / low)
	every := int(math.Ceil(length / 9)) // decades between two labels
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		for m := 1; m <= 9; m++ {
			v := float64(m) * math.Pow(10, e)
			if v < low*(1-1e-9) || v > high*(1+1e-9) || every > 1 && m > 1 {
				continue
			}
			t := plot.Tick{Value: v}
			switch {
			case m == 1 && int(math.Abs(e))%every == 0, length < 2.4 && (m == 2 || m == 5), length < 0.9:
				t.Label = decimal(v, e)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// decimal writes a number in plain digits where they are few, else as a power of ten.
func decimal(v, e float64) string {
	if e >= -3 && e <= 3 {
		return strconv.FormatFloat(v, 'f', max(0, int(-e)), 64)
	}
	m := v / math.Pow(10, e)
	if math.Round(m) == 1 {
		return fmt.Sprintf("10^%.0f", e)
	}
	return fmt.Sprintf("%.0f·10^%.0f", m, e)
}
