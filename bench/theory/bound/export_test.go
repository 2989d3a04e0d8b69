package bound

import "shardq/graph"

// Evidences returns what each way to check a connection finds on its own.
func (c Connection) Evidences(
	g graph.Graph,
	rates []float64,
	arrivals float64,
) (all Evidence, ok bool, degrees, adversary, spectral Evidence) {
	b := newBlock(g, rates, arrivals, c.Servers)
	all, ok = b.enumerate(c)
	return all, ok, b.byDegrees(c), b.adversary(c), b.spectral(c, MostEdgeVisits)
}
