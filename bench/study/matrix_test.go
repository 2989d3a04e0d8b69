package study

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shardq/alloc"
	"shardq/bench/instance"
	"shardq/bench/result"
)

// TestOneResultHoweverItIsRun: whatever decides the course of a run - looks at the occupancies, a warm-up that is found, a precision - no
// digest, count, estimate or warning depends on shards, windows, instruction sets or cores.
func TestOneResultHoweverItIsRun(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		sets []string
	}{
		"one":             {small, []string{"run.measure=30"}},
		"replications":    {small, []string{"run.measure=15", "run.replications=3"}},
		"many":            {small, []string{"run.measure=5", "run.replications=11"}},
		"observed":        {small, []string{"run.measure=30", "graph={kind: complete}", "run.observe=0.5", "run.replications=2"}},
		"phases":          {small, []string{"run.measure=15", "service={law: erlang, phases: 2}", "run.replications=2"}},
		"own length":      {small, []string{"run.measure=10", "run.warmup=auto", "run.precision={mean_response: 2%, quantile_0.99: 5%}"}},
		"own length of 3": {small, []string{"run.measure=5", "run.warmup=auto", "run.precision={blocking: 0.002}", "run.replications=3"}},
		"observed length": {small, []string{"run.measure=20", "graph={kind: complete}", "run.observe=1", "run.warmup=auto",
			"run.precision={mean_number: 1%}",
			"run.replications=2"}},
	} {
		sc := parse(t, c.text, overrides(t, c.sets)...)
		var want *result.Result
		var first []map[string]any
		for _, threads := range []int{1, 4} {
			old := runtime.GOMAXPROCS(threads)
			for _, opt := range []Options{{}, {Shards: 1}, {Shards: 2, Window: 7}, {Shards: 3, ISA: "generic", Backing: alloc.Heap,
				State: "shared"}} {
				r := mustRun(t, sc, opt)
				got := stable(t, r)
				if want == nil {
					want, first = r, got
				}
				what := fmt.Sprintf("%s, %d threads, %+v", name, threads, opt)
				if diff := cmp.Diff(first, got); diff != "" {
					t.Errorf("%s: another result in JSON (-want +got):\n%s", what, diff)
				}
				for i, o := range r.Outcomes {
					if diff := cmp.Diff(independent(want.Outcomes[i]), independent(o), cmpopts.EquateNaNs()); diff != "" {
						t.Errorf("%s: another outcome (-want +got):\n%s", what, diff)
					}
				}
			}
			runtime.GOMAXPROCS(old)
		}
	}
}

// independent is an outcome without what is of a run on a machine. Unlike JSON it has all digests.
func independent(o *result.Outcome) result.Outcome {
	c := *o
	c.Wall, c.GraphWall, c.Shards, c.Note, c.Use = 0, 0, 0, "", result.ShardUse{}
	c.Memory = instance.Memory{}
	c.Scenario, c.Graph, c.Bound = nil, nil, nil // pointers, which are compared as JSON
	return c
}
