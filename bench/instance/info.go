package instance

import (
	"fmt"

	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/graph"
)

// GraphInfo describes the graph of a run.
type GraphInfo struct {
	Kind     scenario.Kind `json:"kind"`
	Ports    int           `json:"ports"`
	Servers  int           `json:"servers"`
	Edges    uint64        `json:"edges"`
	Isolated int           `json:"isolated_ports"` // ports without neighbours
	// edges and isolated ports are not counted but what the law of the graph expects, since it is too large
	Expected bool   `json:"edges_expected"`
	Bytes    uint64 `json:"bytes"`
	// Storage is the form in memory; "" if the graph takes none.
	Storage      scenario.Storage `json:"storage,omitempty"`
	BytesPerEdge float64          `json:"bytes_per_edge"` // 0 without edges
}

// Describe counts edges and isolated ports of the graph of a scenario, or says what its law expects where it is too large for that.
func Describe(sc *scenario.Scenario, g graph.Graph) GraphInfo {
	n := graph.Count(g)
	info := GraphInfo{
		Kind: sc.Graph.Kind, Ports: g.Ports(), Servers: g.Servers(), Edges: n.Edges, Isolated: n.Isolated, Expected: n.Expected,
		Bytes: g.Bytes(), Storage: StorageOf(g),
	}
	if info.Edges > 0 {
		info.BytesPerEdge = float64(info.Bytes) / float64(info.Edges)
	}
	return info
}

// About is what to say before a number that is expected rather than counted.
func (g GraphInfo) About() string {
	if g.Expected {
		return "about "
	}
	return ""
}

// Memory says what the graph takes and in which form.
func (g GraphInfo) Memory() string {
	bytes := report.Bytes(g.Bytes).String()
	switch {
	case g.Storage == "" || g.Edges == 0:
		return bytes
	case g.Storage == scenario.PackedStorage:
		return fmt.Sprintf("%s packed, %v bytes an edge", bytes, report.Number(g.BytesPerEdge, 3))
	}
	return fmt.Sprintf("%s, %v bytes an edge", bytes, report.Number(g.BytesPerEdge, 3))
}
