package jump

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"shardq/graph/isa"
	"shardq/graph/rng"
)

const (
	ticksPerEvent = 20      // binary logarithm of the ticks between two events at the usual rate
	endOfTime     = 1 << 63 // ticks
	burst         = 1 << 12 // events between two looks at whether to stop
)

// Clock says when the next event comes. Its engine handles it, and calls Schedule with the rate of the new state.
type Clock struct {
	Due  uint64 // tick of the next event
	Seed uint64 // of all that is chosen at it

	unit         float64 // length of a tick
	part         uint64  // of the tick, in 2^-32, at which the next event comes
	now          uint64  // tick before which all events are handled
	stream       stream
	shownTick    atomic.Uint64
	shownArrived atomic.Uint64
}

// NewClock returns a clock at time 0, which draws its random numbers with the instructions of a level. No event is scheduled yet. Streams
// of one seed are independent of each other.
func NewClock(seed uint64, name rng.Stream, usualRate float64, level isa.Level) (*Clock, error) {
	if !(usualRate > 0 && usualRate <= 0x1p500) {
		return nil, fmt.Errorf("jump: a rate of %v events per unit of time, want a positive finite one", usualRate)
	}
	_, exponent := math.Frexp(usualRate)
	c := &Clock{unit: math.Ldexp(1, -exponent-ticksPerEvent)}
	c.stream.key = rng.NewKey(seed, name)
	c.stream.next, c.stream.level = batch, level
	return c, nil
}

// Tick returns the length of a tick in units of the model's time.
func (c *Clock) Tick() float64 { return c.unit }

// Now returns the simulated time in ticks: all events of earlier ticks are handled.
func (c *Clock) Now() uint64 { return c.now }

// Schedule draws the next event, which comes at the given rate per tick.
func (c *Clock) Schedule(rate float64) {
	wait, seed := c.stream.draw()
	ticks := min(wait/rate, 1<<62) // beyond the end of time if not exact
	whole := uint64(ticks)
	part := c.part + uint64((ticks-float64(whole))*0x1p32)
	c.Due += whole + part>>32
	c.part = part & math.MaxUint32
	c.Seed = seed
}

// Advance moves to the given time in units of the model, which must not be before that reached. handle must handle events up to the given
// number, in order, as long as they come before the tick end, and return how many jobs have arrived since time 0; an error ends the run. If
// ctx ends first, Advance stops soon and returns ctx.Err(); a later one goes on from there to the same end.
func (c *Clock) Advance(ctx context.Context, until float64, handle func(end uint64, events int) (arrived uint64, err error)) error {
	ticks := math.RoundToEven(until / c.unit)
	if !(ticks >= 0 && ticks < endOfTime) {
		return fmt.Errorf("jump: time %v is outside the clock of this system, which ends at %v", until, float64(c.unit*endOfTime))
	}
	end := uint64(ticks)
	if end < c.now {
		return fmt.Errorf("jump: cannot go back from time %v to %v", c.time(c.now), until)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	var stop atomic.Bool // for this call alone: the hook of an earlier one may still be about to run
	unhook := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer unhook()
	for c.now < end {
		if stop.Load() {
			return ctx.Err()
		}
		arrived, err := handle(end, burst)
		c.now = min(c.Due, end)
		c.shownTick.Store(c.now)
		c.shownArrived.Store(arrived)
		if err != nil {
			return err
		}
	}
	return nil
}

// Progress returns the simulated time and the number of arrivals so far. Any goroutine may call it at any time.
func (c *Clock) Progress() (now float64, arrived uint64) {
	return c.time(c.shownTick.Load()), c.shownArrived.Load()
}

func (c *Clock) time(tick uint64) float64 { return float64(c.unit * float64(tick)) }
