package instance

import (
	"context"

	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/scenario"
	"shardq/graph"
	"shardq/graph/isa"
)

// Source is where a graph comes from.
type Source struct {
	Scenario *scenario.Scenario // nil for a graph file
	File     string
	Base     int // of an edge list
}

// Formula reports whether rows are worked out by a formula, so that nothing has to be read to describe the graph.
func (s Source) Formula() bool {
	if s.Scenario == nil {
		return false
	}
	return s.Scenario.Graph.Kind.Facts().Formula
}

// Complete reports whether every port reaches every server, so that the graph takes no memory and there is nothing to look at.
func (s Source) Complete() bool {
	return s.Scenario != nil && s.Scenario.Graph.ReachesAll()
}

// Fits refuses a graph that does not fit into memory, before it is built, as far as that can be told. beside is what the work on it takes,
// if its size is known before it is read.
func (s Source) Fits(beside func(ports, servers int) uint64) error {
	switch {
	case s.Scenario == nil:
		return GraphFileNeed(s.File).Check()
	case s.Complete():
		return nil
	}
	need := GraphNeed(s.Scenario)
	need.Analysis = beside(s.Scenario.Ports(), s.Scenario.Servers())
	return need.Check()
}

// Open builds the graph or reads it. A file has told its size by then, and is refused if the work on it does not fit.
func (s Source) Open(ctx context.Context, arena *alloc.Arena, beside func(ports, servers int) uint64) (graph.Graph, error) {
	if s.Scenario != nil {
		g, err := Graph(ctx, s.Scenario, arena, isa.Best)
		if err != nil {
			return nil, fault.Input(err)
		}
		return g, nil
	}
	g, err := graph.Open(ctx, s.File, graph.ReadOptions{Base: s.Base, Arena: arena})
	if err != nil {
		return nil, fault.Input(fault.Interruption(ctx, err))
	}
	if err := (Memory{Analysis: beside(g.Ports(), g.Servers())}).Check(); err != nil {
		return nil, err
	}
	return g, nil
}
