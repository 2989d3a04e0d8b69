package experiment

import (
	"context"
	"math"

	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/kernel/slotted"
)

type slottedTrials = trials[slotted.Counters, *slotted.Counters]

// slottedDefinitions returns what is counted, on which papers differ.
func slottedDefinitions() []string {
	return []string{
		"A queue counts the job in service. The response time of a job is the number of slots from that of its arrival to that of its departure,",
		"0 if it is served in the slot in which it arrives. By Little's law its mean is the mean number in system at the start of a slot over the jobs a slot.",
	}
}

// runSlotted runs one policy of the slotted model.
func runSlotted(ctx context.Context, sc *scenario.Scenario, p policy.Policy, m *monitor) (*Findings, error) {
	if err := instance.Slotted(sc, p, sc.Run.Seed).Validate(); err != nil {
		return nil, fault.Input(err)
	}
	t := &slottedTrials{
		sc: sc,
		start: func(seed uint64) (modelEngine[slotted.Counters], error) {
			return slotted.New(instance.Slotted(sc, p, seed))
		},
		area:    func(c *slotted.Counters) kernel.Wide { return c.Area },
		monitor: m,
	}
	t.look = func() *Findings { return slottedFindings(t, p) }
	if err := runTrials(ctx, t); err != nil {
		return nil, err
	}
	return t.look(), nil
}

// slottedFindings evaluates the replications.
func slottedFindings(t *slottedTrials, p policy.Policy) *Findings {
	sc, sum := t.sc, &t.sum
	f := t.findings(p)
	f.Time = float64(sum.Slots)
	f.Jobs = Jobs{Arrived: sum.Arrived, Admitted: sum.Arrived}
	f.Definitions = slottedDefinitions()
	f.Known = known.Values(sc, p)
	f.Checks = Checks{LoadAsked: instance.SlottedLoad(sc), LoadMeasured: float64(sum.Arrived) / float64(f.Time*sc.Capacity()), Little: math.NaN(), Drift: math.NaN()}
	if !f.HasStatistics() {
		return f
	}
	slots := func(c *slotted.Counters) float64 { return float64(c.Slots) }
	arrived := func(c *slotted.Counters) float64 { return float64(c.Arrived) }
	batches := func(c *slotted.Counters) float64 { return float64(c.Batches) }
	area := func(c *slotted.Counters) float64 { return c.Area.Float() }
	queries := func(c *slotted.Counters) float64 { return float64(c.Queries) }
	replies := func(c *slotted.Counters) float64 { return float64(c.Replies) }
	reports := func(c *slotted.Counters) float64 { return float64(c.Reports) }
	all := func(c *slotted.Counters) float64 { return float64(c.Queries + c.Replies + c.Reports) }

	numbers := t.numbers()
	f.Verdict = stability(numbers)
	f.Verdict.Growth = growth(t)
	response, number := t.ratio(area, arrived), t.ratio(area, slots)
	note := "slots, by Little's law"
	if f.Verdict.Word == growing { // both are functions of the length of the run
		response, number = unknownEstimate(response), unknownEstimate(number)
		note = "none: the number in system grows"
	}
	f.add("mean response", "mean_response", response, note).Main = true
	f.add("jobs in system", "mean_number", number, "at the start of a slot").Main = true
	f.add("messages", "messages_per_batch.total", t.ratio(all, batches), "a slot with an arrival").Main = true
	f.add("queries", "messages_per_batch.queries", t.ratio(queries, batches), "")
	f.add("replies", "messages_per_batch.replies", t.ratio(replies, batches), "")
	f.add("reports", "messages_per_batch.reports", t.ratio(reports, batches), "")
	empty := t.share(func(c *slotted.Counters) float64 { return float64(c.EmptyMemory) }, batches)
	note = "of slots with an arrival: no server remembered"
	if !remembers(p.Rule) {
		empty, note = unknownEstimate(empty), "no memory that could be empty"
	}
	f.add("memory empty", "empty_memory", empty, note).asShare().Main = true
	f.add("growth", "growth_per_slot", f.Verdict.Growth, "of the number in system, jobs a slot")
	jobs := float64(sum.Arrived)
	f.Messages = Messages{float64(sum.Queries) / jobs, float64(sum.Replies) / jobs, float64(sum.Reports) / jobs, slottedScheme(p.Rule)}
	f.drift(numbers)
	f.gauges = slottedGauges(t, f.Verdict.Word == growing)
	return f
}

// growth estimates the jobs by which the system grows in a slot.
func growth(t *slottedTrials) stats.Estimate {
	grown, slots := make([][]float64, len(t.tracks)), make([][]float64, len(t.tracks))
	for r := range t.tracks {
		track := &t.tracks[r]
		before := track.first.InSystem
		for b := range track.batches {
			c := &track.batches[b]
			grown[r] = append(grown[r], float64(int64(c.InSystem-before)))
			slots[r] = append(slots[r], float64(c.Slots))
			before = c.InSystem
		}
	}
	return stats.Pool(grown, slots, stats.Config{})
}

// unknownEstimate forgets the value and interval of an estimate that would mislead.
func unknownEstimate(e stats.Estimate) stats.Estimate {
	return stats.Estimate{Value: nan, HalfWidth: nan, Lo: nan, Hi: nan, StdErr: nan, Level: e.Level, Batches: e.Batches, Lag1: nan}
}

// remembers reports whether a policy has a memory that can be empty.
func remembers(r policy.Rule) bool { return r == policy.JIQ || r == policy.JBTD || r == policy.JBTGD }

// slottedScheme says who tells whom what.
func slottedScheme(r policy.Rule) string {
	switch r {
	case policy.JSQ:
		return "every server is asked and answers, in a slot with an arrival"
	case policy.SQD, policy.SQDM:
		return "the sampled servers are asked and answer, in a slot with an arrival"
	case policy.JIQ:
		return "a server reports when it becomes idle"
	case policy.JBTD, policy.JBTGD:
		return "the sampled servers are asked and answer once a period; a server at or below the threshold reports once"
	}
	return "none"
}
