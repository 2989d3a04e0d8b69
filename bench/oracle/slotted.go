package oracle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// The policies of slotted systems, besides [JSQ], [JIQ] and [Random].
const (
	SQD   = "sq-d"   // the shortest of D different servers
	SQDM  = "sq-d-m" // the shortest of D different servers and of Memory remembered ones
	JBTD  = "jbt-d"  // a uniform server out of those that reported a queue not above a threshold
	JBTGD = "jbtg-d" // the same in proportion to service rates
)

// SlottedPolicies returns the names of all policies of slotted systems.
func SlottedPolicies() []string { return []string{JSQ, JIQ, Random, SQD, SQDM, JBTD, JBTGD} }

// Slotted is a system in discrete time (Zhou et al. 2017, Designing low-complexity
// heavy-traffic delay-optimal load balancing schemes). In each slot a batch arrives,
// the whole of which goes to one server; after that server n loses up to S_n jobs.
type Slotted struct {
	Rates []float64 // mean of S_n by server
	Burst int       // S_n is Burst with probability Rates[n]/Burst, else 0; 0: S_n is Poisson

	Arrivals      float64 // mean of the Poisson batch, unless its law is given
	Sizes         []int   // sizes of a batch
	Probabilities []float64

	Policy string
	D      int // sq-d, sq-d-m: sample size; jbt-d, jbtg-d: servers that the threshold is the least queue of
	Memory int // sq-d-m
	Period int // jbt-d, jbtg-d: slots between two new thresholds
}

// batchMean returns the mean number of jobs that arrive in a slot.
func (s Slotted) batchMean() float64 {
	if s.Sizes == nil {
		return s.Arrivals
	}
	mean := 0.0
	for i, size := range s.Sizes {
		mean += float64(size) * s.Probabilities[i]
	}
	return mean
}

// SlotRun says how long to simulate: Batches batches of Slots slots each, after Warmup
// slots from empty queues.
type SlotRun struct {
	Seed                   uint64
	Warmup, Slots, Batches int
}

// SlottedResult is what a slotted simulation measured, with standard errors from batches.
type SlottedResult struct {
	MeanNumber   Estimate   // jobs in the system at the start of a slot
	MeanResponse Estimate   // by Little's law, in slots
	Queue        []Estimate // mean number of jobs by server, at the start of a slot
	Idle         []Estimate // share of slots by server that begin with an empty queue

	// Messages per slot with an arrival. Servers asked for their queue length count as
	// queries, and as many replies come back.
	Queries, Replies, Reports Estimate
	EmptyMemory               Estimate // share of the slots with an arrival that found no ID in memory; jiq, jbt-d and jbtg-d
}

// slotSums is what a batch of slots counted.
type slotSums struct {
	slots, arrivals, empty    float64
	queries, replies, reports float64
	queue, idle               []float64
}

// slottedState is a slotted system at work.
type slottedState struct {
	Slotted
	rng       *rand.Rand
	slot      int
	queue     []int
	threshold int
	reported  []bool // jiq, jbt-d and jbtg-d: the server's ID is in memory
	memory    []int  // sq-d-m: remembered servers
}

// SimulateSlotted runs a slotted system from empty queues, with all IDs in memory and
// threshold 0. sq-d-m begins without remembered servers.
func SimulateSlotted(s Slotted, run SlotRun) (*SlottedResult, error) {
	n := len(s.Rates)
	if !slices.Contains(SlottedPolicies(), s.Policy) {
		return nil, fmt.Errorf("oracle: unknown policy %q of a slotted system", s.Policy)
	}
	if (s.Policy == JBTD || s.Policy == JBTGD) && (s.Period < 1 || s.D < 1) || (s.Policy == SQD || s.Policy == SQDM) && s.D < 1 {
		return nil, fmt.Errorf("oracle: policy %s needs a sample and a period", s.Policy)
	}
	if n == 0 || run.Batches < 2 || run.Slots < 1 {
		return nil, fmt.Errorf("oracle: cannot measure %d servers in %d batches of %d slots", n, run.Batches, run.Slots)
	}
	st := &slottedState{Slotted: s, rng: rand.New(rand.NewPCG(run.Seed, 1)), queue: make([]int, n), reported: make([]bool, n)}
	for r := range st.reported {
		st.reported[r] = true
	}
	st.simulate(run.Warmup)
	batches := make([]slotSums, run.Batches)
	for i := range batches {
		batches[i] = st.simulate(run.Slots)
	}
	each := func(num, den func(b *slotSums) float64) Estimate {
		nums, dens := make([]float64, len(batches)), make([]float64, len(batches))
		for i := range batches {
			nums[i], dens[i] = num(&batches[i]), den(&batches[i])
		}
		return Ratio(nums, dens)
	}
	slots := func(b *slotSums) float64 { return b.slots }
	arrivals := func(b *slotSums) float64 { return b.arrivals }
	res := &SlottedResult{
		MeanNumber:  each(func(b *slotSums) float64 { return sum(b.queue) }, slots),
		Queries:     each(func(b *slotSums) float64 { return b.queries }, arrivals),
		Replies:     each(func(b *slotSums) float64 { return b.replies }, arrivals),
		Reports:     each(func(b *slotSums) float64 { return b.reports }, arrivals),
		EmptyMemory: each(func(b *slotSums) float64 { return b.empty }, arrivals),
	}
	res.MeanResponse = Estimate{res.MeanNumber.Mean / s.batchMean(), res.MeanNumber.SE / s.batchMean()}
	for r := range n {
		res.Queue = append(res.Queue, each(func(b *slotSums) float64 { return b.queue[r] }, slots))
		res.Idle = append(res.Idle, each(func(b *slotSums) float64 { return b.idle[r] }, slots))
	}
	return res, nil
}

func (st *slottedState) simulate(slots int) slotSums {
	sums := slotSums{slots: float64(slots), queue: make([]float64, len(st.queue)), idle: make([]float64, len(st.queue))}
	for range slots {
		for r, q := range st.queue {
			sums.queue[r] += float64(q)
			if q == 0 {
				sums.idle[r]++
			}
		}
		if batch := st.batch(); batch > 0 {
			sums.arrivals++
			st.queue[st.dispatch(&sums)] += batch
		}
		for r := range st.queue {
			st.queue[r] = max(st.queue[r]-st.served(r), 0)
		}
		st.slot++
		st.endOfSlot(&sums)
	}
	return sums
}

// batch draws the jobs that arrive in a slot.
func (st *slottedState) batch() int {
	if st.Sizes == nil {
		return poisson(st.Arrivals, st.rng)
	}
	return st.Sizes[pick(st.Probabilities, st.rng)]
}

// served draws the jobs that server r could serve in a slot.
func (st *slottedState) served(r int) int {
	switch {
	case st.Burst == 0:
		return poisson(st.Rates[r], st.rng)
	case st.rng.Float64() < st.Rates[r]/float64(st.Burst):
		return st.Burst
	}
	return 0
}

// dispatch chooses the server of a batch.
func (st *slottedState) dispatch(sums *slotSums) int {
	n := len(st.queue)
	shorter := func(a, b int) bool { return st.queue[a] < st.queue[b] }
	switch st.Policy {
	case Random:
		return st.rng.IntN(n)
	case JSQ:
		sums.queries += float64(n)
		sums.replies += float64(n)
		return first(st.rng.Perm(n), shorter)
	case SQD, SQDM:
		sample := st.rng.Perm(n)[:min(st.D, n)]
		sums.queries += float64(len(sample))
		sums.replies += float64(len(sample))
		if st.Policy == SQDM {
			for _, r := range st.memory {
				if !slices.Contains(sample, r) {
					sample = append(sample, r)
				}
			}
			// A random order that sorting keeps among equals, so that ties are uniform.
			st.rng.Shuffle(len(sample), func(i, j int) { sample[i], sample[j] = sample[j], sample[i] })
			slices.SortStableFunc(sample, func(a, b int) int { return st.queue[a] - st.queue[b] })
			st.memory = slices.Clone(sample[:min(st.Memory, len(sample))])
		}
		return first(sample, shorter)
	}
	// jiq, jbt-d, jbtg-d
	var candidates []int
	for r, in := range st.reported {
		if in {
			candidates = append(candidates, r)
		}
	}
	if len(candidates) == 0 {
		sums.empty++
		for r := range n {
			candidates = append(candidates, r)
		}
	}
	weights := make([]float64, len(candidates))
	total := 0.0
	for i, r := range candidates {
		weights[i] = 1
		if st.Policy == JBTGD {
			weights[i] = st.Rates[r]
		}
		total += weights[i]
	}
	for i := range weights {
		weights[i] /= total
	}
	r := candidates[pick(weights, st.rng)]
	st.reported[r] = false
	return r
}

// endOfSlot sets a new threshold if it is time, and lets servers report.
func (st *slottedState) endOfSlot(sums *slotSums) {
	switch st.Policy {
	case JBTD, JBTGD:
		if st.slot%st.Period == 0 {
			sample := st.rng.Perm(len(st.queue))[:min(st.D, len(st.queue))]
			sums.queries += float64(len(sample))
			sums.replies += float64(len(sample))
			st.threshold = math.MaxInt
			for _, r := range sample {
				st.threshold = min(st.threshold, st.queue[r])
			}
			for r, q := range st.queue {
				if q > st.threshold {
					st.reported[r] = false
				}
			}
		}
	case JIQ:
	default:
		return
	}
	for r, q := range st.queue {
		if q <= st.threshold && !st.reported[r] {
			st.reported[r] = true
			sums.reports++
		}
	}
}

// poisson draws a Poisson number by counting exponential gaps.
func poisson(mean float64, rng *rand.Rand) int {
	k := 0
	for t := rng.ExpFloat64(); t < mean; t += rng.ExpFloat64() {
		k++
	}
	return k
}
