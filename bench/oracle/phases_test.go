package oracle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func phaseCases(t testing.TB) []Case {
	t.Helper()
	cases, err := PhaseCases()
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 3 {
		t.Fatalf("%d cases, want 3", len(cases))
	}
	return cases
}

// The answers have 12 digits.
func TestExactPhaseCases(t *testing.T) {
	const digits = 1e-11
	for _, c := range phaseCases(t) {
		got, want := mustExact(t, c.System), c.Exact
		if got.States != want.States {
			t.Errorf("%s: states: got %d, want %d", c.Name, got.States, want.States)
		}
		closeTo(t, c.Name+": mean number", got.MeanNumber, want.MeanNumber, digits)
		closeTo(t, c.Name+": blocking", got.Blocking, want.Blocking, digits)
		closeTo(t, c.Name+": mean response", got.MeanResponse, want.MeanResponse, digits)
		allClose(t, c.Name+": blocking per port", got.BlockingPerPort, want.BlockingPerPort, digits)
		allClose(t, c.Name+": utilisation", got.Utilisation, want.Utilisation, digits)
		allClose(t, c.Name+": mean queue", got.MeanQueue, want.MeanQueue, digits)
	}
}

// Both oracles agree on the phase-type cases, including the whole law of the response
// time, which Simulate has by timing jobs.
func TestSimulatePhaseCases(t *testing.T) {
	for i, c := range phaseCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			res, err := Simulate(c.System, Run{Seed: uint64(100 + i), Jobs: 200_000, Batches: testBatches})
			if err != nil {
				t.Fatal(err)
			}
			exact := mustExact(t, c.System)
			distances := map[string]float64{
				"number":   res.MeanNumber.Distance(exact.MeanNumber),
				"response": res.MeanResponse.Distance(exact.MeanResponse),
				"blocking": res.Blocking.Distance(exact.Blocking),
			}
			for _, p := range []float64{0.1, 0.5, 0.9, 0.99} {
				q := exact.Quantile(p)
				distances[fmt.Sprint("tail at quantile ", p)] = res.Tail(q).Distance(1 - p)
			}
			for what, d := range distances {
				if !(d <= testBound) {
					t.Errorf("%s: %.1f standard errors", what, d)
				}
			}
		})
	}
}

// Exponential service by another name: one phase, two equal phases, a phase that may
// follow itself.
func TestExactExponentialInDisguise(t *testing.T) {
	s := loadCases(t)[1].System
	s.Buffer = 2
	plain := mustExact(t, s)
	for _, law := range []*Phases{
		Erlang(1),
		HyperExponential([]float64{0.3, 0.7}, []float64{1, 1}),
		{Start: []float64{1}, Rates: []float64{4}, Next: [][]float64{{0.75}}},
	} {
		s.Service = law
		got := mustExact(t, s)
		closeTo(t, "response", got.MeanResponse, plain.MeanResponse, 1e-11)
		closeTo(t, "blocking", got.Blocking, plain.Blocking, 1e-11)
		closeTo(t, "quantile", got.Quantile(0.99), plain.Quantile(0.99), 1e-10)
		closeTo(t, "tail", got.Tail(3), plain.Tail(3), 1e-11)
	}
}

// M/G/1 with room for so many jobs that none is lost: the formula of Pollaczek and
// Khinchine, mean response 1 + rho (1 + scv) / (2 (1 - rho)) with mean service 1.
func TestExactPollaczekKhinchine(t *testing.T) {
	for _, c := range []struct {
		law    *Phases
		rho    float64
		buffer int
	}{{BalancedMeans(4), 0.3, 85}, {BalancedMeans(1.5), 0.6, 80}, {Erlang(2), 0.8, 120}, {Erlang(5), 0.8, 90}} {
		_, scv := c.law.Moments()
		st := mustExact(t, System{Rates: []float64{2}, Ports: []Port{{2 * c.rho, []int{0}}}, Buffer: c.buffer, Policy: JSQ, Service: c.law})
		closeTo(t, fmt.Sprintf("scv %v, load %v", scv, c.rho), 2*st.MeanResponse, 1+c.rho*(1+scv)/(2*(1-c.rho)), 1e-8)
	}
}

func TestPhasesMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		law       *Phases
		mean, scv float64
	}{
		{Erlang(1), 1, 1}, {Erlang(4), 1, 0.25}, {BalancedMeans(4), 1, 4},
		{HyperExponential([]float64{0.8, 0.2}, []float64{1.6, 0.4}), 1, 2.125}, {branching, 1.6875, 6.59375/(1.6875*1.6875) - 1},
	} {
		mean, scv := c.law.Moments()
		closeTo(t, "mean", mean, c.mean, 1e-12)
		closeTo(t, "scv", scv, c.scv, 1e-12)
		// Drawn times have these moments, within 5.5 standard errors (4e-8 each).
		const draws = 200_000
		var x, x2, x4 float64
		for range draws {
			v := c.law.draw(rng)
			x += v / draws
			x2 += v * v / draws
			x4 += v * v * v * v / draws
		}
		if d := math.Abs(x-mean) / math.Sqrt(x2-x*x) * math.Sqrt(draws); d > 5.5 {
			t.Errorf("mean %v, drawn %v: %.1f standard errors", mean, x, d)
		}
		if second := (scv + 1) * mean * mean; math.Abs(x2-second)/math.Sqrt((x4-x2*x2)/draws) > 5.5 {
			t.Errorf("second moment %v, drawn %v", second, x2)
		}
	}
}
