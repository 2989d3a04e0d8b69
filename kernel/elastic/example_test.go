package elastic_test

import (
	"context"
	"fmt"

	"shardq/graph/isa"
	"shardq/kernel/elastic"
)

// A million servers that begin idle: those that are not needed switch themselves off.
func Example() {
	const servers = 1_000_000
	sim, err := elastic.New(&elastic.System{Servers: servers, Buffer: 10, Rate: 1, Arrivals: 0.3 * servers, Standby: 2, Setup: 1, Seed: 1},
		isa.Best)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sim.Close()
	if err := sim.Advance(context.Background(), 1); err != nil {
		fmt.Println(err)
		return
	}
	c := sim.Counters()
	time := float64(c.Ticks) * servers
	fmt.Printf("busy %.2f, idle %.2f, off %.2f of the time\n", c.Busy.Float()/time, c.Idle.Float()/time, c.Off.Float()/time)
	// Output:
	// busy 0.11, idle 0.37, off 0.52 of the time
}
