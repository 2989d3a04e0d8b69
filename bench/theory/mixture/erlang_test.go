package mixture_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"
	"time"

	"gonum.org/v1/gonum/mathext"
	"pgregory.net/rapid"

	"shardq/bench/theory/mixture"
	"shardq/bench/theory/theorytest"
)

// counts turns probabilities into counts that keep 12 digits of them.
func counts(probabilities ...float64) []uint64 {
	row := make([]uint64, len(probabilities))
	for k, p := range probabilities {
		row[k] = uint64(math.Round(p * 1e12))
	}
	return row
}

// Two systems solved exactly as Markov chains: M/M/1/5 at load .8, and four unequal servers with buffer 3 under JFSQ.
func TestQuantilesOfSolvedSystems(t *testing.T) {
	for _, c := range []struct {
		name      string
		m         mixture.Erlang
		mean      float64
		quantiles map[float64]float64
	}{
		{
			"M/M/1/5",
			mixture.Erlang{Rates: []float64{1}, Join: [][]uint64{counts(0.297477391718, 0.237981913375, 0.1903855307, 0.15230842456,
				0.121846739648)}},
			2.56306520704,
			map[float64]float64{0.5: 2.06048917239, 0.9: 5.47533715526, 0.99: 9.20153635529, 0.999: 12.4534583129},
		},
		{
			"four servers",
			mixture.Erlang{Rates: []float64{1, 0.5, 0.25, 0.125}, Join: [][]uint64{
				counts(0.196684184165, 0.152195080185, 0.100678119541), counts(0.0687159657283, 0.111263157084, 0.131278736248),
				counts(0.0348946950666, 0.0575520730692, 0.064050121473), counts(0.0125035388396, 0.0301945082223, 0.0399898203771),
			}},
			5.08475863426,
			map[float64]float64{0.5: 2.73091442645, 0.9: 12.2033220397, 0.99: 35.3279045, 0.999: 59.6043883617},
		},
	} {
		theorytest.Relative(t, c.name+" mean", c.m.Mean(), c.mean, 1e-10)
		for q, want := range c.quantiles {
			theorytest.Relative(t, fmt.Sprintf("%s quantile %g", c.name, q), c.m.Quantile(q), want, 1e-9)
		}
	}
}

// One job alone in a queue: an exponential time, whose quantiles are logarithms.
func TestExponentialQuantiles(t *testing.T) {
	m := mixture.Erlang{Rates: []float64{3}, Join: [][]uint64{{7}}}
	for _, q := range []float64{1e-300, 1e-12, 0.001, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1 - 1e-9} {
		theorytest.Relative(t, fmt.Sprintf("quantile %g", q), m.Quantile(q), -math.Log1p(-q)/3, 1e-11)
	}
	theorytest.Relative(t, "tail at 100", m.Tail(100), math.Exp(-300), 1e-12)
	theorytest.Relative(t, "tail near underflow", m.Tail(230), math.Exp(-690), 1e-12)
	theorytest.Near(t, "variance", m.Variance(), 1.0/9, 1e-15)
	if got := m.Quantiles(0, 1); got[0] != 0 || !math.IsInf(got[1], 1) {
		t.Errorf("quantiles 0 and 1 are %v, want 0 and +Inf", got)
	}
	for _, q := range []float64{-0.1, 1.1, math.NaN()} {
		if got := m.Quantile(q); !math.IsNaN(got) {
			t.Errorf("quantile %v = %v, want NaN", q, got)
		}
	}
}

func TestEmptyMixture(t *testing.T) {
	m := mixture.Erlang{Rates: []float64{1, 2}, Join: [][]uint64{{}, {0, 0}}}
	for name, v := range map[string]float64{"mean": m.Mean(), "variance": m.Variance(), "cdf": m.CDF(1), "quantile": m.Quantile(0.5)} {
		if !math.IsNaN(v) {
			t.Errorf("%s without jobs = %v, want NaN", name, v)
		}
	}
}

func single(stages int, rate float64) mixture.Erlang {
	row := make([]uint64, stages)
	row[stages-1] = 1
	return mixture.Erlang{Rates: []float64{rate}, Join: [][]uint64{row}}
}

// Erlang distributions of 1 to 10^5 stages, against the incomplete gamma functions of gonum where those are accurate.
func TestErlangAgainstGamma(t *testing.T) {
	for _, stages := range []int{1, 2, 5, 30, 200, 3000, 100000} {
		m := single(stages, 2)
		for _, z := range []float64{-8, -3, -1, 0, 0.5, 2, 4, 8} {
			x := float64(stages) + z*math.Sqrt(float64(stages))
			if x <= 0 {
				continue
			}
			name := fmt.Sprintf("%d stages, x = %.4g", stages, x)
			theorytest.Near(t, name+": cdf", m.CDF(x/2), mathext.GammaIncReg(float64(stages), x), 1e-9)
			theorytest.Near(t, name+": tail", m.Tail(x/2), mathext.GammaIncRegComp(float64(stages), x), 1e-9)
		}
	}
}

// Against the defining sum e^-x sum_{j<k} x^j/j! in 300 bits, with relative accuracy far into both tails.
func TestErlangAgainstExactSum(t *testing.T) {
	for _, c := range []struct{ stages, x float64 }{
		{1, 1e-9}, {10, 0.01}, {10, 3}, {10, 60}, {200, 100}, {200, 200}, {200, 420}, {2000, 1500}, {2000, 2700},
	} {
		big300 := func(v float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(v) }
		below, above := big300(0), big300(0) // P(J < stages), P(J >= stages), up to e^-x
		term := big300(1)
		for j := 0.0; j < c.x+40*math.Sqrt(c.x)+c.stages+100; j++ {
			if j < c.stages {
				below.Add(below, term)
			} else {
				above.Add(above, term)
			}
			term.Mul(term, big300(c.x))
			term.Quo(term, big300(j+1))
		}
		total := new(big.Float).Add(below, above)
		tail, _ := new(big.Float).Quo(below, total).Float64()
		cdf, _ := new(big.Float).Quo(above, total).Float64()
		m := single(int(c.stages), 1)
		theorytest.Relative(t, fmt.Sprintf("%v: cdf", c), m.CDF(c.x), cdf, 1e-12)
		theorytest.Relative(t, fmt.Sprintf("%v: tail", c), m.Tail(c.x), tail, 1e-12)
	}
}

func draw(t *rapid.T) mixture.Erlang {
	var m mixture.Erlang
	for range rapid.IntRange(1, 4).Draw(t, "types") {
		m.Rates = append(m.Rates, rapid.Float64Range(0.01, 100).Draw(t, "rate"))
		m.Join = append(m.Join, rapid.SliceOfN(rapid.Uint64Range(0, 1<<40), 1, 60).Draw(t, "row"))
	}
	m.Join[0][0]++
	return m
}

func TestMixtureProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := draw(t)
		q := rapid.Float64Range(1e-6, 1-1e-6).Draw(t, "q")
		x := m.Quantile(q)
		if got := m.CDF(x); math.Abs(got-q) > 1e-10 {
			t.Fatalf("CDF of quantile %v is %v", q, got)
		}
		if sum := m.CDF(x) + m.Tail(x); math.Abs(sum-1) > 1e-12 {
			t.Fatalf("CDF + tail = %v", sum)
		}
		y := x * rapid.Float64Range(1, 3).Draw(t, "factor")
		if m.CDF(y) < m.CDF(x)-1e-13 || m.Tail(y) > m.Tail(x)+1e-13 {
			t.Fatalf("not monotone between %v and %v", x, y)
		}
		if p := rapid.Float64Range(1e-6, 1-1e-6).Draw(t, "p"); p > q && m.Quantile(p) < x*(1-1e-11) {
			t.Fatalf("quantile %v below quantile %v", p, q)
		}
	})
}

// Mean and variance against the integral of the tail: E[X] = int P(X > t) dt, E[X^2] = int 2 t P(X > t) dt, by Simpson's rule.
func TestMomentsAgainstTail(t *testing.T) {
	m := mixture.Erlang{Rates: []float64{1, 0.25}, Join: [][]uint64{{5, 3, 2}, {1, 0, 4, 1}}}
	const steps, end = 8000, 200.0
	first, second := 0.0, 0.0
	for i := range steps + 1 {
		weight := float64(2 + 2*(i%2))
		if i == 0 || i == steps {
			weight = 1
		}
		x := end * float64(i) / steps
		first += weight * m.Tail(x)
		second += weight * 2 * x * m.Tail(x)
	}
	first, second = first*end/steps/3, second*end/steps/3
	theorytest.Relative(t, "mean", m.Mean(), first, 1e-8)
	theorytest.Relative(t, "variance", m.Variance(), second-first*first, 1e-8)
}

// Queues of 10^5 jobs must not make a report slow: an evaluation in the square of their length would take minutes.
func TestLongQueuesAreQuick(t *testing.T) {
	row := make([]uint64, 100000)
	for k := range row {
		row[k] = uint64(k + 1)
	}
	m := mixture.Erlang{Rates: []float64{1, 0.5}, Join: [][]uint64{row, row}}
	begin := time.Now()
	m.Quantiles(0.5, 0.9, 0.99, 0.999)
	took := time.Since(begin)
	t.Logf("four quantiles took %v", took)
	if took > 30*time.Second {
		t.Errorf("four quantiles took %v", took)
	}
	if got := m.CDF(1e300); got != 1 {
		t.Errorf("CDF(1e300) = %v, want 1", got)
	}
}

func ExampleErlang() {
	// 600 jobs found a server of rate 1 idle, 400 found one job there.
	m := mixture.Erlang{Rates: []float64{1}, Join: [][]uint64{{600, 400}}}
	fmt.Printf("mean %.2f, median %.4f, 99 %% within %.4f\n", m.Mean(), m.Quantile(0.5), m.Quantile(0.99))
	// Output:
	// mean 1.40, median 1.0414, 99 % within 5.8058
}

// TestTableOfNoTime: a time that is not known makes a table, not an endless one.
func TestTableOfNoTime(t *testing.T) {
	for _, time := range []float64{math.NaN(), 0} {
		mixture.Erlang{Rates: []float64{1}, Join: [][]uint64{{3, 2}}}.At(time)
	}
	if within := (mixture.Erlang{Rates: []float64{1}, Join: [][]uint64{{3, 2}}}).At(0).Sum([][]uint64{{3, 2}}); within != 0 {
		t.Errorf("%v jobs respond at once", within)
	}
}
