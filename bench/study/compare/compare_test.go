package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shardq/bench/fault"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/stats"
	"shardq/bench/study"
)

// fourSpeeds is the system of four servers of four speeds whose answers are known, at load .8.
const fourSpeeds = `
name: four
servers: {count: 4, buffer: 5, types: [
  {share: 0.25, rate: 1}, {share: 0.25, rate: 0.5}, {share: 0.25, rate: 0.25}, {share: 0.25, rate: 0.125}]}
ports: {count: 1, load: 0.8}
graph: {kind: complete}
policy: {name: [jfsq, jfiq, jsq, jiq]}
run: {seed: 1, warmup: 200, measure: 1e5}
`

// Mean response and blocking of its policies (stationary equations).
var fourKnown = map[string]struct{ response, blocking float64 }{
	"jfiq": {5.865374, .075489}, "jfsq": {4.343806, .005004}, "jiq": {6.071521, .080043}, "jsq": {5.142299, .006831},
}

func compareText(t testing.TB, text string, opt study.Options, sets ...input.Set) *Comparison {
	t.Helper()
	sc, err := input.Parse("test", []byte(text), sets)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Run(context.Background(), sc, opt, "")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCompareKnown: differences of mean response and of blocking within 5 standard errors of the known ones (seed is fixed; 5e-6 for each
// of 12 with a fresh one), all significant, in the known order, and better known than from independent runs.
func TestCompareKnown(t *testing.T) {
	t.Parallel()
	c := compareText(t, fourSpeeds, study.Options{}, input.Set{Path: "run.measure", Value: "3e5"})
	if len(c.Measures) != 3 {
		t.Fatalf("%d measures", len(c.Measures))
	}
	for m, of := range []func(name string) float64{
		func(name string) float64 { return fourKnown[name].response }, func(name string) float64 { return fourKnown[name].blocking },
	} {
		if len(c.Measures[m].Pairs) != 6 {
			t.Fatalf("%d pairs", len(c.Measures[m].Pairs))
		}
		for _, p := range c.Measures[m].Pairs {
			want := of(c.Policies[p.A]) - of(c.Policies[p.B])
			if far := math.Abs(p.Difference.Value-want) / p.Difference.StdErr; !(far < 5) {
				t.Errorf("%s %s: %v, known %v: %.1f standard errors", c.Measures[m].Name, c.names(p), p.Difference.Value, want, far)
			}
			if p.Standing != Higher || p.Family > 1e-6 {
				t.Errorf("%s %s: %s, p %v", c.Measures[m].Name, c.names(p), p.Standing, p.Family)
			}
			if m == 0 && !(p.Reduction > 1.2) {
				t.Errorf("%s: variance reduced by %v only", c.names(p), p.Reduction)
			}
		}
	}
	for place, name := range []string{"jfsq", "jsq", "jfiq", "jiq"} {
		if r := c.Measures[0].Ranks[place]; c.Policies[r.Policy] != name || r.Best != place+1 || r.Worst != place+1 {
			t.Errorf("place %d: %s, %+v", place+1, c.Policies[r.Policy], r)
		}
	}
}

// covered fails unless the share of hits could be anything from 92 to 98 % (Wilson's interval at 1-1e-6).
func covered(t *testing.T, what string, c stats.Coverage) {
	t.Helper()
	lo, hi := stats.Wilson(c.Hits, c.Runs, 1-1e-6)
	t.Logf("%s: %d of %d", what, c.Hits, c.Runs)
	if c.Unknown > 0 || hi < 0.92 || lo > 0.98 {
		t.Errorf("%s: %+v", what, c)
	}
}

// rarelyWrong fails unless the share of families with an error could be as small as FamilyLevel (Wilson's interval at 1-1e-6).
func rarelyWrong(t *testing.T, what string, wrong, runs int) {
	t.Helper()
	t.Logf("%s: %d of %d", what, wrong, runs)
	if lo, _ := stats.Wilson(uint64(wrong), uint64(runs), 1-1e-6); lo > FamilyLevel {
		t.Errorf("%s: %d of %d families have a false difference, want at most %v", what, wrong, runs, FamilyLevel)
	}
}

// TestCompareCoverage: of 80 runs of the known system with seeds of their own, intervals of differences contain the known one about as
// often as they say.
func TestCompareCoverage(t *testing.T) {
	t.Parallel()
	var cover stats.Coverage
	for seed := range 80 {
		c := compareText(t, fourSpeeds, study.Options{Shards: 1}, input.Set{Path: "run.seed", Value: fmt.Sprint(seed + 1)},
			input.Set{Path: "run.measure", Value: "1e4"}, input.Set{Path: "policy.name", Value: "jfsq,jiq"})
		p := c.Measures[0].Pairs[0]
		cover.Add(p.Difference, fourKnown[c.Policies[p.A]].response-fourKnown[c.Policies[p.B]].response)
	}
	covered(t, "jiq - jfsq", cover)
}

// TestCompareAlikePolicies: policies of one law that draw in different ways are hardly ever called different.
func TestCompareAlikePolicies(t *testing.T) {
	t.Parallel()
	const runs = 60
	wrong := 0
	for seed := range runs {
		c := compareText(t, `
servers: {count: 6, buffer: 8, types: [{share: 1, rate: 1}]}
ports: {count: 3, load: 0.7}
graph: {kind: complete}
policy: [{name: jsq}, {name: jsq-d, d: 6}, {name: jiq-jsq-d, d: 6}]
run: {warmup: 100, measure: 2000}
`, study.Options{Shards: 1}, input.Set{Path: "run.seed", Value: fmt.Sprint(seed + 1)})
		if slices.ContainsFunc(c.Measures[0].Pairs, func(p Pair) bool { return p.Standing == Higher || p.Standing == Lower }) {
			wrong++
		}
		if c.Measures[0].Pairs[0].Standing == Same {
			t.Fatal("two policies made the same draws, so that nothing is tested")
		}
	}
	rarelyWrong(t, "three policies of one law", wrong, runs)
}

// walk is a stationary series of normal values with correlation r of neighbours.
func walk(rnd *rand.Rand, n int, r float64) []float64 {
	x := rnd.NormFloat64()
	s := make([]float64, n)
	for i := range s {
		s[i] = x
		x = r*x + math.Sqrt(1-r*r)*rnd.NormFloat64()
	}
	return s
}

// contest makes gauges of policies with the given true ratios: numerators share much of their chance, all of it correlated in time, and
// denominators vary.
func contest(rnd *rand.Rand, truth []float64, batches int) []*result.Gauge {
	common := walk(rnd, batches, 0.8)
	var list []*result.Gauge
	for i := range truth {
		own, jobs := walk(rnd, batches, 0.5), walk(rnd, batches, 0)
		g := &result.Gauge{Name: "mean response", Key: "mean_response", Num: [][]float64{nil}, Den: [][]float64{nil}}
		for b := range batches {
			den := 1000 + 30*jobs[b]
			g.Num[0] = append(g.Num[0], den*(truth[i]+0.2*common[b]+0.05*float64(i+1)*own[b]))
			g.Den[0] = append(g.Den[0], den)
		}
		list = append(list, g)
	}
	return list
}

// TestPairedIntervals: on series of known law, intervals of differences contain the truth as often as they say, and pairing brings what it
// should.
func TestPairedIntervals(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	var cover stats.Coverage
	var reductions []float64
	const runs = 600
	for range runs {
		g := contest(rnd, []float64{2, 1.7}, 512)
		d, r := difference(g[0], g[1])
		cover.Add(d, 0.3)
		reductions = append(reductions, r)
	}
	covered(t, "differences of correlated series", cover)
	// Variances of the means of long series: (1+r)/(1-r) that of a value. Common 9 x .04, own 3 x .0025 and 3 x .01.
	want := (2*9*0.04 + 3*0.0025 + 3*0.01) / (3*0.0025 + 3*0.01)
	slices.Sort(reductions)
	if median := reductions[runs/2]; math.Abs(median/want-1) > 0.15 {
		t.Errorf("variance reduced by %v, want %v", median, want)
	}
}

// TestFamilyWiseError: of four policies none of which differs, any is called different in at most 5 % of runs; of four of which one
// differs, any of the others too. (Of 4,000 each, 154 and 177.)
func TestFamilyWiseError(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	const runs = 300
	for _, truth := range [][]float64{{2, 2, 2, 2}, {2, 2, 2, 3}} {
		wrong, found := 0, 0
		for range runs {
			m := compareBy(contest(rnd, truth, 256))
			failed := false
			for _, p := range m.Pairs {
				if truth[p.A] > truth[p.B] {
					found += b2i(p.Standing == Higher)
				} else if p.Standing == Higher || p.Standing == Lower {
					failed = true
				}
			}
			wrong += b2i(failed)
		}
		rarelyWrong(t, fmt.Sprint(truth), wrong, runs)
		if truth[3] == 3 && found < 3*runs*99/100 {
			t.Errorf("%d of %d true differences found", found, 3*runs)
		}
	}
}

// TestHolm: the example of four probabilities, worked out by hand.
func TestHolm(t *testing.T) {
	var pairs []Pair
	for _, p := range []float64{0.01, 0.04, 0.03, 0.005, nan} {
		pairs = append(pairs, Pair{P: p, cautious: p, Family: nan, Standing: Same, Difference: stats.Estimate{Value: 1}})
	}
	holm(pairs)
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if math.Abs(pairs[i].Family-want) > 1e-12 || (pairs[i].Standing == Higher) != (want <= 0.05) {
			t.Errorf("pair %d: %v, %s", i, pairs[i].Family, pairs[i].Standing)
		}
	}
	if !math.IsNaN(pairs[4].Family) || pairs[4].Standing != Same {
		t.Errorf("a pair without a test: %+v", pairs[4])
	}
}

// TestCompareProperties: swapping two policies changes signs alone, adding a common part to both changes nothing, and ranks contain the
// order of values.
func TestCompareProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		truth := rapid.SliceOfN(rapid.Float64Range(1, 3), 2, 5).Draw(t, "truth")
		list := contest(rnd, truth, rapid.IntRange(20, 300).Draw(t, "batches"))
		d, r := difference(list[0], list[1])
		back, s := difference(list[1], list[0])
		if d.Value != -back.Value || math.Abs(d.StdErr/back.StdErr-1) > 1e-9 || math.Abs(r/s-1) > 1e-9 {
			t.Fatalf("%+v, swapped %+v", d, back)
		}
		m := compareBy(list)
		if len(m.Pairs) != len(list)*(len(list)-1)/2 {
			t.Fatalf("%d pairs", len(m.Pairs))
		}
		for i, rank := range m.Ranks {
			if rank.Best > i+1 || rank.Worst < i+1 {
				t.Fatalf("place %d: %+v", i+1, rank)
			}
		}
		for _, p := range m.Pairs {
			if !(p.Difference.Value >= 0 && p.Family >= p.P && p.Family <= 1) {
				t.Fatalf("%+v", p)
			}
		}
	})
}

// TestPairStandings: what is not tested, and why.
func TestPairStandings(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	g := contest(rnd, []float64{2, 2}, 64)
	constant := func(ratio float64) *result.Gauge {
		c := &result.Gauge{Num: [][]float64{nil}, Den: g[0].Den}
		for _, den := range g[0].Den[0] {
			c.Num[0] = append(c.Num[0], ratio*den)
		}
		return c
	}
	counts := func(n int) *result.Gauge {
		c := &result.Gauge{Share: true, Num: [][]float64{make([]float64, 64)}, Den: [][]float64{slices.Repeat([]float64{1000}, 64)}}
		for i := range n {
			c.Num[0][i] = 1
		}
		return c
	}
	for _, c := range []struct {
		name string
		a, b *result.Gauge
		want Standing
		p    float64
	}{
		{"equal", g[0], g[0], Same, nan},
		{"constant", constant(4), constant(1.5), Higher, 0},
		{"equal constants", constant(4), &result.Gauge{Num: constant(4).Num, Den: g[0].Den}, Same, nan},
		{"no losses", counts(0), counts(0), Same, nan},
		{"few losses", counts(12), counts(0), FewEvents, nan},
		{"losses", counts(60), counts(0), Higher, -1},
		{"growing", &result.Gauge{}, g[0], NoMean, nan},
		{"one batch", &result.Gauge{Num: [][]float64{{1}}, Den: [][]float64{{2}}}, &result.Gauge{Num: [][]float64{{1}},
			Den: [][]float64{{1}}}, NoMean, nan},
	} {
		p := pair(0, 1, c.a, c.b)
		pairs := []Pair{p}
		holm(pairs)
		if pairs[0].Standing != c.want || c.p != -1 && !(p.P == c.p || math.IsNaN(p.P) && math.IsNaN(c.p)) {
			t.Errorf("%s: %+v", c.name, pairs[0])
		}
	}
}

// TestCompareShards: nothing depends on shards, whatever the number of replications, and every format can be written.
func TestCompareShards(t *testing.T) {
	t.Parallel()
	const text = `
servers: {count: 60, buffer: 5, types: [{share: 0.5, rate: 1}, {share: 0.5, rate: 0.5}]}
ports: {count: 50, load: 0.9}
graph: {kind: bernoulli, mean_degree: 10}
policy: [{name: [jfsq, jiq]}, {name: jsq-d, d: 2}]
run: {warmup: 20, measure: 200}
`
	for _, replications := range []string{"1", "3", "12"} {
		set := input.Set{Path: "run.replications", Value: replications}
		one := compareText(t, text, study.Options{Shards: 1}, set)
		two := compareText(t, text, study.Options{Shards: 2}, set)
		if !reflect.DeepEqual(fmt.Sprint(one.Measures), fmt.Sprint(two.Measures)) {
			t.Errorf("%s replications: %v on one shard, %v on two", replications, one.Measures, two.Measures)
		}
		for _, f := range result.Formats() {
			var out bytes.Buffer
			if err := result.Write(&out, one, f); err != nil || out.Len() == 0 {
				t.Errorf("%s: %v", f, err)
			}
			if f == result.JSON {
				var back struct {
					Comparison struct {
						Policies []string
						Measures []struct {
							Key         string
							Ranking     []struct{ Ranks []int }
							Differences []struct {
								Policy, Minus string
								P             *float64 `json:"p_family"`
							}
						}
					}
					Results []any
				}
				err := json.Unmarshal(out.Bytes(), &back)
				b := &back.Comparison
				if err != nil || len(b.Policies) != 3 || len(b.Measures) != 3 || len(back.Results) != 3 ||
					len(b.Measures[0].Differences) != 3 || b.Measures[0].Differences[0].P == nil ||
					len(b.Measures[0].Ranking[0].Ranks) != 2 {
					t.Errorf("JSON: %v, %+v", err, back)
				}
			}
		}
	}
}

// TestCompareModels: the other models have what they are compared by; a growing system has no rank.
func TestCompareModels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, first string
		keys        []string
	}{
		{`
model: slotted
servers: {count: 10, types: [{share: 0.5, rate: 10}, {share: 0.5, rate: 1}]}
ports: {load: 0.9}
policy: [{name: [jiq, jsq]}, {name: sq-d, d: 2}]
run: {warmup: 1000, measure: 20000}
`, "jsq", []string{"mean_response", "messages_per_job"}},
		{`
model: pools
servers: {count: 10, buffer: 3, types: [{share: 1, rate: 1}]}
ports: {load: 2.5}
policy: [{name: jsq-d, d: 2}, {name: jsq}]
run: {warmup: 50, measure: 1000}
`, "jsq", []string{"blocking", "found_tasks", "messages_per_job"}},
	} {
		got := compareText(t, c.text, study.Options{})
		var keys []string
		for _, m := range got.Measures {
			keys = append(keys, m.Key)
		}
		if !slices.Equal(keys, c.keys) {
			t.Errorf("keys %v, want %v", keys, c.keys)
		}
		ranks := got.Measures[0].Ranks
		if got.Policies[ranks[0].Policy] != c.first || ranks[0] != (Rank{ranks[0].Policy, 1, 1}) {
			t.Errorf("first %s, %+v", got.Policies[ranks[0].Policy], ranks)
		}
		if last := ranks[len(ranks)-1]; strings.Contains(c.text, "slotted") && last.Best != 0 {
			t.Errorf("a growing system has rank %+v", last)
		}
	}
}

// TestCompareRefuses what cannot be compared, before it runs.
func TestCompareRefuses(t *testing.T) {
	sc, err := input.Parse("test", []byte(fourSpeeds), []input.Set{{Path: "policy.name", Value: "jsq"}})
	if err != nil {
		t.Fatal(err)
	}
	var bad *fault.InputError
	if _, err := Run(context.Background(), sc, study.Options{}, ""); !errors.As(err, &bad) || !strings.Contains(err.Error(),
		"two or more") {
		t.Errorf("one policy: %v", err)
	}
	sc, err = input.Parse("test", []byte(fourSpeeds), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), sc, study.Options{}, "beauty"); !errors.As(err, &bad) || !strings.Contains(err.Error(),
		"mean_response, blocking") {
		t.Errorf("an unknown measure: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if c, err := Run(ctx, sc, study.Options{}, ""); c != nil || !errors.Is(err, fault.ErrInterrupted) {
		t.Errorf("interrupted: %v, %v", c, err)
	}
}

// TestCompareInterrupted: policies that were done are compared, the one that was interrupted is named.
func TestCompareInterrupted(t *testing.T) {
	t.Parallel()
	whole := compareText(t, fourSpeeds, study.Options{}, input.Set{Path: "run.measure", Value: "1e4"}).Result
	whole.Outcomes[2].Partial = true
	c := &Comparison{Result: &result.Result{Scenario: whole.Scenario, Outcomes: whole.Outcomes[:3], Partial: true}}
	c.compare("")
	if !slices.Equal(c.Policies, []string{"jfsq", "jfiq"}) || len(c.Measures[0].Pairs) != 1 || c.Measures[0].Pairs[0].Standing != Higher {
		t.Errorf("%v, %+v", c.Policies, c.Measures)
	}
	var out bytes.Buffer
	if err := result.Write(&out, c, result.Table); err != nil || !strings.Contains(out.String(),
		"warning: jsq: left out of the comparison: interrupted") {
		t.Errorf("%v\n%s", err, &out)
	}
	whole.Outcomes[1].Partial = true
	one := &Comparison{Result: &result.Result{Scenario: whole.Scenario, Outcomes: whole.Outcomes[:3]}}
	if one.compare(""); one.Measures != nil || len(one.Left) != 3 {
		t.Errorf("one policy was done: %+v", one)
	}
	out.Reset()
	if err := result.Write(&out, one, result.Table); err != nil || !strings.Contains(out.String(), "jfsq") {
		t.Errorf("what is there is not written: %v\n%s", err, &out)
	}
}

// TestChoosePolicies: what a command line says becomes the policies of the scenario.
func TestChoosePolicies(t *testing.T) {
	for _, c := range []struct {
		builtin, text string
		want          []string // or what the error says
	}{
		{"quickstart", "jfsq,jsq", []string{"jfsq", "jsq"}},
		{"mukherjee2018-jsq-d", "jsq-d, jsq-d{d:3}, jsq-d{d: 2, replacement: true} ,jsq", []string{
			"jsq-d d=2", "jsq-d d=3", "jsq-d d=2 with replacement", "jsq",
		}},
		{"mukherjee2018-jsq-d", "jsq-d{d:{rule:log,factor:2}},jiq", []string{"jsq-d d=19", "jiq"}},
		{"zhou2017-policies", "jbt-d,sq-d{d:3},jiq", []string{"jbt-d d=2 period=1000", "sq-d d=3", "jiq"}},
		{"quickstart", "jsq-d,jsq", []string{"policy.0.d: missing"}},
		{"quickstart", "jsq,jsq", []string{"given twice"}},
		{"quickstart", "jsq{", []string{"not closed"}},
		{"quickstart", "jsq}", []string{"closes nothing"}},
		{"quickstart", "jsq{d:2}x", []string{"behind the closing brace"}},
		{"quickstart", ",jsq", []string{"want a name"}},
		{"quickstart", "jsq: 3", []string{"want a name"}},
	} {
		base, err := input.Builtin(c.builtin, nil)
		if err != nil {
			t.Fatal(err)
		}
		set, err := Choose(base, c.text)
		var sc *scenario.Scenario
		if err == nil {
			sc, err = input.Builtin(c.builtin, []input.Set{set})
		}
		if err != nil {
			if len(c.want) != 1 || !strings.Contains(err.Error(), c.want[0]) {
				t.Errorf("%s: %v, want %v", c.text, err, c.want)
			}
			continue
		}
		var got []string
		for _, p := range sc.Policies {
			got = append(got, p.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.text, got, c.want)
		}
	}
}

// FuzzChoosePolicies: whatever is written is read or refused.
func FuzzChoosePolicies(f *testing.F) {
	base, err := input.Builtin("mukherjee2018-jsq-d", nil)
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{"jsq,jfsq", "jsq-d{d:2},jsq-d{d:{rule:log}}", "{", "a}b", ",,", "jsq-d{d:2", "jsq\n{", "x{name:jsq}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if set, err := Choose(base, text); err == nil {
			if sc, err := input.Builtin("mukherjee2018-jsq-d", []input.Set{set}); err == nil && len(sc.Policies) == 0 {
				t.Errorf("%q: no policy", text)
			}
		}
	})
}

// TestCompareWarmup: a warm-up that is found is one for all policies, and a precision asked for does not make runs of different lengths.
func TestCompareWarmup(t *testing.T) {
	t.Parallel()
	c := compareText(t, `
servers: {count: 100, buffer: 9, types: [{share: 1, rate: 1}]}
ports: {count: 1, load: 0.9}
graph: {kind: complete}
policy: {name: [jsq, random]}
run: {warmup: auto, measure: 300, precision: {mean_response: 0.5%}}
`, study.Options{})
	first, second := c.Result.Outcomes[0], c.Result.Outcomes[1]
	if a, b := first.Scenario.Run.Warmup, second.Scenario.Run.Warmup; a != b || a <= 0 {
		t.Errorf("warm-ups %v and %v", a, b)
	}
	if first.Time != second.Time || first.Time < 299 || first.Time > 301 || c.Measures[0].Pairs[0].Standing != Higher {
		t.Errorf("measured for %v and %v: %+v", first.Time, second.Time, c.Measures[0].Pairs)
	}
	if !strings.Contains(c.Warnings()[0], "run.precision") {
		t.Errorf("warnings %q", c.Warnings())
	}
}
