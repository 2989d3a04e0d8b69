package experiment

import (
	"math"
	"os"

	"shardq/alloc"
	"shardq/bench/scenario"
	"shardq/graph"
	"shardq/kernel/lumped"
	"shardq/shard"
)

// Memory is what a run needs, in bytes, by purpose.
type Memory struct {
	Graph      uint64 // while it is being built or read
	Rates      uint64 // of ports, if they differ, and the tables to draw from them
	State      uint64 // of servers
	Exchange   uint64 // events and claims
	Statistics uint64 // counts of all batches
	Analysis   uint64 // of the graph, where that is not run but described or divided
}

// Total returns the sum.
func (m Memory) Total() uint64 {
	sum := uint64(0)
	for _, p := range m.parts() {
		sum += p.bytes
	}
	return sum
}

type part struct {
	name  string
	bytes uint64
}

func (m Memory) parts() []part {
	return []part{{"graph", m.Graph}, {"rates", m.Rates}, {"state", m.State}, {"exchange", m.Exchange}, {"statistics", m.Statistics}, {"analysis", m.Analysis}}
}

// Need estimates the memory that Run would take, before anything is built.
func Need(sc *scenario.Scenario, opt Options) (Memory, error) {
	if isModel(sc) {
		return modelNeed(sc, opt)
	}
	if err := opt.Validate(); err != nil {
		return Memory{}, input(err)
	}
	workers, shards := division(sc, opt)
	if openEnded(&sc.Run) {
		workers = sc.Run.Replications // all of them are there until the end
	}
	rates := portRatesNeed(sc, workers)
	if free, ok := alloc.Available(); ok && rates > free { // the size of some graphs is not known without them
		return Memory{Rates: rates}, nil
	}
	edges, bytes := graphSize(sc)
	var g graph.Graph = shape{sc.Ports(), sc.Servers(), edges}
	if sc.Graph.Kind == scenario.Complete || sc.Graph.Kind == scenario.Clique {
		g = graph.Complete{L: sc.Ports(), N: sc.Servers()}
	}
	need := Memory{Graph: bytes, Rates: rates}
	for _, policy := range sc.Policies {
		if sc.Run.Engine == scenario.Lumped {
			need.State = max(need.State, uint64(workers)*lumped.Bytes(system(sc, g, nil, policy)))
			continue
		}
		m, err := shard.Estimate(system(sc, g, nil, policy), shardConfig(sc, opt, shards, nil))
		if err != nil {
			return Memory{}, input(err)
		}
		need.State = max(need.State, uint64(workers)*m.State)
		need.Exchange = max(need.Exchange, uint64(workers)*m.Exchange)
	}
	jobs := sc.Buffer()
	if jobs == 0 {
		jobs = 64 // longer queues add rows as they are met, of a few bytes each
	}
	sets := uint64(sc.Run.Replications)
	if sets < alone {
		sets *= uint64(batches(sc))
	}
	need.Statistics = sets * (256 + 2*uint64(len(sc.Types()))*(24+8*uint64(jobs+1)))
	return need, nil
}

// portRatesNeed estimates the memory of the port rates, if they differ, and of the tables to draw from them for so many simulations.
func portRatesNeed(sc *scenario.Scenario, simulations int) uint64 {
	if sc.Port.Zipf > 0 || sc.Port.File != "" || sc.Port.List != nil {
		return 8 * uint64(sc.Ports()) * uint64(1+simulations)
	}
	return 0
}

// GraphNeed estimates the memory that BuildGraph would take, before anything is built.
func GraphNeed(sc *scenario.Scenario) Memory {
	rates := portRatesNeed(sc, 0)
	if free, ok := alloc.Available(); ok && rates > free {
		return Memory{Rates: rates}
	}
	_, bytes := graphSize(sc)
	return Memory{Graph: bytes}
}

// GraphFileNeed estimates the memory that reading a graph file would take. A file that cannot be looked at takes none.
func GraphFileNeed(path string) Memory {
	edges, bytes := fileSize(path)
	return Memory{Graph: bytes + graph.EstimateBytes(0, edges)}
}

// Check refuses what does not fit into the memory that is free now, by a *MemoryError.
func (m Memory) Check() error {
	if free, ok := alloc.Available(); ok && m.Total() > free {
		return &MemoryError{Need: m, Free: free}
	}
	return nil
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

// fileSize estimates the edges of a graph file, and what the reader takes beside the rows: edges of large graphs take a dozen bytes a line, and it holds
// them once as pairs and once as rows.
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
