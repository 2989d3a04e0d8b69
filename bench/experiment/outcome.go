package experiment

import (
	"math"
	"time"

	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/bench/theory/messages"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// Result is what Run found: an outcome for each policy, in the order of the scenario. An interrupted run has fewer.
type Result struct {
	Outcomes []*Outcome
	Findings []*Findings // instead, in models other than the bipartite one
	Several  bool        // the scenario has more than one policy
	Partial  bool        // the run was interrupted
}

// Outcome is the result of one policy. All counts and estimates are of the measured time alone, and the same for
// the same scenario and seed on any machine; what follows Partial describes this run on this machine.
type Outcome struct {
	Scenario *scenario.Scenario // with this policy alone
	Policy   policy.Policy
	Graph    instance.GraphInfo
	Digests  []uint64 // of each replication; nil if partial

	Batches      int     // that the statistics cover, over all replications; 0 if there are no statistics
	Replications int     // that contribute to them
	Time         float64 // simulated time that they cover, over all replications
	Jobs         Jobs

	MeanResponse, MeanWaiting, MeanService stats.Estimate   // of admitted jobs
	Quantiles                              []stats.Estimate // of the response time of admitted jobs: .5, .9, .99, .999
	MeanNumber                             stats.Estimate   // jobs in the system
	Blocking                               stats.Estimate   // of jobs that arrived at a port with neighbours

	Types   []TypeOutcome
	Servers []ServerOutcome // in the order of the scenario's file; nil for systems of more than kernel.PerServerLimit servers
	Theory  known.Theory
	Checks  Checks
	// Messages is what the policy costs in communication, per job that arrived.
	Messages messages.Communication
	// Observed is what looks at the occupancies saw; nil without any.
	Observed *Observed

	Warmup    *Warmup   // as found by the run; nil if the scenario gives it
	Precision []Reached // of what the scenario asks for; nil of a partial run

	Warnings []string
	Partial  bool

	Simulated uint64          // jobs that arrived since time 0, warm-up included
	GraphWall time.Duration   // to build the graph, once for all policies
	Wall      time.Duration   // to simulate
	Memory    instance.Memory // as estimated before the run
	Shards    int
	Note      string   // why the number of shards is not the one asked for
	Use       ShardUse // how the time of the shards went; zero on one shard

	gauges []gauge // what policies are compared by
}

// Jobs counts the jobs of the measured time: Arrived = Admitted + Blocked + Unroutable.
type Jobs struct {
	Arrived    uint64 `json:"arrived"`
	Admitted   uint64 `json:"admitted"`
	Blocked    uint64 `json:"blocked"`    // sent to a full server
	Unroutable uint64 `json:"unroutable"` // arrived at a port without neighbours
}

// TypeOutcome is the occupancy of the servers of one type.
type TypeOutcome struct {
	kernel.Type
	Utilisation float64   // share of time busy
	MeanQueue   float64   // jobs at a server, the one in service included
	Tail        []float64 // Tail[i] is the share of servers with at least i+1 jobs
}

// ServerOutcome is the occupancy of one server.
type ServerOutcome struct {
	Rate        float64
	Utilisation float64
	MeanQueue   float64 // jobs, the one in service included
}

// Checks compares what was measured with what must come out.
type Checks struct {
	LoadAsked, LoadMeasured float64
	Little                  float64 // difference of the two sides of Little's law, in standard errors
	Drift                   float64 // how far the first quarter of the measured time is above the rest, in standard errors; NaN if not tested
	Drifting                bool    // it is significant
	Growing                 bool    // the number in system grows all along the measured time (see stats.Stability)
}

// Speed returns simulated jobs per second of wall time.
func (o *Outcome) Speed() float64 { return float64(o.Simulated) / o.Wall.Seconds() }

// HasStatistics reports whether anything was measured.
func (o *Outcome) HasStatistics() bool { return o.Batches > 0 }

// outcome evaluates the replications of a policy.
func (c *course) outcome() *Outcome {
	e := newEstimator(c)
	sc := *c.sc
	sc.Policies = []policy.Policy{c.sys.Policy}
	o := &Outcome{
		Scenario:     &sc,
		Policy:       c.sys.Policy,
		Graph:        c.graph,
		Digests:      c.digests(),
		Time:         e.time(&e.sum),
		Jobs:         Jobs{e.sum.Arrived, e.sum.Admitted, e.sum.Blocked, e.sum.Unroutable},
		MeanResponse: e.perJob(e.response),
		MeanWaiting:  e.perJob(e.waiting),
		MeanService:  e.perJob(e.service),
		MeanNumber:   e.number(),
		Blocking:     e.blocking(),
		Shards:       c.shards,
		Note:         c.note,
		Use:          c.use,
	}
	for i := range c.tracks {
		t := &c.tracks[i]
		o.Simulated += t.jobs
		o.Batches += len(t.batches)
		if len(t.batches) > 0 {
			o.Replications++
		}
	}
	o.Partial = o.Digests == nil
	o.Warmup = c.warmup
	if !o.Partial {
		o.Precision = c.reached
	}
	if o.HasStatistics() {
		o.Quantiles = e.quantiles()
		for m, t := range e.types {
			to := TypeOutcome{Type: t}
			to.Utilisation, to.MeanQueue, to.Tail = e.occupancy(m)
			o.Types = append(o.Types, to)
		}
		o.Servers = servers(c.sc, e)
	}
	lost := math.NaN()
	if o.Jobs.Arrived > 0 {
		lost = float64(o.Jobs.Blocked+o.Jobs.Unroutable) / float64(o.Jobs.Arrived)
	}
	o.Theory = known.Beside(c.sc, c.sys.Policy, lost, o.MeanResponse.Value)
	o.Messages = known.Communication(c.sys.Policy, c.traffic, &e.sum)
	o.Checks = c.checks(e, o)
	o.Observed = c.observed()
	o.gauges = c.gauges(e)
	o.Warnings = warnings(c, o)
	return o
}

// servers returns the occupancy of each server by external id.
func servers(sc *scenario.Scenario, e *estimator) []ServerOutcome {
	if e.sum.Servers == nil {
		return nil
	}
	external := sc.ServerIDs()
	out := make([]ServerOutcome, len(e.sum.Servers))
	id := 0
	for _, t := range e.types {
		for range t.Count {
			at := id
			if external != nil {
				at = int(external[id])
			}
			s := e.sum.Servers[id]
			out[at] = ServerOutcome{Rate: t.Rate, Utilisation: float64(s.Busy) / float64(s.Seen), MeanQueue: float64(s.Jobs) / float64(s.Seen)}
			id++
		}
	}
	return out
}
