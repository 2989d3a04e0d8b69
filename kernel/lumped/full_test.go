package lumped

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// engine is a run whose occupancy can be seen.
type engine interface {
	advance(tick uint64, stop *atomic.Bool)
	Counters() kernel.Counters
	// occupancy returns the number of servers of each type with each number of jobs, as digits.
	occupancy(counts *[3][4]int)
}

// full is the full engine.
type full struct {
	*kernel.Serial[uint8]
	layout kernel.Layout
}

func (f full) advance(tick uint64, stop *atomic.Bool) { f.Advance(tick, stop) }

func (f full) occupancy(counts *[3][4]int) {
	for _, key := range f.State() {
		counts[key&(1<<f.layout.TypeBits-1)][key>>f.layout.TypeBits]++
	}
}

func (s *Simulator) occupancy(counts *[3][4]int) {
	for m := range s.classes {
		for k := range 4 {
			counts[m][k] = int(s.classes[m].with(k))
		}
	}
}

// TestLawOfTheFullEngine: occupancies at distant times follow one law under both engines, and so do the shares of jobs that join a server
// of each type with each number of jobs, and of potential departures that strike one.
//
// Between two looks some 30 units of time pass, in which each server could serve 7 to 30 jobs: what is left of a deviation is far below
// what 3,000 looks can show. Shares are compared by means of 60 batches of 50 looks.
func TestLawOfTheFullEngine(t *testing.T) {
	const looks, batches = 3000, 60
	for _, p := range everyPolicy() {
		sys := system(p, 3, 1, 1, 2, 2)
		lump := start(t, sys)
		other := *sys
		other.Seed = 2
		plan, err := kernel.NewPlan(&other)
		if err != nil {
			t.Fatal(err)
		}
		layout, err := kernel.NewLayout(&other)
		if err != nil {
			t.Fatal(err)
		}
		serial, err := kernel.NewSerial[uint8](nil, &other, plan, layout, isa.Generic, "")
		if err != nil {
			t.Fatal(err)
		}
		gap := uint64(30 / (lump.Tick()))
		if other := uint64(30 / (plan.Epoch / kernel.TicksPerEpoch)); math.Abs(float64(gap)-float64(other)) > 1e-6*float64(gap) {
			t.Fatalf("ticks of different length: %d and %d in 30 units of time", gap, other)
		}
		codes := map[[3][4]int]int{}
		var visits [2][]int
		var shares [2]map[string][]float64
		for e, run := range []engine{lump, full{serial, layout}} {
			shares[e] = map[string][]float64{}
			before := run.Counters()
			for look := range looks {
				run.advance(uint64(look+1)*gap, &never)
				var counts [3][4]int
				run.occupancy(&counts)
				code, ok := codes[counts]
				if !ok {
					code = len(codes)
					codes[counts] = code
				}
				for len(visits[e]) <= code {
					visits[e] = append(visits[e], 0)
				}
				visits[e][code]++
				if (look+1)%(looks/batches) == 0 {
					now := run.Counters()
					c := now.Since(&before)
					before = now
					record(shares[e], &c)
				}
			}
		}
		for e := range visits {
			for len(visits[e]) < len(codes) {
				visits[e] = append(visits[e], 0)
			}
		}
		what := fmt.Sprintf("%+v", p)
		same(t, what, visits[0], visits[1])
		for name, a := range shares[0] {
			b := shares[1][name]
			ma, va := meanAndError(a)
			mb, vb := meanAndError(b)
			// Student's t with some 118 degrees of freedom exceeds 6.5 with probability 2e-9.
			if z := (ma - mb) / math.Sqrt(va+vb); math.Abs(z) > 6.5 {
				t.Errorf("%s: %s is %v lumped and %v in full, %.1f standard errors", what, name, ma, mb, z)
			}
		}
	}
}

// record appends the shares of a batch.
func record(shares map[string][]float64, c *kernel.Counters) {
	add := func(name string, x float64) { shares[name] = append(shares[name], x) }
	at := func(row []uint64, k int) float64 {
		if k >= len(row) {
			return 0
		}
		return float64(row[k])
	}
	for m := range c.Join {
		seen := 0.0
		for _, n := range c.Seen[m] {
			seen += float64(n)
		}
		for k := range 4 {
			add(fmt.Sprintf("share of jobs joining type %d with %d jobs", m, k), at(c.Join[m], k)/float64(c.Arrived))
			add(fmt.Sprintf("share of type %d with %d jobs", m, k), at(c.Seen[m], k)/seen)
		}
	}
	add("blocking", float64(c.Blocked)/float64(c.Arrived))
	add("jobs in system", c.Area.Float()/float64(c.Ticks))
	add("arrivals", float64(c.Arrived))
	add("departures", float64(c.Departed))
}

// meanAndError returns the mean of independent values and the variance of that mean.
func meanAndError(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	for _, v := range x {
		variance += (v - mean) * (v - mean)
	}
	return mean, max(variance/float64(len(x)*(len(x)-1)), 1e-30)
}

// TestStart: servers busy at time 0 are binomial.
func TestStart(t *testing.T) {
	sys := system(policy.Policy{}, 2, 1, 4)
	sys.StartBusy = []float64{0.3}
	var counts [5]int
	for seed := range uint64(3000) {
		sys.Seed = seed
		counts[start(t, sys).start]++
	}
	chiSquare(
		t,
		"busy servers",
		counts[:],
		[]float64{.7 * .7 * .7 * .7, 4 * .3 * .7 * .7 * .7, 6 * .3 * .3 * .7 * .7, 4 * .3 * .3 * .3 * .7, .3 * .3 * .3 * .3},
	)
	sys.Types, sys.StartBusy = []kernel.Type{{Rate: 2, Count: 3}, {Rate: 1, Count: 1}}, []float64{1, 0}
	s := start(t, sys)
	if err := s.Advance(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	if c := s.Counters(); c.InSystem != 3 || s.classes[1].tail[1] != 0 {
		t.Errorf("%d jobs at time 0", c.InSystem)
	}
}
