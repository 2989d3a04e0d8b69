package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Known faults of programs that report intervals, each of them a test.

// An interval built from the standard deviation does not shrink with the length of the run, and is 16 times too wide here.
func TestFaultStandardDeviationInsteadOfStandardError(t *testing.T) {
	short := Mean(newSource(3, 0).ar1(0, 256), Config{})
	long := Mean(newSource(3, 1).ar1(0, 256*64), Config{})
	// The standard deviation of a batch is 1. Errors estimated from 64 groups are within 50 % except with probability below 1e-6.
	if got, want := short.StdErr, 1.0/16; math.Abs(got-want) > want/2 {
		t.Errorf("standard error of 256 batches is %v, want about %v", got, want)
	}
	if got, want := long.StdErr, 1.0/128; math.Abs(got-want) > want/2 {
		t.Errorf("standard error of %d batches is %v, want about %v", 256*64, got, want)
	}
	for _, e := range []Estimate{short, long} {
		if ratio := e.HalfWidth / e.StdErr; ratio < 1.96 || ratio > 2.14 {
			t.Errorf("half-width is %v standard errors with %d groups", ratio, e.Batches)
		}
	}
}

func TestFaultSingleBatchHasNoError(t *testing.T) {
	for _, e := range []Estimate{
		Mean([]float64{7}, Config{}),
		Ratio([]float64{14}, []float64{2}, Config{}),
		Share([]float64{7}, []float64{1}, Config{}),
		Pool([][]float64{{7}, {}}, [][]float64{{1}, {}}, Config{}),
		Quantile(0.5, Mean([]float64{0.5}, Config{}), func(float64) float64 { return 7 }),
	} {
		wantUnknown(t, e)
		if e.Value != 7 || e.Batches != 1 {
			t.Errorf("got value %v of %d batches, want 7 of 1", e.Value, e.Batches)
		}
	}
}

func TestFaultNoBatches(t *testing.T) {
	for _, e := range []Estimate{Mean(nil, Config{}), Ratio(nil, nil, Config{}), Share(nil, nil, Config{}), Pool(nil, nil, Config{})} {
		wantUnknown(t, e)
		if !math.IsNaN(e.Value) || e.Batches != 0 {
			t.Errorf("got value %v of %d batches, want NaN of 0", e.Value, e.Batches)
		}
	}
}

func TestFaultFewerBatchesThanGroups(t *testing.T) {
	e := Mean([]float64{2, 1, 4}, Config{})
	// s^2 = 7/3, standard error sqrt(7)/3, t quantile with two degrees of freedom 4.302653.
	if e.Batches != 3 || math.Abs(e.StdErr-math.Sqrt(7)/3) > 1e-15 || math.Abs(e.HalfWidth/e.StdErr-4.302653) > 1e-6 {
		t.Errorf("got %+v", e)
	}
	if two := Mean([]float64{1, 3}, Config{}); two.Batches != 2 || two.StdErr != 1 || math.Abs(two.HalfWidth-12.706205) > 1e-6 {
		t.Errorf("got %+v", two)
	}
}

func TestFaultConstantSeriesDividesZeroByZero(t *testing.T) {
	e := Mean(constant(0.1, Batches), Config{})
	if math.Abs(e.Value-0.1) > 1e-15 || !(e.HalfWidth < 1e-15) || math.IsNaN(e.Lag1) {
		t.Errorf("got %+v", e)
	}
	if exact := Mean(constant(3, Batches), Config{}); exact.Value != 3 || exact.HalfWidth != 0 || exact.Lag1 != 0 || exact.Correlated {
		t.Errorf("got %+v", exact)
	}
}

func TestFaultNotANumberSpreadsUnseen(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		series := newSource(4, 0).ar1(0, Batches)
		series[200] = bad
		wantUnknown(t, Mean(series, Config{}))
		wantUnknown(t, Ratio(constant(1, Batches), series, Config{}))
		wantUnknown(t, Share(series, constant(1, Batches), Config{}))
		if z, drifting := Drift(series); !math.IsNaN(z) || drifting {
			t.Errorf("drift of a series with %v: %v, %v", bad, z, drifting)
		}
	}
}

func TestFaultZeroDenominators(t *testing.T) {
	wantUnknown(t, Ratio(constant(0, 20), constant(0, 20), Config{}))
	single := constant(0, 20)
	single[7] = 1
	if e := Ratio(single, single, Config{}); e.Value != 1 || e.Known() {
		t.Errorf("all in one batch: %+v", e)
	}
}

// That nothing was blocked in n arrivals leaves probabilities up to some 3.7/n.
func TestFaultNoEventMeansProbabilityZero(t *testing.T) {
	e := Share(constant(0, Batches), constant(100, Batches), Config{})
	if e.Value != 0 || e.Lo != 0 || e.Hi < 3.6/25600 || e.Hi > 4/25600. || e.HalfWidth != e.Hi {
		t.Errorf("no events: %+v", e)
	}
	all := Share(constant(100, Batches), constant(100, Batches), Config{})
	if all.Value != 1 || all.Hi != 1 || all.Lo > 1-3.6/25600 || all.Lo < 1-4/25600. {
		t.Errorf("only events: %+v", all)
	}
	if one := Share([]float64{0, 0, 0, 1}, constant(50, 4), Config{}); one.Lo < 0 || one.Hi < 0.027 {
		t.Errorf("one event in 200: %+v", one)
	}
}

// Estimates must not depend on anything but the numbers in their order: not on spare capacity, nor on a second call, and they leave their
// arguments alone.
func TestFaultOrderOfAdditionVaries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		finite := rapid.Float64Range(-1e9, 1e9)
		num := rapid.SliceOfN(finite, 2, 300).Draw(t, "num")
		den := rapid.SliceOfN(rapid.Float64Range(0.1, 1e6), len(num), len(num)).Draw(t, "den")
		before := slices.Clone(num)
		first := Ratio(num, den, Config{})
		again := Ratio(slices.Concat(num, num)[:len(num)], slices.Clone(den), Config{})
		if !sameBits(first, again) {
			t.Fatalf("%+v\n%+v", first, again)
		}
		if !slices.Equal(num, before) {
			t.Fatal("the argument was changed")
		}
	})
	// 1e16 + 1 + 1 is 1e16 from the left and 1e16 + 2 from the right.
	if got := sum([]float64{1e16, 1, 1}); got != 1e16 {
		t.Errorf("sum from the left is %v", got)
	}
}

func TestFaultReplicationsJoinedEndToEnd(t *testing.T) {
	// Two replications, each falling, do not correlate where one ends and the next begins. With the jump from 0 to 9 counted as a pair of
	// neighbours the correlation would be smaller.
	fall := []float64{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}
	lag := func(runs ...[]float64) float64 {
		den := make([][]float64, len(runs))
		for i := range runs {
			den[i] = constant(1, len(runs[i]))
		}
		lag1, _ := newSample(runs, den).autocorrelation(4.5)
		return lag1
	}
	if apart, joined := lag(fall, fall), lag(slices.Concat(fall, fall)); apart < joined+0.1 {
		t.Errorf("correlation %v of two replications, %v of the same joined", apart, joined)
	}
}

func wantUnknown(t *testing.T, e Estimate) {
	t.Helper()
	for _, x := range []float64{e.Lo, e.Hi, e.HalfWidth, e.StdErr} {
		if !math.IsNaN(x) {
			t.Errorf("interval should be unknown: %+v", e)
			return
		}
	}
	if e.Known() || e.Contains(e.Value) || e.Correlated {
		t.Errorf("interval should be unknown: %+v", e)
	}
}

func sameBits(a, b Estimate) bool {
	bits := math.Float64bits
	return bits(a.Value) == bits(b.Value) && bits(a.Lo) == bits(b.Lo) && bits(a.Hi) == bits(b.Hi) && bits(a.StdErr) == bits(b.StdErr) &&
		bits(a.Lag1) == bits(b.Lag1) && a.Batches == b.Batches && a.Correlated == b.Correlated
}
