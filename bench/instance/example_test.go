package instance_test

import (
	"context"
	"fmt"

	"shardq/bench/instance"
	"shardq/bench/scenario/input"
	"shardq/graph/isa"
)

func Example() {
	sc, err := input.Builtin("quickstart", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := instance.GraphNeed(sc).Check(); err != nil {
		fmt.Println(err)
		return
	}
	g, err := instance.Graph(context.Background(), sc, nil, isa.Best)
	if err != nil {
		fmt.Println(err)
		return
	}
	info := instance.Describe(sc, g)
	fmt.Println(info.Kind, info.Ports, "ports,", info.Servers, "servers,", info.Edges, "edges")
	sys := instance.System(sc, g, nil, sc.Policies[0])
	fmt.Printf("%s at load %.2g, replications 0 and 1 differ by their seeds: %v\n", sys.Policy.String(), sys.Arrivals/sys.Capacity(),
		sys.Seed != instance.Replication(sys, 1).Seed)
	// Output:
	// bernoulli 1024 ports, 1024 servers, 20337 edges
	// jfsq at load 0.9, replications 0 and 1 differ by their seeds: true
}
