package plain_test

import (
	"fmt"

	"shardq/bench/speed/plain"
)

func ExampleSupermarket() {
	p := plain.NewSupermarket[uint8](1000, 0.9, 1)
	p.Run(100_000)
	fmt.Println(p.Arrived, "jobs arrived,", p.Blocked, "were lost")
	fmt.Println("all state changes are joins and departures:", p.Changes() == p.Arrived-p.Blocked+p.Departed)
	// Output:
	// 100000 jobs arrived, 0 were lost
	// all state changes are joins and departures: true
}
