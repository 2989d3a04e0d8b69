package study

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"shardq/bench/instance"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/graph"
	"shardq/graph/isa"
)

// large is a scenario whose graph is just large enough to be packed by default.
const large = `
servers: {count: 36000, buffer: 5, types: [{name: slow, share: 0.5, rate: 0.5}, {name: fast, share: 0.5, rate: 1}]}
ports: {count: 35999, load: 0.9}
graph: {kind: bernoulli, mean_degree: 31}
policy: {name: jfsq}
run: {warmup: 0.05, measure: 0.15}
`

// little is small with a shorter run.
var little = strings.Replace(small, "measure: 300", "measure: 30", 1)

// How a graph is stored changes no digest, under any policy and on any number of shards.
func TestStorageChangesNoResult(t *testing.T) {
	const all, some = "[{name: [jfsq, jfiq, jsq, jiq, random]}, {name: jsq-d, d: 2}]", "{name: [jfsq, jfiq]}"
	for _, c := range []struct {
		text, kind, policies string
		auto                 scenario.Storage
	}{
		{little, "{kind: bernoulli, mean_degree: 12}", all, scenario.RowStorage},
		{little, "{kind: bernoulli, mean_degree: 1}", some, scenario.RowStorage},
		{little, "{kind: regular, degree: 9}", all, scenario.RowStorage},
		{little, "{kind: bernoulli, probability: 0.7}", some, scenario.RowStorage},
		{large, "{kind: bernoulli, mean_degree: 31}", some, scenario.PackedStorage},
		{large, "{kind: regular, degree: 31}", some, scenario.PackedStorage},
	} {
		var want []*result.Outcome
		for _, storage := range []scenario.Storage{scenario.AutoStorage, scenario.RowStorage, scenario.PackedStorage} {
			sc := parse(t, c.text, input.Set{Path: "graph", Value: c.kind}, input.Set{Path: "policy", Value: c.policies},
				input.Set{Path: "graph.storage", Value: string(storage)})
			form := storage
			if form == scenario.AutoStorage {
				form = c.auto
			}
			for _, shards := range []int{1, 2} {
				got := mustRun(t, sc, Options{Shards: shards}).Outcomes
				if want == nil {
					want = got
				}
				for i, o := range got {
					if o.Digest() != want[i].Digest() {
						t.Errorf("%s, %s, %s, %d shards: digest %s, want %s", c.kind, storage, o.Policy.String(), shards, o.Digest(),
							want[i].Digest())
					}
					if o.Graph.Storage != form || o.Graph.Edges != want[i].Graph.Edges || o.Graph.Isolated != want[i].Graph.Isolated {
						t.Errorf("%s, %s: graph %+v, want %s", c.kind, storage, o.Graph, form)
					}
				}
			}
		}
	}
}

// The memory that a run states before it builds a graph is that of the graph, or little more, in either form.
func TestNeedOfStorage(t *testing.T) {
	for _, kind := range []string{"{kind: bernoulli, mean_degree: 31}", "{kind: regular, degree: 31}"} {
		for _, storage := range []string{"auto", "rows", "packed"} {
			sc := parse(t, large, input.Set{Path: "graph", Value: kind}, input.Set{Path: "graph.storage", Value: storage})
			need, err := Need(sc, Options{})
			if err != nil {
				t.Fatal(err)
			}
			g, err := instance.Graph(t.Context(), sc, nil, isa.Best)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Bytes(); need.Graph < got || float64(need.Graph) > 1.03*float64(got) {
				t.Errorf("%s, %s: %d bytes, %d stated", kind, storage, got, need.Graph)
			}
		}
	}
}

// Text and JSON name the form of the graph and its bytes.
func TestReportOfStorage(t *testing.T) {
	for storage, want := range map[string]string{"rows": ", 4.", "packed": " packed, "} {
		sc := parse(t, small, input.Set{Path: "graph.storage", Value: storage})
		r := mustRun(t, sc, Options{})
		var text bytes.Buffer
		if err := result.Write(&text, r, result.Table); err != nil {
			t.Fatal(err)
		}
		if line := text.String(); !strings.Contains(line, want) || !strings.Contains(line, " bytes an edge") {
			t.Errorf("%s is not named:\n%s", storage, line)
		}
		text.Reset()
		if err := result.Write(&text, r, result.JSON); err != nil {
			t.Fatal(err)
		}
		var all struct {
			Results []struct{ Graph instance.GraphInfo }
		}
		if err := json.Unmarshal(text.Bytes(), &all); err != nil {
			t.Fatal(err)
		}
		got := all.Results[0]
		if got.Graph != *r.Outcomes[0].Graph || got.Graph.Storage != scenario.Storage(storage) ||
			got.Graph.BytesPerEdge != float64(got.Graph.Bytes)/float64(got.Graph.Edges) {
			t.Errorf("%s: %+v", storage, got.Graph)
		}
	}
	if s := instance.StorageOf(graph.Complete{L: 1, N: 1}); s != "" {
		t.Errorf("a complete graph is stored as %q", s)
	}
}
