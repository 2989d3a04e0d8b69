package speed

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"shardq/alloc"
	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/shard"
)

// The forms of a graph.
const (
	stored   = "stored"
	computed = "computed"
)

// spec fixes one system: four types with rates 1, 1/2, 1/4, 1/8, a quarter of the servers each, buffer 5, as many ports as servers, load
// .8.
type spec struct {
	servers int
	degree  float64 // mean
	graph   string  // stored or computed
	policy  policy.Policy
}

const load = 0.8

var rates = []float64{1, 0.5, 0.25, 0.125}

// String is key=value/key=value, as benchmarks are named.
func (p spec) String() string {
	return fmt.Sprintf("servers=%d/degree=%g/load=%g/graph=%s/policy=%v", p.servers, p.degree, load, p.graph, p.policy.Rule)
}

// makeGraph builds the graph.
func (p spec) makeGraph(arena *alloc.Arena) (graph.Graph, error) {
	cfg := graph.Config{Ports: p.servers, Servers: p.servers, Seed: 1, Arena: arena, Workers: runtime.GOMAXPROCS(0)}
	probability := graph.MeanDegreeProbability(p.servers, p.degree)
	if p.graph == computed {
		return graph.NewComputed(cfg, probability)
	}
	return storedGraph(cfg, probability)
}

// storedGraph builds a random graph in the form that the program would choose.
func storedGraph(cfg graph.Config, probability float64) (graph.Graph, error) {
	if graph.PacksWell(cfg.Ports, cfg.Servers, graph.EstimateEdges(cfg.Ports, cfg.Servers, probability)) {
		return graph.PackBernoulli(context.Background(), cfg, probability)
	}
	return graph.Bernoulli(context.Background(), cfg, probability)
}

// build makes the system. Servers start about as busy as they will be.
func (p spec) build(arena *alloc.Arena) (*kernel.System, error) {
	busy, err := p.busy()
	if err != nil {
		return nil, err
	}
	g, err := p.makeGraph(arena)
	if err != nil {
		return nil, err
	}
	sys := p.system(g)
	sys.StartBusy = busy
	return sys, nil
}

// system is build for a graph that is there.
func (p spec) system(g graph.Graph) *kernel.System {
	sys := &kernel.System{Graph: g, Buffer: 5, Seed: 1, Policy: p.policy}
	for m, rate := range rates {
		if count := (p.servers + 3 - m) / 4; count > 0 {
			sys.Types = append(sys.Types, kernel.Type{Rate: rate, Count: count})
		}
	}
	sys.Arrivals = load * sys.Capacity()
	return sys
}

// busy returns the share of busy servers of each type, as a small copy of the system shows it: a start that makes the warm-up short.
func (p spec) busy() ([]float64, error) {
	p.servers, p.graph = min(p.servers, 1<<12), stored
	g, err := p.makeGraph(nil)
	if err != nil {
		return nil, err
	}
	return busyShares(p.system(g))
}

// busyShares returns the share of busy servers of each type of a small system, after 40 units of time.
func busyShares(sys *kernel.System) ([]float64, error) {
	sim, err := shard.New(sys, shard.Config{Shards: 1})
	if err != nil {
		return nil, err
	}
	defer sim.Close()
	if err := sim.Advance(context.Background(), 40); err != nil {
		return nil, err
	}
	before := sim.Counters()
	if err := sim.Advance(context.Background(), 80); err != nil {
		return nil, err
	}
	after := sim.Counters()
	seen := after.Since(&before).Seen
	busy := make([]float64, len(seen))
	for m := range seen {
		busy[m] = busyShare(seen[m])
	}
	return busy, nil
}

// busyShare returns the share of potential departures that met a job, of counts by number of jobs.
func busyShare(seen []uint64) float64 {
	sum := uint64(0)
	for _, n := range seen {
		sum += n
	}
	return 1 - float64(seen[0])/float64(max(sum, 1))
}

// warmTime returns how long a system runs before it is timed, in its units of time.
func (e effort) warmTime(sys *kernel.System) float64 {
	return math.Min(40, math.Max(1, e.warm/sys.Arrivals))
}
