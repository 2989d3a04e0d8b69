package validation

import (
	"context"
	"testing"

	"shardq/bench/stats"
)

// TestCoverage: of 200 runs of the first cases and 30 of the others, the 95 % interval contains the true value in a share whose Wilson
// interval at level 1-1e-6 reaches into 92 to 98 %. `shardq bench coverage` does it with 1,000 runs.
func TestCoverage(t *testing.T) {
	for i, c := range CoverageCases() {
		runs := 200
		if i >= 2 {
			runs = 30
		}
		cover, err := c.Run(context.Background(), runs)
		if err != nil {
			t.Fatal(err)
		}
		lo, hi := stats.Wilson(cover.Hits, cover.Runs, 1-1e-6)
		t.Logf("%s: %d of %d", c.Name, cover.Hits, cover.Runs)
		if cover.Unknown > 0 || hi < 0.92 || lo > 0.98 {
			t.Errorf("%s: %+v", c.Name, cover)
		}
	}
}
