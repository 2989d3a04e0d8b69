package shard

import (
	"fmt"
	"runtime"

	"shardq/kernel"
)

// smallSystem is the number of servers below which the barrier costs more than a second core brings.
const smallSystem = 1 << 14

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
	if sys.Servers() < smallSystem {
		return 1, ""
	}
	return min(runtime.GOMAXPROCS(0), MaxShards), ""
}

// Memory is what a run needs, in bytes.
type Memory struct {
	State    uint64 // keys of the servers, for all shards
	Exchange uint64 // events and claims
}

// Estimate returns the memory that New would take for a system, the graph excluded.
func Estimate(sys *kernel.System, cfg Config) (Memory, error) {
	layout, err := kernel.NewLayout(sys)
	if err != nil {
		return Memory{}, err
	}
	shards, _ := choose(sys, cfg.Shards)
	m := Memory{State: uint64(shards) * uint64(sys.Servers()) * uint64(layout.Width/8)}
	if kernel.LooksAtAll(sys) {
		m.State += uint64(sys.Servers()) / 4 * 2 // two levels of the index at a time are typical
	}
	// Events are drawn twice over (as drawn, and in order of time); windows keep three epochs and the claims of two windows.
	events := uint64(kernel.EpochEvents(sys))
	m.Exchange = events * 40
	if shards > 1 {
		m.Exchange = events * (3*24 + 24) * 2
		m.Exchange += uint64(shards) * events * 40
	}
	return m, nil
}
