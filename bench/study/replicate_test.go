package study

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"shardq/bench/scenario"
	"shardq/kernel"
)

func TestSpread(t *testing.T) {
	for _, workers := range []int{1, 3, 100} {
		var done [20]atomic.Int32
		err := spread(context.Background(), len(done), workers, func(_ context.Context, i int) error {
			done[i].Add(1)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range done {
			if n := done[i].Load(); n != 1 {
				t.Errorf("%d workers: %d was done %d times", workers, i, n)
			}
		}
	}
}

func TestSpreadReturnsTheFirstError(t *testing.T) {
	broken := errors.New("broken")
	err := spread(context.Background(), 10, 2, func(ctx context.Context, i int) error {
		if i == 3 {
			return fmt.Errorf("%d: %w", i, broken)
		}
		if i > 3 { // ends with the context
			<-ctx.Done()
			return ctx.Err()
		}
		return nil
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want that of 3", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := spread(ctx, 3, 2, func(context.Context, int) error { t.Error("called"); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestDivision(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, c := range []struct {
		servers, replications, shards int
		workers, each                 int
	}{
		{100, 1, 0, 1, 0},
		{100, 3, 0, 3, 1},
		{100, 9, 0, 4, 1},
		{100, 9, 1, 4, 1},
		{100, 9, 2, 1, 2},
		{1 << 20, 3, 0, 1, 0},
		{1 << 20, 4, 0, 4, 1},
	} {
		sc := &scenario.Scenario{Server: scenario.ServerSection{Count: c.servers}, Run: scenario.RunSection{Replications: c.replications}}
		if workers, each := division(sc, Options{Shards: c.shards}); workers != c.workers || each != c.each {
			t.Errorf("%+v: %d at a time on %d shards", c, workers, each)
		}
	}
}

func TestFold(t *testing.T) {
	count := func(ticks, admitted uint64) tallies {
		return tallies{Counters: kernel.Counters{Ticks: ticks, Admitted: admitted}}
	}
	tr := track[tallies]{batches: []tallies{count(1, 2), count(3, 5)}, total: count(4, 7)}
	tr.total.Servers = make([]kernel.ServerCounters, 1)
	c := &course[tallies, *tallies]{subject: &bipartiteSubject{}}
	if one := c.folded(&tr); one.Ticks != 4 || one.Admitted != 7 || one.Servers != nil {
		t.Errorf("folded to %+v", one)
	}
	if tr.total.Servers == nil {
		t.Error("the total lost its servers")
	}
}

// The numbers of jobs that replications met may differ.
func TestReplicationsOfUnequalRows(t *testing.T) {
	var sum tallies
	for _, join := range [][][]uint64{{{1}, nil}, {{1, 2}, {3}}} {
		sum.Add(&tallies{Counters: kernel.Counters{Join: join}})
	}
	if fmt.Sprint(sum.Join) != "[[2 2] [3]]" {
		t.Errorf("sum %v", sum.Join)
	}
}
