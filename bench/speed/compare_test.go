package speed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b), 1) }

// TestRatios: ratios are taken within rounds. The numbers are chosen so that the ratio of medians (40/20) is another one.
func TestRatios(t *testing.T) {
	base := &Timing{Name: "base", NsJob: []float64{10, 40, 90}}
	fast := &Timing{Name: "fast", NsJob: []float64{10, 30, 20}}
	if got := fast.Faster(base); !near(got, 4.0/3) { // of 1, 4/3, 4.5
		t.Errorf("faster %v, want 4/3", got)
	}
	if got := fast.Slower(base); !near(got, 0.75) {
		t.Errorf("slower %v, want 0.75", got)
	}
	if got := (&Timing{NsJob: []float64{4, 1, 3, 2}}).Median(); !near(got, 2.5) {
		t.Errorf("median of an even number %v, want 2.5", got)
	}
	if least, greatest := base.Spread(); least != 10 || greatest != 90 {
		t.Errorf("spread %v to %v, want 10 to 90", least, greatest)
	}
	if !slices.Equal(base.NsJob, []float64{10, 40, 90}) {
		t.Error("the order of the rounds has changed")
	}
}

// TestCompareTakesTurns: contestants run one after the other in each round, and before and after surround each slice.
func TestCompareTakesTurns(t *testing.T) {
	var calls []string
	list := make([]contestant, 2)
	for i := range list {
		note := func(what string) error {
			calls = append(calls, fmt.Sprint(what, i))
			return nil
		}
		list[i] = contestant{
			name: fmt.Sprint(i), system: "servers=1", shards: i + 1,
			before: func() error { return note("before") },
			work: func(_ context.Context, jobs uint64) (uint64, error) {
				time.Sleep(time.Microsecond * time.Duration(jobs))
				return 2 * jobs, note("work")
			},
			after: func() error { return note("after") },
		}
	}
	timings, err := compare(context.Background(), effort{rounds: 2, slice: time.Millisecond}, list)
	if err != nil {
		t.Fatal(err)
	}
	round := []string{"before0", "work0", "after0", "before1", "work1", "after1"}
	want := append(slices.Clone(round), round...)
	if len(calls) < len(want) || !slices.Equal(calls[len(calls)-len(want):], want) {
		t.Errorf("calls %v, want them to end with %v", calls, want)
	}
	for i, timing := range timings {
		if timing.Name != fmt.Sprint(i) || timing.System != "servers=1" || timing.Shards != i+1 || len(timing.NsJob) != 2 ||
			timing.Jobs == 0 {
			t.Errorf("timing %+v", timing)
		}
		if least, _ := timing.Spread(); least < 500 { // a job sleeps a microsecond or more, and counts twice
			t.Errorf("%v ns a job, want at least 500", least)
		}
	}
}

// TestCalibrate: a slice of work comes close to the time wanted, with a clock that the test winds.
func TestCalibrate(t *testing.T) {
	c := contestant{work: func(_ context.Context, jobs uint64) (uint64, error) {
		time.Sleep(time.Duration(jobs) * 2 * time.Microsecond)
		return jobs, nil
	}}
	jobs, err := c.calibrate(context.Background(), 20*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if jobs < 1 || jobs > 10_000 { // 2 us each, and sleeping never takes less
		t.Errorf("%d jobs, want at most 10,000", jobs)
	}
}

func TestCompareStopsAtErrors(t *testing.T) {
	broken := errors.New("broken")
	work := func(context.Context, uint64) (uint64, error) { return 1, nil }
	after := 0
	for _, c := range []contestant{
		{work: func(context.Context, uint64) (uint64, error) { return 0, broken }, after: func() error { after++; return nil }},
		{work: work, before: func() error { return broken }},
		{work: work, after: func() error { return broken }},
	} {
		if _, err := compare(context.Background(), effort{rounds: 1}, []contestant{c}); !errors.Is(err, broken) {
			t.Errorf("error %v, want %v", err, broken)
		}
	}
	if after != 1 {
		t.Error("what before began was not ended after an error")
	}
}
