package instance

import (
	"context"
	"math"

	"shardq/bench/scenario"
	"shardq/bench/theory/bound"
	"shardq/graph"
)

// Construction returns what the graph of a theorem is drawn from, with the relative port rates, nil for equal ones; nil for other graphs.
func Construction(sc *scenario.Scenario) (c *bound.Construction, rates []float64, err error) {
	construct := sc.Graph.Kind.Facts().Construct
	if construct == nil {
		return nil, nil, nil
	}
	if rates, err = sc.PortRates(); err != nil {
		return nil, nil, err
	}
	made, err := construct(sc.Types(), sc.ArrivalRate(), sc.Ports(), sc.Buffer(), sc.Graph.Epsilon)
	return &made, rates, err
}

// theoremGraph builds the graph of a theorem. Where all ports reach the same servers it takes no memory.
func theoremGraph(ctx context.Context, sc *scenario.Scenario, cfg graph.Config) (graph.Graph, error) {
	c, rates, err := Construction(sc)
	if err != nil {
		return nil, err
	}
	if c.Degenerate(rates) {
		return graph.Complete{L: cfg.Ports, N: cfg.Servers, Reach: c.Ends[1]}, nil
	}
	scale := c.Scale(rates)
	probability := func(port, block int) float64 {
		if rates == nil {
			return c.Probability(scale, block)
		}
		return c.Probability(float64(rates[port]*scale), block)
	}
	if packs(sc) {
		return graph.PackBlocks(ctx, cfg, c.Ends, probability)
	}
	return graph.Blocks(ctx, cfg, c.Ends, probability)
}

// theoremEdges returns a bound on the edges of the graph of a theorem that is hardly ever exceeded; every edge of one that takes no memory
// or cannot be.
func theoremEdges(sc *scenario.Scenario) uint64 {
	c, rates, err := Construction(sc)
	if err != nil || c.Degenerate(rates) {
		return everyEdge(sc)
	}
	edges := c.Edges(rates)
	return uint64(edges + 6*math.Sqrt(edges) + 64)
}

// theoremBytes is the memory of the graph of a theorem, which is none where all ports reach the same servers.
func theoremBytes(sc *scenario.Scenario, edges uint64) uint64 {
	if c, rates, err := Construction(sc); err != nil || c.Degenerate(rates) {
		return 0
	}
	return drawnBytes(sc, edges)
}
