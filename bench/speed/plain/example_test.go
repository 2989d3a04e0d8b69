package plain_test

import (
	"fmt"

	"shardq/bench/speed/plain"
)

func ExampleSupermarket() {
	p := plain.NewSupermarket[uint8](1000, 0.9, 1)
	p.Run(100_000)
	fmt.Println(p.Arrived, "jobs arrived,", p.Blocked, "were lost")
	fmt.Println("servers with a job, about 0.9:", p.Tail(1) > 0.8 && p.Tail(1) < 0.95)
	// Output:
	// 100000 jobs arrived, 0 were lost
	// servers with a job, about 0.9: true
}
