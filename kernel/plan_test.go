package kernel

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/graph/rng"
)

// TestPlanRefusesBadRates: rates that are no rates give an error, not a run without events or with infinite gaps.
func TestPlanRefusesBadRates(t *testing.T) {
	for name, rates := range map[string][]float64{
		"NaN": {1, math.NaN()}, "negative": {1, -1}, "infinite": {math.Inf(1), 1}, "minus infinite": {1, math.Inf(-1)},
		"all zero": {0, 0}, "all NaN": {math.NaN(), math.NaN()}, "infinite sum": {1.7e308, 1.7e308},
	} {
		sys := &System{Graph: graph.Complete{L: 2, N: 1}, Types: []Type{{Rate: 1, Count: 1}}, Arrivals: 1, PortRates: rates}
		if _, err := NewPlan(sys); err == nil {
			t.Errorf("%s port rates %v are accepted", name, rates)
		}
		if _, err := NewReference(sys); err == nil {
			t.Errorf("%s port rates %v are accepted by the reference", name, rates)
		}
	}
	for _, rate := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		for _, sys := range []*System{
			{Graph: graph.Complete{L: 2, N: 1}, Types: []Type{{Rate: 1, Count: 1}}, Arrivals: rate},
			{Graph: graph.Complete{L: 2, N: 1}, Types: []Type{{Rate: rate, Count: 1}}, Arrivals: 1},
		} {
			if _, err := NewReference(sys); err == nil {
				t.Errorf("arrivals %v and service rate %v are accepted", sys.Arrivals, sys.Types[0].Rate)
			}
		}
	}
}

// TestPlanTakesOddRates: rates that are unusual but sound.
func TestPlanTakesOddRates(t *testing.T) {
	for _, rates := range [][]float64{{0, 1}, {1e-300, 1e-300}, {1e-12, 1e12}, {math.Copysign(0, -1), 1}} {
		sys := &System{Graph: graph.Complete{L: 2, N: 1}, Types: []Type{{Rate: 1, Count: 1}}, Arrivals: 3, PortRates: rates}
		plan, err := NewPlan(sys)
		if err != nil {
			t.Errorf("%v: %v", rates, err)
			continue
		}
		sum := 0.0
		for i := range plan.Arrivals.Lanes {
			sum += plan.Arrivals.Lanes[i].Rate
		}
		if math.Abs(sum-3) > 1e-12 {
			t.Errorf("%v: the lanes have rate %v, want 3", rates, sum)
		}
	}
}

// TestTicksRoundTrip: a tick becomes a time and again the same tick, as far as a float64 of that size can tell ticks apart.
func TestTicksRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &Plan{Epoch: rapid.Float64Range(1e-30, 1e30).Draw(t, "epoch")}
		tick := rapid.Uint64Max(1<<62).Draw(t, "tick")
		got, err := p.Ticks(p.Time(tick))
		if err != nil {
			t.Fatal(err)
		}
		// Two roundings, each by at most half a unit in the last of 53 places.
		limit := tick >> 51
		if max(got, tick)-min(got, tick) > limit {
			t.Fatalf("tick %d became %d", tick, got)
		}
	})
}

// TestTicksRefusesTimesOffTheClock: negative, NaN, infinite and late times are errors.
func TestTicksRefusesTimesOffTheClock(t *testing.T) {
	p := &Plan{Epoch: 0.25}
	for _, time := range []float64{-1e-9, math.NaN(), math.Inf(1), math.Inf(-1), 0.25 * MaxEpochs, 1e300} {
		if tick, err := p.Ticks(time); err == nil {
			t.Errorf("time %v is tick %d", time, tick)
		}
	}
	for time, want := range map[float64]uint64{0: 0, 0.25: 1 << 32, 0.125: 1 << 31, 0.25 * (MaxEpochs - 1): (MaxEpochs - 1) << 32} {
		if tick, err := p.Ticks(time); err != nil || tick != want {
			t.Errorf("time %v is tick %d (%v), want %d", time, tick, err, want)
		}
	}
}

// TestSplitCoversAllLanes: every lane is in exactly one part, for any number of parts, and no part is larger than its share by more than a
// lane.
func TestSplitCoversAllLanes(t *testing.T) {
	for lanes := 1; lanes <= maxLanes; lanes += 17 {
		for _, law := range []string{"equal", "falling", "one large", "many zero"} {
			p := &Process{Lanes: make([]Lane, lanes)}
			total, largest := 0.0, 0.0
			for i := range p.Lanes {
				r := 1.0
				switch law {
				case "falling":
					r = 1 / float64(i+1)
				case "one large":
					if i == lanes/2 {
						r = 1000
					}
				case "many zero":
					r = float64(i % 5 / 4)
				}
				p.Lanes[i].Rate = r
				total += r
				largest = max(largest, r)
			}
			for parts := 1; parts <= 300; parts++ {
				cut := p.Split(parts)
				if len(cut) != parts+1 || cut[0] != 0 || cut[parts] != lanes {
					t.Fatalf("%d %s lanes in %d parts: %v", lanes, law, parts, cut)
				}
				for i := range parts {
					if cut[i+1] < cut[i] {
						t.Fatalf("%d %s lanes in %d parts: cuts fall: %v", lanes, law, parts, cut)
					}
					sum := 0.0
					for _, l := range p.Lanes[cut[i]:cut[i+1]] {
						sum += l.Rate
					}
					if sum > total/float64(parts)+largest+1e-9*total {
						t.Fatalf("%d %s lanes in %d parts: part %d has rate %v of %v", lanes, law, parts, i, sum, total)
					}
				}
			}
		}
	}
}

// TestLanesDependOnTheSystemAlone: the number of lanes and the events of an epoch, at sizes where a rule changes.
func TestLanesDependOnTheSystemAlone(t *testing.T) {
	for _, c := range []struct{ l, n, events, arrivalLanes, departureLanes int }{
		{1, 1, 4096, 1, 1},
		{1, 65, 4096, 1, 33}, // 64 lanes wanted, of two servers each
		{64, 1 << 19, 4096, 64, 64},
		{1 << 19, 1 << 19, 4096, 64, 64},
		{1 << 20, 1 << 20, 8192, 128, 128},
		{1 << 23, 1 << 23, 1 << 16, 256, 256},
		{1 << 24, 1 << 24, 1 << 17, 256, 256},
	} {
		sys := &System{Graph: graph.Complete{L: c.l, N: c.n}, Types: []Type{{Rate: 1, Count: c.n}}, Arrivals: 0.5 * float64(c.n)}
		plan, err := NewPlan(sys)
		if err != nil {
			t.Fatal(err)
		}
		if e := EpochEvents(sys); e != c.events || len(plan.Arrivals.Lanes) != c.arrivalLanes ||
			len(plan.Departures.Lanes) != c.departureLanes {
			t.Errorf(
				"L = %d, N = %d: %d events, %d and %d lanes, want %+v",
				c.l,
				c.n,
				e,
				len(plan.Arrivals.Lanes),
				len(plan.Departures.Lanes),
				c,
			)
		}
		if mean := plan.Epoch * (sys.Arrivals + sys.Capacity()); math.Abs(mean-float64(c.events)) > 1e-6 {
			t.Errorf("L = %d, N = %d: an epoch has %v events on average, want %d", c.l, c.n, mean, c.events)
		}
	}
}

// TestGeneratorDrawsTheDefinition: a generator of any range of lanes gives the events of exactly those lanes in the order of (tick, lane,
// index), whatever it drew before.
func TestGeneratorDrawsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		types := drawTypes(t, 3)
		sys := &System{
			Types:       types,
			Seed:        rapid.Uint64().Draw(t, "seed"),
			CoarseTicks: rapid.SampledFrom([]uint{0, 24, 31}).Draw(t, "coarse"),
		}
		sys.Graph = graph.Complete{L: rapid.IntRange(1, 150).Draw(t, "ports"), N: sys.Servers()}
		sys.Arrivals = sys.Capacity()
		plan, err := NewPlan(sys)
		if err != nil {
			t.Fatal(err)
		}
		part := func(p *Process, what string) (first, last int) {
			first = rapid.IntRange(0, len(p.Lanes)).Draw(t, "first "+what)
			return first, rapid.IntRange(first, len(p.Lanes)).Draw(t, "last "+what)
		}
		firstA, lastA := part(&plan.Arrivals, "arrivals")
		firstD, lastD := part(&plan.Departures, "departures")
		gen, err := NewGenerator(nil, plan, firstA, lastA, firstD, lastD, isa.Best)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			epoch := rapid.Uint64Max(MaxEpochs-1).Draw(t, "epoch")
			gen.Load(epoch)
			var scratch Scratch
			var a []Arrival
			var d []Departure
			for lane := firstA; lane < lastA; lane++ {
				a = plan.Arrivals.AppendArrivals(a, &scratch, lane, epoch)
			}
			for lane := firstD; lane < lastD; lane++ {
				d = plan.Departures.AppendDepartures(d, &scratch, lane, epoch)
			}
			checkSorted(t, gen.Arrivals, a, Arrival.offset)
			checkSorted(t, gen.Departures, d, Departure.Offset)
		}
	})
}

// TestBulkDrawsAreTheDefinition: the events of a lane are those that the blocks of the counter (index, lane, epoch) give one by one.
func TestBulkDrawsAreTheDefinition(t *testing.T) {
	for _, ports := range []int{1, 7, 300} {
		sys := &System{
			Graph:    graph.Complete{L: ports, N: ports},
			Types:    []Type{{Rate: 1, Count: ports}},
			Arrivals: float64(ports),
			Seed:     12,
		}
		plan, err := NewPlan(sys)
		if err != nil {
			t.Fatal(err)
		}
		key := rng.NewKey(sys.Seed, rng.Arrival)
		var scratch Scratch
		for lane := range plan.Arrivals.Lanes {
			for _, epoch := range []uint64{0, 5, MaxEpochs - 1} {
				for i, a := range plan.Arrivals.AppendArrivals(nil, &scratch, lane, epoch) {
					b := key.At(uint32(i), uint32(lane), uint32(epoch), uint32(epoch>>32))
					l := &plan.Arrivals.Lanes[lane]
					seed := uint64(b[2]) | uint64(b[3])<<32
					want := Arrival{b[0], l.First + rng.Below32(b[1], l.N, seed^saltPick), seed}
					if a != want {
						t.Fatalf("%d ports, lane %d, epoch %d, arrival %d: %+v, want %+v", ports, lane, epoch, i, a, want)
					}
				}
			}
		}
	}
}
