package instance

import (
	"context"

	"shardq/bench/scenario"
	"shardq/graph"
	"shardq/graph/isa"
)

// ExpectGraph describes the graph of a scenario by its law, without building it, with the form and the estimated memory that it would have.
// ok is false if the graph is not random.
func ExpectGraph(sc *scenario.Scenario) (s graph.Stats, storage scenario.Storage, ok bool) {
	if sc.Graph.Kind.Facts().Law != scenario.AlikePorts {
		return s, "", false
	}
	same := *sc
	same.Graph.Kind = scenario.Computed // which has the same law, and takes no memory
	g, err := Graph(context.Background(), &same, nil, isa.Best)
	if err != nil {
		return s, "", false
	}
	s = g.(*graph.Computed).Expect()
	if sc.Graph.Kind == scenario.Computed {
		return s, "", true
	}
	storage = scenario.RowStorage
	if packs(sc) {
		storage = scenario.PackedStorage
	}
	if s.Bytes = GraphNeed(sc).Graph; s.Edges > 0 {
		s.BytesPerEdge = float64(s.Bytes) / float64(s.Edges)
	}
	return s, storage, true
}
