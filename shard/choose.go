package shard

import (
	"fmt"
	"runtime"

	"shardq/kernel"
)

// SmallSystem is the number of servers below which the barrier costs more than a second core brings.
const SmallSystem = 1 << 15

// choose settles the number of shards for a system that finds idle servers in the given way. asked is 0 for the program's choice. The note
// says why it is not what was asked.
func choose(sys *kernel.System, idle kernel.IdleWay, asked int) (shards int, note string) {
	if kernel.LooksAtAll(sys) {
		if asked > 1 {
			note = fmt.Sprintf(
				"%v on a complete graph looks at every server for every job, so there is nothing to divide: 1 shard instead of %d",
				sys.Policy.Rule,
				asked,
			)
		}
		return 1, note
	}
	if kernel.OneOrder(sys) {
		if asked > 1 {
			note = fmt.Sprintf(
				"%v with p_fast + p_slow below 1 needs jobs in the order of time: 1 shard instead of %d",
				sys.Policy.Rule,
				asked,
			)
		}
		return 1, note
	}
	if asked > 0 {
		return asked, ""
	}
	if sys.Servers() < SmallSystem ||
		idle == kernel.IdleByPort { // with few ports and long rows, jobs that come together want the same servers
		return 1, ""
	}
	return min(runtime.GOMAXPROCS(0), MaxShards), ""
}

// SharedState is the size of the state in bytes from which on shards use one array instead of a copy each: then nearly every look at a
// server goes beyond the caches of a core, so that a line last written by another core costs no more than any other, and nobody repeats
// what others write.
const SharedState = 4 << 20

// With many shards, what each repeats for its copy outweighs lines that move between cores. These limits follow from the model of `shardq
// bench scale` and phase times on two cores; they have not been measured on more.
const (
	manyShards = 4
	manyShared = 1 << 17
)

// shareState says whether shards use one array of keys.
func shareState(sys *kernel.System, l kernel.Layout, asked State, shards int) bool {
	if asked != "" {
		return asked == Shared
	}
	size := sys.Servers() * l.Width / 8
	return size >= SharedState || shards >= manyShards && size >= manyShared
}

// Memory is what a run needs, in bytes.
type Memory struct {
	State    uint64 // keys of the servers, for all shards
	Exchange uint64 // events and claims
}

// Estimate returns the memory that New would take for a system, the graph excluded. Of the graph only its sizes are read.
func Estimate(sys *kernel.System, cfg Config) (Memory, error) {
	layout, err := kernel.NewLayout(sys)
	if err != nil {
		return Memory{}, err
	}
	plan, err := kernel.NewPlan(sys)
	if err != nil {
		return Memory{}, err
	}
	idle := kernel.ChooseIdleWay(sys, layout, cfg.Idle)
	shards, _ := choose(sys, idle, cfg.Shards)
	m := Memory{State: uint64(sys.Servers()) * uint64(layout.Width/8)}
	if sys.Service != nil {
		m.State += uint64(sys.Servers()) // phases
	}
	set, common := kernel.IdleBytes(sys, idle)
	m.State += set
	if !shareState(sys, layout, cfg.State, shards) {
		m.State *= uint64(shards)
	}
	m.State += common
	if kernel.LooksAtAll(sys) {
		m.State += uint64(sys.Servers()) / 8 * 5 // a bit a server for each number of jobs in use; few are at a time
	}
	arrivals := uint64(plan.Arrivals.MaxEvents(0, len(plan.Arrivals.Lanes)))
	departures := uint64(plan.Departures.MaxEvents(0, len(plan.Departures.Lanes)))
	m.Exchange = 2 * (arrivals*arrivalBytes + departures*departureBytes) // as drawn, and in order of time
	if shards > 1 {
		m.Exchange *= epochs
		// At worst a window is an epoch, and one shard routes all of it: each has room to list all claims three times, and all departures.
		m.Exchange += uint64(shards) * (3*arrivals*claimBytes + departures*departureBytes)
	}
	return m, nil
}

// Bytes of an event, places in the ledger and in lists included.
const (
	arrivalBytes   = 16
	departureBytes = 8
	claimBytes     = 16 + 4 + 16
)
