package speed

import (
	"context"
	"runtime"
	"slices"
	"time"
)

// contestant is one way to do a piece of work.
type contestant struct {
	name   string
	system string // key=value/key=value: what it works on
	shards int
	// work does about as many units of work as asked, and returns how many it did. Only this is timed.
	work          func(ctx context.Context, jobs uint64) (done uint64, err error)
	before, after func() error        // around each slice of work, not timed; may be nil
	phases        func() []phaseTimes // time by phase since the start, one entry a shard; may be nil
}

// Timing is what a contestant took.
type Timing struct {
	Name   string
	System string
	Shards int
	Jobs   uint64      // in all counted rounds
	NsJob  []float64   // of each round, in order
	Phases *PhaseTimes // medians over rounds; nil if not known
}

// Median returns the median time per job in nanoseconds.
func (t *Timing) Median() float64 { return median(t.NsJob) }

// Spread returns the least and greatest time per job in nanoseconds.
func (t *Timing) Spread() (least, greatest float64) { return slices.Min(t.NsJob), slices.Max(t.NsJob) }

// Faster returns the median over rounds of how many times as fast t is as base: rounds are compared one by one, since the speed of a
// machine drifts more from minute to minute than within a round.
func (t *Timing) Faster(base *Timing) float64 { return ratio(base.NsJob, t.NsJob) }

// Slower returns the median over rounds of how many times as long t takes as base.
func (t *Timing) Slower(base *Timing) float64 { return ratio(t.NsJob, base.NsJob) }

// ratio returns the median of a[i]/b[i].
func ratio(a, b []float64) float64 {
	ratios := make([]float64, len(a))
	for i := range ratios {
		ratios[i] = a[i] / b[i]
	}
	return median(ratios)
}

func median(list []float64) float64 {
	s := slices.Sorted(slices.Values(list))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}

// slice lets a contestant do a slice of work and times it.
func (c *contestant) slice(ctx context.Context, jobs uint64) (done uint64, took time.Duration, err error) {
	if err := ctx.Err(); err != nil {
		return 0, 0, err
	}
	if c.before != nil {
		if err := c.before(); err != nil {
			return 0, 0, err
		}
	}
	start := time.Now()
	done, err = c.work(ctx, jobs)
	took = time.Since(start)
	if c.after != nil {
		if e := c.after(); err == nil {
			err = e
		}
	}
	return done, took, err
}

// calibrate finds out how much work fills the given time. It is the uncounted round too: caches and branch predictors are warm after it.
func (c *contestant) calibrate(ctx context.Context, want time.Duration) (jobs uint64, err error) {
	for jobs = 256; ; {
		_, took, err := c.slice(ctx, jobs)
		if err != nil {
			return 0, err
		}
		if took >= want/2 || jobs >= 1<<40 {
			return max(1, uint64(float64(jobs)*want.Seconds()/max(took, 1).Seconds())), nil
		}
		jobs = uint64(float64(jobs) * min(16, max(2, want.Seconds()/max(took, 1).Seconds())))
	}
}

// compare runs the contestants by turns: one uncounted round, then the counted ones.
func compare(ctx context.Context, e effort, list []contestant) ([]Timing, error) {
	timings := make([]Timing, len(list))
	jobs := make([]uint64, len(list))
	for i := range list {
		c := &list[i]
		timings[i] = Timing{Name: c.name, System: c.system, Shards: c.shards}
		var err error
		if jobs[i], err = c.calibrate(ctx, e.slice); err != nil {
			return nil, err
		}
	}
	rounds := make([][]*PhaseTimes, len(list))
	runtime.GC() // rather now than in somebody's turn
	for range e.rounds {
		for i := range list {
			c := &list[i]
			var before []phaseTimes
			if c.phases != nil {
				before = slices.Clone(c.phases())
			}
			done, took, err := c.slice(ctx, jobs[i])
			if err != nil {
				return nil, err
			}
			if c.phases != nil {
				if p := meanPhases(before, c.phases(), done); p != nil {
					rounds[i] = append(rounds[i], p)
				}
			}
			timings[i].Jobs += done
			timings[i].NsJob = append(timings[i].NsJob, float64(took.Nanoseconds())/float64(max(done, 1)))
		}
	}
	for i := range timings {
		timings[i].Phases = medianPhases(rounds[i])
	}
	return timings, nil
}
