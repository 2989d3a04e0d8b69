package meanfield_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"shardq/bench/theory/bound"
	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/queue"
	"shardq/bench/theory/theorytest"
	"shardq/kernel"
)

// integrate follows the differential equations of the mean field as published, from an empty system, by the classical Runge-Kutta method.
func integrate(types []kernel.Type, arrivals float64, dF, dS int, pF, pS float64, levels int, until float64) (fast, slow []float64) {
	n := float64(types[0].Count + types[1].Count)
	qF, qS := float64(types[0].Count)/n, float64(types[1].Count)/n
	lambda := arrivals / n
	state := make([]float64, 2*(levels+2)) // f_0 = 1, f_1, ..., f_levels, 0, then s
	state[0], state[levels+2] = 1, 1
	derivative := func(y []float64) []float64 {
		f, s := y[:levels+2], y[levels+2:]
		out := make([]float64, len(y))
		F := func(i int) float64 { return math.Pow(f[i], float64(dF)) }
		S := func(i int) float64 { return math.Pow(s[i], float64(dS)) }
		for i := 1; i <= levels; i++ {
			joinF, joinS := lambda/qF*(1-F(1)), lambda/qS*F(1)*(1-S(1))*pS
			if i > 1 {
				joinF = lambda / qF * (F(i-1) - F(i)) * ((1-S(1))*(1-pS) + S(1)*pF)
				joinS = lambda / qS * F(1) * (1 - pF) * (S(i-1) - S(i))
			}
			out[i] = joinF - types[0].Rate*(f[i]-f[i+1])
			out[levels+2+i] = joinS - types[1].Rate*(s[i]-s[i+1])
		}
		return out
	}
	add := func(y, d []float64, h float64) []float64 {
		out := make([]float64, len(y))
		for i := range y {
			out[i] = y[i] + h*d[i]
		}
		return out
	}
	const h = 0.4 // where the state no longer changes it does not change for any h
	for range int(until / h) {
		k1 := derivative(state)
		k2 := derivative(add(state, k1, h/2))
		k3 := derivative(add(state, k2, h/2))
		k4 := derivative(add(state, k3, h))
		for i := range state {
			state[i] += h / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
		}
	}
	return state[1 : levels+1], state[levels+3 : 2*levels+3]
}

func TestTwoClassAgainstDifferentialEquations(t *testing.T) {
	for _, c := range []struct {
		types  []kernel.Type
		load   float64
		dF, dS int
		pF, pS float64
		levels int
		until  float64
	}{
		{theorytest.Two(1, 1, 0.25), 0.7, 2, 2, 0.9, 0.5, 12, 400},
		{theorytest.Two(1, 1, 0.25), 0.9, 2, 2, 0.8, 1, 15, 1500},
		{theorytest.Two(1, 3, 0.5), 0.8, 1, 3, 0.4, 0.7, 150, 1500},
		{theorytest.Two(2, 1, 0.1), 0.85, 3, 1, 0.95, 0.9, 60, 3000},
		{theorytest.Two(1, 1, 0.25), 0.5, 2, 2, 0.3, 0.2, 12, 600}, // pF + pS < 1
		{theorytest.Two(1, 1, 0.25), 0.3, 2, 2, 0.3, 0, 8, 100},
	} {
		name := fmt.Sprintf("%+v", c)
		arrivals := c.load * theorytest.Capacity(c.types)
		response, fast, slow, err := meanfield.TwoClass(c.types, arrivals, c.dF, c.dS, c.pF, c.pS)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wantF, wantS := integrate(c.types, arrivals, c.dF, c.dS, c.pF, c.pS, c.levels, c.until)
		jobs := 0.0
		for i := range c.levels {
			jobs += float64(c.types[0].Count)*wantF[i] + float64(c.types[1].Count)*wantS[i]
			for _, s := range []struct{ got, want []float64 }{{fast, wantF}, {slow, wantS}} {
				got := 0.0
				if i < len(s.got) {
					got = s.got[i]
				}
				theorytest.Near(t, fmt.Sprintf("%s: share with %d jobs", name, i+1), got, s.want[i], 1e-8)
			}
		}
		theorytest.Near(t, name, response, jobs/arrivals, 1e-8)
	}
}

func TestTwoClassLimits(t *testing.T) {
	// With p_S = 0 the fast servers get everything, as M/M/1 queues or by JSQ(d).
	types := theorytest.Two(3, 1, 0.5)
	response, _, slow, err := meanfield.TwoClass(types, 1.5, 1, 2, 1, 0)
	if err != nil || slow != nil {
		t.Fatalf("slow servers used: %v, %v", slow, err)
	}
	theorytest.Near(t, "all to the fast, d = 1", response, queue.MM1(0.5, 1).Response, 1e-14)
	response, _, _, err = meanfield.TwoClass(types, 2.4, 3, 2, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	theorytest.Near(t, "all to the fast, d = 3", response, meanfield.Supermarket(3, 0.8), 1e-12)
	// Hardly any arrivals: every job is served by an idle fast server.
	response, _, _, err = meanfield.TwoClass(types, 1e-6, 2, 2, 0.5, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	theorytest.Near(t, "no load", response, 1, 1e-5)
	// Large samples: nobody waits, idle fast servers are filled first, as in the lower bound.
	bound := bound.Of(types, 3.2)
	response, _, _, err = meanfield.TwoClass(types, 3.2, 4000, 4000, 0.9, 1)
	if err != nil {
		t.Fatal(err)
	}
	theorytest.Near(t, "large samples", response, bound.LowerBound, 5e-3)
	if response < bound.LowerBound {
		t.Errorf("response %v below the lower bound %v", response, bound.LowerBound)
	}
	// Equal rates but for the last digits and samples of one server each: what finds both busy is split evenly, so that the second and all
	// further levels of the two types are equal although the first are not.
	equal := []kernel.Type{{Rate: 1, Count: 5}, {Rate: 1 - 1e-12, Count: 5}}
	_, fast, slow, err := meanfield.TwoClass(equal, 8, 1, 1, 0.5, 1)
	if err != nil {
		t.Fatal(err)
	}
	theorytest.Near(t, "throughput", fast[0]+slow[0], 1.6, 1e-9)
	theorytest.Near(t, "second level", fast[1], slow[1], 1e-9)
}

func TestTwoClassErrors(t *testing.T) {
	types := theorytest.Two(1, 1, 0.25)
	for _, c := range []struct {
		load, pF, pS float64
		unstable     bool
	}{
		{1, 0.5, 0.5, true}, {1.2, 1, 1, true}, {0.9, 0, 1, true}, {0.9, 1, 0, true}, {0.5, 0, 0, false}, {0.95, 0.8, 1, false},
		{0.9, 0.95, 0.3, false}, {0.9, 1, 0.05, true},
	} {
		_, _, _, err := meanfield.TwoClass(types, c.load*1.25, 2, 2, c.pF, c.pS)
		if errors.Is(err, meanfield.ErrUnstable) != c.unstable || (err != nil) != c.unstable {
			t.Errorf("%+v: error %v", c, err)
		}
	}
	for name, err := range map[string]error{
		"one type":     second(meanfield.TwoClass(types[:1], 0.5, 2, 2, 0.5, 0.5)),
		"wrong order":  second(meanfield.TwoClass([]kernel.Type{types[1], types[0]}, 0.5, 2, 2, 0.5, 0.5)),
		"no sample":    second(meanfield.TwoClass(types, 0.5, 0, 2, 0.5, 0.5)),
		"above 1":      second(meanfield.TwoClass(types, 0.5, 2, 2, 1.5, 0.5)),
		"NaN":          second(meanfield.TwoClass(types, 0.5, 2, 2, 0.5, math.NaN())),
		"no arrivals":  second(meanfield.TwoClass(types, 0, 2, 2, 0.5, 0.5)),
		"NaN arrivals": second(meanfield.TwoClass(types, math.NaN(), 2, 2, 0.5, 0.5)),
	} {
		if err == nil || errors.Is(err, meanfield.ErrUnstable) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func second(_ float64, _, _ []float64, err error) error { return err }

// At whatever load, the fixed point satisfies the equations that it solves: no flow up or down at any level.
func TestTwoClassBalance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		types := theorytest.Two(
			rapid.IntRange(1, 9).Draw(t, "fast"),
			rapid.IntRange(1, 9).Draw(t, "slow"),
			rapid.Float64Range(0.02, 0.98).Draw(t, "rate"),
		)
		n := float64(types[0].Count + types[1].Count)
		arrivals := rapid.Float64Range(0.001, 0.999).Draw(t, "load") * theorytest.Capacity(types)
		dF, dS := rapid.IntRange(1, 6).Draw(t, "dF"), rapid.IntRange(1, 6).Draw(t, "dS")
		pF, pS := rapid.Float64Range(0, 1).Draw(t, "pF"), rapid.Float64Range(0, 1).Draw(t, "pS")
		response, f, s, err := meanfield.TwoClass(types, arrivals, dF, dS, pF, pS)
		if errors.Is(err, meanfield.ErrUnstable) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		at := func(x []float64, i int) float64 {
			switch {
			case i == 0:
				return 1
			case i > len(x):
				return 0
			}
			return x[i-1]
		}
		F := func(i int) float64 { return math.Pow(at(f, i), float64(dF)) }
		S := func(i int) float64 { return math.Pow(at(s, i), float64(dS)) }
		qF, qS := float64(types[0].Count)/n, float64(types[1].Count)/n
		a, c := arrivals/n/qF, arrivals/n/qS
		for i := 1; i < 20; i++ {
			joinF, joinS := a*(1-F(1)), c*F(1)*(1-S(1))*pS
			if i > 1 {
				joinF = a * (F(i-1) - F(i)) * ((1-S(1))*(1-pS) + S(1)*pF)
				joinS = c * F(1) * (1 - pF) * (S(i-1) - S(i))
			}
			flow := joinF - types[0].Rate*(at(f, i)-at(f, i+1))
			flowS := joinS - types[1].Rate*(at(s, i)-at(s, i+1))
			if math.Abs(flow) > 1e-12 || math.Abs(flowS) > 1e-12 {
				t.Fatalf("level %d: flows %v and %v at %v, %v", i, flow, flowS, f[:min(3, len(f))], s[:min(3, len(s))])
			}
		}
		if bound := bound.Of(types, arrivals).LowerBound; response < bound*(1-1e-9) {
			t.Fatalf("response %v below the lower bound %v", response, bound)
		}
	})
}

// No point of a grid is better than the optimum, and the optimum is what its probabilities give.
func TestTwoClassOptimum(t *testing.T) {
	for _, types := range [][]kernel.Type{theorytest.Two(50, 50, 0.25), theorytest.Two(50, 50, 0.8), theorytest.Two(20, 80, 0.1)} {
		for _, load := range []float64{0.02, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.999} {
			for _, d := range [][2]int{{2, 2}, {1, 3}, {5, 1}} {
				arrivals := load * theorytest.Capacity(types)
				name := fmt.Sprintf("rate %g, load %g, d %v", types[1].Rate, load, d)
				pF, pS, best, err := meanfield.TwoClassOptimum(types, arrivals, d[0], d[1])
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				got, _, _, err := meanfield.TwoClass(types, arrivals, d[0], d[1], pF, pS)
				if err != nil || got != best {
					t.Errorf("%s: response %v, %v, want %v", name, got, err, best)
				}
				if pF != math.Round(pF*1e4)/1e4 || pS != math.Round(pS*1e4)/1e4 {
					t.Errorf("%s: %v, %v are not rounded to 4 digits", name, pF, pS)
				}
				const cells = 53
				for i := range cells + 1 {
					for j := range cells + 1 {
						f, s := float64(i)/cells, float64(j)/cells
						v, _, _, err := meanfield.TwoClass(types, arrivals, d[0], d[1], f, s)
						// The lattice of 1e-4 costs something in the steep valleys near load 1.
						if slack := 1e-7 / (1 - load); err == nil && v < best*(1-slack) {
							t.Errorf("%s: %v at (%v, %v) is below the optimum %v at (%v, %v)", name, v, f, s, best, pF, pS)
						}
					}
				}
				if d[0] == 2 {
					t.Logf("%s: p_fast %v, p_slow %v, response %.6f", name, pF, pS, best)
				}
			}
		}
	}
	if _, _, _, err := meanfield.TwoClassOptimum(theorytest.Two(1, 1, 0.5), 1.5, 2, 2); !errors.Is(err, meanfield.ErrUnstable) {
		t.Errorf("at load 1: %v", err)
	}
}

// Known answers: the same digits on every machine, or trajectories under "optimal" would differ.
func TestTwoClassOptimumDigits(t *testing.T) {
	for _, c := range []struct {
		rate, load, pF, pS float64
	}{{0.25, 0.7, 1, 0.8423}, {0.8, 0.9, 0.6158, 1}, {0.1, 0.8, 1, 0.4459}, {0.1, 0.95, 0.9753, 1}, {0.25, 0.999, 0.8039, 1}} {
		types := theorytest.Two(50, 50, c.rate)
		if c.rate == 0.1 {
			types = theorytest.Two(20, 80, c.rate)
		}
		pF, pS, _, err := meanfield.TwoClassOptimum(types, c.load*theorytest.Capacity(types), 2, 2)
		if err != nil || pF != c.pF || pS != c.pS {
			t.Errorf("rate %v, load %v: %v, %v, %v, want %v, %v", c.rate, c.load, pF, pS, err, c.pF, c.pS)
		}
	}
}

func BenchmarkTwoClassOptimum(b *testing.B) {
	types := theorytest.Two(50, 50, 0.25)
	for b.Loop() {
		meanfield.TwoClassOptimum(types, 0.9*62.5, 2, 2)
	}
}
