package study

import (
	"bytes"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/stats"
)

// halfinWhitt is a complete graph at load 1 - beta N^-alpha with looks at its occupancies.
func halfinWhitt(t *testing.T, n string, beta, alpha float64, sets ...input.Set) *scenario.Scenario {
	t.Helper()
	sc := parse(t, `
servers: {count: 100, types: [{share: 1, rate: 1}]}
ports: {count: 1, load: 0.5}
graph: {kind: complete}
policy: {name: jsq}
run: {warmup: 100, measure: 3000, engine: lumped}
`, append([]input.Set{{Path: "servers.count", Value: n}}, sets...)...)
	sc.Port.Load, sc.Port.HalfinWhitt, sc.Port.Alpha, sc.Run.Observe = 0, beta, alpha, 1
	return sc
}

// TestIdleServersInHalfinWhitt: (N - Q1)/sqrt N has mean beta for every N, under any policy; in the super-Halfin-Whitt regime the same with
// N^(1-alpha).
func TestIdleServersInHalfinWhitt(t *testing.T) {
	engine := func(name string) input.Set { return input.Set{Path: "run.engine", Value: name} }
	for _, c := range []struct {
		n           string
		beta, alpha float64
		sets        []input.Set
	}{
		{"25", 1, 0.5, nil},
		{"400", 1, 0.5, nil},
		{"400", 0.5, 0.5, nil},
		{"100", 2, 0.5, []input.Set{engine("full")}},
		{"100", 1, 0.5, []input.Set{{Path: "policy", Value: "{name: jsq-d, d: 2}"}}},
		{"1000", 1, 0.6, nil},
		{"200", 2, 0.75, []input.Set{engine("full"), {Path: "run.replications", Value: "3"}, {Path: "run.measure", Value: "1000"}}},
	} {
		o := mustRun(t, halfinWhitt(t, c.n, c.beta, c.alpha, c.sets...), Options{}).Outcomes[0].Observed
		if o == nil {
			t.Fatal("no looks")
		}
		// With 4 standard errors and these seeds; Student's t with the 15 degrees of freedom of a correlated run exceeds it once in 900.
		if m := o.Idle.Mean; !(math.Abs(m.Value-c.beta) <= 4*m.StdErr) || !(m.StdErr < 0.1*c.beta) || o.Idle.Known != c.beta {
			t.Errorf("N = %s, alpha = %v: %v with a standard error of %v, want %v; in theory %v", c.n, c.alpha, m.Value, m.StdErr, c.beta,
				o.Idle.Known)
		}
		if o.Looks < 2990 || o.Alpha != c.alpha {
			t.Errorf("%d looks, alpha %v", o.Looks, o.Alpha)
		}
		for _, s := range o.All() {
			mean, count := 0.0, uint64(0)
			for i, n := range s.Histogram.Counts {
				mean += float64(n) * (float64(s.Histogram.First+i) + 0.5) / result.BinsPerUnit
				count += n
			}
			squares := 0.0
			for i, n := range s.Histogram.Counts {
				off := (float64(s.Histogram.First+i)+0.5)/result.BinsPerUnit - mean/float64(count)
				squares += float64(n) * off * off
			}
			if dev := math.Sqrt(squares / float64(count)); math.Abs(dev-s.Deviation) > 0.1 {
				t.Errorf("%s: standard deviation %v, that of the histogram %v", s.Name, s.Deviation, dev)
			}
			// A bin is 0.1 wide, so its middle is 0.05 off at most.
			if count != o.Looks || math.Abs(mean/float64(count)-s.Mean.Value) > 0.05+1e-9 {
				t.Errorf("%s: histogram of %d values with mean %v, looks %d with mean %v", s.Name, count, mean/float64(count), o.Looks,
					s.Mean.Value)
			}
		}
		// jobs = busy servers + second jobs + further ones
		if least := o.Second.Mean.Value - o.Idle.Mean.Value*o.Idle.Scale/o.Excess.Scale; o.Excess.Mean.Value < least-1e-9 {
			t.Errorf("excess %v below %v", o.Excess.Mean.Value, least)
		}
	}
}

// TestLooksChangeNothing: neither the digest nor any estimate, on both engines, any number of shards, however often the looks are.
func TestLooksChangeNothing(t *testing.T) {
	for _, engine := range []string{"full", "lumped"} {
		for _, replications := range []string{"1", "11"} {
			sc := halfinWhitt(t, "64", 1, 0.5, input.Set{Path: "run.engine", Value: engine}, input.Set{Path: "run.measure",
				Value: "40"},
				input.Set{Path: "run.replications", Value: replications}, input.Set{Path: "policy", Value: "{name: jsq-d, d: 2}"})
			sc.Run.Observe = 0
			want := mustRun(t, sc, Options{Shards: 1}).Outcomes[0]
			if want.Observed != nil {
				t.Error("looks without being asked")
			}
			var first *result.Observed
			for _, every := range []float64{1, 0.37, 1, 1, 1000} {
				again := *sc
				again.Run.Observe = every
				got := mustRun(t, &again, Options{Shards: 1 + int(10*every)%3}).Outcomes[0]
				if got.CombinedDigest() != want.CombinedDigest() ||
					got.Estimate("mean_response").Value != want.Estimate("mean_response").Value {
					t.Errorf("%s engine, a look every %v: digest %s, without %s", engine, every, got.CombinedDigest(),
						want.CombinedDigest())
				}
				if every == 1000 && got.Observed != nil {
					t.Error("a look after the end")
				}
				if every == 1 {
					if first == nil {
						first = got.Observed
					}
					if a, b := marshal(t, first), marshal(t, got.Observed); a != b {
						t.Errorf("%s engine: other looks on other shards:\n%s\n%s", engine, a, b)
					}
				}
			}
		}
	}
}

func marshal(t *testing.T, o *result.Observed) string {
	t.Helper()
	data, err := o.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestLooksAtGivenTimes: the first is one interval after the warm-up, the last at the end.
func TestLooksAtGivenTimes(t *testing.T) {
	for _, c := range []struct {
		measure string
		every   float64
		want    uint64
	}{{"10", 1, 10}, {"10", 2.5, 4}, {"10", 3, 3}, {"10", 10, 1}, {"10", 0.01, 1000}} {
		sc := halfinWhitt(t, "16", 1, 0.5, input.Set{Path: "run.measure", Value: c.measure}, input.Set{Path: "run.warmup",
			Value: "0.5"})
		sc.Run.Observe = c.every
		if got := mustRun(t, sc, Options{}).Outcomes[0].Observed.Looks; got != c.want {
			t.Errorf("%d looks every %v in %s units of time, want %d", got, c.every, c.measure, c.want)
		}
	}
}

// TestBins: bins of the root scale are floor(10 v / sqrt N) without rounding.
func TestBins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(1, 1<<31).Draw(t, "n")
		v := rapid.Int64Range(-1<<36, 1<<36).Draw(t, "v")
		if rapid.Bool().Draw(t, "square") { // whole numbers on the edges
			side := rapid.Uint64Range(1, 1<<15).Draw(t, "side")
			n = side * side
			v = rapid.Int64Range(-1000, 1000).Draw(t, "tenths") * int64(side) / 10
		}
		j := yardstick{servers: n, root: true}.bin(v)
		// j <= 10 v / sqrt N < j+1, where x |x| is increasing in x.
		signed := func(x int64) *big.Int { return new(big.Int).Mul(big.NewInt(x), new(big.Int).Abs(big.NewInt(x))) }
		scaled := func(x int) *big.Int { return new(big.Int).Mul(signed(int64(x)), new(big.Int).SetUint64(n)) }
		value := signed(10 * v)
		if j > -farthestBin && scaled(j).Cmp(value) > 0 || j < farthestBin && scaled(j+1).Cmp(value) <= 0 {
			t.Fatalf("bin %d of %d with %d servers", j, v, n)
		}
	})
}

// TestFarBins: values that are far out are counted in the last bin, not in memory without end.
func TestFarBins(t *testing.T) {
	for _, y := range []yardstick{{servers: 4, root: true, value: 2}, {servers: 4, value: 2.3}} {
		if got := y.bin(1 << 50); got != farthestBin {
			t.Errorf("bin %d", got)
		}
		if got := y.bin(-1 << 50); got != -farthestBin {
			t.Errorf("bin %d", got)
		}
	}
}

// TestObservedReports: tables and JSON have the scaled occupancies, with what theory says, also for several policies.
func TestObservedReports(t *testing.T) {
	sc := halfinWhitt(t, "100", 1, 0.75, input.Set{Path: "policy", Value: "{name: [jsq, jiq]}"})
	r := mustRun(t, sc, Options{})
	for f, want := range map[result.Format][]string{
		result.Table: {"scaled occupancies", "│ jsq    │ (N - Q1) / N^(1-alpha) │", "│ jiq    │ Q2 / N^alpha ",
			"│ deviation in theory │", "Gamma(2, beta)", "3,000 looks, one every 1 units of time"},
		result.Markdown: {"**scaled occupancies**", "| jiq    |"},
		result.JSON: {`"scaled_occupancy": {`, `"bin_width": 0.1`, `"first_bin": `, `"theory_mean": 1`, `"theory_mean": 2`,
			`"excess": {`},
	} {
		var out bytes.Buffer
		if err := result.Write(&out, r, f); err != nil {
			t.Fatal(err)
		}
		for _, text := range want {
			if !strings.Contains(out.String(), text) {
				t.Errorf("%s lacks %q:\n%s", f, text, &out)
			}
		}
	}
	if k := r.Outcomes[1].Observed.Excess.Known; !math.IsNaN(k) {
		t.Errorf("the excess of jiq is known to be %v", k)
	}
	// The number in system of the looks is that of the integral over time.
	for _, o := range r.Outcomes {
		e := o.Observed.Excess
		got := stats.Estimate{Value: e.Mean.Value*e.Scale + 100, StdErr: e.Mean.StdErr * e.Scale}
		if math.Abs(got.Value-o.Estimate("mean_number").Value) > 5*got.StdErr {
			t.Errorf("%v: %v jobs seen with a standard error of %v, %v by the integral", o.Policy, got.Value, got.StdErr,
				o.Estimate("mean_number").Value)
		}
	}
}

// TestInterruptedLooks: the looks of a partial run are those of complete batches.
func TestInterruptedLooks(t *testing.T) {
	// Batches of 128 units of time, whose ends are whole numbers without rounding: each has as many looks.
	sc := halfinWhitt(t, "64", 1, 0.5, input.Set{Path: "run.measure", Value: "8388608"}, input.Set{Path: "run.batches", Value: "65536"})
	r, err := cancelWhen(t, sc, func(u Update) bool { return u.Done > 500 })
	if err == nil || len(r.Outcomes) != 1 {
		t.Fatalf("result %+v, error %v", r, err)
	}
	o := r.Outcomes[0]
	if o.Observed == nil || float64(o.Observed.Looks) != o.Time {
		t.Errorf("%v of time, looks %+v", o.Time, o.Observed)
	}
}
