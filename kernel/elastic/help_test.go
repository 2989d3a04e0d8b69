package elastic_test

import (
	"context"
	"testing"

	"shardq/graph/isa"
	"shardq/kernel/elastic"
)

// measure runs a system for a warm-up and 64 batches, which together last for the given time, and returns the counts of each batch.
func measure(t *testing.T, sys *elastic.System, warmup, time float64) (list []elastic.Counters, tick float64) {
	t.Helper()
	const batches = 64
	s, err := elastic.New(sys, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var before elastic.Counters
	for b := range batches + 1 {
		if err := s.Advance(context.Background(), warmup+float64(b)*time/batches); err != nil {
			t.Fatal(err)
		}
		now := s.Counters()
		if b > 0 {
			list = append(list, now.Since(&before))
		}
		before = now
	}
	return list, s.Tick()
}

func arrived(c *elastic.Counters) float64  { return float64(c.Arrived) }
func admitted(c *elastic.Counters) float64 { return float64(c.Admitted) }
func blocked(c *elastic.Counters) float64  { return float64(c.Blocked) }
func ticks(c *elastic.Counters) float64    { return float64(c.Ticks) }
func jobs(c *elastic.Counters) float64     { return c.Jobs.Float() }
func busy(c *elastic.Counters) float64     { return c.Busy.Float() }
func idle(c *elastic.Counters) float64     { return c.Idle.Float() }
func starting(c *elastic.Counters) float64 { return c.SettingUp.Float() }
func off(c *elastic.Counters) float64      { return c.Off.Float() }

// joined returns the number of jobs that joined a server with k jobs.
func joined(k int) func(c *elastic.Counters) float64 {
	return func(c *elastic.Counters) float64 {
		if k >= len(c.Join) {
			return 0
		}
		return float64(c.Join[k])
	}
}

// level returns the integral of the number of servers with at least k jobs.
func level(k int) func(c *elastic.Counters) float64 {
	return func(c *elastic.Counters) float64 {
		if k > len(c.Level) {
			return 0
		}
		return c.Level[k-1].Float()
	}
}
