package kernel

import (
	"fmt"
	"math"
	"testing"

	"shardq/bench/stats"
	"shardq/graph"
	"shardq/graph/rng"
)

// drawn is what the random streams say about the event of one (lane, index, epoch).
type drawn struct {
	arrival   Arrival
	departure Departure
}

// draws returns events of a system with 256 ports and servers in 64 lanes, an entry for each lane, index and epoch that has both an arrival
// and a potential departure.
func draws(t *testing.T, seed uint64, firstEpoch uint64) map[[3]int]drawn {
	sys := &System{Graph: graph.Complete{L: 256, N: 256}, Types: []Type{{Rate: 1, Count: 256}}, Buffer: 5, Arrivals: 256, Seed: seed}
	plan, err := NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Arrivals.Lanes) != 64 || len(plan.Departures.Lanes) != 64 {
		t.Fatalf("%d and %d lanes, the test is written for 64", len(plan.Arrivals.Lanes), len(plan.Departures.Lanes))
	}
	events := map[[3]int]drawn{}
	var scratch Scratch
	for epoch := range 8 {
		for lane := range plan.Arrivals.Lanes {
			a := plan.Arrivals.AppendArrivals(nil, &scratch, lane, firstEpoch+uint64(epoch))
			d := plan.Departures.AppendDepartures(nil, &scratch, lane, firstEpoch+uint64(epoch))
			for i := range min(len(a), len(d)) {
				events[[3]int{lane, i, epoch}] = drawn{a[i], d[i]}
			}
		}
	}
	return events
}

// TestStreamsAreIndependent: no two quantities that a run draws move together: times, ports, servers, seeds and tie hashes of the same
// event, of arrivals and departures of the same lane, index and epoch, of neighbouring indices, lanes and epochs, and of neighbouring
// seeds. Each pair fills a table of 16 x 16 cells, which must be uniform.
func TestStreamsAreIndependent(t *testing.T) {
	const top = 1 << 28 // 16 cells of a 32-bit word
	events := draws(t, 1, 0)
	other, later := draws(t, 2, 0), draws(t, 1, 1<<32) // the later epochs differ in the upper counter word alone
	quantities := map[string]func(d drawn) int{
		"arrival time":   func(d drawn) int { return int(d.arrival.Offset / top) },
		"port":           func(d drawn) int { return int(d.arrival.Port % 4 * 4) }, // of the four in a lane
		"low seed":       func(d drawn) int { return int(uint32(d.arrival.Seed) / top) },
		"high seed":      func(d drawn) int { return int(d.arrival.Seed >> 60) },
		"first draw":     func(d drawn) int { s := rng.NewSequence(d.arrival.Seed); return int(s.Below(16)) },
		"tie hash":       func(d drawn) int { return int(tieHash(d.arrival.Seed, 0) / top) },
		"next tie hash":  func(d drawn) int { return int(tieHash(d.arrival.Seed, 1) / top) },
		"departure time": func(d drawn) int { return int(d.departure.Offset() / top) },
		"server":         func(d drawn) int { return int(d.departure.Server() % 4 * 4) },
	}
	independent := func(what string, pairs func(yield func(x, y int))) {
		t.Helper()
		counts := make([]int, 256)
		pairs(func(x, y int) { counts[16*x+y]++ })
		full, prob := 0, make([]float64, 256) // a quantity with four values fills every fourth row or column
		for i, c := range counts {
			if c > 0 {
				full++
				prob[i] = 1
			}
		}
		for i := range prob {
			prob[i] /= float64(full)
		}
		if full != 16 && full != 64 && full != 256 {
			t.Errorf("%s: %d cells are in use", what, full)
		}
		chiSquare(t, what, counts, prob)
	}
	for x, valueX := range quantities {
		for y, valueY := range quantities {
			if x < y {
				independent(x+" and "+y, func(yield func(x, y int)) {
					for _, e := range events {
						yield(valueX(e), valueY(e))
					}
				})
			}
			for _, shift := range []struct {
				name string
				by   [3]int
			}{{"lane", [3]int{1, 0, 0}}, {"index", [3]int{0, 1, 0}}, {"epoch", [3]int{0, 0, 1}}} {
				independent(fmt.Sprintf("%s and %s of the next %s", x, y, shift.name), func(yield func(x, y int)) {
					for at, e := range events {
						if f, ok := events[[3]int{at[0] + shift.by[0], at[1] + shift.by[1], at[2] + shift.by[2]}]; ok {
							yield(valueX(e), valueY(f))
						}
					}
				})
			}
			for name, second := range map[string]map[[3]int]drawn{"seed": other, "2^32 epochs on": later} {
				independent(fmt.Sprintf("%s and %s of the next %s", x, y, name), func(yield func(x, y int)) {
					for at, e := range events {
						if f, ok := second[at]; ok {
							yield(valueX(e), valueY(f))
						}
					}
				})
			}
		}
	}
}

// TestSameStreamIsSeen: the test above would see two streams seeded alike.
func TestSameStreamIsSeen(t *testing.T) {
	counts := make([]int, 256)
	for _, e := range draws(t, 1, 0) {
		x := e.arrival.Offset >> 28
		counts[17*x]++
	}
	if p, _ := stats.Fit(counts, uniform(256)); p > 1e-100 {
		t.Errorf("equal streams have probability %g", p)
	}
}

// TestCountsAreIndependent: the numbers of events of neighbouring lanes and epochs, of arrivals and departures, and of neighbouring seeds
// are uncorrelated. Under independence r sqrt(n) is close to standard normal.
func TestCountsAreIndependent(t *testing.T) {
	sys := &System{Graph: graph.Complete{L: 256, N: 256}, Types: []Type{{Rate: 1, Count: 256}}, Buffer: 5, Arrivals: 256, Seed: 1}
	a, err := NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	sys.Seed = 2
	b, err := NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	correlation := func(what string, x, y func(lane int, epoch uint64) int) {
		var n, sx, sy, sxx, syy, sxy float64
		for lane := range 63 {
			for epoch := range uint64(300) {
				u, v := float64(x(lane, epoch)), float64(y(lane, epoch))
				n, sx, sy, sxx, syy, sxy = n+1, sx+u, sy+v, sxx+u*u, syy+v*v, sxy+u*v
			}
		}
		deviate(t, what, (sxy-sx*sy/n)/math.Sqrt((sxx-sx*sx/n)*(syy-sy*sy/n))*math.Sqrt(n))
	}
	correlation("arrivals and departures", a.Arrivals.count, a.Departures.count)
	correlation("next lane", a.Arrivals.count, func(l int, e uint64) int { return a.Arrivals.count(l+1, e) })
	correlation("next epoch", a.Arrivals.count, func(l int, e uint64) int { return a.Arrivals.count(l, e+1) })
	correlation("next seed", a.Arrivals.count, b.Arrivals.count)
	correlation("departures of the next lane", a.Departures.count, func(l int, e uint64) int { return a.Departures.count(l+1, e) })
	correlation("departures of the next epoch", a.Departures.count, func(l int, e uint64) int { return a.Departures.count(l, e+1) })
	correlation("departures of the next seed", a.Departures.count, b.Departures.count)
}
