package validation

import (
	"context"
	"math"
	"testing"

	"shardq/bench/oracle"
	"shardq/graph"
	"shardq/kernel"
	"shardq/shard"
)

// All comparisons of engines with oracles in this package go by these bounds. Seeds are fixed, so none fails by chance; what follows is the
// chance with fresh ones. Estimates come from testBatches batches, so that a deviation follows a t law of at least 199 degrees of freedom,
// which lies beyond bound with probability 2.1e-10. There are fewer than 3,500 comparisons: a false alarm in any has probability below
// 1e-6. Shares that fewer than rare events are expected to make up are left out: they are too far from normal.
const (
	testBatches = 200
	bound       = 6.7
	rare        = 1000
)

// near fails unless two estimates agree; an exact value has no error.
func near(t testing.TB, what string, got, want oracle.Estimate) {
	t.Helper()
	within(t, bound, what, got, want)
}

// within is near with another bound, in standard errors.
func within(t testing.TB, bound float64, what string, got, want oracle.Estimate) {
	t.Helper()
	far := math.Abs(got.Mean - want.Mean)
	if far <= 1e-12*max(1, math.Abs(want.Mean)) { // rounding
		return
	}
	distance := far / math.Hypot(got.SE, want.SE)
	if !(distance <= bound) {
		t.Errorf(
			"%s: %.6g (standard error %.2g), want %.6g (%.2g): %.1f standard errors",
			what,
			got.Mean,
			got.SE,
			want.Mean,
			want.SE,
			distance,
		)
	}
}

// exactly is an estimate without error.
func exactly(mean float64) oracle.Estimate { return oracle.Estimate{Mean: mean} }

// simulator is any engine.
type simulator[C any] interface {
	Advance(ctx context.Context, until float64) error
	Counters() C
	Close() error
}

// collect runs an engine for a warm-up and testBatches batches of the given length, and returns what each counted.
func collect[C any](t testing.TB, sim simulator[C], since func(now, before *C) C, warmup, length float64) []C {
	t.Helper()
	advance := func(until float64) C {
		if err := sim.Advance(context.Background(), until); err != nil {
			t.Fatal(err)
		}
		return sim.Counters()
	}
	before := advance(warmup)
	batches := make([]C, testBatches)
	for i := range batches {
		now := advance(warmup + length*float64(i+1))
		batches[i] = since(&now, &before)
		before = now
	}
	if err := sim.Close(); err != nil {
		t.Fatal(err)
	}
	return batches
}

// estimate estimates the ratio of two quantities that every batch has.
func estimate[C any](batches []C, num, den func(c *C) float64) oracle.Estimate {
	nums, dens := make([]float64, len(batches)), make([]float64, len(batches))
	for i := range batches {
		nums[i], dens[i] = num(&batches[i]), den(&batches[i])
	}
	return oracle.Ratio(nums, dens)
}

// twin describes a system for the oracle.
func twin(sys *kernel.System) oracle.System {
	p := sys.Policy
	s := oracle.System{
		Buffer: sys.Buffer, Policy: p.Rule.String(), D: p.D, Replacement: p.Replacement,
		DFast: p.DFast, DSlow: p.DSlow, PFast: p.PFast, PSlow: p.PSlow,
	}
	for _, t := range sys.Types {
		for range t.Count {
			s.Rates = append(s.Rates, t.Rate)
		}
	}
	total := 0.0
	weight := func(l int) float64 {
		if sys.PortRates == nil {
			return 1
		}
		return sys.PortRates[l]
	}
	for l := range sys.Graph.Ports() {
		total += weight(l)
	}
	for l := range sys.Graph.Ports() {
		port := oracle.Port{Rate: sys.Arrivals * weight(l) / total}
		for _, r := range sys.Graph.Row(uint32(l), nil) {
			port.Neighbours = append(port.Neighbours, int(r))
		}
		s.Ports = append(s.Ports, port)
	}
	if l := sys.Service; l != nil {
		s.Service = &oracle.Phases{Start: l.Start, Rates: l.Rates, Next: l.Routing}
	}
	return s
}

// service describes a law for the engine.
func service(p *oracle.Phases) *kernel.Phases {
	if p == nil {
		return nil
	}
	return (&kernel.Phases{Start: p.Start, Rates: p.Rates, Routing: p.Next}).Unit()
}

// measured is what the engine found.
type measured struct {
	response, number, blocking oracle.Estimate
	utilisation, queue         []oracle.Estimate // by server
	join                       [][]oracle.Estimate
	admitted                   float64 // jobs
}

// sameOnShards fails unless three shards end up where one does. What follows from counters then holds for both. Jobs are few, since shards
// of a tiny system do little but wait for each other.
func sameOnShards(t testing.TB, name string, sys *kernel.System, jobs float64) {
	t.Helper()
	var digests []uint64
	for _, shards := range []int{1, 3} {
		sim, err := shard.New(sys, shard.Config{Shards: shards})
		if err != nil {
			t.Fatal(err)
		}
		if err := sim.Advance(context.Background(), jobs/sys.Arrivals); err != nil {
			t.Fatal(err)
		}
		digests = append(digests, sim.Digest())
		if err := sim.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if digests[0] != digests[1] {
		t.Errorf("%s: digest %016x on three shards, %016x on one", name, digests[1], digests[0])
	}
}

// measure runs a system for about the given number of jobs.
func measure(t testing.TB, sys *kernel.System, jobs float64) measured {
	t.Helper()
	sim, err := shard.New(sys, shard.Config{Shards: 1})
	if err != nil {
		t.Fatal(err)
	}
	length := jobs / sys.Arrivals
	batches := collect(t, sim, (*kernel.Counters).Since, max(length/20, 100/sys.Types[len(sys.Types)-1].Rate), length/testBatches)
	tick := sim.Tick()
	area := func(c *kernel.Counters) float64 { return c.Area.Float() * tick }
	time := func(c *kernel.Counters) float64 { return float64(c.Ticks) * tick }
	admitted := func(c *kernel.Counters) float64 { return float64(c.Admitted) }
	m := measured{
		response: estimate(batches, area, admitted), // Little's law
		number:   estimate(batches, area, time),
		blocking: estimate(batches, func(c *kernel.Counters) float64 { return float64(c.Blocked) },
			func(c *kernel.Counters) float64 { return float64(c.Admitted + c.Blocked) }),
	}
	for i := range batches {
		m.admitted += admitted(&batches[i])
	}
	for r := range batches[0].Servers {
		seen := func(c *kernel.Counters) float64 { return float64(c.Servers[r].Seen) }
		m.utilisation = append(
			m.utilisation,
			estimate(batches, func(c *kernel.Counters) float64 { return float64(c.Servers[r].Busy) }, seen),
		)
		m.queue = append(m.queue, estimate(batches, func(c *kernel.Counters) float64 { return float64(c.Servers[r].Jobs) }, seen))
	}
	for typ := range sys.Types {
		var row []oracle.Estimate
		for k := range batches[testBatches-1].Join[typ] {
			row = append(row, estimate(batches, func(c *kernel.Counters) float64 {
				if k < len(c.Join[typ]) {
					return float64(c.Join[typ][k])
				}
				return 0
			}, admitted))
		}
		m.join = append(m.join, row)
	}
	return m
}

// follows compares everything that was measured with the exact law of the same system.
func (m measured) follows(t testing.TB, name string, sys *kernel.System, bound float64) {
	t.Helper()
	exact, err := oracle.Exact(twin(sys))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	within(t, bound, name+": mean response", m.response, exactly(exact.MeanResponse))
	within(t, bound, name+": mean number", m.number, exactly(exact.MeanNumber))
	if exact.Blocking*m.admitted >= rare {
		within(t, bound, name+": blocking", m.blocking, exactly(exact.Blocking))
	}
	r := 0
	for typ, class := range sys.Types {
		want := make([]float64, sys.Buffer)
		for range class.Count {
			within(t, bound, name+": utilisation", m.utilisation[r], exactly(exact.Utilisation[r]))
			within(t, bound, name+": mean queue", m.queue[r], exactly(exact.MeanQueue[r]))
			for k, p := range exact.Join[r] {
				want[k] += p
			}
			r++
		}
		for k, p := range want {
			if p*m.admitted < rare {
				continue
			}
			within(t, bound, name+": share that joins", m.join[typ][k], exactly(p))
		}
	}
}

// explicit is a graph of given rows.
func explicit(t testing.TB, servers int, rows ...[]uint32) graph.Graph {
	t.Helper()
	g, err := graph.Explicit(rows, servers)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
