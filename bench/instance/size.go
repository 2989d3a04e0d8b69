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
	if sc.Graph.ReachesAll() {
		return graph.Complete{L: sc.Ports(), N: sc.Servers()}, bytes
	}
	return shape{sc.Ports(), sc.Servers(), edges}, bytes
}

// graphSize estimates edges and peak bytes of the graph of a scenario, before it is built.
func graphSize(sc *scenario.Scenario) (edges, bytes uint64) {
	k := kindOf(sc.Graph.Kind)
	if k.edges == nil { // reported when it is built
		return 0, 0
	}
	edges = k.edges(sc)
	if k.bytes != nil {
		bytes = k.bytes(sc, edges)
	}
	return edges, bytes
}

// rowBytes is the memory of rows of four bytes an id.
func rowBytes(sc *scenario.Scenario, edges uint64) uint64 {
	return graph.EstimateBytes(sc.Ports(), min(edges, math.MaxInt64/8))
}

// drawnBytes is the memory of a random graph that is drawn in the form that it is kept in.
func drawnBytes(sc *scenario.Scenario, edges uint64) uint64 {
	if packs(sc) {
		return graph.EstimatePackedBytes(sc.Ports(), sc.Servers(), edges)
	}
	return rowBytes(sc, edges)
}

// regularBytes is drawnBytes where every port has the same number of neighbours.
func regularBytes(sc *scenario.Scenario, edges uint64) uint64 {
	if packs(sc) {
		return graph.EstimatePackedRegularBytes(sc.Ports(), sc.Servers(), sc.Graph.Degree)
	}
	return rowBytes(sc, edges)
}

// matchedBytes is repackedBytes where half-edges are matched, all of which are in memory twice meanwhile.
func matchedBytes(sc *scenario.Scenario, edges uint64) uint64 {
	return 4*edges + repackedBytes(sc, edges)
}

// fileBytes is the memory of a graph file and of its rows.
func fileBytes(sc *scenario.Scenario, edges uint64) uint64 {
	_, bytes := fileSize(sc.Graph.Path)
	return bytes + rowBytes(sc, edges)
}

// repackedBytes is the memory of a random graph that is packed when it has been drawn, if at all.
func repackedBytes(sc *scenario.Scenario, edges uint64) uint64 {
	bytes := rowBytes(sc, edges)
	if sc.Graph.Storage == scenario.PackedStorage {
		bytes += graph.EstimatePackedBytes(sc.Ports(), sc.Servers(), edges)
	}
	return bytes
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
