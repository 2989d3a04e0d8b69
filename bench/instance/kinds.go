package instance

import (
	"context"

	"shardq/bench/scenario"
	"shardq/graph"
)

// kind says how the graphs of a kind are built and how large they are. The zero kind is none.
type kind struct {
	build func(context.Context, *scenario.Scenario, graph.Config) (graph.Graph, error)
	// edges returns the number of edges if it is known, else a bound that is hardly ever exceeded. On servers, rows have the server itself.
	edges func(*scenario.Scenario) uint64
	// bytes estimates the memory that building takes at most, given the edges; nil if the graph takes none.
	bytes func(*scenario.Scenario, uint64) uint64
}

// kindOf returns what builds the graphs of a kind.
func kindOf(k scenario.Kind) kind {
	switch k {
	case scenario.Complete, scenario.Clique:
		return kind{complete, everyEdge, nil}
	case scenario.Bernoulli:
		return kind{bernoulli, drawnEdges, drawnBytes}
	case scenario.Regular:
		return kind{regular, drawnEdges, regularBytes}
	case scenario.Computed:
		return kind{computed, drawnEdges, nil}
	case scenario.Theorem2, scenario.Theorem3:
		return kind{theoremGraph, theoremEdges, theoremBytes}
	case scenario.ErdosRenyi:
		return kind{erdosRenyi, erdosRenyiEdges, repackedBytes}
	case scenario.RandomRegular:
		return kind{randomRegular, degreeEdges, matchedBytes}
	case scenario.Ring:
		return kind{ring, degreeEdges, nil}
	case scenario.Torus:
		return kind{torus, torusEdges, nil}
	case scenario.Tree:
		return kind{tree, treeEdges, nil}
	case scenario.Explicit:
		return kind{explicit, listedEdges, rowBytes}
	case scenario.File:
		return kind{fileGraph, fileEdges, fileBytes}
	}
	return kind{}
}

func complete(_ context.Context, sc *scenario.Scenario, _ graph.Config) (graph.Graph, error) {
	return graph.Complete{L: sc.Ports(), N: sc.Servers()}, nil
}

func everyEdge(sc *scenario.Scenario) uint64 { return uint64(sc.Ports()) * uint64(sc.Servers()) }

func bernoulli(ctx context.Context, sc *scenario.Scenario, cfg graph.Config) (graph.Graph, error) {
	if packs(sc) {
		return graph.PackBernoulli(ctx, cfg, sc.EdgeProbability())
	}
	return graph.Bernoulli(ctx, cfg, sc.EdgeProbability())
}

func regular(ctx context.Context, sc *scenario.Scenario, cfg graph.Config) (graph.Graph, error) {
	if packs(sc) {
		return graph.PackRegular(ctx, cfg, sc.Graph.Degree)
	}
	return graph.Regular(ctx, cfg, sc.Graph.Degree)
}

func computed(_ context.Context, sc *scenario.Scenario, cfg graph.Config) (graph.Graph, error) {
	if sc.Graph.Degree > 0 {
		return graph.NewComputedRegular(cfg, sc.Graph.Degree)
	}
	return graph.NewComputed(cfg, sc.EdgeProbability())
}

func drawnEdges(sc *scenario.Scenario) uint64 {
	if degree := sc.Graph.Degree; degree > 0 {
		return uint64(sc.Ports()) * uint64(degree)
	}
	return graph.EstimateEdges(sc.Ports(), sc.Servers(), sc.EdgeProbability())
}

func erdosRenyi(ctx context.Context, sc *scenario.Scenario, cfg graph.Config) (graph.Graph, error) {
	return packed(ctx, sc, cfg.Arena)(graph.ErdosRenyi(ctx, cfg, sc.EdgeProbability()))
}

func erdosRenyiEdges(sc *scenario.Scenario) uint64 {
	return graph.EstimateErdosRenyiEdges(sc.Servers(), sc.EdgeProbability())
}

func randomRegular(ctx context.Context, sc *scenario.Scenario, cfg graph.Config) (graph.Graph, error) {
	return packed(ctx, sc, cfg.Arena)(graph.RandomRegular(ctx, cfg, sc.Graph.Degree))
}

func degreeEdges(sc *scenario.Scenario) uint64 {
	return uint64(sc.Servers()) * uint64(sc.Graph.Degree+1)
}

func ring(_ context.Context, sc *scenario.Scenario, _ graph.Config) (graph.Graph, error) {
	return graph.Ring(sc.Servers(), sc.Graph.Degree)
}

func torus(_ context.Context, sc *scenario.Scenario, _ graph.Config) (graph.Graph, error) {
	return graph.Torus(sc.Graph.Sides)
}

func torusEdges(sc *scenario.Scenario) uint64 {
	return uint64(sc.Servers()) * uint64(2*len(sc.Graph.Sides)+1)
}

func tree(_ context.Context, sc *scenario.Scenario, _ graph.Config) (graph.Graph, error) {
	return graph.Tree(sc.Servers(), sc.Graph.Arity)
}

func treeEdges(sc *scenario.Scenario) uint64 { return 3*uint64(sc.Servers()) - 2 }

func explicit(ctx context.Context, sc *scenario.Scenario, _ graph.Config) (graph.Graph, error) {
	return given(ctx)(graph.Explicit(sc.Rows(), sc.Servers()))
}

func listedEdges(sc *scenario.Scenario) (edges uint64) {
	for _, p := range sc.Port.List {
		edges += uint64(len(p.Neighbours))
	}
	return edges
}

func fileEdges(sc *scenario.Scenario) uint64 {
	edges, _ := fileSize(sc.Graph.Path)
	return edges
}
