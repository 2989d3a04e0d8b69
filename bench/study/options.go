package study

import (
	"errors"
	"fmt"

	"shardq/alloc"
	"shardq/graph/isa"
	"shardq/shard"
)

// Options says how a scenario is run. It changes speed, memory and what is told meanwhile, never a result. The zero value lets the program
// choose.
type Options struct {
	Shards   int           // 1 to shard.MaxShards for every replication; 0 chooses
	Window   float64       // mean arrivals per window; 0 adapts
	ISA      string        // "generic", "avx2", "avx512", or "" for the best
	Pin      bool          // bind shards to cores
	State    string        // "copies", a copy of the servers for each shard; "shared", one for all; or "" to choose by size
	Backing  alloc.Backing // where graph and state live
	Progress func(Update)  // called about ten times a second, never from the simulation; nil for silence
}

// Validate reports everything that is wrong, joined into one error.
func (o Options) Validate() error {
	var errs []error
	if o.Shards < 0 || o.Shards > shard.MaxShards {
		errs = append(errs, fmt.Errorf("study: %d shards, want 1 to %d, or 0 to choose", o.Shards, shard.MaxShards))
	}
	if o.Window != 0 && !(o.Window >= 0.1) {
		errs = append(errs, fmt.Errorf("study: a window of %v arrivals, want at least 0.1, or 0 to choose", o.Window))
	}
	if o.State != "" && o.State != "copies" && o.State != "shared" {
		errs = append(errs, fmt.Errorf("study: unknown form of the state %q, want copies or shared, or nothing to choose", o.State))
	}
	if _, err := isa.Parse(o.ISA); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// level returns the instruction set of valid options.
func (o Options) level() isa.Level {
	level, err := isa.Parse(o.ISA)
	if err != nil {
		panic("study: options were not validated")
	}
	return level
}

// idle names the settings that were made and mean nothing on an engine of one core.
func (o Options) idle() (names []string) {
	for _, s := range []struct {
		name string
		set  bool
	}{
		{"shards", o.Shards > 0}, {"window", o.Window != 0}, {"state", o.State != ""}, {"isa", o.ISA != ""}, {"pin", o.Pin},
		{"no-huge", o.Backing == alloc.Heap},
	} {
		if s.set {
			names = append(names, s.name)
		}
	}
	return names
}
