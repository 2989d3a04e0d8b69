package kernel

// Generator draws the events of some lanes, an epoch at a time, in order of time. Its buffers are sized once for the largest epoch.
type Generator struct {
	plan                         *Plan
	firstA, lastA, firstD, lastD int

	Arrivals   []Arrival   // of the loaded epoch, in order of time
	Departures []Departure // the same

	rawA    []Arrival
	rawD    []Departure
	sorter  Sorter
	scratch Scratch
}

// NewGenerator takes arrival lanes firstA .. lastA-1 and departure lanes firstD .. lastD-1.
func NewGenerator(plan *Plan, firstA, lastA, firstD, lastD int) *Generator {
	maxA, maxD := plan.Arrivals.MaxEvents(firstA, lastA), plan.Departures.MaxEvents(firstD, lastD)
	return &Generator{
		plan: plan, firstA: firstA, lastA: lastA, firstD: firstD, lastD: lastD,
		Arrivals: make([]Arrival, 0, maxA), Departures: make([]Departure, 0, maxD),
		rawA: make([]Arrival, 0, maxA), rawD: make([]Departure, 0, maxD+1), // one more: departures are drawn in pairs
	}
}

// Load draws the events of an epoch.
func (g *Generator) Load(epoch uint64) {
	g.rawA, g.rawD = g.rawA[:0], g.rawD[:0]
	for lane := g.firstA; lane < g.lastA; lane++ {
		g.rawA = g.plan.Arrivals.AppendArrivals(g.rawA, &g.scratch, lane, epoch)
	}
	for lane := g.firstD; lane < g.lastD; lane++ {
		g.rawD = g.plan.Departures.AppendDepartures(g.rawD, &g.scratch, lane, epoch)
	}
	g.Arrivals = g.Arrivals[:len(g.rawA)]
	g.Departures = g.Departures[:len(g.rawD)]
	g.sorter.Arrivals(g.Arrivals, g.rawA)
	g.sorter.Departures(g.Departures, g.rawD)
}

// Bytes returns the size of the buffers.
func (g *Generator) Bytes() uint64 {
	return 16*uint64(cap(g.Arrivals)+cap(g.rawA)) + 8*uint64(cap(g.Departures)+cap(g.rawD))
}
