package kernel

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
)

// TestEventCounts: a lane has a Poisson number of events in an epoch, at uniform times, and arrivals and departures come in proportion to
// the rates of their ports and servers: equal or not, in one lane or in several.
func TestEventCounts(t *testing.T) {
	rates := make([]float64, 200)
	for i := range rates {
		rates[i] = float64(i%7) * float64(i%7) // from 0 to 36
	}
	for _, portRates := range [][]float64{nil, rates} {
		sys := &System{
			Graph: graph.Complete{L: 200, N: 150}, Types: []Type{{Rate: 3, Count: 10}, {Rate: 1, Count: 40}, {Rate: 0.1, Count: 100}},
			Buffer: 5, Arrivals: 90, PortRates: portRates, Seed: 8,
		}
		plan, err := NewPlan(sys)
		if err != nil {
			t.Fatal(err)
		}
		what := fmt.Sprintf("unequal ports %v", portRates != nil)
		weights := make([]float64, sys.Graph.Ports())
		for i := range weights {
			weights[i] = 1
			if portRates != nil {
				weights[i] = portRates[i]
			}
		}
		var serverRates []float64
		for _, typ := range sys.Types {
			serverRates = append(serverRates, slices.Repeat([]float64{typ.Rate}, typ.Count)...)
		}
		portCounts, serverCounts := make([]int, len(weights)), make([]int, len(serverRates))
		arrivalTimes, departureTimes := make([]int, 64), make([]int, 64)
		var a, d []Arrival
		var x []Departure
		var scratch Scratch
		const epochs = 60
		for epoch := range uint64(epochs) {
			a, x = a[:0], x[:0]
			for lane := range plan.Arrivals.Lanes {
				a = plan.Arrivals.AppendArrivals(a, &scratch, lane, epoch)
			}
			for lane := range plan.Departures.Lanes {
				x = plan.Departures.AppendDepartures(x, &scratch, lane, epoch)
			}
			for _, e := range a {
				portCounts[e.Port]++
				arrivalTimes[e.Offset>>26]++
			}
			for _, e := range x {
				serverCounts[e.Server()]++
				departureTimes[e.Offset()>>26]++
			}
			d = append(d, a...)
		}
		chiSquare(t, what+": ports", portCounts, normalised(weights))
		chiSquare(t, what+": servers", serverCounts, normalised(serverRates))
		chiSquare(t, what+": arrival times", arrivalTimes, uniform(64))
		chiSquare(t, what+": departure times", departureTimes, uniform(64))
		for i, w := range weights {
			if w == 0 && portCounts[i] > 0 {
				t.Errorf("%s: port %d of rate 0 has %d arrivals", what, i, portCounts[i])
			}
		}
		mean := sys.Arrivals * plan.Epoch * epochs
		deviate(t, what+": all arrivals", (float64(len(d))-mean)/math.Sqrt(mean))

		for _, p := range []*Process{&plan.Arrivals, &plan.Departures} {
			first := uint32(0)
			for lane := range p.Lanes {
				l := &p.Lanes[lane]
				if l.First != first {
					t.Fatalf("lane %d begins with entity %d, want %d", lane, l.First, first)
				}
				first += l.N
				want := 0.0 // the rate of the lane by its entities
				for i := l.First; i < l.First+l.N; i++ {
					if p == &plan.Departures {
						want += serverRates[i]
					} else {
						want += weights[i] / sumOf(weights) * sys.Arrivals
					}
				}
				if math.Abs(l.Rate-want) > 1e-12*sys.Arrivals {
					t.Errorf("%s: lane %d has rate %v, its entities %v", what, lane, l.Rate, want)
				}
			}
			if p == &plan.Arrivals && int(first) != sys.Graph.Ports() || p == &plan.Departures && int(first) != sys.Servers() {
				t.Errorf("%s: the lanes have %d entities", what, first)
			}
		}
	}
}

// TestCountsArePoisson: the count of one lane over many epochs, with small and large means.
func TestCountsArePoisson(t *testing.T) {
	for _, load := range []float64{0.001, 0.1, 30} {
		sys := &System{Graph: graph.Complete{L: 40, N: 40}, Types: []Type{{Rate: 1, Count: 40}}, Buffer: 5, Arrivals: 40 * load, Seed: 9}
		plan, err := NewPlan(sys)
		if err != nil {
			t.Fatal(err)
		}
		for name, p := range map[string]*Process{"arrivals": &plan.Arrivals, "departures": &plan.Departures} {
			law := distuv.Poisson{Lambda: p.Lanes[3].Rate * plan.Epoch}
			if got := p.Lanes[3].count.Mean(); got != law.Lambda {
				t.Errorf("%s: the table is for mean %v, the lane has %v", name, got, law.Lambda)
			}
			counts := make([]int, p.Lanes[3].count.Max()+1)
			prob := make([]float64, len(counts))
			for k := range prob {
				prob[k] = law.Prob(float64(k))
			}
			for epoch := range uint64(20_000) {
				counts[p.count(3, epoch)]++
			}
			chiSquare(t, fmt.Sprintf("%s at load %v", name, load), counts, prob)
		}
	}
}

func sumOf(weights []float64) (sum float64) {
	for _, w := range weights {
		sum += w
	}
	return sum
}

func normalised(weights []float64) []float64 {
	prob := slices.Clone(weights)
	for i := range prob {
		prob[i] /= sumOf(weights)
	}
	return prob
}

// TestMaxEventsNeverExceeded: no epoch has more events than the buffers that MaxEvents sizes, so that they never grow.
func TestMaxEventsNeverExceeded(t *testing.T) {
	for _, sys := range []*System{
		{Graph: graph.Complete{L: 1, N: 1}, Types: []Type{{Rate: 1, Count: 1}}, Arrivals: 0.5, Seed: 1},
		{Graph: graph.Complete{L: 3, N: 7}, Types: []Type{{Rate: 1, Count: 7}}, Arrivals: 7e3, Seed: 2},
		{Graph: graph.Complete{L: 100, N: 100}, Types: []Type{{Rate: 1, Count: 50}, {Rate: 1e-6, Count: 50}}, Arrivals: 1, Seed: 3},
	} {
		plan, err := NewPlan(sys)
		if err != nil {
			t.Fatal(err)
		}
		na, nd := len(plan.Arrivals.Lanes), len(plan.Departures.Lanes)
		maxA, maxD := plan.Arrivals.MaxEvents(0, na), plan.Departures.MaxEvents(0, nd)
		gen, err := NewGenerator(nil, plan, 0, na, 0, nd, isa.Best)
		if err != nil {
			t.Fatal(err)
		}
		bytes := gen.Bytes()
		for epoch := range uint64(1_000) {
			gen.Load(epoch)
			if len(gen.Arrivals) > maxA || len(gen.Departures) > maxD {
				t.Fatalf(
					"epoch %d has %d arrivals and %d departures, the limits are %d and %d",
					epoch,
					len(gen.Arrivals),
					len(gen.Departures),
					maxA,
					maxD,
				)
			}
		}
		if gen.Bytes() != bytes {
			t.Errorf("the buffers grew from %d to %d bytes", bytes, gen.Bytes())
		}
	}
}

// TestGapsAreFinite: in time order no gap between events is negative, infinite or NaN, at rates from the least to the largest and up to
// the last epoch. Gaps of zero are allowed.
func TestGapsAreFinite(t *testing.T) {
	for _, scale := range []float64{1e-30, 1, 1e30} {
		for _, coarse := range []uint{0, 12, 31} {
			sys := &System{
				Graph: graph.Complete{L: 30, N: 20}, Types: []Type{{Rate: 2 * scale, Count: 5}, {Rate: 1e-6 * scale, Count: 15}},
				Arrivals: 5 * scale, Seed: 10, CoarseTicks: coarse,
			}
			plan, err := NewPlan(sys)
			if err != nil {
				t.Fatal(err)
			}
			gen, err := NewGenerator(nil, plan, 0, len(plan.Arrivals.Lanes), 0, len(plan.Departures.Lanes), isa.Best)
			if err != nil {
				t.Fatal(err)
			}
			for _, epoch := range []uint64{0, 1, 2, 1<<31 - 2, 1<<31 - 1} {
				gen.Load(epoch)
				last := plan.Time(epoch << 32)
				end := plan.Time((epoch + 1) << 32)
				gap := func(offset uint32) {
					now := plan.Time(epoch<<32 | uint64(offset))
					if gap := now - last; !(gap >= 0) || math.IsInf(gap, 0) {
						t.Fatalf("scale %v, epoch %d: a gap of %v", scale, epoch, gap)
					}
					if !(now <= end) {
						t.Fatalf("scale %v, epoch %d: time %v is after the end %v", scale, epoch, now, end)
					}
					last = now
				}
				for i := range gen.Arrivals {
					gap(gen.Arrivals[i].Offset)
				}
				last = plan.Time(epoch << 32)
				for _, d := range gen.Departures {
					gap(d.Offset())
				}
			}
		}
	}
}

// TestFirstEventIsUnbiased: the mean gap between events is one over the rate, over every epoch boundary. A clock that loses the rest of an
// epoch would show here.
func TestFirstEventIsUnbiased(t *testing.T) {
	sys := &System{Graph: graph.Complete{L: 1, N: 1}, Types: []Type{{Rate: 1, Count: 1}}, Arrivals: 1e-3, Seed: 11}
	plan, err := NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	var counts [40]int // gaps between arrivals, some 4 an epoch, by their distribution function
	last, total := -1.0, 0
	gen, err := NewGenerator(nil, plan, 0, 1, 0, 1, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	for epoch := uint64(0); total < 20_000; epoch++ {
		gen.Load(epoch)
		for _, a := range gen.Arrivals {
			now := plan.Time(epoch<<32 | uint64(a.Offset))
			if last >= 0 {
				counts[min(39, int(40*-math.Expm1(-sys.Arrivals*(now-last))))]++
				total++
			}
			last = now
		}
	}
	chiSquare(t, "gaps", counts[:], uniform(40))
}

// TestEntitiesOfLane: every entity of a lane is picked, none outside it, equal rates or not. Lanes of 3 entities reject words.
func TestEntitiesOfLane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ln := &Lane{
			First: rapid.Uint32Range(0, 1<<31).Draw(t, "first"),
			N:     rapid.OneOf(rapid.Uint32Range(1, 10), rapid.Uint32Range(1, 1<<31)).Draw(t, "n"),
		}
		word := rapid.OneOf(rapid.Uint32(), rapid.SampledFrom([]uint32{0, 1, math.MaxUint32, 1 << 31})).Draw(t, "word")
		if e := ln.entity(word, rapid.Uint64().Draw(t, "seed")); e < ln.First || e-ln.First >= ln.N {
			t.Fatalf("lane %d + %d: entity %d", ln.First, ln.N, e)
		}
	})
}
