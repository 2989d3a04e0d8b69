package study

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"shardq/bench/instance"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/graph"
	"shardq/graph/isa"
)

// A computed graph takes no memory, however large it is.
func TestComputedGraphNeedsNoMemory(t *testing.T) {
	for _, degree := range []string{"{kind: computed, mean_degree: 30}", "{kind: computed, degree: 30}"} {
		sc := parse(t, small, input.Set{Path: "graph", Value: degree}, input.Set{Path: "servers.count", Value: "1e9"},
			input.Set{Path: "ports.count", Value: "1e9"})
		need, err := Need(sc, Options{Shards: 2})
		if err != nil {
			t.Fatal(err)
		}
		if need.Graph != 0 {
			t.Errorf("%s: %d bytes", degree, need.Graph)
		}
	}
}

// A computed graph and the same graph in memory have one result, on any number of shards and under every policy.
func TestComputedGraphRunsLikeItsStoredForm(t *testing.T) {
	for _, kind := range []string{"{kind: computed, mean_degree: 12}", "{kind: computed, degree: 9}",
		"{kind: computed, probability: 0.7}"} {
		sc := parse(t, small, input.Set{Path: "graph", Value: kind}, input.Set{Path: "run.measure", Value: "30"},
			input.Set{Path: "policy", Value: "[{name: [jfsq, jfiq, jsq, jiq, random]}, {name: jsq-d, d: 2}]"})
		g, err := instance.Graph(t.Context(), sc, nil, isa.Best)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := graph.WriteEdgeList(&text, instance.ExternalGraph(sc, g)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "edges.txt")
		if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		stored := *sc
		stored.Graph = scenario.GraphSection{Kind: scenario.File, Path: path}
		want := mustRun(t, &stored, Options{Shards: 1}).Outcomes
		for _, shards := range []int{1, 2} {
			for i, o := range mustRun(t, sc, Options{Shards: shards}).Outcomes {
				if o.Digest() != want[i].Digest() {
					t.Errorf("%s, %s, %d shards: digest %s, stored %s", kind, o.Policy.String(), shards, o.Digest(), want[i].Digest())
				}
				if o.Graph.Edges != want[i].Graph.Edges || o.Graph.Bytes != 0 {
					t.Errorf("%s: %+v, want %d edges and no memory", kind, o.Graph, want[i].Graph.Edges)
				}
			}
		}
	}
}
