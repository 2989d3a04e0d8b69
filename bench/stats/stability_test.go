package stats

import (
	"encoding/json"
	"math"
	"testing"
)

// walk returns batch means of the number of jobs at a single server in slotted time, to which a Poisson number of mean load comes in a slot
// and which serves a Poisson number of mean 1, by the normal limit of this net flow. It is stationary at the start if the load is below 1,
// empty otherwise.
func (s *source) walk(load float64, batches, slots int) []float64 {
	series := make([]float64, batches)
	jobs, sigma := 0.0, math.Sqrt(load+1)
	if load < 1 {
		jobs = s.exponential() * (load + 1) / 2 / (1 - load)
	}
	for i := range series {
		for range slots {
			jobs = max(0, jobs+load-1+sigma*s.normal())
			series[i] += jobs / float64(slots)
		}
	}
	return series
}

// TestStabilityVerdicts: the share of each verdict over runs of stable, critical and overloaded queues. Limits are on counts of 400 runs;
// those of errors are 8, which at the stated error of 1e-3 would be passed with probability 1e-9.
func TestStabilityVerdicts(t *testing.T) {
	const runs, errors = 400, 8
	for i, c := range []struct {
		load                 float64
		batches, slots       int
		leastStable, growing int // the first at least, the other at most, or if negative at least
	}{
		{0.5, 128, 20, 380, errors},
		{0.5, 64, 1, 0, errors},
		{0.9, 64, 20, 0, errors},
		{0.9, 128, 200, 320, errors},
		{0.97, 64, 10, 0, errors},
		{0.99, 64, 5, 0, errors},
		{0.99, 64, 50, 0, errors},
		{1, 64, 10, 0, errors},
		{1, 64, 100, 0, errors},
		{1.1, 64, 100, 0, -350},
		{1.5, 64, 10, 0, -390},
	} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			var verdicts [3]int
			for run := range uint64(runs) {
				verdicts[Stability(newSource(uint64(50+i), run).walk(c.load, c.batches, c.slots)).Verdict]++
			}
			t.Logf("load %v, %d batches of %d slots: undecided, stable, growing %d", c.load, c.batches, c.slots, verdicts)
			if verdicts[Stable] < c.leastStable {
				t.Errorf("%d found stable, want at least %d", verdicts[Stable], c.leastStable)
			}
			if c.load >= 1 && verdicts[Stable] > errors {
				t.Errorf("%d found stable", verdicts[Stable])
			}
			if g := verdicts[Growing]; c.growing >= 0 && g > c.growing || g < -c.growing {
				t.Errorf("%d found growing, want %d", g, c.growing)
			}
		})
	}
}

// TestStabilityOfLongRunsAtHighLoad is M/M/1-like at .99 over 250 relaxation times, where a growing verdict would be blatant.
func TestStabilityOfLongRunsAtHighLoad(t *testing.T) {
	stable := 0
	for run := range uint64(3) {
		switch s := Stability(newSource(70, run).walk(0.99, 128, 20_000)); s.Verdict {
		case Stable:
			stable++
		case Growing:
			t.Errorf("run %d: %+v", run, s)
		}
	}
	if stable == 0 {
		t.Error("none of 3 long runs is found stable")
	}
}

// A slow growth under a large noise must not pass for a mean.
func TestStabilitySeesGrowthUnderNoise(t *testing.T) {
	stable := 0
	for run := range uint64(500) {
		series := newSource(71, run).ar1(0, Batches)
		for i := range series {
			series[i] += 1.5 * float64(i) / Batches // 7 standard errors of a slope
		}
		if Stability(series).Verdict == Stable {
			stable++
		}
	}
	if stable > 8 {
		t.Errorf("%d of 500 growing series are found stable", stable)
	}
}

func TestStabilityOfSpecialSeries(t *testing.T) {
	line := make([]float64, Batches)
	for i := range line {
		line[i] = float64(i)
	}
	falling := make([]float64, Batches)
	for i := range falling {
		falling[i] = -float64(i)
	}
	for _, c := range []struct {
		what   string
		series []float64
		want   Verdict
	}{
		{"nothing", nil, Undecided},
		{"one batch", []float64{1}, Undecided},
		{"fifteen batches of a line", line[:15], Undecided},
		{"sixteen batches of a line", line[:16], Growing},
		{"a line", line, Growing},
		{"a falling line", falling, Undecided},
		{"a constant", constant(3, Batches), Stable},
		{"not a number", append(constant(3, Batches), math.NaN()), Undecided},
		{"infinity", append(constant(3, Batches), math.Inf(1)), Undecided},
		{"noise", newSource(72, 0).ar1(0, Batches), Stable},
		{"sixteen batches of noise", newSource(72, 0).ar1(0, 16), Undecided},
	} {
		if s := Stability(c.series); s.Verdict != c.want {
			t.Errorf("%s: %+v, want %v", c.what, s, c.want)
		}
	}
	if b, err := json.Marshal(map[string]Verdict{"verdict": Growing}); err != nil || string(b) != `{"verdict":"growing"}` {
		t.Errorf("%s, %v", b, err)
	}
}
