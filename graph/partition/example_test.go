package partition_test

import (
	"fmt"

	"shardq/graph"
	"shardq/graph/partition"
)

// Two halls whose ports and servers are numbered by turns: the parts are the halls, and the new order puts one after the other.
func ExampleSplit() {
	g, err := graph.Explicit([][]uint32{{0, 2}, {1, 3}, {0, 2}, {1, 3}}, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	parts, err := partition.Split(g, partition.Config{K: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := partition.Measure(g, parts, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d edges are remote\n", report.RemoteEdges, report.Edges)
	order, err := partition.NewOrder(parts, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := partition.Apply(g, order)
	if err != nil {
		fmt.Println(err)
		return
	}
	for p := range h.Ports() {
		fmt.Println(h.Row(uint32(p), nil))
	}
	// Output:
	// 0 of 8 edges are remote
	// [0 1]
	// [0 1]
	// [2 3]
	// [2 3]
}
