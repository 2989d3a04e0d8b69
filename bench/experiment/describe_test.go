package experiment

import (
	"encoding/json"
	"strings"
	"testing"

	"shardq/bench/scenario"
	"shardq/graph"
)

// The edges of a graph too large to count are those that its law expects, and the result says so, in text and in JSON. No row is computed: that would
// take minutes.
func TestEdgesOfHugeGraphAreExpected(t *testing.T) {
	describeOf := func(sets ...scenario.Set) GraphInfo {
		sc := parse(t, small, sets...)
		g, err := BuildGraph(t.Context(), sc, nil)
		if err != nil {
			t.Fatal(err)
		}
		return describe(sc, g)
	}
	servers, ports := scenario.Set{Path: "servers.count", Value: "2e9"}, scenario.Set{Path: "ports.count", Value: "2e9"}
	huge := describeOf(scenario.Set{Path: "graph", Value: "{kind: computed, mean_degree: 1}"}, servers, ports)
	if !huge.Expected || huge.Edges != 2e9 || huge.Isolated/1000 != 735758 { // 2*10^9/e ports
		t.Errorf("%+v", huge)
	}
	regular := describeOf(scenario.Set{Path: "graph", Value: "{kind: computed, degree: 3}"}, servers, ports)
	if regular.Expected || regular.Edges != 6e9 || regular.Isolated != 0 {
		t.Errorf("equal degrees are certain: %+v", regular)
	}
	counted := describeOf(scenario.Set{Path: "graph", Value: "{kind: computed, mean_degree: 2}"})
	if counted.Expected || counted.Edges == 0 {
		t.Errorf("a small graph is counted: %+v", counted)
	}
	o := mustRun(t, parse(t, small), Options{Shards: 1}).Outcomes[0]
	if strings.Contains(o.title(), "about") {
		t.Errorf("title %q", o.title())
	}
	o.Graph = huge
	if !strings.Contains(o.title(), "computed graph with about 2,000,000,000 edges") {
		t.Errorf("title %q", o.title())
	}
	text, err := json.Marshal(huge)
	if err != nil || !strings.Contains(string(text), `"edges":2000000000,`) || !strings.Contains(string(text), `"edges_expected":true`) {
		t.Errorf("%s, %v", text, err)
	}
}

// What is said of a graph that is not built must be near to the graph, whether it is stored or computed.
func TestExpectGraph(t *testing.T) {
	for _, kind := range []string{
		"{kind: bernoulli, mean_degree: 12, storage: rows}", "{kind: bernoulli, mean_degree: 12, storage: packed}",
		"{kind: regular, degree: 12}", "{kind: computed, mean_degree: 12}",
	} {
		sc := parse(t, small, scenario.Set{Path: "graph", Value: kind}, scenario.Set{Path: "servers.count", Value: "4096"},
			scenario.Set{Path: "ports.count", Value: "4096"})
		s, storage, ok := ExpectGraph(sc)
		if !ok || !s.Expected {
			t.Fatalf("%s: not expected", kind)
		}
		g, err := BuildGraph(t.Context(), sc, nil)
		if err != nil {
			t.Fatal(err)
		}
		if storage != StorageOf(g) {
			t.Errorf("%s: storage %q, found %q", kind, storage, StorageOf(g))
		}
		found := graph.Describe(g)
		// Six standard deviations of 49,152 edges are 2.7 %; the estimate of memory adds some per cent to be on the safe side.
		if e := float64(s.Edges) / float64(found.Edges); e < 0.97 || e > 1.03 {
			t.Errorf("%s: %d edges expected, found %d", kind, s.Edges, found.Edges)
		}
		if s.Bytes < found.Bytes || float64(s.Bytes) > 1.2*float64(found.Bytes) {
			t.Errorf("%s: %d bytes expected, found %d", kind, s.Bytes, found.Bytes)
		}
	}
	if _, _, ok := ExpectGraph(parse(t, small, scenario.Set{Path: "graph", Value: "{kind: complete}"})); ok {
		t.Error("a complete graph is not random")
	}
}
