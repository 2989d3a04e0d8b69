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
		return graph.Bernoulli(cfg, sc.EdgeProbability())
	case scenario.Regular:
		return graph.Regular(cfg, sc.Graph.Degree)
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
