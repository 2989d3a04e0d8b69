package speed

import (
	"context"
	"math"
	"testing"

	"shardq/bench/speed/plain"
	"shardq/kernel/policy"
	"shardq/shard"
)

// TestPlainHasTheLawOfTheEngine: the baseline does the same work: the shares of jobs by type and queue met agree with the engine's. Both
// see 1.2 million jobs; a share's standard error is below 1e-3 with all correlation, so 8e-3 is never exceeded by chance.
func TestPlainHasTheLawOfTheEngine(t *testing.T) {
	for _, policy := range []policy.Policy{jfsq, jfiq} {
		sys, err := spec{servers: 1 << 12, degree: 12, graph: stored, policy: policy}.build(nil)
		if err != nil {
			t.Fatal(err)
		}
		const jobs = 1_200_000
		p := plain.NewLoop(sys)
		p.Run(20 * sys.Servers())
		before := *p
		p.Run(jobs)
		sim, err := shard.New(sys, shard.Config{Shards: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer sim.Close()
		if err := sim.Advance(context.Background(), 20*float64(sys.Servers())/sys.Arrivals); err != nil {
			t.Fatal(err)
		}
		start := sim.Counters()
		if err := sim.Advance(context.Background(), sim.Now()+jobs/sys.Arrivals); err != nil {
			t.Fatal(err)
		}
		end := sim.Counters()
		c := end.Since(&start)
		if got, want := float64(p.Blocked-before.Blocked)/jobs, float64(c.Blocked)/float64(c.Arrived); math.Abs(got-want) > 8e-3 {
			t.Errorf("%v: share lost %.4f, the engine has %.4f", policy.Rule, got, want)
		}
		for m := range c.Join {
			for k, n := range c.Join[m] {
				got := float64(p.Join[m<<5|k]-before.Join[m<<5|k]) / jobs
				want := float64(n) / float64(c.Arrived)
				if math.Abs(got-want) > 8e-3 {
					t.Errorf("%v: share that joined type %d with %d jobs %.4f, the engine has %.4f", policy.Rule, m, k, got, want)
				}
			}
		}
		for m, busy := range sys.StartBusy { // the start is close to what follows
			if seen := c.Seen[m]; math.Abs(busy-busyShare(seen)) > 0.05 {
				t.Errorf("%v: type %d starts with a share %.3f busy, later it is %.3f", policy.Rule, m, busy, busyShare(seen))
			}
		}
	}
}
