package speed

import (
	"context"
	"slices"
	"time"
)

// contestant is one way to do a piece of work.
type contestant struct {
	name   string
	shards int
	// work does a slice of the work, some tenths of a second, and returns how many jobs it did.
	work func(ctx context.Context) (jobs uint64, err error)
}

// Timing is what a contestant took.
type Timing struct {
	Name   string
	Shards int
	Jobs   uint64    // in all counted rounds
	NsJob  []float64 // of each round, in order
}

// Median returns the median time per job in nanoseconds.
func (t *Timing) Median() float64 { return median(t.NsJob) }

// Spread returns the least and greatest time per job in nanoseconds.
func (t *Timing) Spread() (least, greatest float64) { return slices.Min(t.NsJob), slices.Max(t.NsJob) }

// Faster returns the median over rounds of how many times as fast t is as base: rounds are compared one by one, since the speed of a machine drifts
// more from minute to minute than within a round.
func (t *Timing) Faster(base *Timing) float64 {
	ratios := make([]float64, len(t.NsJob))
	for i := range ratios {
		ratios[i] = base.NsJob[i] / t.NsJob[i]
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

// compare runs the contestants by turns: one uncounted round, then the given number of counted ones.
func compare(ctx context.Context, rounds int, list []contestant) ([]Timing, error) {
	timings := make([]Timing, len(list))
	for i, c := range list {
		timings[i] = Timing{Name: c.name, Shards: c.shards}
	}
	for round := -1; round < rounds; round++ {
		for i, c := range list {
			start := time.Now()
			jobs, err := c.work(ctx)
			took := time.Since(start)
			if err != nil {
				return nil, err
			}
			if round >= 0 {
				timings[i].Jobs += jobs
				timings[i].NsJob = append(timings[i].NsJob, float64(took.Nanoseconds())/float64(max(jobs, 1)))
			}
		}
	}
	return timings, nil
}
