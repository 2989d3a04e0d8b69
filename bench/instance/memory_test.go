package instance

import (
	"errors"
	"testing"

	"shardq/alloc"
	"shardq/bench/scenario/input"
	"shardq/graph/isa"
)

func TestMemoryError(t *testing.T) {
	err := error(&MemoryError{Need: Memory{Graph: 3 << 40, State: 1 << 38, Statistics: 100}, Free: 21 << 30})
	const want = "instance: needs about 3.25 TiB (graph 3.00 TiB, state 256 GiB), this machine has 21.0 GiB free"
	if err.Error() != want {
		t.Errorf("message %q, want %q", err, want)
	}
	if !errors.Is(err, alloc.ErrMemory) {
		t.Error("not an alloc.ErrMemory")
	}
}

// Room for what is free is no fault, for more than that it is.
func TestCheck(t *testing.T) {
	free, ok := alloc.Available()
	if !ok {
		t.Skip("the free memory of this system is not known")
	}
	if err := (Memory{State: 1}).Check(); err != nil {
		t.Error(err)
	}
	var short *MemoryError
	if err := (Memory{State: 1, Graph: free * 4}).Check(); !errors.As(err, &short) || short.Need.State != 1 {
		t.Errorf("error %v", err)
	}
}

// The memory that is stated before a graph is built is that of the graph, or little more, in either form.
func TestGraphNeed(t *testing.T) {
	const large = `
servers: {count: 36000, buffer: 5, types: [{name: slow, share: 0.5, rate: 0.5}, {name: fast, share: 0.5, rate: 1}]}
ports: {count: 35999, load: 0.9}
graph: {kind: bernoulli, mean_degree: 31}
policy: {name: jfsq}
run: {warmup: 0.05, measure: 0.15}
`
	for _, kind := range []string{"{kind: bernoulli, mean_degree: 31}", "{kind: regular, degree: 31}"} {
		for _, storage := range []string{"auto", "rows", "packed"} {
			sc := parse(t, large, input.Set{Path: "graph", Value: kind}, input.Set{Path: "graph.storage", Value: storage})
			need := GraphNeed(sc)
			g, err := Graph(t.Context(), sc, nil, isa.Best)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Bytes(); need.Graph < got || float64(need.Graph) > 1.03*float64(got) || need.Total() != need.Graph {
				t.Errorf("%s, %s: %d bytes, %+v stated", kind, storage, got, need)
			}
		}
	}
}
