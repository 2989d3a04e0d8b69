package instance

import (
	"testing"

	"go.uber.org/goleak"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// parse reads a scenario that must be good.
func parse(t *testing.T, text string, sets ...input.Set) *scenario.Scenario {
	t.Helper()
	sc, err := input.Parse("test.yaml", []byte(text), sets)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

const small = `
servers: {count: 200, buffer: 5, types: [{name: slow, share: 0.5, rate: 0.5}, {name: fast, share: 0.5, rate: 1}]}
ports: {count: 150, load: 0.8}
graph: {kind: bernoulli, mean_degree: 12}
policy: {name: jfsq}
run: {warmup: 20, measure: 300}
`
