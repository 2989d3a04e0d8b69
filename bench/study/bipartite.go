package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"time"

	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/bench/theory/messages"
	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/lumped"
	"shardq/kernel/policy"
	"shardq/shard"
)

// bipartiteModel is the model of ports, servers and a graph, the only one whose systems are divided over cores.
func bipartiteModel() model {
	return model{begins: BuildingGraph, need: bipartiteNeed, ready: bipartiteReady, ranks: func(sc *scenario.Scenario) []string {
		if sc.Buffer() > 0 {
			return []string{"mean_response", "blocking", "messages_per_job"}
		}
		return []string{"mean_response", "messages_per_job"}
	}}
}

// division says how many replications run at a time, and on how many shards each; 0 leaves the number of shards to the engine. Replications
// need no barrier, so they fill the cores first where there are enough of them, or where the system is too small to be divided.
func division(sc *scenario.Scenario, opt Options) (workers, shards int) {
	cores := runtime.GOMAXPROCS(0)
	copies := sc.Run.Replications
	if sc.Run.Engine == scenario.Lumped {
		return min(copies, cores), 1
	}
	if opt.Shards > 1 || copies == 1 || opt.Shards == 0 && copies < cores && sc.Servers() >= shard.SmallSystem {
		return 1, opt.Shards
	}
	return min(copies, cores), 1
}

// shardConfig returns how the full engine is to run a scenario on so many shards; 0 lets it choose.
func shardConfig(sc *scenario.Scenario, opt Options, shards int, arena *alloc.Arena) shard.Config {
	cfg := shard.Config{Shards: shards, Window: opt.Window, Arena: arena, ISA: opt.level(), State: shard.State(opt.State), Pin: opt.Pin}
	switch sc.Kernel.Idle { // auto, and rank, which is all that complete graphs have, leave it to the engine
	case scenario.KeyIdle:
		cfg.Idle = kernel.IdleByKey
	case scenario.RowIdle:
		cfg.Idle = kernel.IdleByRow
	case scenario.PortIdle:
		cfg.Idle = kernel.IdleByPort
	}
	return cfg
}

// bipartiteNeed estimates memory.
func bipartiteNeed(sc *scenario.Scenario, opt Options) (instance.Memory, error) {
	workers, shards := division(sc, opt)
	if openEnded(&sc.Run) {
		workers = sc.Run.Replications // all of them are there until the end
	}
	rates := instance.PortRatesNeed(sc, workers)
	if free, ok := alloc.Available(); ok && rates > free { // the size of some graphs is not known without them
		return instance.Memory{Rates: rates}, nil
	}
	g, bytes := instance.Outline(sc)
	need := instance.Memory{Graph: bytes, Rates: rates}
	for _, p := range sc.Policies {
		sys := instance.System(sc, g, nil, p)
		if sc.Run.Engine == scenario.Lumped {
			need.State = max(need.State, uint64(workers)*lumped.Bytes(sys))
			continue
		}
		m, err := shard.Estimate(sys, shardConfig(sc, opt, shards, nil))
		if err != nil {
			return instance.Memory{}, err
		}
		need.State = max(need.State, uint64(workers)*m.State)
		need.Exchange = max(need.Exchange, uint64(workers)*m.Exchange)
	}
	jobs := sc.Buffer()
	if jobs == 0 {
		jobs = 64 // longer queues add rows as they are met, of a few bytes each
	}
	need.Statistics = countersNeed(sc, 256+2*uint64(len(sc.Types()))*(24+8*uint64(jobs+1)))
	return need, nil
}

// countersNeed is the memory of all batches, given that of one.
func countersNeed(sc *scenario.Scenario, one uint64) uint64 {
	sets := uint64(sc.Run.Replications)
	if sets < alone {
		sets *= uint64(batches(sc))
	}
	return sets * one
}

// bipartite is a scenario of the model with its graph built.
type bipartite struct {
	sc              *scenario.Scenario
	opt             Options
	arena           *alloc.Arena
	graph           graph.Graph
	info            instance.GraphInfo
	rates           []float64 // of ports; nil: equal
	drawn           *known.Construction
	wall            time.Duration // to build the graph
	workers, shards int
}

func bipartiteReady(ctx context.Context, sc *scenario.Scenario, opt Options) (_ system, err error) {
	b := &bipartite{sc: sc, opt: opt, arena: alloc.New(alloc.Config{Backing: opt.Backing})}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.arena.Release())
		}
	}()
	if b.rates, err = sc.PortRates(); err != nil {
		return nil, err
	}
	start := time.Now()
	if b.graph, err = instance.Graph(ctx, sc, b.arena, opt.level()); err != nil {
		return nil, err
	}
	b.info = instance.Describe(sc, b.graph)
	if b.drawn, err = known.Drawn(sc); err != nil {
		return nil, err
	}
	b.wall = time.Since(start)
	b.workers, b.shards = division(sc, opt)
	return b, nil
}

func (b *bipartite) close() error { return b.arena.Release() }

// run simulates a policy on the graph.
func (b *bipartite) run(ctx context.Context, p policy.Policy, m *monitor) (*result.Outcome, error) {
	s := &bipartiteSubject{bipartite: b, sys: instance.System(b.sc, b.graph, b.rates, p), cfg: shardConfig(b.sc, b.opt, b.shards, b.arena)}
	var err error
	if s.traffic, err = known.Traffic(ctx, s.sys, b.sc.Graph.OnServers()); err != nil {
		return nil, fault.Interruption(ctx, err)
	}
	if err := errors.Join(s.sys.Validate(), instance.FitsClock(b.sc, s.sys, longest(&b.sc.Run))); err != nil {
		return nil, fault.Input(err)
	}
	var sub subject[tallies, *tallies] = s
	return simulate(ctx, &course[tallies, *tallies]{sc: b.sc, subject: sub, workers: b.workers, monitor: m}, p)
}

// tallies are the counters of the bipartite model, and what looks at the occupancies saw.
type tallies struct {
	kernel.Counters
	looks looks
}

// Since returns what was counted between an earlier snapshot and this one.
func (t *tallies) Since(earlier *tallies) tallies {
	return tallies{t.Counters.Since(&earlier.Counters), t.looks.since(&earlier.looks)}
}

// Add adds what another replication counted.
func (t *tallies) Add(other *tallies) {
	t.Counters.Add(&other.Counters)
	t.looks.add(&other.looks)
}

// bipartiteSubject is one policy.
type bipartiteSubject struct {
	*bipartite
	sys     *kernel.System // of replication 0
	cfg     shard.Config
	traffic messages.Traffic

	tick  float64 // the rest is of replication 0
	taken int     // shards
	note  string
	mu    sync.Mutex
	use   result.ShardUse // of all replications
}

// simulator is one run of one system on either engine.
type simulator interface {
	engine[kernel.Counters]
	Tick() float64
	Occupancy() []uint64
}

// lumpedNote says in reports what the lumped engine is.
const lumpedNote = "counts of servers only, equal in law to the full one"

func (s *bipartiteSubject) start(i int) (engine[tallies], error) {
	sim, shards, note, err := s.simulator(instance.Replication(s.sys, i))
	if err != nil {
		return nil, err
	}
	if i == 0 {
		s.tick, s.taken, s.note = sim.Tick(), shards, note
	}
	return newObserver(sim, s.sc), nil
}

// simulator starts a system on the engine of the scenario. The note says in words why the number of shards is not the one asked for, or is
// empty.
func (s *bipartiteSubject) simulator(sys *kernel.System) (sim simulator, shards int, note string, err error) {
	if s.sc.Run.Engine == scenario.Lumped {
		sim, err := lumped.New(sys, lumped.Config{ISA: s.cfg.ISA})
		if err != nil {
			return nil, 0, "", err
		}
		if s.opt.Shards > 1 {
			note = fmt.Sprintf("the lumped engine has nothing to divide: 1 shard instead of %d", s.opt.Shards)
		}
		return sim, 1, note, nil
	}
	full, err := shard.New(sys, s.cfg)
	if err != nil {
		return nil, 0, "", err
	}
	return full, full.Shards(), full.Note(), nil
}

func (s *bipartiteSubject) finish(_ int, e engine[tallies]) {
	if full, ok := e.(*observer).simulator.(*shard.Simulator); ok && full.Shards() > 1 {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.use.Add(full.Stats())
		s.use.Asked = s.opt.Window
	}
}

func (s *bipartiteSubject) area(c *tallies) kernel.Wide { return c.Area }

func (s *bipartiteSubject) jobs(c *tallies) result.Jobs {
	return result.Jobs{Arrived: c.Arrived, Admitted: c.Admitted, Blocked: c.Blocked, Unroutable: c.Unroutable}
}

func (s *bipartiteSubject) slim(c *tallies) {
	c.Servers = nil
	c.looks.histograms = [3]result.Histogram{}
}

func (s *bipartiteSubject) describe(e *bipartiteEvaluation, o *result.Outcome) {
	o.Rule = policy.Sends(policy.Bipartite, s.sys.Policy)
	o.Time = float64(float64(e.sum.Ticks) * s.tick)
	o.Jobs = s.jobs(&e.sum)
	o.Graph, o.GraphWall = &s.info, s.wall
	o.Shards, o.Note, o.Use = s.taken, s.note, s.use
	if s.sc.Run.Engine == scenario.Lumped {
		o.Engine = lumpedNote
	}
	k := &o.Checks
	k.LoadAsked = s.sys.Arrivals / s.sys.Capacity()
	k.LoadMeasured = float64(o.Jobs.Arrived) / float64(o.Time*s.sys.Capacity())
	k.Little = math.NaN()
	k.Correlated = "mean_response"
	k.Overloaded = s.sys.Buffer == 0 && k.LoadAsked >= 1
	edges := ""
	if s.info.Kind != scenario.Complete {
		edges = fmt.Sprintf(" with %s%v edges", s.info.About(), report.Int(s.info.Edges))
	}
	o.Title = fmt.Sprintf(
		"%s: %s, %s, %s graph%s, load %v, seed %d",
		s.sc.Name,
		result.Count(s.info.Servers, "server"),
		result.Count(s.info.Ports, "port"),
		s.info.Kind,
		edges,
		result.LoadCell(k.LoadAsked),
		s.sc.Run.Seed,
	)
	o.Messages = s.messages(&e.sum.Counters)
	s.beside(o, math.NaN())
}

// beside compares an outcome with what theory knows, given its mean response time.
func (s *bipartiteSubject) beside(o *result.Outcome, response float64) {
	lost := math.NaN()
	if o.Jobs.Arrived > 0 {
		lost = float64(o.Jobs.Blocked+o.Jobs.Unroutable) / float64(o.Jobs.Arrived)
	}
	t := known.Beside(s.sc, s.sys.Policy, lost, response)
	t.Drawn = s.drawn
	o.Bound = &t
}

// messages returns what the policy costs in communication, given counts.
func (s *bipartiteSubject) messages(c *kernel.Counters) policy.Messages {
	return known.Communication(s.sys.Policy, s.traffic, c)
}

func (s *bipartiteSubject) complete(e *bipartiteEvaluation, o *result.Outcome) {
	s.beside(o, o.Estimate("mean_response").Value)
	for i := range o.Measures { // the report says how far it is from the bound
		if m := &o.Measures[i]; m.Key == "mean_response" {
			m.Note = gapNote(o.Bound.Gap)
		}
	}
	for m, t := range s.sys.Types {
		to := result.Type{Type: t}
		to.Utilisation, to.MeanQueue, to.Tail = occupancy(e.sum.Seen[m])
		o.Types = append(o.Types, to)
	}
	o.Servers = s.servers(&e.sum.Counters)
	o.Checks.Little = e.littleOf(func(c *tallies) float64 { return float64(c.Area.Float()*s.tick) - s.response(c) },
		func(c *tallies) float64 { return float64(float64(c.Ticks) * s.tick) })
	e.drift(o, e.areas)
	if !e.partial {
		o.Checks.Growing = stats.Stability(e.areas).Verdict == stats.Growing
	}
	o.Observed = s.observed(e)
}

func gapNote(gap float64) string {
	switch {
	case gap >= 0:
		return fmt.Sprintf("%v above the lower bound", report.Percent(gap, 3))
	case gap < 0:
		return fmt.Sprintf("%v below the lower bound", report.Percent(-gap, 3))
	}
	return ""
}

// longestTail is the number of queue lengths that are reported for a type. Only systems that are overloaded or nearly so have more.
const longestTail = 1000

// occupancy returns what the potential departures of a type met: seen[k] of them k jobs.
func occupancy(row []uint64) (utilisation, meanQueue float64, tail []float64) {
	seen, jobs := uint64(0), uint64(0)
	for k, n := range row {
		seen += n
		jobs += uint64(k) * n
	}
	above := seen
	for k, n := range row {
		if above -= n; above == 0 || k == longestTail {
			break
		}
		tail = append(tail, float64(above)/float64(seen))
	}
	if seen == 0 {
		return math.NaN(), math.NaN(), nil
	}
	return 1 - float64(row[0])/float64(seen), float64(jobs) / float64(seen), tail
}

// servers returns the occupancy of each server by external id.
func (s *bipartiteSubject) servers(sum *kernel.Counters) []result.Server {
	if sum.Servers == nil {
		return nil
	}
	external := s.sc.ServerIDs()
	out := make([]result.Server, len(sum.Servers))
	id := 0
	for _, t := range s.sys.Types {
		for range t.Count {
			at := id
			if external != nil {
				at = int(external[id])
			}
			c := sum.Servers[id]
			out[at] = result.Server{
				Rate:        t.Rate,
				Utilisation: float64(c.Busy) / float64(c.Seen),
				MeanQueue:   float64(c.Jobs) / float64(c.Seen),
			}
			id++
		}
	}
	return out
}
