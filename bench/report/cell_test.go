package report

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestCellTexts(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		cell Cell
		want string
	}{
		{Cell{}, "-"},
		{Text(""), ""},
		{Text("two\nlines\tand \x1b[31mred"), "two lines and  [31mred"},
		{Text("bad \xff byte"), "bad \uFFFD byte"},
		{Int(0), "0"},
		{Int(999), "999"},
		{Int(1000), "1,000"},
		{Int(-1234567), "-1,234,567"},
		{Int(-123), "-123"},
		{Int(uint64(math.MaxUint64)), "18,446,744,073,709,551,615"},
		{Int(int64(math.MinInt64)), "-9,223,372,036,854,775,808"},
		{Number(0, 4), "0"},
		{Number(1.8, 4), "1.800"},
		{Number(1.8, 0), "1.800"},
		{Number(9.9996, 4), "10.00"},
		{Number(123456, 3), "123456"},
		{Number(-0.00012345, 3), "-0.000123"},
		{Number(0.000012345, 3), "1.23e-05"},
		{Number(1e15, 3), "1.00e+15"},
		{Number(nan, 3), "-"},
		{Number(math.Inf(1), 3), "-"},
		{WithError(1.80134567, 0.00212), "1.8013 ± 0.0021"},
		{WithError(1.80134567, 0.0996), "1.80 ± 0.10"},
		{WithError(1.80134567, 0.1), "1.80 ± 0.10"},
		{WithError(123456.7, 2345), "123457 ± 2345"},
		{WithError(0, 0.25), "0.00 ± 0.25"},
		{WithError(2, 0), "2.00000 ± 0"},
		{WithError(1.8, nan), "1.800 ± -"},
		{WithError(nan, nan), "-"},
		{WithError(nan, 0.1), "-"},
		{WithError(0.0000321, 0.0000012), "3.210e-05 ± 1.2e-06"},
		{WithError(1.8, 1e-20), "1.80000 ± 0"},
		{Percent(0.125, 0), "12.5 %"},
		{Percent(1, 3), "100 %"},
		{Percent(nan, 3), "-"},
		{PercentWithError(0.0152, 0.0012), "(1.52 ± 0.12) %"},
		{PercentWithError(nan, nan), "-"},
		{Bytes(0), "0 B"},
		{Bytes(1023), "1023 B"},
		{Bytes(1024), "1.00 KiB"},
		{Bytes(135 << 20), "135 MiB"},
		{Bytes(5 << 29), "2.50 GiB"},
		{Bytes(math.MaxUint64), "16777216 TiB"},
		{Rate(8.31e6), "8.31 M/s"},
		{Rate(12), "12.0 /s"},
		{Rate(999.7), "1.00 k/s"},
		{Rate(5e12), "5000 G/s"},
		{Rate(nan), "-"},
		{Duration(0), "0 s"},
		{Duration(15), "15 ns"},
		{Duration(1500), "1.50 µs"},
		{Duration(350 * time.Millisecond), "350 ms"},
		{Duration(999600 * time.Microsecond), "1.00 s"},
		{Duration(12345 * time.Millisecond), "12.3 s"},
		{Duration(125 * time.Second), "2 min 05 s"},
		{Duration(3599600 * time.Millisecond), "1 h 00 min"},
		{Duration(26 * time.Hour), "26 h 00 min"},
		{Duration(-125 * time.Second), "-2 min 05 s"},
	} {
		if got := c.cell.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// The text of a number is within half a unit of its last digit, and has as many significant digits as asked.
func TestNumberIsRoundedNotCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1e300, 1e300).Draw(t, "v")
		digits := rapid.IntRange(1, 12).Draw(t, "digits")
		text := Number(v, digits).String()
		back, err := strconv.ParseFloat(text, 64)
		if err != nil || math.Abs(back-v) > 0.5000001*math.Abs(v)*math.Pow10(1-digits) {
			t.Fatalf("%v with %d digits is shown as %s", v, digits, text)
		}
	})
}

func TestWithErrorMatchesDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1e6, 1e6).Draw(t, "v")
		half := rapid.Float64Range(1e-6, 1e6).Draw(t, "half")
		value, width, ok := strings.Cut(WithError(v, half).String(), " ± ")
		if !ok {
			t.Fatal("no half-width")
		}
		if max(math.Abs(v), half) < 1e-4 {
			return // scientific notation has its own digits
		}
		_, decimals1, _ := strings.Cut(value, ".")
		_, decimals2, _ := strings.Cut(width, ".")
		shown, err := strconv.ParseFloat(value, 64)
		if len(decimals1) != len(decimals2) || err != nil || math.Abs(shown-v) > max(half/15, 0.5000001) {
			t.Fatalf("%v ± %v is shown as %s ± %s", v, half, value, width)
		}
	})
}

func FuzzCells(f *testing.F) {
	f.Add("a|b\n", 1.5, 0.1, int64(12))
	f.Add("\xff\x1b[0m", math.Inf(-1), math.NaN(), int64(math.MinInt64))
	f.Fuzz(func(t *testing.T, s string, v, half float64, n int64) {
		for _, c := range []Cell{Text(s), Number(v, int(n%20)), WithError(v, half), Percent(v, int(n%20)), PercentWithError(v, half),
			Rate(v), Int(n),
			Bytes(uint64(n)), Duration(time.Duration(n))} {
			text := c.String()
			if text != clean(text) || strings.Contains(text, "NaN") && !strings.Contains(s, "NaN") {
				t.Errorf("%q", text)
			}
		}
	})
}
