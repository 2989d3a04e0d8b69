package picture

import (
	"encoding/json"
	"math"
	"testing"

	"gonum.org/v1/plot"
	"pgregory.net/rapid"
)

// Ticks stand within their axis, in order, and at least two have a label, so that a scale can be read.
func TestTicks(t *testing.T) {
	check := func(t *rapid.T, m plot.Ticker, low, high float64, least int) {
		ticks := m.Ticks(low, high)
		labelled := 0
		for i, tick := range ticks {
			slack := 1e-9 * max(math.Abs(low), math.Abs(high))
			if tick.Value < low-slack || tick.Value > high+slack || i > 0 && tick.Value <= ticks[i-1].Value {
				t.Fatalf("%T from %v to %v: %v", m, low, high, ticks)
			}
			if tick.Label != "" {
				labelled++
			}
		}
		if labelled < least || labelled > 16 {
			t.Fatalf("%T from %v to %v: %d labels: %v", m, low, high, labelled, ticks)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1000, 1000).Draw(t, "low")
		check(t, even{}, low, low+math.Pow(10, rapid.Float64Range(-3, 6).Draw(t, "length")), 4)
		positive := math.Pow(10, rapid.Float64Range(-9, 6).Draw(t, "positive"))
		check(t, decades{}, positive, positive*math.Pow(10, rapid.Float64Range(0.5, 15).Draw(t, "decades")), 2)
		binaryLow := math.Exp2(rapid.Float64Range(-3, 20).Draw(t, "binary"))
		check(t, Binary{}, binaryLow, binaryLow*math.Exp2(rapid.Float64Range(3, 30).Draw(t, "powers")), 1)
	})
	for v, want := range map[float64]string{1000: "1000", 0.5: "0.5", 0.001: "0.001", 20: "20", 1e-5: "10^-5", 2e5: "2·10^5"} {
		if got := decimal(v, math.Floor(math.Log10(v)+1e-9)); got != want {
			t.Errorf("%v as %q, want %q", v, got, want)
		}
	}
}

// The range of an axis has all values that it can show.
func TestSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.OneOf(rapid.Float64Range(-100, 100), rapid.Just(math.NaN()), rapid.Just(math.Inf(1)))).
			Draw(t, "values")
		for _, a := range []Axis{{}, {Log: true}, {Binary: true}, {Zero: true}} {
			s := a.span(values)
			if !(s.low < s.top) || a.logarithmic() && s.low <= 0 || a.Zero && s.low > 0 {
				t.Fatalf("%+v: %v", a, s)
			}
			for _, v := range values {
				if !math.IsNaN(v) && !math.IsInf(v, 0) && !(a.logarithmic() && v <= 0) && (v < s.low || v > s.top) {
					t.Fatalf("%+v: %v is outside of %v", a, v, s)
				}
			}
		}
	})
}

// A value is read as it was written, what is not known included.
func TestValueJSON(t *testing.T) {
	same := func(a, b float64) bool { return a == b || math.IsNaN(a) && (math.IsNaN(b) || math.IsInf(b, 0)) }
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Float64(), rapid.Just(math.NaN()))
		v := Value{number.Draw(t, "at"), number.Draw(t, "low"), number.Draw(t, "high")}
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var got Value
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		if !same(got.At, v.At) || !same(got.Low, v.Low) || !same(got.High, v.High) {
			t.Fatalf("%v became %v by %s", v, got, data)
		}
	})
	for _, bad := range []string{`[1]`, `[1,2,3,4]`, `"x"`, `{}`, `null`} {
		if err := new(Value).UnmarshalJSON([]byte(bad)); err == nil {
			t.Errorf("%s is read as a value", bad)
		}
	}
}
