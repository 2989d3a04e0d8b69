package experiment

import (
	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/scenario"
	"shardq/kernel/lumped"
	"shardq/shard"
)

// Need estimates the memory that Run would take, before anything is built.
func Need(sc *scenario.Scenario, opt Options) (instance.Memory, error) {
	if isModel(sc) {
		return modelNeed(sc, opt)
	}
	if err := opt.Validate(); err != nil {
		return instance.Memory{}, fault.Input(err)
	}
	workers, shards := division(sc, opt)
	if openEnded(&sc.Run) {
		workers = sc.Run.Replications // all of them are there until the end
	}
	rates := instance.PortRatesNeed(sc, workers)
	if free, ok := alloc.Available(); ok && rates > free { // the size of some graphs is not known without them
		return instance.Memory{Rates: rates}, nil
	}
	g, bytes := instance.Outline(sc)
	need := instance.Memory{Graph: bytes, Rates: rates}
	for _, policy := range sc.Policies {
		if sc.Run.Engine == scenario.Lumped {
			need.State = max(need.State, uint64(workers)*lumped.Bytes(instance.System(sc, g, nil, policy)))
			continue
		}
		m, err := shard.Estimate(instance.System(sc, g, nil, policy), shardConfig(sc, opt, shards, nil))
		if err != nil {
			return instance.Memory{}, fault.Input(err)
		}
		need.State = max(need.State, uint64(workers)*m.State)
		need.Exchange = max(need.Exchange, uint64(workers)*m.Exchange)
	}
	jobs := sc.Buffer()
	if jobs == 0 {
		jobs = 64 // longer queues add rows as they are met, of a few bytes each
	}
	sets := uint64(sc.Run.Replications)
	if sets < alone {
		sets *= uint64(batches(sc))
	}
	need.Statistics = sets * (256 + 2*uint64(len(sc.Types()))*(24+8*uint64(jobs+1)))
	return need, nil
}
