package report

import (
	"math"
	"strconv"
	"strings"
)

// decimals returns how many decimals show v with the given significant digits; negative if digits before the point would be rounded.
func decimals(v float64, significant int) int {
	// The exponent after rounding: 9.9996 with four digits is 10.00.
	text := strconv.FormatFloat(v, 'e', significant-1, 64)
	exponent, _ := strconv.Atoi(text[strings.IndexByte(text, 'e')+1:])
	return significant - 1 - exponent
}

// round formats v with the given significant digits, 4 if not positive.
func round(v float64, significant int) string {
	if significant <= 0 {
		significant = 4
	}
	if v == 0 {
		return "0"
	}
	if a := math.Abs(v); a < 1e-4 || a >= 1e15 {
		return strconv.FormatFloat(v, 'e', significant-1, 64)
	}
	return strconv.FormatFloat(v, 'f', max(decimals(v, significant), 0), 64)
}

// rounding is the relative half-width below which an interval is nothing but the rounding of a value that did not vary.
const rounding = 1e-12

// withError formats a known value and the half-width of its interval with the same decimals, so that the half-width has two digits; far
// from 1 each in scientific notation.
func withError(v, half float64) string {
	switch {
	case !known(half):
		return round(v, 4) + " ± " + unknownText
	case half <= rounding*math.Abs(v): // also 0
		return round(v, 6) + " ± 0"
	}
	if a := max(math.Abs(v), half); a < 1e-4 || a >= 1e15 {
		return round(v, 4) + " ± " + round(half, 2)
	}
	// More decimals than these only happen beside a half-width that is far too small to matter.
	places := min(max(decimals(half, 2), 0), 12)
	return strconv.FormatFloat(v, 'f', places, 64) + " ± " + strconv.FormatFloat(half, 'f', places, 64)
}
