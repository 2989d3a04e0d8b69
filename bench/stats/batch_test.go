package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestRatioOfEqualDenominatorsIsTheMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Small integers, so that no rounding enters.
		series := rapid.SliceOfN(rapid.Map(rapid.IntRange(-50, 50), func(i int) float64 { return float64(i) }), 2, 200).Draw(t, "series")
		mean, ratio := Mean(series, Config{}), Ratio(series, constant(4, len(series)), Config{})
		if !near(mean.Value, 4*ratio.Value) || !near(mean.StdErr, 4*ratio.StdErr) || mean.Batches != ratio.Batches {
			t.Fatalf("%+v\n%+v", mean, ratio)
		}
		if mean.Known() && !mean.Contains(mean.Value) {
			t.Fatalf("the interval leaves its value out: %+v", mean)
		}
	})
}

// near allows for rounding.
func near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
}

func TestRegroupKeepsTotalsAndBalance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOfN(rapid.IntRange(0, 300), 0, 5).Draw(t, "lengths")
		k := rapid.IntRange(1, 70).Draw(t, "k")
		var num, den [][]float64
		for r, n := range lengths {
			num, den = append(num, constant(float64(r+1), n)), append(den, constant(1, n))
		}
		g := newSample(num, den).regroup(k)
		start, r := 0, 0
		for _, end := range g.ends {
			for lengths[r] == 0 {
				r++
			}
			if got, want := end-start, min(k, lengths[r]); got != want {
				t.Fatalf("%d groups of %d batches, want %d", got, lengths[r], want)
			}
			low, high, total := math.Inf(1), 0.0, 0.0
			for i := start; i < end; i++ {
				if g.num[i] != float64(r+1)*g.den[i] {
					t.Fatal("a group mixes replications")
				}
				low, high, total = min(low, g.den[i]), max(high, g.den[i]), total+g.den[i]
			}
			if total != float64(lengths[r]) || high-low > 1 {
				t.Fatalf("groups of %v to %v batches, %v in total of %d", low, high, total, lengths[r])
			}
			start, r = end, r+1
		}
	})
}

func TestPoolUsesReplicationsFromTenOn(t *testing.T) {
	for _, c := range []struct{ replications, batches, groups int }{
		{1, 256, 64}, {2, 256, 64}, {3, 256, 66}, {9, 256, 72}, {10, 256, 10}, {50, 256, 50}, {2, 4, 8}, {9, 1, 9},
	} {
		var num, den [][]float64
		for r := range c.replications {
			num, den = append(num, newSource(5, uint64(r)).ar1(0, c.batches)), append(den, constant(1, c.batches))
		}
		// At this alpha the first grouping always passes.
		e := Pool(num, den, Config{Alpha: 1e-9})
		if e.Batches != c.groups || !e.Known() {
			t.Errorf("%d replications of %d batches: %d groups, want %d", c.replications, c.batches, e.Batches, c.groups)
		}
		if c.replications >= 10 && !math.IsNaN(e.Lag1) {
			t.Errorf("%d replications: lag1 is %v", c.replications, e.Lag1)
		}
	}
}

// The moments of von Neumann's statistic by simulation: mean 0 and variance 1 of z, within six standard errors.
func TestAutocorrelationStatisticIsStandardised(t *testing.T) {
	for i, lengths := range [][]int{{128}, {16}, {4}, {8, 8, 8}, {2, 2, 2, 2, 2}, {3, 17}} {
		const n = 40000
		first, second := 0.0, 0.0
		for run := range uint64(n) {
			s := newSource(uint64(20+i), run)
			var num, den [][]float64
			for _, k := range lengths {
				num, den = append(num, s.ar1(0, k)), append(den, constant(1, k))
			}
			all := newSample(num, den)
			_, z := all.autocorrelation(all.value())
			first, second = first+z/n, second+z*z/n
		}
		if math.Abs(first) > 6/math.Sqrt(n) || math.Abs(second-1) > 6*math.Sqrt(2.0/n) {
			t.Errorf("%v batches: mean %v, second moment %v", lengths, first, second)
		}
	}
}

func TestAutocorrelationSeesPhi(t *testing.T) {
	for _, phi := range []float64{-0.5, 0.3, 0.8} {
		e, z := newSample([][]float64{newSource(6, 0).ar1(phi, 10000)}, [][]float64{constant(1, 10000)}).autocorrelation(0)
		if math.Abs(e-phi) > 0.06 || z*phi < 25*math.Abs(phi) {
			t.Errorf("phi %v: measured %v, z %v", phi, e, z)
		}
	}
}

func TestLevelSetsTheWidth(t *testing.T) {
	series := newSource(7, 0).ar1(0, Batches)
	last := 0.0
	// Quantiles of Student's t with 63 degrees of freedom, from tables.
	for _, c := range []struct{ level, t float64 }{{0.9, 1.669402}, {0.95, 1.998341}, {0.99, 2.656145}} {
		e := Mean(series, Config{Level: c.level, Alpha: 1e-9})
		if e.Batches != 64 || math.Abs(e.HalfWidth/e.StdErr-c.t) > 1e-5 || e.HalfWidth <= last || e.Level != c.level {
			t.Errorf("level %v: %+v", c.level, e)
		}
		last = e.HalfWidth
	}
}

func TestInvalidConfig(t *testing.T) {
	for _, c := range []Config{
		{Level: 1}, {Level: -0.5}, {Level: 95}, {Level: math.NaN()}, {Alpha: 1}, {Alpha: -1}, {Groups: []int{}},
		{Groups: []int{16, 1}}, {Groups: []int{16, 32}},
	} {
		if c.Validate() == nil {
			t.Errorf("%+v passed", c)
		}
		for _, e := range []Estimate{Mean([]float64{1, 2, 3}, c), Share([]float64{0, 1, 1}, []float64{1, 1, 1}, c)} {
			if e.Known() {
				t.Errorf("%+v gave an interval: %+v", c, e)
			}
		}
	}
	if err := (Config{}).Validate(); err != nil {
		t.Error(err)
	}
}

func TestDifferentLengthsPanic(t *testing.T) {
	for name, f := range map[string]func(){
		"batches":      func() { Ratio([]float64{1, 2}, []float64{1}, Config{}) },
		"replications": func() { Pool([][]float64{{1}, {2}}, [][]float64{{1}}, Config{}) },
		"cells":        func() { ChiSquare([]uint64{1}, nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}
