package instance

import (
	"testing"

	"shardq/bench/scenario/input"
	"shardq/graph"
	"shardq/graph/isa"
)

// What is said of a graph that is not built must be near to the graph, whether it is stored or computed.
func TestExpectGraph(t *testing.T) {
	for _, kind := range []string{
		"{kind: bernoulli, mean_degree: 12, storage: rows}", "{kind: bernoulli, mean_degree: 12, storage: packed}",
		"{kind: regular, degree: 12}", "{kind: computed, mean_degree: 12}",
	} {
		sc := parse(t, small, input.Set{Path: "graph", Value: kind}, input.Set{Path: "servers.count", Value: "4096"},
			input.Set{Path: "ports.count", Value: "4096"})
		s, storage, ok := ExpectGraph(sc)
		if !ok || !s.Expected {
			t.Fatalf("%s: not expected", kind)
		}
		g, err := Graph(t.Context(), sc, nil, isa.Best)
		if err != nil {
			t.Fatal(err)
		}
		if storage != StorageOf(g) {
			t.Errorf("%s: storage %q, found %q", kind, storage, StorageOf(g))
		}
		found, err := graph.Describe(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		// Six standard deviations of 49,152 edges are 2.7 %; the estimate of memory adds some per cent to be on the safe side.
		if e := float64(s.Edges) / float64(found.Edges); e < 0.97 || e > 1.03 {
			t.Errorf("%s: %d edges expected, found %d", kind, s.Edges, found.Edges)
		}
		if s.Bytes < found.Bytes || float64(s.Bytes) > 1.2*float64(found.Bytes) {
			t.Errorf("%s: %d bytes expected, found %d", kind, s.Bytes, found.Bytes)
		}
	}
	if _, _, ok := ExpectGraph(parse(t, small, input.Set{Path: "graph", Value: "{kind: complete}"})); ok {
		t.Error("a complete graph is not random")
	}
}
