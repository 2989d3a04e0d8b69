package known_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"shardq/bench/known"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

// survey takes the survey of a scenario given as YAML.
func survey(t *testing.T, yaml string, opt known.SurveyOptions) *known.Survey {
	t.Helper()
	sc, err := input.Parse("test.yaml", []byte(yaml), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := known.SurveyOf(t.Context(), sc, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fact finds a fact by its section and name.
func fact(t *testing.T, s *known.Survey, section, name string) known.Fact {
	t.Helper()
	var names []string
	for _, f := range s.All() {
		if f.Section == section && f.Name == name {
			return f
		}
		names = append(names, f.Section+"/"+f.Name)
	}
	t.Fatalf("no fact %s/%s in %q", section, name, names)
	return known.Fact{}
}

func close(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestSurveyExact: the four types of Weng, Zhou, Srikant 2020 with one server each, solved independently to 6 decimals.
func TestSurveyExact(t *testing.T) {
	const four = `
servers: {count: 4, buffer: 5, types: [{share: .25, rate: 1}, {share: .25, rate: .5}, {share: .25, rate: .25}, {share: .25, rate: .125}]}
ports: {count: 4, load: %v}
graph: {kind: complete}
policy: {name: [jfiq, jfsq, jiq, jsq]}
run: {warmup: 1, measure: 1}
`
	for load, want := range map[float64][]float64{
		0.8: {5.865374, .075489, 4.343806, .005004, 6.071521, .080043, 5.142299, .006831},
		0.9: {6.501931, .122696, 5.628490, .022634, 6.620097, .126239, 6.260935, .026992},
	} {
		s := survey(t, fmt.Sprintf(four, load), known.SurveyOptions{})
		for i, policy := range []string{"jfiq", "jfsq", "jiq", "jsq"} {
			section := policy + ": exact"
			close(t, section, fact(t, s, section, "mean response").Value, want[2*i], 1e-6)
			close(t, section+" blocking", fact(t, s, section, "blocking").Value, want[2*i+1], 1e-6)
		}
	}
}

// TestSurveyGraph: a small graph on which all sets are looked at, and whose chain is solved.
func TestSurveyGraph(t *testing.T) {
	s := survey(t, `
servers: {buffer: 2, list: [{rate: .5}, {rate: 1}, {rate: 1}, {rate: .5}]}
ports: {list: [{rate: .3, neighbours: [0, 1]}, {rate: .4, neighbours: [1, 2]}, {rate: .2, neighbours: [2, 3]}]}
graph: {kind: explicit}
policy: {name: jfiq}
run: {warmup: 1, measure: 1}
`, known.SurveyOptions{})
	close(
		t,
		"jobs",
		fact(t, s, "exact", "jobs in system").Value,
		fact(t, s, "exact", "mean response").Value*.9*(1-fact(t, s, "exact", "blocking").Value),
		1e-10,
	)
	if f := fact(t, s, "theorem 1", "assumption 2, up to K"); !strings.Contains(f.Holds, "sets of") {
		t.Errorf("%+v", f)
	}
	if f := fact(t, s, "theorem 1", "bounds"); f.Text != "none" || f.Holds == "" {
		t.Errorf("%+v", f)
	}
}

// TestSurveyTheorem1: at a size for which there is a valid eps the bounds are printed, and hold in the limit.
func TestSurveyTheorem1(t *testing.T) {
	s := survey(t, `
servers: {count: 2000000000, buffer: 1, types: [{share: .5, rate: 1}, {share: .5, rate: .25}]}
ports: {count: 1, load: .4}
graph: {kind: complete}
policy: {name: jfsq}
run: {warmup: 1, measure: 1, engine: lumped}
`, known.SurveyOptions{})
	for name, least := range map[string]float64{"jobs a server of types up to K at most": .25, "jobs a server at most": .25,
		"blocking at most": 0, "mean response at most": 1} {
		if f := fact(t, s, "theorem 1", name); !(f.Value > least && f.Value < least+1) || f.Source == "" {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if f := fact(t, s, "theorem 1", "assumption 2, up to K"); f.Text != "holds" {
		t.Errorf("%+v", f)
	}
}

// TestSurveyLargeGraph: what is too large to look at is judged by its law.
func TestSurveyLargeGraph(t *testing.T) {
	const graph = `
servers: {count: 1048576, buffer: 5, types: [{share: 1, rate: 1}]}
ports: {count: 1048576, load: .5}
graph: {kind: computed, mean_degree: %d}
policy: {name: jfsq}
run: {warmup: 1, measure: 1}
`
	for degree, want := range map[int]string{10: "fails", 30: "unknown", 200: "holds"} {
		s := survey(t, fmt.Sprintf(graph, degree), known.SurveyOptions{})
		if f := fact(t, s, "theorem 1", "assumption 2, up to K"); f.Text != want || !strings.Contains(f.Holds, "law of the graph") {
			t.Errorf("degree %d: %+v, want %s", degree, f, want)
		}
	}
}

func TestSurveyHeavyTraffic(t *testing.T) {
	const near = `
servers: {count: 2500, types: [{share: 1, rate: 2}]}
ports: {count: 1, halfin_whitt: 1, alpha: %v}
graph: {kind: complete}
policy: {name: jsq}
run: {warmup: 1, measure: 1}
`
	s := survey(t, fmt.Sprintf(near, 0.5), known.SurveyOptions{})
	q2 := fact(t, s, "Halfin-Whitt", "mean of Q2/sqrt N").Value
	close(t, "response", fact(t, s, "Halfin-Whitt", "mean response").Value, (1+q2/49)/2, 1e-12) // 2450 = 50 * 49
	s = survey(t, fmt.Sprintf(near, 0.75), known.SurveyOptions{})
	close(t, "jobs", fact(t, s, "super-Halfin-Whitt", "jobs in system").Value, 2500+2*math.Pow(2500, .75), 1e-9)
}

// TestSurveyFormats: every format has every fact.
func TestSurveyFormats(t *testing.T) {
	s := survey(t, `
servers: {count: 8, buffer: 3, types: [{share: 1, rate: 1}]}
ports: {count: 1, load: .8}
graph: {kind: complete}
policy: {name: jsq-d, d: 2}
run: {warmup: 1, measure: 1, start: mean-field}
`, known.SurveyOptions{Times: []float64{0, 1, 2}})
	for f, write := range map[string]func(*bytes.Buffer) error{"text": s.Text, "markdown": s.Markdown, "csv": s.CSV} {
		var out bytes.Buffer
		if err := write(&out); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"lower", "refined mean field", "balance equations"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", f, want, out.String())
			}
		}
	}
}

func TestModelCurves(t *testing.T) {
	parse := func(yaml string) *scenario.Scenario {
		sc, err := input.Parse("test.yaml", []byte(yaml), nil)
		if err != nil {
			t.Fatal(err)
		}
		return sc
	}
	times := []float64{1, 4}
	elastic := parse(
		"{model: elastic, servers: {count: 100, types: [{share: 1, rate: 2}]}, ports: {load: .6}, policy: {name: tabs}, elastic: " +
			"{standby_rate: 1, setup_rate: 1}, run: {warmup: 1, measure: 1}}",
	)
	curvesOf := func(sc *scenario.Scenario) ([]known.Curve, error) {
		s, err := known.SurveyOf(t.Context(), sc, known.SurveyOptions{Times: times})
		return s.Curves, err
	}
	curves, err := curvesOf(elastic)
	if err != nil {
		t.Fatal(err)
	}
	close(t, "busy", curves[0].Moments[0].Tail[0][0], .6*(1-math.Exp(-2)), 1e-9) // all are idle at first, and two mean service times go by
	if curves[0].Moments[0].Time != 1 || curves[0].Moments[0].Off <= 0 {
		t.Errorf("%+v", curves[0].Moments[0])
	}
	pools := parse(
		"{model: pools, servers: {count: 100, types: [{share: 1, rate: 1}]}, ports: {load: 2.5}, policy: {name: [jsq, random, " +
			"jsq-d], d: 2}, run: {warmup: 1, measure: 1}}",
	)
	if curves, err = curvesOf(pools); err != nil || len(curves) != 3 {
		t.Fatal(curves, err)
	}
	for _, c := range curves {
		close(t, c.Policy, c.Moments[1].Number, 2.5*(1-math.Exp(-4)), 1e-9)
	}
	slotted := parse(
		"{model: slotted, servers: {count: 10, types: [{share: 1, rate: 1}]}, ports: {load: .5}, policy: {name: jsq}, run: " +
			"{warmup: 1, measure: 1}}",
	)
	if _, err = curvesOf(slotted); err == nil {
		t.Error("a curve of the slotted model")
	}
}
