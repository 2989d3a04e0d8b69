package study

import (
	"context"
	"math"

	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel"
)

// How a warm-up is found: a pilot of a sixteenth of run.measure begins the run and is doubled until MSER-5, on the mean number in system
// (over all replications) of its 320 pieces, cuts off no more than the first half of it. Statistics begin at the end of the pilot, at least
// twice as late as MSER-5 says, so that they depend on none of the numbers that the choice was made from, and nothing is simulated twice.
const (
	pilotPieces = 64 * stats.MSERBatch
	firstPilot  = 1.0 / 16 // of run.measure
	// longestPilot is where the search ends, in units of run.measure: the transient is then far longer than the run.
	longestPilot = 8
)

// pilot is a set of replications that are advanced side by side while the warm-up is looked for.
type pilot struct {
	replications, workers int
	advance               func(ctx context.Context, i int, until float64) error
	area                  func(i int) kernel.Wide // integral of the number in system of replication i so far
}

// find advances the replications through the warm-up.
func (p pilot) find(ctx context.Context, sc *scenario.Scenario) (result.Warmup, error) {
	length := float64(firstPilot * sc.Run.Measure)
	if sc.Model == scenario.Slotted { // pieces are whole slots
		length = pilotPieces * math.Ceil(length/pilotPieces)
	}
	areas := make([][]kernel.Wide, p.replications) // of each piece
	before := make([]kernel.Wide, p.replications)  // at the end of the last piece
	for done := 0; ; done = pilotPieces / 2 {
		err := spread(ctx, p.replications, p.workers, func(ctx context.Context, i int) error {
			for piece := done; piece < pilotPieces; piece++ {
				if err := p.advance(ctx, i, float64(length*(float64(piece+1)/pilotPieces))); err != nil {
					return err
				}
				now := p.area(i)
				areas[i] = append(areas[i], now.Minus(before[i]))
				before[i] = now
			}
			return nil
		})
		if err != nil {
			return result.Warmup{}, err
		}
		numbers := make([]float64, pilotPieces)
		for piece := range numbers {
			var all kernel.Wide
			for i := range areas {
				all = all.Plus(areas[i][piece])
			}
			numbers[piece] = all.Float()
		}
		cut, found := stats.MSER(numbers)
		if found || float64(2*length) > float64(longestPilot*sc.Run.Measure) {
			return result.Warmup{Length: length, Transient: float64(length * (float64(cut) / pilotPieces)), Found: found}, nil
		}
		for i := range areas {
			for piece := range pilotPieces / 2 {
				areas[i][piece] = areas[i][2*piece].Plus(areas[i][2*piece+1])
			}
			areas[i] = areas[i][:pilotPieces/2]
		}
		length *= 2
	}
}

// withWarmup returns the scenario with the warm-up found.
func withWarmup(sc *scenario.Scenario, w result.Warmup) *scenario.Scenario {
	found := *sc
	found.Run.Warmup = w.Length
	return &found
}
