package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Cell is a value and the text that shows it. The zero value is unknown.
type Cell struct {
	text  string
	value any      // nil if unknown; else a string, a float64, an int64 or a uint64
	half  *float64 // half-width of the value's interval; nil if it has none, NaN if it should and is not known
}

// unknownText shows what is not known.
const unknownText = "-"

// String returns the text that people read.
func (c Cell) String() string {
	if c.text == "" && c.value == nil {
		return unknownText
	}
	return c.text
}

// Text is a cell of words.
func Text(s string) Cell {
	s = clean(s)
	return Cell{text: s, value: s}
}

// clean makes s a line of valid UTF-8 without control characters.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// Int is a count, shown with commas: 1,048,576.
func Int[T ~int | ~int32 | ~int64 | ~uint | ~uint32 | ~uint64](n T) Cell {
	if n < 0 {
		return Cell{text: commas(strconv.FormatInt(int64(n), 10)), value: int64(n)}
	}
	return Cell{text: commas(strconv.FormatUint(uint64(n), 10)), value: uint64(n)}
}

// commas groups the digits of an integer by threes.
func commas(digits string) string {
	var b strings.Builder
	for i, r := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 && digits[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Number is a number shown with the given significant digits, 4 if significant is not positive. Digits before the point are never
// rounded away: 123456 with 3 digits is 123456. Outside [1e-4, 1e15) it is shown in scientific notation.
func Number(v float64, significant int) Cell {
	if !known(v) {
		return Cell{}
	}
	return Cell{text: round(v, significant), value: v}
}

// WithError is a number with the half-width of its interval, shown with the digits that the half-width justifies: 1.8013 ± 0.0021.
// An unknown half-width is shown as "1.801 ± -".
func WithError(v, half float64) Cell {
	if !known(v) {
		return Cell{half: &half}
	}
	return Cell{text: withError(v, half), value: v, half: &half}
}

// Percent is a share, such as 0.125, shown as 12.5 % with the given significant digits, 3 if significant is not positive.
func Percent(share float64, significant int) Cell {
	if !known(share) {
		return Cell{}
	}
	if significant <= 0 {
		significant = 3
	}
	return Cell{text: round(100*share, significant) + " %", value: share}
}

// PercentWithError is a share with the half-width of its interval, both shown in percent: (1.52 ± 0.12) %.
func PercentWithError(share, half float64) Cell {
	if !known(share) {
		return Cell{half: &half}
	}
	return Cell{text: "(" + withError(100*share, 100*half) + ") %", value: share, half: &half}
}

// Bytes is an amount of memory, shown in B, KiB, MiB, GiB or TiB.
func Bytes(n uint64) Cell {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	size, unit := float64(n), 0
	for ; size >= 1024 && unit < len(units)-1; unit++ {
		size /= 1024
	}
	if unit == 0 {
		return Cell{text: strconv.FormatUint(n, 10) + " B", value: n}
	}
	return Cell{text: round(size, 3) + " " + units[unit], value: n}
}

// Rate is a number per second, shown with k, M or G: 8.31 M/s.
func Rate(perSecond float64) Cell {
	if !known(perSecond) {
		return Cell{}
	}
	units := []string{" /s", " k/s", " M/s", " G/s"}
	size, unit := perSecond, 0
	for ; math.Abs(size) >= 999.5 && unit < len(units)-1; unit++ {
		size /= 1000
	}
	return Cell{text: round(size, 3) + units[unit], value: perSecond}
}

// Duration is wall time, shown as 350 ms, 12.3 s or 2 min 05 s. Its value is in seconds.
func Duration(d time.Duration) Cell {
	seconds := d.Seconds()
	text := ""
	switch a := d.Abs(); {
	case a == 0:
		text = "0 s"
	case a < time.Microsecond:
		text = fmt.Sprintf("%d ns", d)
	case a < 999500*time.Nanosecond:
		text = round(1e6*seconds, 3) + " µs"
	case a < 999500*time.Microsecond:
		text = round(1e3*seconds, 3) + " ms"
	case a < 99950*time.Millisecond:
		text = round(seconds, 3) + " s"
	default:
		whole := int64(d.Round(time.Second) / time.Second)
		text = fmt.Sprintf("%d min %02d s", whole/60, max(whole%60, -(whole%60)))
		if hours := whole / 3600; hours != 0 {
			minutes := d.Round(time.Minute) / time.Minute
			text = fmt.Sprintf("%d h %02d min", minutes/60, max(minutes%60, -(minutes%60)))
		}
	}
	return Cell{text: text, value: seconds}
}

func known(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
