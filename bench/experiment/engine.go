package experiment

import (
	"context"
	"fmt"

	"shardq/alloc"
	"shardq/bench/scenario"
	"shardq/kernel"
	"shardq/kernel/lumped"
	"shardq/shard"
)

// simulator is one run of one system on either engine.
type simulator interface {
	Advance(ctx context.Context, until float64) error
	Tick() float64
	Progress() (now float64, arrived uint64)
	Counters() kernel.Counters
	Digest() uint64
	Occupancy() []uint64
	Close() error
}

// lumpedNote says in reports what the lumped engine is.
const lumpedNote = "counts of servers only, equal in law to the full one"

// engine starts a system on the engine of the scenario. The note says in words why the number of shards is not the one asked for, or is empty.
func (c *course) engine(sys *kernel.System) (sim simulator, shards int, note string, err error) {
	if c.sc.Run.Engine == scenario.Lumped {
		sim, err := lumped.New(sys, lumped.Config{ISA: c.cfg.ISA})
		if err != nil {
			return nil, 0, "", err
		}
		if c.asked > 1 {
			note = fmt.Sprintf("the lumped engine has nothing to divide: 1 shard instead of %d", c.asked)
		}
		return sim, 1, note, nil
	}
	s, err := shard.New(sys, c.cfg)
	if err != nil {
		return nil, 0, "", err
	}
	return s, s.Shards(), s.Note(), nil
}

// shardConfig returns how the full engine is to run a scenario on so many shards; 0 lets it choose.
func shardConfig(sc *scenario.Scenario, opt Options, shards int, arena *alloc.Arena) shard.Config {
	cfg := shard.Config{Shards: shards, Window: opt.Window, Arena: arena, ISA: opt.level(), State: shard.State(opt.State), Pin: opt.Pin}
	switch sc.Kernel.Idle { // auto, and rank, which is all that complete graphs have, leave it to the engine
	case scenario.KeyIdle:
		cfg.Idle = kernel.IdleByKey
	case scenario.RowIdle:
		cfg.Idle = kernel.IdleByRow
	case scenario.PortIdle:
		cfg.Idle = kernel.IdleByPort
	}
	return cfg
}

// epochEvents returns the mean number of events in an epoch of the engine's clock.
func epochEvents(sc *scenario.Scenario, sys *kernel.System) int {
	if sc.Run.Engine == scenario.Lumped {
		return lumped.EpochEvents
	}
	return kernel.EpochEvents(sys)
}
