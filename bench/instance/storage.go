package instance

import (
	"shardq/bench/scenario"
	"shardq/graph"
)

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

// packs reports whether the graph of a scenario is stored in packed form. Graphs that are listed or read are not: two forms at once would
// take more memory than either.
func packs(sc *scenario.Scenario) bool {
	switch sc.Graph.Storage {
	case scenario.PackedStorage:
		return true
	case scenario.AutoStorage:
		return graph.PacksWell(sc.Ports(), sc.Servers(), kindOf(sc.Graph.Kind).edges(sc))
	}
	return false
}
