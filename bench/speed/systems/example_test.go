package systems_test

import (
	"fmt"

	"shardq/bench/speed/systems"
)

func ExampleTable() {
	found := systems.Result{
		Name: "jsq-ring", What: "JSQ on a ring", Scenario: "mukherjee2018-ring", Engine: "sharded",
		Default:  systems.Run{Servers: 1000, Policies: 1, Shards: 1, Jobs: 3e6, Seconds: 1.5, PerSecond: 2e6, Unit: "job", Memory: 1 << 20},
		NotLarge: "memory: needs more than is free",
		References: []systems.Reference{
			{
				Quantity:  "mean response",
				Source:    "stationary equations",
				Known:     2,
				Measured:  2.01,
				StdErr:    0.01,
				Deviation: 0.005,
				Errors:    1,
			},
		},
	}
	t := systems.Table([]*systems.Result{&found}, false)
	for i, c := range t.Columns {
		fmt.Printf("%s: %s\n", c.Name, t.Rows[0][i].String())
	}
	fmt.Println("failed:", found.Failed())
	// Output:
	// system: JSQ on a ring
	// scenario: mukherjee2018-ring
	// engine: sharded
	// N tried: 1,000; memory: needs more than is free
	// default run: 1.50 s
	// jobs/s: 2.00 M/s
	// memory: 1.00 MiB
	// building: -
	// reference: stationary equations
	// deviation: +0.5 % (+1.0 s.e.)
	// failed: false
}
