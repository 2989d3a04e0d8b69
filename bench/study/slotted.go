package study

import (
	"context"
	"fmt"
	"math"

	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/kernel/slotted"
)

// slottedModel is the model of batches that go to one server a slot.
func slottedModel() model {
	return model{
		begins: WarmingUp,
		need: func(sc *scenario.Scenario, _ Options) (instance.Memory, error) {
			return singleNeed(sc, func(p policy.Policy) uint64 { return slottedSystem(sc, p, sc.Run.Seed).Bytes() }, 256), nil
		},
		ready: func(_ context.Context, sc *scenario.Scenario, opt Options) (system, error) {
			return readySingle(sc, opt, newSlottedSubject)
		},
		ranks: func(*scenario.Scenario) []string { return []string{"mean_response", "messages_per_job"} },
	}
}

type (
	slottedCounters   = slotted.Counters
	slottedEvaluation = evaluation[slottedCounters, *slottedCounters]
)

// slottedSystem returns what the engine of the slotted model runs.
func slottedSystem(sc *scenario.Scenario, p policy.Policy, seed uint64) *slotted.System {
	sys := &slotted.System{Types: sc.Types(), Policy: p, Seed: seed}
	if sc.Service.Law == "bursty" {
		sys.Burst = sc.Service.Burst
	}
	if sc.Port.BatchSizes != nil {
		sys.Sizes, sys.Probabilities = sc.Port.BatchSizes, sc.Port.BatchProbabilities
	} else {
		sys.Arrivals = sc.ArrivalRate()
	}
	return sys
}

// slottedSubject is one policy.
type slottedSubject struct {
	sc     *scenario.Scenario
	policy policy.Policy
}

func newSlottedSubject(sc *scenario.Scenario, p policy.Policy) (subject[slottedCounters, *slottedCounters], error) {
	return &slottedSubject{sc: sc, policy: p}, slottedSystem(sc, p, sc.Run.Seed).Validate()
}

func (s *slottedSubject) start(i int) (engine[slottedCounters], error) {
	return slotted.New(slottedSystem(s.sc, s.policy, rng.Derive(s.sc.Run.Seed, uint32(i))))
}

func (s *slottedSubject) finish(int, engine[slottedCounters]) {}
func (s *slottedSubject) area(c *slottedCounters) kernel.Wide { return c.Area }
func (s *slottedSubject) slim(*slottedCounters)               {}
func (s *slottedSubject) jobs(c *slottedCounters) result.Jobs {
	return result.Jobs{Arrived: c.Arrived, Admitted: c.Arrived}
}

func (s *slottedSubject) describe(e *slottedEvaluation, o *result.Outcome) {
	sum := &e.sum
	o.Time = float64(sum.Slots)
	o.Jobs = s.jobs(sum)
	o.Definitions = []string{
		"A queue counts the job in service. The response time of a job is the number of slots from that of its arrival to that " +
			"of its departure,",
		"0 if it is served in the slot in which it arrives. By Little's law its mean is the mean number in system at the start " +
			"of a slot over the jobs a slot.",
	}
	o.Known = known.Values(s.sc, s.policy)
	k := &o.Checks
	k.LoadAsked, k.LoadMeasured, k.NoLittle = instance.SlottedLoad(s.sc), float64(sum.Arrived)/float64(o.Time*s.sc.Capacity()), true
	o.Title = fmt.Sprintf(
		"%s: %v servers in slotted time, load %v, seed %d",
		s.sc.Name,
		report.Int(s.sc.Servers()),
		result.LoadCell(k.LoadAsked),
		s.sc.Run.Seed,
	)
	jobs := float64(sum.Arrived)
	o.InParts, o.Messages = true, policy.Messages{
		Queries: float64(sum.Queries) / jobs, Replies: float64(sum.Replies) / jobs, Reports: float64(sum.Reports) / jobs,
		Scheme: policy.Costs(policy.Slotted, s.policy, policy.Traffic{}).Scheme,
	}
	if o.HasStatistics() {
		o.Verdict = s.verdict(e)
	}
}

// verdict says whether the number in system stays bounded.
func (s *slottedSubject) verdict(e *slottedEvaluation) result.Verdict {
	v := result.Stability(e.numbers())
	v.Growth = growth(e)
	return v
}

func (s *slottedSubject) quantities(e *slottedEvaluation) []quantity[slottedCounters] {
	slots := func(c *slottedCounters) float64 { return float64(c.Slots) }
	arrived := func(c *slottedCounters) float64 { return float64(c.Arrived) }
	batches := func(c *slottedCounters) float64 { return float64(c.Batches) }
	area := func(c *slottedCounters) float64 { return c.Area.Float() }
	messages := func(c *slottedCounters) float64 { return float64(c.Queries + c.Replies + c.Reports) }
	grows := s.measured(e) && s.verdict(e).Word == result.Growing // a mean would be a function of the length of the run

	response := result.Measure{
		Key:   "mean_response",
		Name:  "mean response",
		Unit:  "slots",
		Place: result.Main,
		Note:  "slots, by Little's law",
	}
	number := result.Measure{Key: "mean_number", Name: "jobs in system", Unit: "jobs", Place: result.Main, Note: "at the start of a slot"}
	if grows {
		response.Note = "none: the number in system grows"
	}
	perBatch := func(key, name string, place result.Place, note string, f func(*slottedCounters) float64) quantity[slottedCounters] {
		m := result.Measure{Key: key, Name: name, Unit: "messages", Place: place, Note: note}
		return quantity[slottedCounters]{Measure: m, num: f, den: batches, watched: place == result.Main}
	}
	empty := result.Measure{
		Key: "empty_memory", Name: "memory empty", Unit: result.ShareUnit, Place: result.Main,
		Note: "of slots with an arrival: no server remembered",
	}
	if !policy.Describe(policy.Slotted, s.policy.Rule).Remembers {
		empty.Note = "no memory that could be empty"
	}
	growing := result.Measure{
		Key:   "growth_per_slot",
		Name:  "growth",
		Unit:  "jobs a slot",
		Place: result.Tabled,
		Note:  "of the number in system, jobs a slot",
	}
	perJob := result.Measure{Key: "messages_per_job", Name: "messages a job", Unit: "messages"}
	return []quantity[slottedCounters]{
		{Measure: response, num: area, den: arrived, watched: true, missing: grows},
		{Measure: number, num: area, den: slots, watched: true, missing: grows},
		perBatch("messages_per_batch", "messages", result.Main, "a slot with an arrival", messages),
		perBatch("queries_per_batch", "queries", result.Tabled, "", func(c *slottedCounters) float64 { return float64(c.Queries) }),
		perBatch("replies_per_batch", "replies", result.Tabled, "", func(c *slottedCounters) float64 { return float64(c.Replies) }),
		perBatch("reports_per_batch", "reports", result.Tabled, "", func(c *slottedCounters) float64 { return float64(c.Reports) }),
		{Measure: empty, law: counted, num: func(c *slottedCounters) float64 { return float64(c.EmptyMemory) }, den: batches, watched: true,
			missing: !policy.Describe(policy.Slotted, s.policy.Rule).Remembers},
		{
			Measure:  growing,
			estimate: func() stats.Estimate { return growth(e) },
			single:   func(*slottedCounters) float64 { return math.NaN() },
		},
		{Measure: perJob, num: messages, den: arrived},
	}
}

// measured reports whether there is a batch.
func (s *slottedSubject) measured(e *slottedEvaluation) bool { return e.sum.Slots > 0 }

func (s *slottedSubject) complete(e *slottedEvaluation, o *result.Outcome) { e.drift(o, e.numbers()) }

// growth estimates the jobs by which the system grows in a slot.
func growth(e *slottedEvaluation) stats.Estimate {
	grown, slots := make([][]float64, len(e.batches)), make([][]float64, len(e.batches))
	for r := range e.batches {
		before := e.firsts[r].InSystem
		for b := range e.batches[r] {
			c := &e.batches[r][b]
			grown[r] = append(grown[r], float64(int64(c.InSystem-before)))
			slots[r] = append(slots[r], float64(c.Slots))
			before = c.InSystem
		}
	}
	return stats.Pool(grown, slots, stats.Config{})
}
