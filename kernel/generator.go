package kernel

import (
	"errors"
	"fmt"

	"shardq/alloc"
	"shardq/graph/isa"
)

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
	epoch   uint64 // being drawn, plus one; 0 if none
	lane    int    // lanes drawn of it, arrivals first
}

// NewGenerator takes arrival lanes firstA .. lastA-1 and departure lanes firstD .. lastD-1, and draws them with the instructions of a
// level. Its buffers come from the arena, nil for the heap.
func NewGenerator(arena *alloc.Arena, plan *Plan, firstA, lastA, firstD, lastD int, level isa.Level) (*Generator, error) {
	maxA, maxD := plan.Arrivals.MaxEvents(firstA, lastA), plan.Departures.MaxEvents(firstD, lastD)
	g := &Generator{plan: plan, firstA: firstA, lastA: lastA, firstD: firstD, lastD: lastD, scratch: Scratch{ISA: level}}
	var errs [4]error
	g.Arrivals, errs[0] = alloc.Make[Arrival](arena, alloc.Exchange, maxA)
	g.rawA, errs[1] = alloc.Make[Arrival](arena, alloc.Exchange, maxA)
	g.Departures, errs[2] = alloc.Make[Departure](arena, alloc.Exchange, maxD)
	g.rawD, errs[3] = alloc.Make[Departure](arena, alloc.Exchange, maxD+1) // one more: departures are drawn in pairs
	if err := errors.Join(errs[:]...); err != nil {
		return nil, errors.Join(fmt.Errorf("kernel: events of an epoch: %w", err), g.Free(arena))
	}
	g.Arrivals, g.Departures = g.Arrivals[:0], g.Departures[:0]
	return g, nil
}

// Bytes returns the size of the buffers.
func (g *Generator) Bytes() uint64 {
	return 16*uint64(cap(g.Arrivals)+cap(g.rawA)) + 8*uint64(cap(g.Departures)+cap(g.rawD))
}

// Free returns the buffers to the arena that they came from. It may be called twice.
func (g *Generator) Free(arena *alloc.Arena) error {
	defer func() { g.Arrivals, g.rawA, g.Departures, g.rawD = nil, nil, nil, nil }() // the addresses may soon belong to somebody else
	return errors.Join(alloc.Free(arena, g.Arrivals[:cap(g.Arrivals)]), alloc.Free(arena, g.rawA[:cap(g.rawA)]),
		alloc.Free(arena, g.Departures[:cap(g.Departures)]), alloc.Free(arena, g.rawD[:cap(g.rawD)]))
}

// Load draws the events of an epoch, or what Step has left to draw of it.
func (g *Generator) Load(epoch uint64) {
	for g.Step(epoch) {
	}
	g.Arrivals = g.Arrivals[:len(g.rawA)]
	g.Departures = g.Departures[:len(g.rawD)]
	g.sorter.Arrivals(g.Arrivals, g.rawA)
	g.sorter.Departures(g.Departures, g.rawD)
	g.epoch = 0
}

// Step draws one lane of an epoch. It reports false, and does nothing, when all are drawn; what is loaded is not touched before Load.
func (g *Generator) Step(epoch uint64) bool {
	if g.epoch != epoch+1 {
		g.epoch, g.lane = epoch+1, 0
		g.rawA, g.rawD = g.rawA[:0], g.rawD[:0]
	}
	i := g.lane
	switch arrivals := g.lastA - g.firstA; {
	case i < arrivals:
		g.rawA = g.plan.Arrivals.AppendArrivals(g.rawA, &g.scratch, g.firstA+i, epoch)
	case i-arrivals < g.lastD-g.firstD:
		g.rawD = g.plan.Departures.AppendDepartures(g.rawD, &g.scratch, g.firstD+i-arrivals, epoch)
	default:
		return false
	}
	g.lane++
	return true
}
