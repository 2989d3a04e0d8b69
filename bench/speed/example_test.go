package speed_test

import (
	"context"
	"fmt"
	"os"

	"shardq/bench/speed"
)

// Measurements of one workload as Go benchmarks. They take some seconds, and differ from one machine to another.
func ExampleRun() {
	r, err := speed.Run(context.Background(), speed.Config{Workloads: []string{"rng"}, Quick: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := r.WriteBenchmarks(os.Stdout); err != nil {
		fmt.Println(err)
	}
}

func ExampleReport_Missed() {
	r := speed.Report{Lines: []speed.Line{
		{Workload: "scale", Contestant: "engine, 2 shards", Target: "at least 1.6 times", Met: true},
		{Workload: "build", Contestant: "random graph, 2 cores", Target: "at most 1.2 s"},
	}}
	for _, l := range r.Missed() {
		fmt.Println(l.Workload, l.Target)
	}
	// Output: build at most 1.2 s
}
