package shard

import (
	"fmt"
	"runtime"

	"shardq/kernel"
)

// SmallSystem is the number of servers below which the barrier costs more than a second core brings.
const SmallSystem = 1 << 14

// choose settles the number of shards for a system. asked is 0 for the program's choice. The note says why it is not what was asked.
func choose(sys *kernel.System, asked int) (shards int, note string) {
	if kernel.LooksAtAll(sys) {
		if asked > 1 {
			note = fmt.Sprintf("%v on a complete graph looks at every server for every job, so there is nothing to divide: 1 shard instead of %d", sys.Policy.Rule, asked)
		}
		return 1, note
	}
	if asked > 0 {
		return asked, ""
	}
	if sys.Servers() < SmallSystem {
		return 1, ""
	}
	return min(runtime.GOMAXPROCS(0), MaxShards), ""
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
	shards, _ := choose(sys, cfg.Shards)
	m := Memory{State: uint64(shards) * uint64(sys.Servers()) * uint64(layout.Width/8)}
	if kernel.LooksAtAll(sys) {
		m.State += uint64(sys.Servers()) / 8 * 5 // a bit a server for each number of jobs in use; few are at a time
	}
	arrivals := uint64(plan.Arrivals.MaxEvents(0, len(plan.Arrivals.Lanes)))
	departures := uint64(plan.Departures.MaxEvents(0, len(plan.Departures.Lanes)))
	m.Exchange = 2 * (arrivals*arrivalBytes + departures*departureBytes) // as drawn, and in order of time
	if shards > 1 {
		m.Exchange *= epochs
		// At worst a window is an epoch: each shard publishes its claims twice over and lists all claims and departures.
		m.Exchange += 2*arrivals*claimBytes + uint64(shards)*(arrivals*claimBytes+departures*departureBytes)
	}
	return m, nil
}

// Bytes of an event, places in the ledger and in lists included.
const (
	arrivalBytes   = 16
	departureBytes = 8
	claimBytes     = 16 + 4 + 16
)
