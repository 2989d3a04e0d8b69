package solve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"shardq/bench/fault"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/stats"
	"shardq/bench/study"
	"shardq/bench/theory/queue"
	"shardq/graph/rng"
)

// solveFor prepares a search on a scenario given as text.
func solveFor(t *testing.T, text, target, over string) Config {
	t.Helper()
	condition, err := ParseTarget(target)
	if err != nil {
		t.Fatal(err)
	}
	return Config{
		Scenario: func(sets ...input.Set) (*scenario.Scenario, error) {
			return input.Parse("test.yaml", []byte(text), sets)
		},
		Target: condition, Over: over, From: nan, To: nan, Options: study.Options{Shards: 1},
	}
}

// small is a scenario of which theory has no value.
const small = `
servers: {count: 200, buffer: 5, types: [{name: slow, share: 0.5, rate: 0.5}, {name: fast, share: 0.5, rate: 1}]}
ports: {count: 150, load: 0.8}
graph: {kind: bernoulli, mean_degree: 12}
policy: {name: jfsq}
run: {warmup: 20, measure: 300}
`

const oneServer = `
servers: {count: 1, buffer: 4, types: [{share: 1, rate: 1}]}
ports: {count: 1, load: 0.8}
graph: {kind: complete}
policy: {name: random}
run: {warmup: 200, measure: 40000}
`

// TestSolveBuffer: the least buffer of M/M/1/b at load .8 that loses at most 1 % of the jobs is known, and so is the largest that keeps the
// mean response time of admitted jobs below 3.
func TestSolveBuffer(t *testing.T) {
	least, largest := 1, 1
	for queue.MM1b(0.8, 1, least).Blocking > 0.01 {
		least++
	}
	for queue.MM1b(0.8, 1, largest+1).Response <= 3 {
		largest++
	}
	for _, c := range []struct {
		target string
		want   int
		dir    Direction
		text   string
	}{
		{"blocking<=1%", least, Least,
			fmt.Sprintf("a buffer of %d (%d is not enough) is enough for a blocking probability of at most 1 %% at load 0.8 "+
				"with N = 1 servers under random", least, least-1)},
		{"mean_response<=3", largest, Largest,
			fmt.Sprintf("a buffer of %d (%d is too much) is the most for a mean response time of at most 3 at load 0.8 "+
				"with N = 1 servers under random", largest, largest+1)},
	} {
		s, err := Run(context.Background(), solveFor(t, oneServer, c.target, "servers.buffer"))
		if err != nil {
			t.Fatal(err)
		}
		if s.Direction != c.dir || s.Lo > float64(c.want) || s.Hi < float64(c.want) || s.Answer < s.Lo || s.Answer > s.Hi {
			t.Errorf("%s: %s %v in %v to %v, want %d", c.target, s.Direction, s.Answer, s.Lo, s.Hi, c.want)
		}
		if s.Lo == s.Hi && s.Sentence() != c.text {
			t.Errorf("%s\nwant\n%s", s.Sentence(), c.text)
		}
	}
}

// TestSolveLoad: M/M/1 has a mean response time of at most 4 up to load .75.
func TestSolveLoad(t *testing.T) {
	cfg := solveFor(t, strings.Replace(oneServer, "buffer: 4", "buffer: inf", 1), "mean_response<=4*bound", "ports.load")
	cfg.Precision, cfg.Runs = 0.03, 8
	var told []Probe
	cfg.Probed = func(p Probe) { told = append(told, p) }
	s, err := Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if s.Direction != Largest || !(s.Lo < 0.75 && 0.75 < s.Hi) || !(s.Lo <= s.Answer && s.Answer <= s.Hi) || s.Hi-s.Lo > 0.15 ||
		len(told) != len(s.Probes) {
		t.Errorf("%v in %v to %v after %d probes", s.Answer, s.Lo, s.Hi, len(s.Probes))
	}
	if got := s.Sentence(); !strings.HasPrefix(got, "a load of 0.7") || !strings.HasSuffix(got,
		") is the most for a mean response time of at most 4 times the lower bound with N = 1 servers under random") {
		t.Error(got)
	}
	for _, f := range result.Formats() {
		var out bytes.Buffer
		if err := result.Write(&out, s, f); err != nil {
			t.Errorf("%s: %v", f, err)
		}
		if f == result.JSON && !json.Valid(out.Bytes()) {
			t.Errorf("invalid JSON: %s", out.String())
		}
	}
}

// synthetic replaces simulation by a function with noise, of which half is common to all values of the parameter, as random numbers are.
func synthetic(t *testing.T, over, target string, seed uint64, noise float64, f func(x float64) float64) *search {
	t.Helper()
	cfg := solveFor(t, oneServer, target, over)
	s, err := newSearch(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s.read = func(_ context.Context, _ *scenario.Scenario, at float64, i int) (reading, error) {
		normal := func(of uint64) float64 {
			q := rng.NewSequence(rng.Mix64(rng.Mix64(seed^of<<32) ^ uint64(i)))
			sum := -6.0
			for range 12 {
				sum += q.Unit()
			}
			return sum
		}
		d := noise * (normal(1) + normal(math.Float64bits(at))) / math.Sqrt2
		return reading{estimate: stats.Estimate{Value: f(at) + d, StdErr: noise, HalfWidth: 2 * noise, Batches: 64},
			limit: s.cfg.Target.Factor, jobs: 1e9}, nil
	}
	return s
}

// TestSolveErrors: over 120 searches with noise the interval misses the answer in no more than 5 %, as asked; Bonferroni's inequality makes
// it much less. The answer itself is right on average, and no search takes more than a few dozen probes.
func TestSolveErrors(t *testing.T) {
	const runs = 120
	for _, c := range []struct {
		over, target string
		truth, noise float64 // noise of one run, relative
		f            func(x float64) float64
	}{
		{"servers.buffer", "blocking<=0.2", 37, 0.1, func(x float64) float64 { return 0.2 * 36.5 / x }},
		{"servers.buffer", "mean_response<=5", 24, 0.05, func(x float64) float64 { return x / 4.9 }},
		{"ports.load", "mean_response<=5", 0.6, 0.02, func(x float64) float64 { return 5 * x / 0.6 }},
		{"ports.load", "mean_response>=5", 0.6, 0.1, func(x float64) float64 { return 5 * x / 0.6 }},
	} {
		missed, off := 0, 0.0
		for seed := range uint64(runs) {
			s := synthetic(t, c.over, c.target, seed, c.noise*c.f(c.truth), c.f)
			if _, err := s.run(context.Background()); err != nil {
				t.Fatalf("%s, seed %d: %v", c.target, seed, err)
			}
			out := s.solution("")
			if out.Lo > c.truth || out.Hi < c.truth {
				missed++
			}
			if !(out.Lo <= out.Answer && out.Answer <= out.Hi) || len(s.probes) >= mostProbes {
				t.Fatalf("%s, seed %d: %v in %v to %v, %d probes", c.target, seed, out.Answer, out.Lo, out.Hi, len(s.probes))
			}
			off += (out.Answer/c.truth - 1) / runs
		}
		t.Logf("%s over %s: %d of %d missed, answers off by %.2f %% on average", c.target, c.over, missed, runs, 100*off)
		if missed > runs/20 || math.Abs(off) > 0.05 {
			t.Errorf("%s over %s: %d of %d intervals missed, answers off by %.2f %%", c.target, c.over, missed, runs, 100*off)
		}
	}
}

func TestSolveWithoutAnAnswer(t *testing.T) {
	for _, c := range []struct {
		over, target string
		f            func(x float64) float64
		want         string
	}{
		{"servers.buffer", "blocking<=0.2", func(float64) float64 { return 0.3 },
			"solve: no value of servers.buffer from 1 to 1000 meets blocking<=0.2: at 1000 it is "},
		{"servers.buffer", "blocking<=0.2", func(float64) float64 { return 0.1 },
			"solve: every value of servers.buffer from 1 to 1000 meets blocking<=0.2: at 1 it is "},
		{"ports.load", "mean_response<=2", func(x float64) float64 { return 2 },
			"the end of the range, is too close to mean_response<=2 to tell"},
	} {
		s := synthetic(t, c.over, c.target, 1, 0.001, c.f)
		_, err := s.run(context.Background())
		var unmet *UnmetError
		if !errors.As(err, &unmet) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.target, err, c.want)
		}
	}
}

func TestSolveNoticesThatNothingIsMonotone(t *testing.T) {
	s := synthetic(t, "servers.buffer", "blocking<=0.2", 1, 0.001, func(x float64) float64 { return x })
	s.probes = []Probe{{At: 3, Answer: Meets}, {At: 5, Answer: Fails}}
	if _, _, err := s.next(); err == nil || !strings.Contains(err.Error(),
		"is not monotone in servers.buffer: 3 meets the target and 5 does not") {
		t.Errorf("error %v", err)
	}
}

func TestSolveRefuses(t *testing.T) {
	text := func(text string) func(*Config) {
		return func(c *Config) { c.Scenario = solveFor(t, text, "blocking<=1%", "servers.buffer").Scenario }
	}
	for _, c := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.Over = "run.measure" }, "its range is not known"},
		{func(c *Config) { c.Over, c.From, c.To = "run.measure", 1, 2 }, "want the direction, least or largest"},
		{func(c *Config) { c.From, c.To = 5, 5 }, "want the first below the second"},
		{func(c *Config) { c.From = 0 }, "want a positive number"},
		{func(c *Config) { c.From = 1.5 }, "want whole numbers"},
		{func(c *Config) { c.Runs = 3 }, "want a power of 2"},
		{func(c *Config) { c.Error = 2 }, "want one between 0 and 1"},
		{func(c *Config) { c.Precision = 1 }, "want a relative width"},
		{func(c *Config) { c.Over, c.From, c.To, c.Direction = "policy.colour", 1, 2, Least }, "unknown key"},
		{func(c *Config) {
			text(strings.Replace(small, "jfsq", "random", 1))(c)
			c.Target, c.Over = Target{Measure: "mean_response", Factor: 2, Of: OfTheory}, "ports.load"
		}, "theory has no value"},
		{text(strings.Replace(oneServer, "random", "[jsq, jiq]", 1)), "2 policies: a search is of one"},
		{text("{model: slotted, servers: {count: 2, types: [{share: 1, rate: 1}]}, ports: {load: 0.5}, policy: {name: jsq}, " +
			"run: {warmup: 1, measure: 1000}}"), "model slotted does not measure blocking"},
	} {
		cfg := solveFor(t, oneServer, "blocking<=1%", "servers.buffer")
		c.change(&cfg)
		_, err := Run(context.Background(), cfg)
		var in *fault.InputError
		if !errors.As(err, &in) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want an input error with %q", err, c.want)
		}
	}
}

// TestSolveStops: an interruption and the end of the budget leave what is known.
func TestSolveStops(t *testing.T) {
	cfg := solveFor(t, strings.Replace(oneServer, "40000", "20000", 1), "mean_response<=2", "ports.load")
	cfg.Precision = 1e-5
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	cfg.Probed = func(Probe) {
		if n++; n == 3 {
			cancel()
		}
	}
	s, err := Run(ctx, cfg)
	if !errors.Is(err, fault.ErrInterrupted) || s == nil || len(s.Probes) != 3 || s.Stopped != "interrupted" {
		t.Errorf("%+v, %v", s, err)
	}
	cfg.Probed, cfg.Budget = nil, 300*time.Millisecond
	s, err = Run(context.Background(), cfg)
	if err != nil || s.Stopped != "the budget of time is used up" || len(s.Warnings()) == 0 || s.Sentence() == "" {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestParseTarget(t *testing.T) {
	for text, want := range map[string]string{
		"mean_response<=1.05*bound":       "a mean response time within 5 % of the lower bound",
		" mean_response <= 1.05 * bound ": "a mean response time within 5 % of the lower bound",
		"mean_response<=bound":            "a mean response time of at most 1 times the lower bound",
		"mean_response<2*theory":          "a mean response time of at most 2 times the value of theory",
		"mean_response>=2.5":              "a mean response time of at least 2.5",
		"blocking<=0.1%":                  "a blocking probability of at most 0.1 %",
		"quantile_0.99<=12":               "a 0.99 quantile of the response time of at most 12",
	} {
		target, err := ParseTarget(text)
		if err != nil || target.words() != want {
			t.Errorf("%q: %q, %v, want %q", text, target.words(), err, want)
		}
	}
	for text, want := range map[string]string{
		"mean_response":         "no <= or >=",
		"mean_respons<=2":       `unknown measure "mean_respons"`,
		"mean_response<=2*bond": `a multiple of "bond"`,
		"mean_response<=2*":     `a multiple of ""`,
		"mean_response<=-1":     "is no positive number",
		"mean_response<=inf":    "is no positive number",
		"mean_response=<2":      `unknown measure "mean_response="`,
		"blocking<=2*bound":     "want a number",
	} {
		if _, err := ParseTarget(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

// TestTargetsReadBack: what String writes is read as the same condition.
func TestTargetsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		target := Target{
			Measure: rapid.SampledFrom(scenario.Measures(scenario.Bipartite)).Draw(t, "measure"),
			AtLeast: rapid.Bool().Draw(t, "side"),
			Factor:  rapid.Float64Range(1e-300, 1e300).Draw(t, "factor"),
		}
		if target.Measure == "mean_response" {
			target.Of = rapid.SampledFrom([]Yard{Unit, OfBound, OfTheory}).Draw(t, "of")
		}
		again, err := ParseTarget(target.String())
		if err != nil || again != target {
			t.Fatalf("%v read back as %+v, %v", target, again, err)
		}
	})
}

// FuzzParseTarget: nothing panics, and what is accepted reads back.
func FuzzParseTarget(f *testing.F) {
	for _, text := range []string{"mean_response<=1.05*bound", "blocking<=0.1%", "quantile_0.99>=1e3", "<", "mean_number<=*",
		"mean_response<=1*theory*2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		target, err := ParseTarget(text)
		if err != nil {
			return
		}
		if again, err := ParseTarget(target.String()); err != nil || again != target {
			t.Errorf("%q: %+v read back as %+v, %v", text, target, again, err)
		}
	})
}

// TestParametersDivide: between halves strictly, beyond gets to the end, and whole numbers stay whole.
func TestParametersDivide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(parameters()).Draw(t, "parameter")
		a, b := rapid.Float64Range(0.01, 1000).Draw(t, "a"), rapid.Float64Range(0.01, 1000).Draw(t, "b")
		if p.whole {
			a, b = math.Ceil(a), math.Ceil(b)
		}
		if m := p.between(a, b); !math.IsNaN(m) && (m <= min(a, b) || m >= max(a, b) || p.whole && m != math.Trunc(m)) {
			t.Fatalf("%s: %v between %v and %v", p.path, m, a, b)
		} else if math.IsNaN(m) && math.Abs(a-b) > 1+1e-3*max(a, b) {
			t.Fatalf("%s: nothing between %v and %v", p.path, a, b)
		}
		for x, steps := a, 0; x != b; x = p.beyond(x, b) {
			if steps++; steps > 60 || p.whole && x != math.Trunc(x) {
				t.Fatalf("%s: from %v to %v: at %v after %d steps", p.path, a, b, x, steps)
			}
		}
	})
}
