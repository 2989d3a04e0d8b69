package figures

import (
	"math"
	"slices"
	"testing"

	"shardq/bench/picture"

	"pgregory.net/rapid"
)

func TestPooled(t *testing.T) {
	// Student's t with 4 degrees of freedom: 2.776445 at .975.
	got := pooled([]float64{1, 2, 3, 4, 5})
	if half := 2.7764451 * math.Sqrt(2.5/5); math.Abs(got.At-3) > 1e-12 || math.Abs(got.Half()-half) > 1e-6 {
		t.Errorf("%v, want 3 ± %v", got, half)
	}
	if got := pooled([]float64{7}); got.At != 7 || got.HasInterval() {
		t.Errorf("of one value: %v", got)
	}
}

// Fits find the laws that made the points.
func TestFits(t *testing.T) {
	var power []picture.Point
	for i := range 60 {
		x := float64(i) / 10
		y := 5 / (x + 1) / (x + 1)
		power = append(power, picture.Point{X: x + 1, Y: picture.Value{At: y, Low: y * 0.9, High: y * 1.1}})
	}
	notAboveZero := picture.Value{At: 3, Low: -1, High: 7}
	power = append(power, picture.Point{X: 100, Y: notAboveZero}, picture.Point{X: 100, Y: picture.Missing()})
	if slope, at := slopeOf(power); math.Abs(slope+2) > 1e-9 || math.Abs(at.Y.At-5/at.X/at.X) > 1e-9 {
		t.Errorf("slope %v through %v", slope, at)
	}
	if slope, _ := slopeOf(nil); !math.IsNaN(slope) {
		t.Errorf("a slope of %v from nothing", slope)
	}
}

func TestHistogramCurves(t *testing.T) {
	h := Histogram{First: -1, Counts: []uint64{10, 60, 5, 25}}
	want := []picture.Point{{X: 0, Y: picture.Exact(0.9)}, {X: 0.1, Y: picture.Exact(0.3)}, {X: 0.2, Y: picture.Exact(0.25)}}
	at := func(p picture.Point) [2]float64 { return [2]float64{p.X, p.Y.At} }
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
	if len(density) != 4 || math.Abs(density[1].Y.At-6) > 1e-12 || density[1].X != 0.05 || density[2].Y.Known() {
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
