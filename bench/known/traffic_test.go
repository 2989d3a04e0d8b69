package known

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"shardq/bench/instance"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/graph/isa"
)

// countdown is a context that ends after so many looks at it.
type countdown struct {
	context.Context
	looks atomic.Int64
	most  int64
}

func (c *countdown) Err() error {
	if c.looks.Add(1) > c.most {
		return context.Canceled
	}
	return nil
}

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

// The look at the rows for the messages of a policy stops, too.
func TestTrafficStops(t *testing.T) {
	sc := parse(
		t,
		small,
		input.Set{Path: "ports.count", Value: "600000"},
		input.Set{Path: "graph", Value: "{kind: computed, degree: 2}"},
	)
	g, err := instance.Graph(t.Context(), sc, nil, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	sys := instance.System(sc, g, nil, sc.Policies[0])
	if _, err := Traffic(&countdown{Context: context.Background()}, sys, false); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := Traffic(t.Context(), sys, false); err != nil {
		t.Error(err)
	}
}
