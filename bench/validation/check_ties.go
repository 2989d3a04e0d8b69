package validation

import (
	"context"
	"slices"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// tieState says how many jobs servers have when ties are counted.
type tieState struct {
	name string
	jobs func(server int) int
	best func(server int) bool // of the servers that are tied
}

// tieStates are the states for policies that read a whole row: all idle, every third one, none.
var tieStates = []tieState{
	{"all idle", func(int) int { return 0 }, func(int) bool { return true }},
	{"a third idle", func(s int) int { return s % 3 }, func(s int) bool { return s%3 == 0 }},
	{"none idle", func(s int) int { return 1 + s%3 }, func(s int) bool { return s%3 == 0 }},
}

// tieParts count which of several equally good servers jobs are sent to, with the seeds of real arrivals, and compare instruction sets.
func tieParts() (parts []part, err error) {
	for _, p := range []policy.Policy{
		{Rule: policy.JFSQ}, {Rule: policy.JFIQ}, {Rule: policy.JSQ}, {Rule: policy.JIQ}, {Rule: policy.Random}, {Rule: policy.JSQD, D: 2},
		{Rule: policy.JSQD, D: 3, Replacement: true}, {Rule: policy.JIQJSQD, D: 2},
	} {
		name := p.String()
		parts = append(parts, part{tieGroup, name, true, 0, func(_ context.Context, e effort) (rows []CheckRow, err error) {
			same, all := 0, 0
			for _, c := range []struct {
				what     string
				degree   int
				complete bool
			}{{"row of 6", 6, false}, {"row of 99", 99, false}, {"complete graph of 30", 30, true}} {
				for i, state := range tieStates {
					switch {
					case i > 0 && (p.Rule == policy.Random || p.Rule == policy.JSQD), i == 2 && p.Rule == policy.JIQJSQD:
						continue // a sample seldom has all that are tied
					case i == 2 && (p.Rule == policy.JIQ || p.Rule == policy.JFIQ):
						state.best = func(int) bool { return true } // a uniform neighbour, whatever it has
					}
					var first []uint64
					for _, isa := range instructionSets() {
						counts, err := tieCounts(e, p, c.degree, c.complete, isa, state.jobs)
						if err != nil {
							return nil, err
						}
						if first == nil {
							first = counts
						}
						if all++; slices.Equal(counts, first) {
							same++
						}
					}
					expected, tied := make([]float64, c.degree), 0
					for s := range expected {
						if state.best(s) {
							tied++
						}
					}
					for s := range expected {
						if state.best(s) {
							expected[s] = tieJobs / float64(tied)
						}
					}
					rows = append(
						rows,
						lawRow(name+", "+c.what+", "+state.name, "choices among tied servers", "uniform; chi-square", first, expected),
					)
				}
			}
			return append(rows, agreementRow(name, "counts that are the same, of instruction sets", "portable code", same, all)), nil
		}})
	}
	return parts, nil
}

// tieJobs is the number of jobs that are routed to count ties.
const tieJobs = 20_000

// tieCounts routes arrivals to servers of one rate with so many jobs, which nobody changes.
func tieCounts(e effort, p policy.Policy, degree int, whole bool, name string, jobs func(server int) int) ([]uint64, error) {
	const ports = 10
	set, err := isa.Parse(name)
	if err != nil {
		return nil, err
	}
	sys := &kernel.System{
		Graph: graph.Complete{
			L: ports,
			N: degree,
		}, Types: []kernel.Type{{Rate: 1, Count: degree}}, Buffer: 5, Policy: p, Arrivals: 1, Seed: e.seed,
	}
	plan, err := kernel.NewPlan(sys)
	if err != nil {
		return nil, err
	}
	if !whole {
		ids := make([]uint32, degree)
		for i := range ids {
			ids[i] = uint32(i)
		}
		if sys.Graph, err = graph.Explicit(slices.Repeat([][]uint32{ids}, ports), degree); err != nil {
			return nil, err
		}
	}
	layout, err := kernel.NewLayout(sys)
	if err != nil {
		return nil, err
	}
	state := make([]uint8, degree+kernel.StatePadding)
	kernel.InitState(sys, layout, state[:degree])
	for s := range degree {
		state[s] += uint8(jobs(s)) << layout.TypeBits
	}
	router := kernel.NewRouter(sys, layout, state[:degree], set)
	counts := make([]uint64, degree)
	var arrivals []kernel.Arrival
	scratch := kernel.Scratch{ISA: set}
	for epoch := uint64(0); len(arrivals) < tieJobs; epoch++ {
		for lane := range plan.Arrivals.Lanes {
			arrivals = plan.Arrivals.AppendArrivals(arrivals, &scratch, lane, epoch)
		}
	}
	for i := range arrivals[:tieJobs] {
		server, _, _ := router.Route(&arrivals[i])
		counts[server]++
	}
	return counts, nil
}
