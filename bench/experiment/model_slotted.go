package experiment

import (
	"context"
	"math"

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
	if err := slottedSystem(sc, p, sc.Run.Seed).Validate(); err != nil {
		return nil, input(err)
	}
	t := &slottedTrials{
		sc: sc,
		start: func(seed uint64) (modelEngine[slotted.Counters], error) {
			return slotted.New(slottedSystem(sc, p, seed))
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
	f.Known = slottedKnown(sc)
	f.Checks = Checks{LoadAsked: slottedLoad(sc), LoadMeasured: float64(sum.Arrived) / float64(f.Time*sc.Capacity()), Little: math.NaN(), Drift: math.NaN()}
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
	if !policy.Describe(policy.Slotted, p.Rule).Remembers {
		empty, note = unknownEstimate(empty), "no memory that could be empty"
	}
	f.add("memory empty", "empty_memory", empty, note).asShare().Main = true
	f.add("growth", "growth_per_slot", f.Verdict.Growth, "of the number in system, jobs a slot")
	jobs := float64(sum.Arrived)
	f.Messages = Messages{
		Queries: float64(sum.Queries) / jobs, Replies: float64(sum.Replies) / jobs, Reports: float64(sum.Reports) / jobs,
		Scheme: policy.Costs(policy.Slotted, p, policy.Traffic{}).Scheme,
	}
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

// slottedLoad returns jobs a slot over services a slot.
func slottedLoad(sc *scenario.Scenario) float64 {
	mean, _ := batchMoments(sc)
	return mean / sc.Capacity()
}

// batchMoments returns mean and variance of the jobs of a slot.
func batchMoments(sc *scenario.Scenario) (mean, variance float64) {
	if sc.Port.BatchSizes == nil {
		rate := sc.ArrivalRate()
		return rate, rate
	}
	second := 0.0
	for i, size := range sc.Port.BatchSizes {
		p, x := sc.Port.BatchProbabilities[i], float64(size)
		mean += float64(p * x)
		second += float64(float64(p*x) * x)
	}
	return mean, second - float64(mean*mean)
}

// serviceVariance returns the variance of what all servers together can serve in a slot.
func serviceVariance(sc *scenario.Scenario) float64 {
	sum := 0.0
	for _, t := range sc.Types() {
		v := t.Rate
		if sc.Service.Law == "bursty" {
			v = float64(t.Rate * (sc.Service.Burst - t.Rate))
		}
		sum += float64(v * float64(t.Count))
	}
	return sum
}

// slottedKnown is the limit of heavy traffic: (v + w) / (2 (c - a) a) with a and v the mean and the variance of the jobs that arrive in a slot, c and w those
// of what can be served (Eryilmaz and Srikant, "Asymptotically tight steady-state queue length bounds implied by drift conditions", Queueing Systems 72,
// 2012, which proves the lower bound; Zhou et al. 2017 call a policy delay-optimal that reaches it).
func slottedKnown(sc *scenario.Scenario) []Known {
	mean, variance := batchMoments(sc)
	spare := sc.Capacity() - mean
	if !(spare > 0) {
		return nil
	}
	return []Known{{
		Name: "heavy traffic", Key: "heavy_traffic_response", Value: (variance + serviceVariance(sc)) / float64(2*float64(spare*mean)),
		Source: "what the mean response tends to, relative to it, as the load tends to 1, under delay-optimal policies (Zhou et al. 2017)",
	}}
}
