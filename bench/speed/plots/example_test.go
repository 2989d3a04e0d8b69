package plots_test

import (
	"bytes"
	"fmt"

	"shardq/bench/speed"
	"shardq/bench/speed/plots"
)

func ExampleDraw() {
	r := &speed.Report{}
	for _, servers := range []int{1024, 4096, 16384} {
		r.Lines = append(r.Lines, speed.Line{
			Workload: "cost", Case: fmt.Sprintf("servers=%d/degree=30/graph=computed/policy=jfiq", servers), Contestant: "engine, 1 shard",
			Shards: 1,
			NsJob:  40, Unit: "job",
		})
	}
	pictures, err := plots.Draw(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range pictures {
		var svg bytes.Buffer
		if err := p.Write(&svg, "svg"); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(p.Name, "is drawn:", svg.Len() > 1000)
	}
	// Output:
	// cost is drawn: true
}
