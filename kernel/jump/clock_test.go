package jump

import (
	"context"
	"errors"
	"math"
	"testing"

	"shardq/graph/isa"
)

func newClock(t *testing.T, rate float64) *Clock {
	t.Helper()
	c, err := NewClock(1, 9, rate, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTick(t *testing.T) {
	for _, rate := range []float64{1e-300, 0.3, 1, 1.9e9, 1e100} {
		tick := newClock(t, rate).Tick()
		if f, _ := math.Frexp(tick); f != 0.5 || !(rate*tick*0x1p20 <= 1 && rate*tick*0x1p20 >= 0.5) {
			t.Errorf("rate %g: a tick of %g", rate, tick)
		}
	}
	for _, rate := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := NewClock(1, 9, rate, isa.Best); err == nil {
			t.Errorf("rate %v accepted", rate)
		}
	}
}

// TestEventsArePoisson: at any rate, far below one event in a tick or far above, the number of events has the mean of a Poisson process,
// and its variance where a part has many ticks. The bounds are 5.5 standard errors.
func TestEventsArePoisson(t *testing.T) {
	for _, rate := range []float64{1e-12, 1e-5, 0.7, 300} {
		c := newClock(t, 1)
		const parts, mean = 2000, 50
		sum, squares := 0.0, 0.0
		c.Schedule(rate)
		for i := range parts {
			n := 0.0
			for end := uint64(math.Ceil(mean / rate * float64(i+1))); c.Due < end; n++ {
				c.Schedule(rate)
			}
			sum += n
			squares += (n - mean) * (n - mean) / mean
		}
		ends := math.Ceil(mean/rate*parts) * rate // ticks are whole
		if z := (sum - ends) / math.Sqrt(ends); math.Abs(z) > 5.5 {
			t.Errorf("rate %g a tick: the number of events is off by %.1f standard errors", rate, z)
		}
		if z := (squares - parts) / math.Sqrt(2*parts+parts/mean); rate <= 1 && math.Abs(z) > 5.5 {
			t.Errorf("rate %g a tick: the variance of the number of events is off by %.1f standard errors", rate, z)
		}
	}
}

// TestAdvance: all events before the end and none after it are handled, in pieces or not; the clock and what it shows follow.
func TestAdvance(t *testing.T) {
	run := func(ends ...float64) (due []uint64, c *Clock) {
		c = newClock(t, 1)
		rate := c.Tick()
		c.Schedule(rate)
		for _, end := range ends {
			err := c.Advance(context.Background(), end, func(end uint64, events int) (uint64, error) {
				for ; events > 0 && c.Due < end; events-- {
					due = append(due, c.Due)
					c.Schedule(rate)
				}
				return uint64(len(due)), nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if now, arrived := c.Progress(); now != end || arrived != uint64(len(due)) || float64(c.Now())*c.Tick() != end {
				t.Fatalf("at %v: %v, %v, %v", end, now, arrived, c.Now())
			}
		}
		return due, c
	}
	whole, c := run(20_000)
	pieces, _ := run(0, 1, 1.5, 7000, 7000, 20_000)
	if len(whole) != len(pieces) || len(whole) < 19_000 {
		t.Fatalf("%d events in one piece, %d in some", len(whole), len(pieces))
	}
	for i := range whole {
		if whole[i] != pieces[i] || whole[i] >= c.Now() {
			t.Fatalf("event %d at %d, in pieces %d", i, whole[i], pieces[i])
		}
	}
	none := func(uint64, int) (uint64, error) { t.Error("handled"); return 0, nil }
	for _, until := range []float64{-1, 19_999, math.NaN(), math.Inf(1), 1e20} {
		if err := c.Advance(context.Background(), until, none); err == nil {
			t.Errorf("advanced to %v", until)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := c.Advance(ctx, 30_000, none); !errors.Is(err, context.Canceled) {
		t.Errorf("a run that was ended before: %v", err)
	}
	broken := errors.New("broken")
	if err := c.Advance(context.Background(), 30_000, func(uint64, int) (uint64, error) { return 1, broken }); !errors.Is(err, broken) {
		t.Errorf("an error of the engine: %v", err)
	}
}

// TestStop: a context that ends while events are handled stops the run at the next event, and it can go on from there.
func TestStop(t *testing.T) {
	c := newClock(t, 1)
	rate := c.Tick()
	c.Schedule(rate)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	calls, last := 0, uint64(0)
	handle := func(end uint64, events int) (uint64, error) {
		if calls++; calls == 3 {
			cancel()
		}
		for ; events > 0 && c.Due < end; events-- {
			last = c.Due
			c.Schedule(rate)
		}
		return 0, nil
	}
	if err := c.Advance(ctx, 1e8, handle); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped with %v", err)
	}
	if c.Now() != c.Due || last > c.Now() {
		t.Errorf("stopped at %d, the last event was at %d, the next is at %d", c.Now(), last, c.Due)
	}
	end := float64(float64(c.Now()) * c.Tick())
	if err := c.Advance(context.Background(), end+1, handle); err != nil || last >= c.Now() {
		t.Errorf("went on: %v", err)
	}
}

// TestEndOfTime: a rate so small that the next event is beyond the end of the clock.
func TestEndOfTime(t *testing.T) {
	c := newClock(t, 1)
	c.Schedule(1e-300)
	end := math.Nextafter(0x1p63, 0) * c.Tick()
	if err := c.Advance(context.Background(), end, func(end uint64, _ int) (uint64, error) {
		if c.Due < end/2 {
			t.Errorf("an event at %d", c.Due)
		}
		c.Due = math.MaxUint64
		return 0, nil
	}); err != nil {
		t.Error(err)
	}
}
