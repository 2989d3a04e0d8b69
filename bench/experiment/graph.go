package experiment

import (
	"fmt"
	"os"

	"shardq/alloc"
	"shardq/bench/scenario"
	"shardq/graph"
)

// BuildGraph builds the graph of a scenario in the arena, with the scenario's internal server ids. Random graphs depend on run.seed. A graph
// that was given rather than drawn is validated, and refused if a port has no neighbours.
func BuildGraph(sc *scenario.Scenario, arena *alloc.Arena) (graph.Graph, error) {
	cfg := graph.Config{Ports: sc.Ports(), Servers: sc.Servers(), Seed: sc.Run.Seed, Arena: arena}
	switch sc.Graph.Kind {
	case scenario.Complete:
		return graph.Complete{L: sc.Ports(), N: sc.Servers()}, nil
	case scenario.Bernoulli:
		if packs(sc) {
			return graph.PackBernoulli(cfg, sc.EdgeProbability())
		}
		return graph.Bernoulli(cfg, sc.EdgeProbability())
	case scenario.Regular:
		if packs(sc) {
			return graph.PackRegular(cfg, sc.Graph.Degree)
		}
		return graph.Regular(cfg, sc.Graph.Degree)
	case scenario.Computed:
		if sc.Graph.Degree > 0 {
			return graph.NewComputedRegular(cfg, sc.Graph.Degree)
		}
		return graph.NewComputed(cfg, sc.EdgeProbability())
	case scenario.Explicit:
		return given(graph.Explicit(sc.Rows(), sc.Servers()))
	case scenario.File:
		g, err := given(readGraph(sc, arena))
		ids := sc.InternalIDs()
		if err != nil || ids == nil {
			return g, err
		}
		relabelled, err := graph.Relabel(g, ids)
		if err != nil {
			return nil, err
		}
		return relabelled, g.Release()
	}
	return nil, fmt.Errorf("experiment: no graph of kind %q", sc.Graph.Kind)
}

// ExpectGraph describes the graph of a scenario by its law, without building it, with the form and the estimated memory that it would have. ok is false
// if the graph is not random.
func ExpectGraph(sc *scenario.Scenario) (s graph.Stats, storage scenario.Storage, ok bool) {
	if k := sc.Graph.Kind; k != scenario.Bernoulli && k != scenario.Regular && k != scenario.Computed {
		return s, "", false
	}
	same := *sc
	same.Graph.Kind = scenario.Computed // which has the same law, and takes no memory
	g, err := BuildGraph(&same, nil)
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

// packs reports whether the graph of a scenario is stored in packed form. Graphs that are listed or read are not: two forms at once would take more memory
// than either.
func packs(sc *scenario.Scenario) bool {
	switch sc.Graph.Storage {
	case scenario.PackedStorage:
		return true
	case scenario.AutoStorage:
		return graph.PacksWell(sc.Ports(), sc.Servers(), drawnEdges(sc))
	}
	return false
}

// drawnEdges returns a bound on the edges of a random graph that is hardly ever exceeded.
func drawnEdges(sc *scenario.Scenario) uint64 {
	if degree := sc.Graph.Degree; degree > 0 {
		return uint64(sc.Ports()) * uint64(degree)
	}
	return graph.EstimateEdges(sc.Ports(), sc.Servers(), sc.EdgeProbability())
}

// StorageOf returns the form of a graph in memory, or "" if it takes none.
func StorageOf(g graph.Graph) scenario.Storage {
	switch g.(type) {
	case *graph.Packed:
		return scenario.PackedStorage
	case *graph.CSR:
		return scenario.RowStorage
	}
	return ""
}

// readGraph reads a graph file in the format that the scenario names, or else in the one that the file seems to have.
func readGraph(sc *scenario.Scenario, arena *alloc.Arena) (*graph.CSR, error) {
	path := sc.Graph.Path
	opt := graph.ReadOptions{Base: sc.Graph.Base, Ports: sc.Ports(), Servers: sc.Servers(), Arena: arena}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("experiment: graph: %w", err)
	}
	defer file.Close()
	switch sc.Graph.Format {
	case "edges":
		return graph.ReadEdgeList(file, path, opt)
	case "matrix-market":
		return graph.ReadMatrixMarket(file, path, opt)
	}
	return graph.Read(file, path, opt)
}

// given checks a graph that comes from outside.
func given(g *graph.CSR, err error) (*graph.CSR, error) {
	if err != nil {
		return nil, err
	}
	if err := graph.Validate(g); err != nil {
		return nil, err
	}
	if count, first := graph.Isolated(g); count > 0 {
		return nil, fmt.Errorf("experiment: graph: port %d has no neighbours, so its jobs could go nowhere (ports without neighbours: %d)", first, count)
	}
	return g, nil
}
