package validation

import (
	"context"
	"fmt"
	"math"

	"shardq/bench/scenario/input"
	"shardq/bench/study"
	"shardq/graph/isa"
)

// shardSystems are systems of every shape, small enough to run in many ways.
var shardSystems = []struct{ name, text string }{
	{"jfsq, random graph, four types", `
servers: {count: 2000, buffer: 5, types: [
  {share: 0.25, rate: 1}, {share: 0.25, rate: 0.5}, {share: 0.25, rate: 0.25}, {share: 0.25, rate: 0.125}]}
ports: {count: 1500, load: 0.9}
graph: {kind: bernoulli, mean_degree: 20}
policy: {name: jfsq}
run: {warmup: 5, measure: 20}
`},
	{"jiq, complete graph, no limit", `
servers: {count: 1000, types: [{share: 1, rate: 1}]}
ports: {count: 1, load: 0.8}
graph: {kind: complete}
policy: {name: jiq}
run: {warmup: 5, measure: 15}
`},
	{"supermarket, ring", `
servers: {count: 1000, buffer: 9, types: [{share: 1, rate: 1}]}
ports: {load: 0.9}
graph: {kind: ring, degree: 6}
policy: {name: supermarket, d: 2}
run: {warmup: 5, measure: 15}
`},
	{"jsq-2-2, computed graph", `
servers: {count: 1000, buffer: 9, types: [{share: 0.5, rate: 1}, {share: 0.5, rate: 0.25}]}
ports: {count: 1000, load: 0.8}
graph: {kind: computed, degree: 12}
policy: {name: jsq-2-2, p_fast: 0.8, p_slow: 0.5}
run: {warmup: 5, measure: 20}
`},
	{"jfiq, hyper-exponential service", `
servers: {count: 1000, buffer: 5, types: [{share: 0.5, rate: 1}, {share: 0.5, rate: 0.5}]}
ports: {count: 800, load: 0.9}
graph: {kind: regular, degree: 10}
service: {law: hyper-exponential, scv: 4}
policy: {name: jfiq}
run: {warmup: 5, measure: 15}
`},
}

// shardParts run one system in every way: whatever the shards, the windows, the form of the state and the instruction set, the digest is
// the same.
func shardParts() (parts []part, err error) {
	for _, s := range shardSystems {
		parts = append(parts, part{shardGroup, s.name, true, 0, func(ctx context.Context, e effort) ([]CheckRow, error) {
			sc, err := input.Parse(s.name, []byte(s.text), []input.Set{{Path: "run.seed", Value: fmt.Sprint(e.seed)}})
			if err != nil {
				return nil, err
			}
			ways := waysToRun(e.quick)
			same, first := 0, ""
			for _, opt := range ways {
				r, err := study.Run(ctx, sc, opt)
				if err != nil {
					return nil, err
				}
				digest := r.Outcomes[0].Digest()
				if first == "" {
					first = digest
				}
				if digest == first {
					same++
				}
			}
			const quantity = "runs with one digest, of shards, windows, states, instruction sets"
			return []CheckRow{agreementRow(s.name, quantity, "the first one: one shard, portable code", same, len(ways))}, nil
		}})
	}
	return parts, nil
}

// agreementRow compares numbers that must be equal.
func agreementRow(name, quantity, source string, same, all int) CheckRow {
	r := CheckRow{
		Case:      name,
		Quantity:  quantity,
		Source:    source,
		Expected:  float64(all),
		Measured:  float64(same),
		Deviation: math.NaN(),
		P:         1,
	}
	if same != all {
		r.P = 0
	}
	return r
}

// instructionSets returns those that this machine and build have, portable code first.
func instructionSets() (names []string) {
	for _, level := range isa.Levels() {
		names = append(names, level.String())
	}
	return names
}

// waysToRun returns options that must not change a result.
func waysToRun(quick bool) (ways []study.Options) {
	for _, isa := range instructionSets() {
		ways = append(ways, study.Options{Shards: 1, ISA: isa})
		for _, shards := range []int{2, 3, 7} {
			for i, window := range []float64{0, 1.5, 300} {
				for j, state := range []string{"copies", "shared"} {
					if quick && (i+j+shards)%3 != 0 {
						continue
					}
					ways = append(ways, study.Options{Shards: shards, ISA: isa, Window: window, State: state})
				}
			}
		}
	}
	return ways
}
