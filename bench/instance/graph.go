package instance

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/scenario"
	"shardq/graph"
	"shardq/graph/isa"
)

// Graph builds the graph of a scenario in the arena, whose rows are unpacked or computed with the instructions of a level, with the
// scenario's internal server ids. Random graphs depend on run.seed. A graph that was given rather than drawn is validated, and refused if a
// port has no neighbours. If ctx ends before it is built, memory has been given back, and the error wraps [fault.ErrInterrupted].
func Graph(ctx context.Context, sc *scenario.Scenario, arena *alloc.Arena, level isa.Level) (graph.Graph, error) {
	g, err := build(ctx, sc, arena, level)
	if err != nil {
		return nil, fault.Interruption(ctx, err)
	}
	return g, nil
}

func build(ctx context.Context, sc *scenario.Scenario, arena *alloc.Arena, level isa.Level) (graph.Graph, error) {
	k := kindOf(sc.Graph.Kind)
	if k.build == nil {
		return nil, fmt.Errorf("instance: no graph of kind %q", sc.Graph.Kind)
	}
	return k.build(ctx, sc, graph.Config{Ports: sc.Ports(), Servers: sc.Servers(), Seed: sc.Run.Seed, Arena: arena, ISA: level})
}

// fileGraph builds the graph of a file.
func fileGraph(ctx context.Context, sc *scenario.Scenario, cfg graph.Config) (graph.Graph, error) {
	g, err := readGraph(ctx, sc, cfg.Arena)
	relabel := graph.Relabel
	if sc.Graph.OnServers() {
		relabel = graph.Renumber
		g, err = replaced(g, err, func(g *graph.CSR) (*graph.CSR, error) { return graph.Closed(ctx, g) })
	}
	g, err = given(ctx)(g, err)
	if ids := sc.InternalIDs(); ids != nil {
		return replaced(g, err, func(g *graph.CSR) (*graph.CSR, error) { return relabel(ctx, g, ids) })
	}
	return g, err
}

// replaced returns what becomes of a graph, whose memory it gives back.
func replaced(g *graph.CSR, err error, become func(*graph.CSR) (*graph.CSR, error)) (*graph.CSR, error) {
	if err != nil {
		return nil, err
	}
	h, err := become(g)
	if err != nil {
		return nil, errors.Join(err, g.Release())
	}
	return h, g.Release()
}

// packed returns a function that brings a stored graph into the form that the scenario asks for. Both forms are in memory for a moment.
func packed(ctx context.Context, sc *scenario.Scenario, arena *alloc.Arena) func(*graph.CSR, error) (graph.Graph, error) {
	return func(g *graph.CSR, err error) (graph.Graph, error) {
		if err != nil || sc.Graph.Storage != scenario.PackedStorage {
			return g, err
		}
		small, err := graph.Pack(ctx, arena, g, runtime.GOMAXPROCS(0))
		if err != nil {
			return nil, errors.Join(err, g.Release())
		}
		return small, g.Release()
	}
}

// readGraph reads a graph file in the format that the scenario names, or else in the one that the file seems to have.
func readGraph(ctx context.Context, sc *scenario.Scenario, arena *alloc.Arena) (*graph.CSR, error) {
	path := sc.Graph.Path
	opt := graph.ReadOptions{Base: sc.Graph.Base, Ports: sc.Ports(), Servers: sc.Servers(), Arena: arena, OnServers: sc.Graph.OnServers()}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("instance: graph: %w", err)
	}
	defer file.Close()
	switch sc.Graph.Format {
	case "edges":
		return graph.ReadEdgeList(ctx, file, path, opt)
	case "matrix-market":
		return graph.ReadMatrixMarket(ctx, file, path, opt)
	}
	return graph.Read(ctx, file, path, opt)
}

// given returns a function that checks a graph that comes from outside, and gives back its memory if it is refused.
func given(ctx context.Context) func(*graph.CSR, error) (*graph.CSR, error) {
	return func(g *graph.CSR, err error) (*graph.CSR, error) {
		if err != nil {
			return nil, err
		}
		err = graph.Validate(ctx, g)
		if err == nil {
			var count int
			var first uint32
			if count, first, err = graph.Isolated(ctx, g); count > 0 {
				err = fmt.Errorf("instance: graph: port %d has no neighbours, so its jobs could go nowhere (ports without neighbours: %d)",
					first, count)
			}
		}
		if err != nil {
			return nil, errors.Join(err, g.Release())
		}
		return g, nil
	}
}
