package oracle

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// closeTo fails unless got is within a relative error of want.
func closeTo(t rapid.TB, what string, got, want, relative float64) {
	t.Helper()
	if !(math.Abs(got-want) <= relative*math.Abs(want)) {
		t.Errorf("%s: got %.13g, want %.13g", what, got, want)
	}
}

func allClose(t rapid.TB, what string, got, want []float64, relative float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
	for i := range got {
		closeTo(t, what, got[i], want[i], relative)
	}
}

func mustExact(t rapid.TB, s System) *Stationary {
	t.Helper()
	st, err := Exact(s)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

func loadCases(t testing.TB) []Case {
	t.Helper()
	cases, err := LoadCases("")
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// The answers have 12 digits, which leaves a relative error of 5e-12.
func TestExactCases(t *testing.T) {
	const digits = 1e-11
	for _, c := range loadCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			got, want := mustExact(t, c.System), c.Exact
			if got.States != want.States {
				t.Errorf("states: got %d, want %d", got.States, want.States)
			}
			closeTo(t, "mean number", got.MeanNumber, want.MeanNumber, digits)
			closeTo(t, "blocking", got.Blocking, want.Blocking, digits)
			closeTo(t, "mean response", got.MeanResponse, want.MeanResponse, digits)
			allClose(t, "blocking per port", got.BlockingPerPort, want.BlockingPerPort, digits)
			allClose(t, "utilisation", got.Utilisation, want.Utilisation, digits)
			allClose(t, "mean queue", got.MeanQueue, want.MeanQueue, digits)
			for r := range want.Join {
				allClose(t, "join", got.Join[r], want.Join[r], digits)
			}
			for _, q := range want.Quantiles {
				closeTo(t, "quantile", got.Quantile(q.P), q.Value, digits)
				closeTo(t, "tail", got.Tail(q.Value), 1-q.P, 1e-9)
			}
		})
	}
}

// M/M/1/b: the number of jobs has the law rho^k up to a constant.
func TestExactSingleServer(t *testing.T) {
	for _, rho := range []float64{0.3, 0.8, 1, 1.25, 3} {
		for _, b := range []int{1, 5, 40, 2000} {
			all := []int{0}
			// Two ports and a rate of 2, so that neither is 1 by chance.
			st := mustExact(t, System{Rates: []float64{2}, Ports: []Port{{0.5 * rho, all}, {1.5 * rho, all}}, Buffer: b, Policy: JFIQ})
			var total, number, last float64
			for k := range b + 1 {
				last = math.Pow(rho, float64(k-b*b2i(rho > 1))) // scaled to stay finite
				total += last
				number += float64(k) * last
			}
			closeTo(t, "mean number", st.MeanNumber, number/total, 1e-11)
			closeTo(t, "blocking", st.Blocking, last/total, 1e-11)
			closeTo(t, "utilisation", st.Utilisation[0], rho*(1-last/total), 1e-11)
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Two servers of rate 1 with buffers so large that less than 1e-10 of the jobs are
// lost. JSQ: known values; JIQ: closed form.
func TestExactTwoServers(t *testing.T) {
	two := func(policy string, rho float64, b int) *Stationary {
		st := mustExact(t, System{Rates: []float64{1, 1}, Ports: []Port{{2 * rho, []int{0, 1}}}, Buffer: b, Policy: policy})
		if st.Blocking > 1e-10 {
			t.Errorf("%s at %v: blocking %v", policy, rho, st.Blocking)
		}
		return st
	}
	for _, c := range []struct {
		rho  float64
		b    int
		want float64 // to six decimals
	}{
		{0.3, 30, 1.144025}, {0.5, 40, 1.426321}, {0.7, 60, 2.108197}, {0.8, 90, 2.955737}, {0.9, 130, 5.474913}, {0.95, 230, 10.486639},
	} {
		if got := two(JSQ, c.rho, c.b).MeanResponse; math.Abs(got-c.want) > 0.6e-6 {
			t.Errorf("jsq at %v: got %.7f, want %.6f", c.rho, got, c.want)
		}
	}
	for rho, b := range map[float64]int{0.3: 40, 0.5: 60, 0.7: 120, 0.8: 160} {
		closeTo(t, "jiq", two(JIQ, rho, b).MeanResponse, (1+rho)/((1-rho)*(1+2*rho)), 1e-10)
	}
}

// Four servers of four types, complete graph, buffer 5: known values (mean
// response of admitted jobs, blocking) to six decimals.
func TestExactFourTypes(t *testing.T) {
	for _, c := range []struct {
		load               float64
		policy             string
		response, blocking float64
	}{
		{0.8, JFIQ, 5.865374, 0.075489}, {0.8, JFSQ, 4.343806, 0.005004}, {0.8, JIQ, 6.071521, 0.080043}, {0.8, JSQ, 5.142299, 0.006831},
		{0.9, JFIQ, 6.501931, 0.122696}, {0.9, JFSQ, 5.628490, 0.022634}, {0.9, JIQ, 6.620097, 0.126239}, {0.9, JSQ, 6.260935, 0.026992},
	} {
		st := mustExact(t, System{
			Rates: []float64{1, 0.5, 0.25, 0.125}, Ports: []Port{{1.875 * c.load, []int{0, 1, 2, 3}}}, Buffer: 5, Policy: c.policy,
		})
		if math.Abs(st.MeanResponse-c.response) > 0.6e-6 || math.Abs(st.Blocking-c.blocking) > 0.6e-6 {
			t.Errorf("%s at %v: got %.7f %.7f, want %.6f %.6f", c.policy, c.load, st.MeanResponse, st.Blocking, c.response, c.blocking)
		}
	}
}

// A law with a loop: mean 1.6875, second moment 6.59375.
var branching = &Phases{
	Start: []float64{0.5, 0.25, 0.25}, Rates: []float64{1, 2, 4}, Next: [][]float64{{0, 0.5, 0.5}, {0.5, 0.25, 0}, {0, 0, 0}},
}

// drawSystem draws a system of up to four servers and three ports; rates often tie.
func drawSystem(t *rapid.T) System {
	s := System{
		Buffer: rapid.IntRange(1, 3).Draw(t, "buffer"),
		Policy: rapid.SampledFrom(Policies()).Draw(t, "policy"),
	}
	rate := rapid.SampledFrom([]float64{0.25, 0.5, 1, 1, 3})
	s.Rates = rapid.SliceOfN(rate, 1, 4).Draw(t, "rates")
	if s.Policy == TwoClass {
		s.Rates = append(rapid.SliceOfN(rapid.SampledFrom([]float64{0.5, 2}), 0, 2).Draw(t, "two rates"), 0.5, 2)
		s.DFast, s.DSlow = rapid.IntRange(1, 3).Draw(t, "fast"), rapid.IntRange(1, 3).Draw(t, "slow")
		s.PFast, s.PSlow = rapid.Float64Range(0, 1).Draw(t, "p fast"), rapid.Float64Range(0, 1).Draw(t, "p slow")
	}
	if rapid.IntRange(0, 3).Draw(t, "phases") == 0 {
		s.Buffer = min(s.Buffer, 2)
		s.Service = rapid.SampledFrom([]*Phases{BalancedMeans(4), Erlang(2), branching}).Draw(t, "service")
	}
	for l := range rapid.IntRange(1, min(3, len(s.Rates))).Draw(t, "ports") {
		neighbours := rapid.SliceOfNDistinct(rapid.IntRange(0, len(s.Rates)-1), 1, -1, rapid.ID).Draw(t, "neighbours")
		if s.Policy == Supermarket && !slices.Contains(neighbours, l) {
			neighbours = append(neighbours, l)
		}
		s.Ports = append(s.Ports, Port{rate.Draw(t, "rate"), neighbours})
	}
	if s.Policy == JSQD || s.Policy == JIQJSQD || s.Policy == Supermarket {
		s.D = rapid.IntRange(1, 5).Draw(t, "d")
		s.Replacement = rapid.Bool().Draw(t, "replacement")
	}
	return s
}

// What holds for every policy: laws sum to 1, Little's law, and the balance of the
// jobs that join and leave each server.
func TestExactLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSystem(t)
		st := mustExact(t, s)
		admitted := s.ArrivalRate() * (1 - st.Blocking)
		closeTo(t, "Little's law", st.MeanNumber, admitted*st.MeanResponse, 1e-11)
		joins := 0.0
		for r, rate := range s.Rates {
			closeTo(t, "law of the length", sum(st.Length[r]), 1, 1e-11)
			mean := 1.0
			if s.Service != nil {
				mean, _ = s.Service.Moments()
			}
			if in, out := admitted*sum(st.Join[r]), rate/mean*st.Utilisation[r]; math.Abs(in-out) > 1e-11 {
				t.Errorf("server %d: rate in %v, rate out %v", r, in, out)
			}
			joins += sum(st.Join[r])
		}
		closeTo(t, "law of joining", joins, 1, 1e-11)
		closeTo(t, "tail at 0", st.Tail(0), 1, 1e-11)
	})
}

// Policies that coincide: two descriptions of one system have the same law.
func TestExactCoincidences(t *testing.T) {
	const many = 9 // more than any degree
	for _, c := range []struct {
		name      string
		a, b      System // Policy, D and Replacement
		sameRates bool   // only with equal service rates
	}{
		{"sample of all", System{Policy: JSQD, D: many}, System{Policy: JSQ}, false},
		{"sample of one", System{Policy: JSQD, D: 1}, System{Policy: Random}, false},
		{"sample of one with replacement", System{Policy: JSQD, D: 1, Replacement: true}, System{Policy: Random}, false},
		{"idle or one", System{Policy: JIQJSQD, D: 1}, System{Policy: JIQ}, false},
		{"idle or all", System{Policy: JIQJSQD, D: many}, System{Policy: JSQ}, false},
		{"own and all others", System{Policy: Supermarket, D: many}, System{Policy: JSQ}, false},
		{"equal rates, shortest", System{Policy: JFSQ}, System{Policy: JSQ}, true},
		{"equal rates, idle", System{Policy: JFIQ}, System{Policy: JIQ}, true},
		{"equal rates, fastest", System{Policy: Fastest}, System{Policy: Random}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s := drawSystem(t)
				if c.a.Policy == Supermarket {
					for l := range s.Ports {
						if !slices.Contains(s.Ports[l].Neighbours, l) {
							s.Ports[l].Neighbours = append(s.Ports[l].Neighbours, l)
						}
					}
				}
				if c.sameRates {
					for r := range s.Rates {
						s.Rates[r] = 0.5
					}
				}
				a, b := s, s
				a.Policy, a.D, a.Replacement = c.a.Policy, c.a.D, c.a.Replacement
				b.Policy, b.D, b.Replacement = c.b.Policy, c.b.D, c.b.Replacement
				x, y := mustExact(t, a), mustExact(t, b)
				closeTo(t, "blocking", x.Blocking, y.Blocking, 1e-10)
				for r := range s.Rates {
					allClose(t, "length", x.Length[r], y.Length[r], 1e-10)
				}
			})
		})
	}
}

// A server that no job joins is empty, and a port without neighbours changes nothing.
func TestExactUnused(t *testing.T) {
	s := System{Rates: []float64{1}, Ports: []Port{{0.8, []int{0}}}, Buffer: 5, Policy: JFSQ}
	plain := mustExact(t, s)
	s.Rates = []float64{1, 2}
	s.Ports = append(s.Ports, Port{Rate: 3})
	st := mustExact(t, s)
	closeTo(t, "response", st.MeanResponse, plain.MeanResponse, 1e-12)
	closeTo(t, "blocking", st.Blocking, plain.Blocking, 1e-12)
	if st.Utilisation[1] > 1e-12 || st.BlockingPerPort[1] != 0 {
		t.Errorf("unused server busy %v, unroutable port blocked %v", st.Utilisation[1], st.BlockingPerPort[1])
	}
}

func TestExactRefuses(t *testing.T) {
	all := []int{0}
	for want, s := range map[string]System{
		"unbounded buffer":          {Rates: []float64{1}, Ports: []Port{{0.5, all}}, Policy: JSQ},
		"more than 200000 states":   {Rates: make([]float64, 64), Ports: []Port{{0.5, all}}, Buffer: math.MaxInt - 1, Policy: JSQ},
		`unknown policy "shortest"`: {Rates: []float64{1}, Ports: []Port{{0.5, all}}, Buffer: 1, Policy: "shortest"},
	} {
		for r := range s.Rates {
			s.Rates[r] = 1
		}
		if _, err := Exact(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
