package locality

import (
	"context"
	"errors"
	"os"

	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/scenario"
	"shardq/graph"
	"shardq/graph/partition"
)

// numbered is a graph with the ids of a run, servers by type, and what goes by these ids.
type numbered struct {
	graph.Graph
	outside   graph.Graph     // the same with the server ids of its file or scenario
	outsideID []uint32        // by the id of a run; nil if they are the same
	types     []int           // numbers of servers; nil for one type
	servers   []partition.Run // service rates
	rates     []float64       // of ports; nil if all are equal
}

// open builds the graph of a scenario or reads a graph file.
func open(ctx context.Context, from instance.Source, arena *alloc.Arena) (*numbered, error) {
	if from.Complete() {
		return nil, fault.Input(partition.ErrNoLocality)
	}
	if err := from.Fits(partition.EstimateBytes); err != nil {
		return nil, err
	}
	g, err := from.Open(ctx, arena, partition.EstimateBytes)
	if err != nil {
		return nil, err
	}
	src := &numbered{Graph: g, outside: g, servers: []partition.Run{{Count: g.Servers(), Rate: 1}}}
	if from.Scenario == nil {
		return src, nil
	}
	return src, src.follow(from.Scenario)
}

// follow takes ids and rates from a scenario.
func (s *numbered) follow(sc *scenario.Scenario) (err error) {
	s.outside, s.outsideID = instance.ExternalGraph(sc, s.Graph), sc.ServerIDs()
	s.servers = nil
	for _, t := range sc.Types() {
		s.types = append(s.types, t.Count)
		s.servers = append(s.servers, partition.Run{Count: t.Count, Rate: t.Rate})
	}
	if s.rates, err = sc.PortRates(); err != nil {
		return fault.Input(err)
	}
	return nil
}

// parts finds the parts or reads them.
func (s *numbered) parts(cfg *Config) (*partition.Parts, error) {
	if cfg.METIS == "" {
		return partition.Split(s, partition.Config{K: cfg.Parts})
	}
	file, err := os.Open(cfg.METIS)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	parts, err := partition.ReadMETIS(file, cfg.METIS, s.Ports(), s.Servers(), cfg.Parts)
	if err != nil || s.outsideID == nil {
		return parts, err
	}
	outside := parts.Servers
	parts.Servers = make([]uint32, len(outside))
	for r, id := range s.outsideID {
		parts.Servers[r] = outside[id]
	}
	return parts, nil
}

// blocks are the blocks of a run with k shards, if its ports have these rates.
func (s *numbered) blocks(rates []float64, k int) (*partition.Parts, error) {
	runs := []partition.Run{{Count: s.Ports(), Rate: 1}}
	if rates != nil {
		runs = nil
		for _, rate := range rates {
			runs = append(runs, partition.Run{Count: 1, Rate: rate})
		}
	}
	ports, err1 := partition.Blocks(runs, k)
	servers, err2 := partition.Blocks(s.servers, k)
	return &partition.Parts{K: k, Ports: ports, Servers: servers}, errors.Join(err1, err2)
}
