package result

import (
	"time"

	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// Result is what a run found: an outcome for each policy, in the order of the scenario. An interrupted run has fewer.
type Result struct {
	Scenario *scenario.Scenario
	Outcomes []*Outcome
	Inputs   []Input // files that went in
	ISA      string  // instruction set of the engine
	Partial  bool    // the run was interrupted
}

// Outcome is the result of one policy. All counts and estimates are of the measured time alone, and the same for the same scenario and seed
// on any machine; what follows Partial describes this run on this machine.
type Outcome struct {
	Scenario *scenario.Scenario // with this policy alone
	Policy   policy.Policy
	Title    string   // what was simulated, but for the policy
	Rule     string   // where the policy sends a job, in one line; "" where reports do not say it
	Digests  []uint64 // of each replication; nil if partial

	Batches      int     // that the statistics cover, over all replications; 0 if there are no statistics
	Replications int     // that contribute to them
	Time         float64 // simulated time that they cover, over all replications; slots in the slotted model
	Jobs         Jobs

	Measures    []Measure // in the order of reports; the same ones for every policy of a scenario
	Definitions []string  // what the measures count, where it could be taken another way
	Alone       []Alone   // values of each replication; nil of a single one

	Types    []Type    // nil where servers are not told apart by type
	Servers  []Server  // in the order of the scenario's file; nil where they are not counted one by one
	Levels   []Level   // nil where types have tails instead, or nothing is counted
	Observed *Observed // what looks at the occupancies saw; nil without any

	Bound    *known.Theory   // lower bound and limits of the mean response time; nil where there is no bound
	Known    []known.Value   // what theory says otherwise
	Messages policy.Messages // what the policy would cost in communication, a job that arrived
	InParts  bool            // reports show the parts of it, in a section of their own
	Verdict  Verdict         // on the number in system; its Word is "" where none is given
	Checks   Checks

	Warmup    *Warmup   // as found by the run; nil if the scenario gives it
	Precision []Reached // of what the scenario asks for; nil of a partial run

	Warnings []string
	Partial  bool

	Simulated uint64              // jobs that arrived since time 0, warm-up included
	Graph     *instance.GraphInfo // nil without a graph
	GraphWall time.Duration       // to build the graph, once for all policies
	Wall      time.Duration       // to simulate
	Memory    instance.Memory     // as estimated before the run
	Shards    int                 // 0 where a system is not divided
	Note      string              // why shards or settings are not as asked
	Engine    string              // what the engine is, if it is not the full one
	Use       ShardUse            // how the time of the shards went; zero on one shard

	Gauges []Gauge // what policies are compared by; nil without statistics
}

// Measure is one estimated quantity.
type Measure struct {
	Key  string // in JSON, CSV, targets and precisions, such as "mean_response"
	Name string // in reports
	Unit string // "time", "slots", "jobs", "share", ...
	stats.Estimate
	Place Place
	Note  string // what it is, in reports
}

// Share reports whether the measure is a share, shown in per cent.
func (m *Measure) Share() bool { return m.Unit == ShareUnit }

// ShareUnit is the unit of measures between 0 and 1.
const ShareUnit = "share"

// Place says where a measure stands beside JSON, which has all of them.
type Place int

// The places.
const (
	Hidden   Place = iota // nowhere else
	Reported              // in the report of one policy
	Tabled                // there, and in tables of all measures
	Main                  // there, and in every table of policies
)

// Alone is what one replication gave by itself.
type Alone struct {
	Seed   uint64
	Digest uint64 // 0 if it did not end
	Jobs   Jobs
	Values []float64 // of the measures, in their order; NaN where it has none
}

// Gauge is a quantity by which policies are compared: the sum of Num over the sum of Den, batch by batch and replication by replication.
// Batches of all policies of a run are at the same times. Both are nil where a policy has no value.
type Gauge struct {
	Key, Name, Unit string
	Share           bool // of counted events: Num and Den are counts
	Num, Den        [][]float64
}

// Value returns the estimate of one policy alone.
func (g *Gauge) Value() stats.Estimate {
	if g.Share {
		return stats.PoolShare(g.Num, g.Den, stats.Config{})
	}
	return stats.Pool(g.Num, g.Den, stats.Config{})
}

// Jobs counts the jobs of the measured time: Arrived = Admitted + Blocked + Unroutable.
type Jobs struct {
	Arrived    uint64 `json:"arrived"`
	Admitted   uint64 `json:"admitted"`
	Blocked    uint64 `json:"blocked"`    // sent to a full server
	Unroutable uint64 `json:"unroutable"` // arrived at a port without neighbours
}

// Type is the occupancy of the servers of one type.
type Type struct {
	kernel.Type
	Utilisation float64   // share of time busy
	MeanQueue   float64   // jobs at a server, the one in service included
	Tail        []float64 // Tail[i] is the share of servers with at least i+1 jobs
}

// Server is the occupancy of one server.
type Server struct {
	Rate        float64
	Utilisation float64
	MeanQueue   float64 // jobs, the one in service included
}

// Level is the share of servers, or pools, with at least so many jobs.
type Level struct {
	AtLeast int
	Share   stats.Estimate
	Limit   float64 // of many servers; NaN if not known
}

// Checks compares what was measured with what must come out.
type Checks struct {
	LoadAsked, LoadMeasured float64
	Little                  float64 // difference of the two sides of Little's law, in standard errors
	NoLittle                bool    // the number in system is not measured apart from response times
	// how far the first quarter of the measured time is above the rest, in standard errors; NaN if not tested
	Drift      float64
	Drifting   bool // it is significant
	Growing    bool // the number in system grows all along the measured time (see stats.Stability)
	Overloaded bool // jobs come faster than they can be served, and buffers are unbounded
	// Correlated has the key of the measure whose autocorrelation is shown; "" for none.
	Correlated string
}

// HasStatistics reports whether anything was measured.
func (o *Outcome) HasStatistics() bool { return o.Batches > 0 }

// Speed returns simulated jobs per second of wall time.
func (o *Outcome) Speed() float64 { return float64(o.Simulated) / o.Wall.Seconds() }

// Measure returns the measure of a key.
func (o *Outcome) Measure(key string) (m Measure, ok bool) {
	for _, m := range o.Measures {
		if m.Key == key {
			return m, true
		}
	}
	return Measure{}, false
}

// Estimate returns the estimate of the measure of a key; all of it is NaN if there is none.
func (o *Outcome) Estimate(key string) stats.Estimate {
	if m, ok := o.Measure(key); ok {
		return m.Estimate
	}
	return stats.Unknown()
}

// InTheory returns what theory says about the measure of a key, or nil.
func (o *Outcome) InTheory(key string) *known.Value {
	for i := range o.Known {
		if o.Known[i].Key == key {
			return &o.Known[i]
		}
	}
	return nil
}

// Several reports whether the scenario has more than one policy.
func (r *Result) Several() bool { return len(r.Scenario.Policies) > 1 }

// Empty reports whether the run was interrupted before anything came of it.
func (r *Result) Empty() bool { return len(r.Outcomes) == 0 }

// Warnings returns the warnings of all policies, each with the name of its policy.
func (r *Result) Warnings() (list []string) {
	for _, o := range r.Outcomes {
		for _, text := range o.Warnings {
			list = append(list, o.Policy.String()+": "+text)
		}
	}
	return list
}
