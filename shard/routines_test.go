package shard

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/elastic"
	"shardq/kernel/lumped"
	"shardq/kernel/policy"
)

// routinesLevel is how TestLevelGoverns tells the process that it starts which level to run at.
var routinesLevel = flag.String("routines-level", "", "instruction set of TestEveryRoutine; nothing for the best")

// TestEveryRoutine: a run of each kind that makes a difference to which routines are called: form of the rows, width of the keys, rule,
// way to find idle servers, size of the state against the caches, one shard or two, and the engines that count servers. What the runs come
// to is printed.
func TestEveryRoutine(t *testing.T) {
	level, err := isa.Parse(*routinesLevel)
	if err != nil {
		t.Fatal(err)
	}
	const (
		wide  = 400_000    // servers whose keys of 4 bytes do not fit into a second-level cache
		vast  = 13_000_000 // servers whose idle bits do not
		short = 0.02       // of an epoch
	)
	for _, c := range []struct {
		form                   string
		rule                   policy.Rule
		servers, ports, buffer int
		mean                   float64 // degree
		idle                   kernel.IdleWay
		epochs                 float64
	}{
		{"stored", policy.JFSQ, 600, 900, 5, 30, "", 2},
		{"stored", policy.JSQ, 600, 900, 1000, 30, "", 2},
		{"stored", policy.JSQ, 600, 900, 1 << 20, 30, "", 2},
		{"packed", policy.JFSQ, 600, 900, 5, 30, "", 2},
		{"packed", policy.JSQ, 600, 900, 1000, 30, "", 2},
		{"packed", policy.JIQ, 600, 900, 1 << 20, 30, "", 2},
		{"computed", policy.JFSQ, 600, 900, 5, 30, "", 2},
		{"computed", policy.JSQD, 601, 900, 1000, 30, "", 2},
		{"computed", policy.Random, 600, 900, 5, 30, "", 2},
		{"stored", policy.JFIQ, 600, 900, 5, 30, kernel.IdleByRow, 2},
		{"packed", policy.JIQ, 600, 900, 5, 30, kernel.IdleByRow, 2},
		{"computed", policy.JIQJSQD, 600, 900, 5, 30, kernel.IdleByRow, 2},
		{"computed", policy.JFIQ, 600, 900, 5, 30, kernel.IdleByKey, 2},
		{"complete", policy.JSQD, 600, 600, 5, 600, "", 2},
		{"complete", policy.JFSQ, 600, 600, 5, 600, "", 2},
		{"stored", policy.JFSQ, wide, 2000, 1 << 20, 30, "", short},
		{"packed", policy.JFSQ, wide, 2000, 1 << 20, 30, "", short},
		{"computed", policy.JFSQ, wide, 2000, 1 << 20, 30, "", short},
		{"computed", policy.JIQ, vast, 2000, 5, 30, kernel.IdleByRow, 0.001},
		{"stored", policy.JFIQ, 1 << 16, 8, 5, 1 << 14, kernel.IdleByPort, short},
		{"computed", policy.JIQ, 1 << 18, 8, 5, 1 << 17, kernel.IdleByPort, short},
	} {
		cfg := graph.Config{Ports: c.ports, Servers: c.servers, Seed: 5, ISA: level}
		probability := graph.MeanDegreeProbability(c.servers, c.mean)
		sys := &kernel.System{
			Types:  []kernel.Type{{Rate: 2, Count: c.servers / 4}, {Rate: 1, Count: c.servers - c.servers/4}},
			Buffer: c.buffer, Policy: policy.Policy{Rule: c.rule, D: 2}, Seed: 3,
		}
		var err error
		switch c.form {
		case "stored":
			sys.Graph, err = graph.Bernoulli(context.Background(), cfg, probability)
		case "packed":
			sys.Graph, err = graph.PackBernoulli(context.Background(), cfg, probability)
		case "computed":
			sys.Graph, err = graph.NewComputed(cfg, probability)
		default:
			sys.Graph = graph.Complete{L: c.ports, N: c.servers}
		}
		if err != nil {
			t.Fatal(err)
		}
		sys.Arrivals = 0.8 * sys.Capacity()
		for _, shards := range []int{1, 2} {
			sim, err := New(sys, Config{Shards: shards, ISA: level, Idle: c.idle})
			if err != nil {
				t.Fatal(err)
			}
			advance(t, sim, c.epochs)
			fmt.Printf("%s, %v, %d servers, %d shards: digest %016x\n", c.form, c.rule, c.servers, shards, sim.Digest())
			if err := sim.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	counted, err := lumped.New(&kernel.System{
		Graph: graph.Complete{L: 1, N: 100}, Types: []kernel.Type{{Rate: 1, Count: 100}}, Buffer: 5, Arrivals: 90,
		Policy: policy.Policy{Rule: policy.JSQD, D: 2}, Seed: 1,
	}, lumped.Config{ISA: level})
	if err != nil {
		t.Fatal(err)
	}
	jumping, err := elastic.New(&elastic.System{Servers: 100, Buffer: 10, Rate: 1, Arrivals: 30, Standby: 2, Setup: 1, Seed: 1}, level)
	if err != nil {
		t.Fatal(err)
	}
	for _, sim := range []interface {
		Advance(ctx context.Context, until float64) error
		Digest() uint64
	}{counted, jumping} {
		if err := sim.Advance(context.Background(), 50); err != nil {
			t.Fatal(err)
		}
		fmt.Printf("%T: digest %016x\n", sim, sim.Digest())
	}
}
