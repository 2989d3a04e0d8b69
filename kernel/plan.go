package kernel

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"shardq/graph/rng"
)

// TicksPerEpoch is the number of ticks in an epoch. A tick number is epoch<<32 | offset.
const TicksPerEpoch = 1 << 32

// MaxEpochs bounds a run: the clock has 63 bits.
const MaxEpochs = 1 << 31

// Targets that fix epochs and lanes. They are part of the definition of a trajectory: changing one changes every result.
const (
	minEpochEvents = 4096    // mean number of events in an epoch of a small system
	maxEpochEvents = 1 << 17 // and of a large one
	eventsPerLane  = 64      // wanted at least, over both processes
	maxLanes       = 256
)

// Plan is the random future of a system: its clock, its lanes, and the law of the events in each.
type Plan struct {
	Epoch      float64 // length of an epoch in units of the model's time
	Arrivals   Process
	Departures Process
}

// Process is a set of lanes with one stream of random numbers.
type Process struct {
	Lanes  []Lane
	counts rng.Key
	events rng.Key
	ticks  uint32 // mask of offsets
}

// Lane is a block of consecutive entities whose events are drawn together.
type Lane struct {
	First, N uint32  // entities First .. First+N-1
	Rate     float64 // events per unit of time
	count    *rng.Poisson
	pick     *rng.Alias // nil if all entities have the same rate
}

// NewPlan lays out clock and lanes of a valid system.
func NewPlan(sys *System) (*Plan, error) {
	n, l := sys.Servers(), sys.Graph.Ports()
	events := EpochEvents(sys)
	p := &Plan{Epoch: float64(events) / sys.EventRate()}
	if !(p.Epoch > 0) || math.IsInf(p.Epoch, 0) {
		return nil, fmt.Errorf("kernel: rates out of range: arrivals %v, capacity %v", sys.Arrivals, sys.Capacity())
	}
	lanes := min(maxLanes, events/eventsPerLane)
	tables := map[float64]*rng.Poisson{} // looked up by mean, never iterated
	var err error

	portRate := func(int) float64 { return 1 }
	alike := func(first, last int) bool { return sys.PortRates == nil }
	sum := float64(l)
	if sys.PortRates != nil {
		portRate = func(i int) float64 { return sys.PortRates[i] }
		sum = 0
		for _, r := range sys.PortRates {
			sum += r
		}
		if math.IsInf(sum, 0) {
			return nil, errors.New("kernel: port rates: their sum is not finite")
		}
	}
	if p.Arrivals, err = newProcess(l, lanes, p.Epoch, sys.Arrivals/sum, portRate, alike, tables); err != nil {
		return nil, fmt.Errorf("kernel: port rates: %w", err)
	}
	p.Arrivals.counts = rng.NewKey(sys.Seed, rng.ArrivalCount)
	p.Arrivals.events = rng.NewKey(sys.Seed, rng.Arrival)

	p.Arrivals.ticks = ^uint32(0) << sys.CoarseTicks

	ends := sys.typeEnds()
	typeOf := func(i int) int { return sort.Search(len(ends), func(m int) bool { return uint32(i) < ends[m] }) }
	peak := sys.Service.Peak()
	serverRate := func(i int) float64 { return float64(sys.Types[typeOf(i)].Rate * peak) }
	alike = func(first, last int) bool { return typeOf(first) == typeOf(last) }
	if p.Departures, err = newProcess(n, lanes, p.Epoch, 1, serverRate, alike, tables); err != nil {
		return nil, fmt.Errorf("kernel: service rates: %w", err)
	}
	p.Departures.counts = rng.NewKey(sys.Seed, rng.DepartureCount)
	p.Departures.events = rng.NewKey(sys.Seed, rng.Departure)
	p.Departures.ticks = p.Arrivals.ticks
	return p, nil
}

// EpochEvents returns the mean number of events in an epoch.
func EpochEvents(sys *System) int {
	return min(max((sys.Servers()+sys.Graph.Ports())/256, minEpochEvents), maxEpochEvents)
}

// typeEnds returns for each type the id after its last server.
func (s *System) typeEnds() []uint32 {
	ends := make([]uint32, len(s.Types))
	n := uint32(0)
	for i, t := range s.Types {
		n += uint32(t.Count)
		ends[i] = n
	}
	return ends
}

// newProcess cuts n entities into at most lanes blocks of equal size. Entity i has rate scale*rate(i). alike reports whether entities first
// .. last are known to have the same rate without asking for each.
func newProcess(
	n, lanes int,
	epoch, scale float64,
	rate func(int) float64,
	alike func(first, last int) bool,
	tables map[float64]*rng.Poisson,
) (Process, error) {
	size := (n + lanes - 1) / lanes
	var p Process
	weights := make([]float64, 0, size)
	for first := 0; first < n; first += size {
		count := min(size, n-first)
		weights = weights[:0]
		equal, sum := true, 0.0
		ask := count
		if alike(first, first+count-1) {
			ask = 1
		}
		for i := range ask {
			w := rate(first + i)
			if !(w >= 0) || math.IsInf(w, 0) {
				return p, fmt.Errorf("rate %v of entity %d is not a finite number of at least 0", w, first+i)
			}
			equal = equal && (i == 0 || w == weights[0])
			weights = append(weights, w)
			sum += w
		}
		lane := Lane{First: uint32(first), N: uint32(count)}
		if equal {
			sum = float64(weights[0] * float64(count))
		}
		lane.Rate = float64(sum * scale)
		mean := float64(lane.Rate * epoch)
		if lane.count = tables[mean]; lane.count == nil {
			var err error
			if lane.count, err = rng.NewPoisson(mean); err != nil {
				return p, err
			}
			tables[mean] = lane.count
		}
		if !equal && sum > 0 {
			var err error
			if lane.pick, err = rng.NewAlias(weights); err != nil {
				return p, err
			}
		}
		p.Lanes = append(p.Lanes, lane)
	}
	return p, nil
}

// Ticks converts a time in units of the model to the nearest tick.
func (p *Plan) Ticks(t float64) (uint64, error) {
	epochs := t / p.Epoch
	if !(epochs >= 0 && epochs < MaxEpochs) {
		return 0, fmt.Errorf("kernel: time %v is outside the clock of this system, which ends at %v", t, float64(p.Epoch*MaxEpochs))
	}
	whole := math.Floor(epochs)
	return uint64(whole)<<32 + uint64(math.RoundToEven(float64((epochs-whole)*TicksPerEpoch))), nil
}

// Time converts ticks to units of the model.
func (p *Plan) Time(ticks uint64) float64 {
	return float64(p.Epoch * (float64(ticks) / TicksPerEpoch))
}

// MaxEvents returns the largest number of events that lanes first .. last-1 can have in one epoch: the size of a buffer that always
// suffices.
func (p *Process) MaxEvents(first, last int) int {
	n := 0
	for i := range p.Lanes[first:last] {
		n += p.Lanes[first+i].count.Max()
	}
	return n
}

// Split cuts the lanes into parts of nearly equal total rate: part i has lanes cut[i] .. cut[i+1]-1. Parts may be empty.
func (p *Process) Split(parts int) (cut []int) {
	total := 0.0
	for i := range p.Lanes {
		total += p.Lanes[i].Rate
	}
	cut = make([]int, parts+1)
	lane, sum := 0, 0.0
	for i := 1; i < parts; i++ {
		want := total * float64(i) / float64(parts)
		for lane < len(p.Lanes) && sum+p.Lanes[lane].Rate/2 <= want {
			sum += p.Lanes[lane].Rate
			lane++
		}
		cut[i] = lane
	}
	cut[parts] = len(p.Lanes)
	return cut
}
