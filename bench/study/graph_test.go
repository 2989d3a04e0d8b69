package study

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"shardq/bench/fault"
	"shardq/bench/scenario/input"
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

const ownServers = `
servers: {count: 2000, buffer: 5, types: [{name: slow, share: 0.5, rate: 0.5}, {name: fast, share: 0.5, rate: 1}]}
ports: {load: 0.8}
graph: {kind: erdos-renyi, mean_degree: 12}
policy: {name: jfsq}
run: {warmup: 1, measure: 1}
`

// An end of the context while the graph is built is an interruption that leaves nothing, and no fault of the scenario.
func TestInterruptedWhileBuilding(t *testing.T) {
	for _, c := range []struct{ base, graph string }{
		{small, "{kind: bernoulli, mean_degree: 12}"},
		{small, "{kind: bernoulli, mean_degree: 12, storage: packed}"},
		{small, "{kind: regular, degree: 12}"},
		{small, "{kind: theorem2, epsilon: 0.02}"},
		{small, "{kind: theorem3, epsilon: 0.02}"},
		{ownServers, "{kind: erdos-renyi, mean_degree: 12}"},
		{ownServers, "{kind: random-regular, degree: 12, storage: packed}"},
	} {
		sc := parse(t, c.base, input.Set{Path: "graph", Value: c.graph})
		r, err := Run(&countdown{Context: context.Background()}, sc, Options{})
		if !errors.Is(err, fault.ErrInterrupted) || r == nil || !r.Partial || !r.Empty() || errors.As(err, new(*fault.InputError)) {
			t.Errorf("%s: result %+v, error %v", c.graph, r, err)
		}
	}
}
