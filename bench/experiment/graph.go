package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"shardq/alloc"
	"shardq/bench/scenario"
	"shardq/graph"
	"shardq/graph/isa"
)

// BuildGraph builds the graph of a scenario in the arena, with the scenario's internal server ids. Random graphs depend on run.seed. A graph
// that was given rather than drawn is validated, and refused if a port has no neighbours. If ctx ends before it is built, memory has been given back, and
// the error wraps ErrInterrupted.
func BuildGraph(ctx context.Context, sc *scenario.Scenario, arena *alloc.Arena) (graph.Graph, error) {
	return buildGraphAt(ctx, sc, arena, isa.Best)
}

// buildGraphAt is BuildGraph for rows that are computed with the instructions of a level.
func buildGraphAt(ctx context.Context, sc *scenario.Scenario, arena *alloc.Arena, level isa.Level) (graph.Graph, error) {
	g, err := buildGraph(ctx, sc, arena, level)
	if err != nil {
		return nil, interruption(ctx, err)
	}
	return g, nil
}

// interruption returns ErrInterrupted, and why, if that is what an error comes to; else the error.
func interruption(ctx context.Context, err error) error {
	if ended(err) && ctx.Err() != nil {
		return fmt.Errorf("%w (%w)", ErrInterrupted, context.Cause(ctx))
	}
	return err
}

func buildGraph(ctx context.Context, sc *scenario.Scenario, arena *alloc.Arena, level isa.Level) (graph.Graph, error) {
	cfg := graph.Config{Ports: sc.Ports(), Servers: sc.Servers(), Seed: sc.Run.Seed, Arena: arena, Context: ctx, ISA: level}
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
	case scenario.Clique:
		return graph.Complete{L: sc.Ports(), N: sc.Servers()}, nil
	case scenario.Ring:
		return graph.Ring(sc.Servers(), sc.Graph.Degree)
	case scenario.Torus:
		return graph.Torus(sc.Graph.Sides)
	case scenario.Tree:
		return graph.Tree(sc.Servers(), sc.Graph.Arity)
	case scenario.ErdosRenyi:
		return packed(ctx, sc, arena)(graph.ErdosRenyi(cfg, sc.EdgeProbability()))
	case scenario.RandomRegular:
		return packed(ctx, sc, arena)(graph.RandomRegular(cfg, sc.Graph.Degree))
	case scenario.Theorem2, scenario.Theorem3:
		return theoremGraph(sc, cfg)
	case scenario.Explicit:
		return given(ctx)(graph.Explicit(sc.Rows(), sc.Servers()))
	case scenario.File:
		g, err := readGraph(ctx, sc, arena)
		relabel := graph.RelabelContext
		if sc.Graph.OnServers() {
			relabel = graph.RenumberContext
			g, err = replaced(g, err, func(g *graph.CSR) (*graph.CSR, error) { return graph.ClosedContext(ctx, g) })
		}
		g, err = given(ctx)(g, err)
		if ids := sc.InternalIDs(); ids != nil {
			return replaced(g, err, func(g *graph.CSR) (*graph.CSR, error) { return relabel(ctx, g, ids) })
		}
		return g, err
	}
	return nil, fmt.Errorf("experiment: no graph of kind %q", sc.Graph.Kind)
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

// ExpectGraph describes the graph of a scenario by its law, without building it, with the form and the estimated memory that it would have. ok is false
// if the graph is not random.
func ExpectGraph(sc *scenario.Scenario) (s graph.Stats, storage scenario.Storage, ok bool) {
	if k := sc.Graph.Kind; k != scenario.Bernoulli && k != scenario.Regular && k != scenario.Computed {
		return s, "", false
	}
	same := *sc
	same.Graph.Kind = scenario.Computed // which has the same law, and takes no memory
	g, err := BuildGraph(context.Background(), &same, nil)
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

// packed returns a function that brings a stored graph into the form that the scenario asks for. Both forms are in memory for a moment.
func packed(ctx context.Context, sc *scenario.Scenario, arena *alloc.Arena) func(*graph.CSR, error) (graph.Graph, error) {
	return func(g *graph.CSR, err error) (graph.Graph, error) {
		if err != nil || sc.Graph.Storage != scenario.PackedStorage {
			return g, err
		}
		small, err := graph.PackContext(ctx, arena, g, runtime.GOMAXPROCS(0))
		if err != nil {
			return nil, errors.Join(err, g.Release())
		}
		return small, g.Release()
	}
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

// drawnEdges returns a bound on the edges of a random graph that is hardly ever exceeded, or their number if it is known. On servers, rows have the server
// itself.
func drawnEdges(sc *scenario.Scenario) uint64 {
	n, g := uint64(sc.Servers()), &sc.Graph
	switch g.Kind {
	case scenario.ErdosRenyi:
		return graph.EstimateErdosRenyiEdges(sc.Servers(), sc.EdgeProbability())
	case scenario.RandomRegular, scenario.Ring:
		return n * uint64(g.Degree+1)
	case scenario.Torus:
		return n * uint64(2*len(g.Sides)+1)
	case scenario.Tree:
		return 3*n - 2
	case scenario.Theorem2, scenario.Theorem3:
		return theoremEdges(sc)
	}
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
func readGraph(ctx context.Context, sc *scenario.Scenario, arena *alloc.Arena) (*graph.CSR, error) {
	path := sc.Graph.Path
	opt := graph.ReadOptions{Base: sc.Graph.Base, Ports: sc.Ports(), Servers: sc.Servers(), Arena: arena, Context: ctx, OnServers: sc.Graph.OnServers()}
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

// given returns a function that checks a graph that comes from outside, and gives back its memory if it is refused.
func given(ctx context.Context) func(*graph.CSR, error) (*graph.CSR, error) {
	return func(g *graph.CSR, err error) (*graph.CSR, error) {
		if err != nil {
			return nil, err
		}
		err = graph.ValidateContext(ctx, g)
		if err == nil {
			var count int
			var first uint32
			if count, first, err = graph.IsolatedContext(ctx, g); count > 0 {
				err = fmt.Errorf("experiment: graph: port %d has no neighbours, so its jobs could go nowhere (ports without neighbours: %d)", first, count)
			}
		}
		if err != nil {
			return nil, errors.Join(err, g.Release())
		}
		return g, nil
	}
}
