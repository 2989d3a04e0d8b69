package study

import (
	"math"

	"shardq/bench/scenario"
)

// batchEnds returns when the warm-up and each batch end, if statistics cover so much time. Each end is rounded step by step: the last one
// decides the final state. Slotted runs are cut between slots, and have no batch without one.
func batchEnds(sc *scenario.Scenario, length float64) (begin float64, ends []float64) {
	run := &sc.Run
	begin, n := run.Warmup, batches(sc)
	whole := func(x float64) float64 { return x }
	if sc.Model == scenario.Slotted {
		whole = math.Round
		begin, length = math.Round(begin), max(1, math.Round(length))
		if length < float64(n) {
			n = int(length)
		}
	}
	for b := range n {
		ends = append(ends, begin+whole(float64(length*(float64(b+1)/float64(n)))))
	}
	return begin, ends
}

// openEnded reports whether the length of a run is not known before: its replications are then advanced side by side, since all of them
// decide.
func openEnded(run *scenario.RunSection) bool { return run.AutoWarmup || run.Precision != nil }

// longest is the most simulated time that one replication can take.
func longest(run *scenario.RunSection) float64 {
	length := run.Warmup + run.Measure
	if run.Precision != nil {
		length = run.Warmup + run.Most
	}
	if run.AutoWarmup {
		length += longestPilot * run.Measure
	}
	return length
}
