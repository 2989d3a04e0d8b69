package instance

import (
	"context"
	"testing"

	"shardq/bench/scenario/input"
	"shardq/graph"
	"shardq/graph/isa"
)

// External ids and back are the graph that the engine runs.
func TestExternalGraph(t *testing.T) {
	sc := parse(t, small, input.Set{Path: "servers.types", Value: "[{share: 0.5, rate: 0.5}, {share: 0.5, rate: 2}]"},
		input.Set{Path: "graph", Value: "{kind: computed, mean_degree: 5}"})
	g, err := Graph(t.Context(), sc, nil, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	external := ExternalGraph(sc, g)
	if err := graph.Validate(context.Background(), external); err != nil {
		t.Fatal(err)
	}
	rows := make([][]uint32, g.Ports())
	for p := range rows {
		rows[p] = external.Row(uint32(p), nil)
	}
	listed, err := graph.Explicit(rows, g.Servers())
	if err != nil {
		t.Fatal(err)
	}
	if hash(t, listed) == hash(t, g) {
		t.Error("the ids are those of the engine")
	}
	back, err := graph.Relabel(context.Background(), listed, sc.InternalIDs())
	if err != nil {
		t.Fatal(err)
	}
	if hash(t, back) != hash(t, g) {
		t.Error("external ids do not lead back to the graph")
	}
	complete := graph.Complete{L: 3, N: g.Servers()}
	if ExternalGraph(sc, complete) != graph.Graph(complete) {
		t.Error("a complete graph has other ids")
	}
}

// hash is the hash of a graph.
func hash(t testing.TB, g graph.Graph) uint64 {
	t.Helper()
	sum, err := graph.Hash(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}
