package instance

import (
	"math"
	"os"

	"shardq/bench/scenario"
	"shardq/graph"
)

// Outline returns what stands for the graph of a scenario before it is built, with its sizes but without rows unless it takes no memory,
// and estimates the bytes that building it takes at most.
func Outline(sc *scenario.Scenario) (g graph.Graph, bytes uint64) {
	edges, bytes := graphSize(sc)
	if sc.Graph.Kind == scenario.Complete || sc.Graph.Kind == scenario.Clique {
		return graph.Complete{L: sc.Ports(), N: sc.Servers()}, bytes
	}
	return shape{sc.Ports(), sc.Servers(), edges}, bytes
}

// graphSize estimates edges and peak bytes of the graph of a scenario, before it is built.
func graphSize(sc *scenario.Scenario) (edges, bytes uint64) {
	switch sc.Graph.Kind {
	case scenario.Complete, scenario.Clique:
		return uint64(sc.Ports()) * uint64(sc.Servers()), 0
	case scenario.Computed, scenario.Ring, scenario.Torus, scenario.Tree:
		return drawnEdges(sc), 0
	case scenario.ErdosRenyi, scenario.RandomRegular:
		edges = drawnEdges(sc)
		if sc.Graph.Kind == scenario.RandomRegular { // all half-edges are in memory twice while they are matched
			bytes = 4 * edges
		}
		if sc.Graph.Storage == scenario.PackedStorage {
			bytes += graph.EstimatePackedBytes(sc.Ports(), sc.Servers(), edges)
		}
	case scenario.Theorem2, scenario.Theorem3:
		if edges = drawnEdges(sc); edges == 0 { // every port reaches the same servers
			return uint64(sc.Ports()) * uint64(sc.Servers()), 0
		}
		if packs(sc) {
			return edges, graph.EstimatePackedBytes(sc.Ports(), sc.Servers(), edges)
		}
	case scenario.Bernoulli:
		edges = drawnEdges(sc)
		if packs(sc) {
			return edges, graph.EstimatePackedBytes(sc.Ports(), sc.Servers(), edges)
		}
	case scenario.Regular:
		edges = drawnEdges(sc)
		if packs(sc) {
			return edges, graph.EstimatePackedRegularBytes(sc.Ports(), sc.Servers(), sc.Graph.Degree)
		}
	case scenario.Explicit:
		for _, p := range sc.Port.List {
			edges += uint64(len(p.Neighbours))
		}
	case scenario.File:
		edges, bytes = fileSize(sc.Graph.Path)
	}
	return edges, bytes + graph.EstimateBytes(sc.Ports(), min(edges, math.MaxInt64/8))
}

// fileSize estimates the edges of a graph file, and what the reader takes beside the rows: edges of large graphs take a dozen bytes a line,
// and it holds them once as pairs and once as rows.
func fileSize(path string) (edges, bytes uint64) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, 0
	}
	edges = uint64(info.Size()) / 12
	return edges, edges * 8
}

// shape stands for a graph that is not built yet. It has sizes and no rows.
type shape struct {
	ports, servers int
	edges          uint64
}

func (s shape) Ports() int                    { return s.ports }
func (s shape) Servers() int                  { return s.servers }
func (s shape) Edges() uint64                 { return s.edges }
func (s shape) Degree(uint32) int             { return 0 }
func (s shape) Row(uint32, []uint32) []uint32 { return nil }
func (s shape) Bytes() uint64                 { return 0 }
