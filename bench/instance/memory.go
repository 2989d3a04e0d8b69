package instance

import (
	"fmt"
	"strings"

	"shardq/alloc"
	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/graph"
)

// Memory is what a run needs, in bytes, by purpose.
type Memory struct {
	Graph      uint64 // while it is being built or read
	Rates      uint64 // of ports, if they differ, and the tables to draw from them
	State      uint64 // of servers
	Exchange   uint64 // events and claims
	Statistics uint64 // counts of all batches
	Analysis   uint64 // of the graph, where that is not run but described or divided
}

// Total returns the sum.
func (m Memory) Total() uint64 {
	sum := uint64(0)
	for _, p := range m.parts() {
		sum += p.bytes
	}
	return sum
}

type part struct {
	name  string
	bytes uint64
}

func (m Memory) parts() []part {
	return []part{{"graph", m.Graph}, {"rates", m.Rates}, {"state", m.State}, {"exchange", m.Exchange}, {"statistics", m.Statistics},
		{"analysis", m.Analysis}}
}

// PortRatesNeed estimates the memory of the port rates, if they differ, and of the tables to draw from them for so many simulations.
func PortRatesNeed(sc *scenario.Scenario, simulations int) uint64 {
	if sc.Port.Zipf > 0 || sc.Port.File != "" || sc.Port.List != nil {
		return 8 * uint64(sc.Ports()) * uint64(1+simulations)
	}
	return 0
}

// GraphNeed estimates the memory that [Graph] would take, before anything is built.
func GraphNeed(sc *scenario.Scenario) Memory {
	rates := PortRatesNeed(sc, 0)
	if free, ok := alloc.Available(); ok && rates > free {
		return Memory{Rates: rates}
	}
	_, bytes := graphSize(sc)
	return Memory{Graph: bytes}
}

// GraphFileNeed estimates the memory that reading a graph file would take. A file that cannot be looked at takes none.
func GraphFileNeed(path string) Memory {
	edges, bytes := fileSize(path)
	return Memory{Graph: bytes + graph.EstimateBytes(0, edges)}
}

// Check refuses what does not fit into the memory that is free now, by a *MemoryError.
func (m Memory) Check() error {
	if free, ok := alloc.Available(); ok && m.Total() > free {
		return &MemoryError{Need: m, Free: free}
	}
	return nil
}

// MemoryError says that a run does not fit into memory. It wraps alloc.ErrMemory.
type MemoryError struct {
	Need Memory
	Free uint64
}

// Error names the need, its parts, and what is free.
func (e *MemoryError) Error() string {
	var parts []string
	for _, p := range e.Need.parts() {
		if p.bytes > e.Need.Total()/1000 { // the rest is of no interest to whoever must make room
			parts = append(parts, p.name+" "+report.Bytes(p.bytes).String())
		}
	}
	return fmt.Sprintf("instance: needs about %v (%s), this machine has %v free",
		report.Bytes(e.Need.Total()), strings.Join(parts, ", "), report.Bytes(e.Free))
}

// Unwrap returns alloc.ErrMemory.
func (e *MemoryError) Unwrap() error { return alloc.ErrMemory }
