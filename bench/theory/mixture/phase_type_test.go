package mixture_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"pgregory.net/rapid"

	"shardq/bench/theory/mixture"
	"shardq/bench/theory/theorytest"
	"shardq/kernel"
)

// general draws a law of mean 1 with any routing.
func general(t *rapid.T) *kernel.Phases {
	n := rapid.IntRange(1, 4).Draw(t, "phases")
	weights := func(what string, k int) []float64 {
		row, sum := make([]float64, k), 0.0
		for i := range row {
			row[i] = float64(rapid.IntRange(0, 4).Draw(t, what))
			sum += row[i]
		}
		if sum == 0 {
			row[k-1], sum = 1, 1
		}
		for i := range row {
			row[i] /= sum
		}
		return row
	}
	p := &kernel.Phases{Start: weights("start", n)}
	for range n {
		p.Rates = append(p.Rates, rapid.Float64Range(0.1, 10).Draw(t, "rate"))
		row := weights("routing", n+1)
		row[n] += 0.1 // a way out of every phase
		for i := range row {
			row[i] /= 1.1
		}
		p.Routing = append(p.Routing, row[:n])
	}
	return p.Unit()
}

func drawPhases(t *rapid.T) mixture.PhaseType {
	m := mixture.PhaseType{Service: general(t)}
	phases := len(m.Service.Rates)
	for range rapid.IntRange(1, 3).Draw(t, "types") {
		m.Rates = append(m.Rates, rapid.Float64Range(0.1, 10).Draw(t, "rate"))
		row := make([]uint64, phases*rapid.IntRange(1, 12).Draw(t, "levels"))
		for i := range row {
			if i == 0 || i >= phases {
				row[i] = rapid.Uint64Range(0, 1<<20).Draw(t, "count")
			}
		}
		m.Found = append(m.Found, row)
	}
	m.Found[0][0]++
	return m
}

// One phase is exponential service: everything as Erlang has it.
func TestOnePhase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := draw(t)
		p := mixture.PhaseType{Rates: m.Rates, Found: m.Join}
		if rapid.Bool().Draw(t, "explicit") {
			p.Service = &kernel.Phases{Start: []float64{1}, Rates: []float64{1}}
		}
		q := rapid.Float64Range(1e-6, 1-1e-6).Draw(t, "q")
		x := m.Quantile(q)
		for _, c := range []struct {
			what      string
			got, want float64
		}{
			{"mean", p.Mean(), m.Mean()}, {"variance", p.Variance(), m.Variance()}, {"quantile", p.Quantile(q), x},
			{"cdf", p.CDF(x / 3), m.CDF(x / 3)}, {"tail", p.Tail(3 * x), m.Tail(3 * x)},
		} {
			if !(math.Abs(c.got-c.want) <= 1e-10*c.want) {
				t.Fatalf("%s = %v, want %v", c.what, c.got, c.want)
			}
		}
	})
}

// Erlang service: a job that finds k > 0 jobs, the one in service in phase j of n, has n-j + k n exponential phases to go.
func TestErlangPhases(t *testing.T) {
	for _, c := range []struct{ n, k, j int }{{2, 0, 0}, {2, 1, 0}, {2, 1, 1}, {3, 7, 2}, {5, 40, 1}, {64, 3, 60}, {4, 1000, 3}} {
		row := make([]uint64, (c.k+1)*c.n)
		row[c.k*c.n+c.j] = 10
		const rate = 0.5
		m := mixture.PhaseType{Rates: []float64{rate}, Service: theorytest.Erlang(c.n), Found: [][]uint64{row}}
		stages := float64(c.n - c.j + c.k*c.n)
		name := fmt.Sprintf("%+v", c)
		theorytest.Relative(t, name+" mean", m.Mean(), stages/float64(c.n)/rate, 1e-12)
		theorytest.Relative(t, name+" waiting", m.Waiting()+1, (stages/float64(c.n)-1)/rate+1, 1e-12)
		theorytest.Relative(t, name+" variance", m.Variance(), stages/float64(c.n*c.n)/rate/rate, 1e-12)
		whole := single(int(stages), float64(c.n)*rate)
		d := m.Distribution()
		for _, q := range []float64{1e-9, 0.01, 0.5, 0.99, 0.999999} {
			x := whole.Quantile(q)
			theorytest.Relative(t, fmt.Sprintf("%s quantile %g", name, q), d.Quantile(q), x, 1e-10)
			theorytest.Relative(t, fmt.Sprintf("%s cdf %g", name, q), d.CDF(x), q, 1e-9)
			table := m.At(x)
			theorytest.Relative(t, fmt.Sprintf("%s table %g", name, q), table.Sum(m.Found)/10, q, 1e-9)
			theorytest.Relative(t, fmt.Sprintf("%s tail in table %g", name, q), table.Above(m.Found)/10, 1-q, 1e-9)
		}
		// Far into both tails, where one minus the other has no digits.
		for _, f := range []float64{0.2, 3} {
			x := f * m.Mean()
			want, wantAbove := whole.CDF(x), whole.Tail(x)
			if want > 1e-40 {
				theorytest.Relative(t, fmt.Sprintf("%s cdf at %g", name, x), d.CDF(x), want, 1e-9)
				theorytest.Relative(t, fmt.Sprintf("%s cdf at %g in table", name, x), m.At(x).Sum(m.Found)/10, want, 1e-9)
			}
			if wantAbove > 1e-40 {
				theorytest.Relative(t, fmt.Sprintf("%s tail at %g", name, x), d.Tail(x), wantAbove, 1e-9)
				theorytest.Relative(t, fmt.Sprintf("%s tail at %g in table", name, x), m.At(x).Above(m.Found)/10, wantAbove, 1e-9)
			}
		}
	}
}

// Hyper-exponential service, one job ahead in a known phase: the response is an exponential time and a hyper-exponential one, whose
// distribution is a sum of exponentials; and with four jobs ahead it is a binomial mixture of sums of two Erlang times, integrated here by
// Simpson's rule.
func TestHyperExponentialPhases(t *testing.T) {
	law := theorytest.Hyper(4)
	p, r := law.Start, law.Rates
	at := func(k, j int) mixture.PhaseType {
		row := make([]uint64, 2*(k+1))
		row[2*k+j] = 1
		return mixture.PhaseType{Rates: []float64{2}, Service: law, Found: [][]uint64{row}}
	}
	for _, x := range []float64{0.01, 0.3, 1, 4, 20, 60} {
		tau := 2 * x
		theorytest.Relative(t, "alone", at(0, 0).Tail(x), p[0]*math.Exp(-r[0]*tau)+p[1]*math.Exp(-r[1]*tau), 1e-11)
		e0, e1 := math.Exp(-r[0]*tau), math.Exp(-r[1]*tau)
		sum := (r[0]*e1 - r[1]*e0) / (r[0] - r[1]) // tail of one phase after the other
		theorytest.Relative(t, "behind phase 0", at(1, 0).Tail(x), p[0]*e0*(1+r[0]*tau)+p[1]*sum, 1e-10)
		theorytest.Relative(t, "behind phase 1", at(1, 1).Tail(x), p[1]*e1*(1+r[1]*tau)+p[0]*sum, 1e-10)
	}
	// k = 4 behind phase 1: of the 4 other services i are of phase 0, so that there are i stages of rate r0 and 5-i of rate r1.
	const x, steps = 3.0, 4000
	want := 0.0
	for i := range 5 {
		weight := float64([]int{1, 4, 6, 4, 1}[i]) * math.Pow(p[0], float64(i)) * math.Pow(p[1], float64(4-i))
		value := 0.0
		if i == 0 {
			value = mathext.GammaIncReg(5, r[1]*2*x)
		} else {
			for s := range steps + 1 {
				w := float64(2 + 2*(s%2))
				if s == 0 || s == steps {
					w = 1
				}
				u := 2 * x * float64(s) / steps
				density := math.Pow(r[0], float64(i)) * math.Pow(u, float64(i-1)) * math.Exp(-r[0]*u) / math.Gamma(float64(i))
				rest := 0.0
				if u < 2*x {
					rest = mathext.GammaIncReg(float64(5-i), r[1]*(2*x-u))
				}
				value += w * density * rest
			}
			value *= 2 * x / steps / 3
		}
		want += weight * value
	}
	theorytest.Relative(t, "behind four", at(4, 1).CDF(x), want, 1e-9)
	theorytest.Relative(t, "behind four, table", at(4, 1).At(x).Sum([][]uint64{{0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}), want, 1e-9)
}

// The two ways to compute a probability, forwards from the counts and backwards for all counts, share no recursion. Quantiles invert the
// distribution.
func TestPhaseProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawPhases(t)
		d := m.Distribution()
		q := rapid.Float64Range(1e-6, 1-1e-6).Draw(t, "q")
		x := d.Quantile(q)
		jobs := 0.0
		for _, row := range m.Found {
			for _, n := range row {
				jobs += float64(n)
			}
		}
		if got := d.CDF(x); math.Abs(got-q) > 1e-10 {
			t.Fatalf("CDF of quantile %v is %v", q, got)
		}
		x *= rapid.Float64Range(0.3, 3).Draw(t, "factor")
		table := m.At(x)
		if got, want := table.Sum(m.Found), d.CDF(x)*jobs; math.Abs(got-want) > 1e-10*want {
			t.Fatalf("%v jobs within %v, by the table %v", want, x, got)
		}
		if got, want := table.Above(m.Found), d.Tail(x)*jobs; math.Abs(got-want) > 1e-10*want {
			t.Fatalf("%v jobs above %v, by the table %v", want, x, got)
		}
		if sum := d.CDF(x) + d.Tail(x); math.Abs(sum-1) > 1e-12 {
			t.Fatalf("CDF + tail = %v", sum)
		}
		// One batch of counts that are shorter.
		short := [][]uint64{m.Found[0][:1]}
		m.Found = short
		if got, want := table.Sum(short), m.CDF(x)*float64(short[0][0]); math.Abs(got-want) > 1e-10*want {
			t.Fatalf("%v of the first within %v, by the table %v", want, x, got)
		}
	})
}

// Mean and variance against the integral of the tail, for a law with routing.
func TestPhaseMomentsAgainstTail(t *testing.T) {
	law := (&kernel.Phases{Start: []float64{0.5, 0.25, 0.25}, Rates: []float64{4, 1, 0.5},
		Routing: [][]float64{{0.25, 0.5, 0}, {0, 0, 0.125}, {0.5, 0, 0}}}).Unit()
	m := mixture.PhaseType{Rates: []float64{1, 0.5}, Service: law,
		Found: [][]uint64{{5, 0, 0, 1, 2, 3}, {4, 0, 0, 0, 3, 1, 2, 2, 2, 7, 0, 1}}}
	d := m.Distribution()
	const steps, end = 20000, 250.0
	first, second := 0.0, 0.0
	for i := range steps + 1 {
		weight := float64(2 + 2*(i%2))
		if i == 0 || i == steps {
			weight = 1
		}
		x := end * float64(i) / steps
		tail := d.Tail(x)
		first += weight * tail
		second += weight * 2 * x * tail
	}
	first, second = first*end/steps/3, second*end/steps/3
	theorytest.Relative(t, "mean", m.Mean(), first, 1e-8)
	theorytest.Relative(t, "variance", m.Variance(), second-first*first, 1e-8)
	// A service takes 1/rate, and 11 and 22 jobs joined the two types.
	service := (11.0/1 + 22.0/0.5) / 33
	theorytest.Relative(t, "waiting", m.Waiting(), m.Mean()-service, 1e-12)
}

func TestEmptyPhaseMixture(t *testing.T) {
	m := mixture.PhaseType{Rates: []float64{1, 2}, Service: theorytest.Hyper(4), Found: [][]uint64{{}, {0, 0}}}
	for name, v := range map[string]float64{"mean": m.Mean(), "variance": m.Variance(), "cdf": m.CDF(1), "quantile": m.Quantile(0.5)} {
		if !math.IsNaN(v) {
			t.Errorf("%s without jobs = %v, want NaN", name, v)
		}
	}
	m.Found[1][0] = 3
	if got := m.Quantiles(0, 1); got[0] != 0 || !math.IsInf(got[1], 1) {
		t.Errorf("quantiles 0 and 1 are %v, want 0 and +Inf", got)
	}
	if got := m.CDF(1e300); got != 1 {
		t.Errorf("CDF(1e300) = %v, want 1", got)
	}
	if got := m.At(1e300).Sum(m.Found); got != 3 {
		t.Errorf("%v of 3 jobs within 1e300", got)
	}
	if got := m.At(0).Sum(m.Found) + m.CDF(0); got != 0 {
		t.Errorf("%v jobs within no time", got)
	}
}

func TestSCV(t *testing.T) {
	theorytest.Relative(t, "exponential", mixture.SCV(nil), 1, 0)
	theorytest.Relative(t, "hyper-exponential", mixture.SCV(theorytest.Hyper(4)), 4, 1e-12)
	theorytest.Relative(t, "Erlang", mixture.SCV(theorytest.Erlang(5)), 0.2, 1e-12)
	theorytest.Relative(
		t,
		"any scale",
		mixture.SCV(&kernel.Phases{Start: []float64{0.5, 0.5}, Rates: []float64{2, 10}}),
		(1.0/4+1.0/100)/0.09-1,
		1e-12,
	)
}

func ExamplePhaseType() {
	// Hyper-exponential service: 600 jobs found a server idle, 300 one job in its first phase there, 100 one job in its second.
	service := &kernel.Phases{Start: []float64{0.8, 0.2}, Rates: []float64{1.6, 0.4}}
	m := mixture.PhaseType{Rates: []float64{1}, Service: service, Found: [][]uint64{{600, 0, 300, 100}}}
	fmt.Printf("mean %.4f, median %.4f, 99 %% within %.4f\n", m.Mean(), m.Quantile(0.5), m.Quantile(0.99))
	// Output:
	// mean 1.4375, median 0.8350, 99 % within 9.2256
}

func BenchmarkPhaseTable(b *testing.B) {
	m := mixture.PhaseType{Rates: []float64{1}, Found: [][]uint64{make([]uint64, 4000)},
		Service: &kernel.Phases{Start: []float64{0.4, 0.3, 0.2, 0.1}, Rates: []float64{4, 2, 1, 0.2}}}
	m.Service = m.Service.Unit()
	for i := range m.Found[0] {
		m.Found[0][i] = 1
	}
	b.Run("table", func(b *testing.B) {
		for b.Loop() {
			m.At(1000)
		}
	})
	b.Run("quantiles", func(b *testing.B) {
		for b.Loop() {
			m.Quantiles(0.5, 0.9, 0.99, 0.999)
		}
	})
}
