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
		return graph.PacksWell(sc.Ports(), sc.Servers(), drawnEdges(sc))
	}
	return false
}

// drawnEdges returns a bound on the edges of a random graph that is hardly ever exceeded, or their number if it is known. On servers, rows
// have the server itself.
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
