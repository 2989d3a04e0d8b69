package figures

import (
	"encoding/json"
	"math"
	"slices"
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
		check(t, binary{}, binaryLow, binaryLow*math.Exp2(rapid.Float64Range(3, 30).Draw(t, "powers")), 1)
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

func TestPooled(t *testing.T) {
	// Student's t with 4 degrees of freedom: 2.776445 at .975.
	got := pooled([]float64{1, 2, 3, 4, 5})
	if half := 2.7764451 * math.Sqrt(2.5/5); math.Abs(got.At-3) > 1e-12 || math.Abs(got.half()-half) > 1e-6 {
		t.Errorf("%v, want 3 ± %v", got, half)
	}
	if got := pooled([]float64{7}); got.At != 7 || got.hasInterval() {
		t.Errorf("of one value: %v", got)
	}
}

// Fits find the laws that made the points.
func TestFits(t *testing.T) {
	var power []Point
	for i := range 60 {
		x := float64(i) / 10
		y := 5 / (x + 1) / (x + 1)
		power = append(power, Point{X: x + 1, Y: Value{y, y * 0.9, y * 1.1}})
	}
	power = append(power, Point{X: 100, Y: Value{3, -1, 7}}, Point{X: 100, Y: missing()}) // not known to be above 0
	if slope, at := slopeOf(power); math.Abs(slope+2) > 1e-9 || math.Abs(at.Y.At-5/at.X/at.X) > 1e-9 {
		t.Errorf("slope %v through %v", slope, at)
	}
	if slope, _ := slopeOf(nil); !math.IsNaN(slope) {
		t.Errorf("a slope of %v from nothing", slope)
	}
}

func TestHistogramCurves(t *testing.T) {
	h := Histogram{First: -1, Counts: []uint64{10, 60, 5, 25}}
	want := []Point{{X: 0, Y: exact(0.9)}, {X: 0.1, Y: exact(0.3)}, {X: 0.2, Y: exact(0.25)}}
	at := func(p Point) [2]float64 { return [2]float64{p.X, p.Y.At} }
	got := tailOf(h)
	if len(got) != len(want) {
		t.Fatalf("tail %v", got)
	}
	for i := range want {
		if at(got[i]) != at(want[i]) {
			t.Errorf("tail at %d: %v, want %v", i, got[i], want[i])
		}
	}
	density := densityOf(h)
	if len(density) != 4 || math.Abs(density[1].Y.At-6) > 1e-12 || density[1].X != 0.05 || density[2].Y.known() {
		t.Errorf("density %v", density)
	}
}

func TestLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jobs, rate := rapid.Float64Range(1, 1e9).Draw(t, "jobs"), rapid.Float64Range(0.01, 1e6).Draw(t, "rate")
		got, exactly := length(jobs, rate, 10), max(jobs/rate, 10)
		if math.Abs(got/exactly-1) > 0.051 {
			t.Fatalf("%v for %v", got, exactly)
		}
	})
	if got := grid([]float64{1, 2, 4}, 4, false); !slices.Equal(got, []float64{1, 2, 3, 4}) {
		t.Errorf("grid %v", got)
	}
	if got := set("run.measure", 1234567.5); got != "run.measure=1234567.5" {
		t.Errorf("override %q", got)
	}
	if got := fileName("JSQ-(2,2) at load 0.85, N = 2^10"); got != "jsq-2-2-at-load-0.85-n-2-10" {
		t.Errorf("name %q", got)
	}
	if number(1000) != "1000" || number(4096) != "2^12" || number(64) != "64" {
		t.Error("numbers in labels")
	}
}
