package graph_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"shardq/graph"
)

// A sparse random graph is a function of its sizes, the edge probability and the seed.
func ExampleBernoulli() {
	cfg := graph.Config{Ports: 1000, Servers: 2048, Seed: 1}
	g, err := graph.Bernoulli(context.Background(), cfg, graph.Weng2020Probability(cfg.Servers, 0.9))
	if err != nil {
		fmt.Println(err)
		return
	}
	stats, err := graph.Describe(context.Background(), g)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d edges, degrees %d to %d, mean %.2f\n", stats.Edges, stats.PortDegree.Min, stats.PortDegree.Max, stats.PortDegree.Mean)
	// Output: 63379 edges, degrees 39 to 88, mean 63.38
}

func ExampleReadEdgeList() {
	g, err := graph.ReadEdgeList(context.Background(), strings.NewReader("0 0\n0 1\n1 1\n"), "small.txt", graph.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := graph.WriteMatrixMarket(os.Stdout, g); err != nil {
		fmt.Println(err)
	}
	_, err = graph.ReadEdgeList(context.Background(), strings.NewReader("0 0\n0 x\n"), "small.txt", graph.ReadOptions{})
	fmt.Println(err)
	// Output:
	// %%MatrixMarket matrix coordinate pattern general
	// 2 2 3
	// 1 1
	// 1 2
	// 2 2
	// small.txt:2:3: server "x": want an integer
}

// A graph on servers has the server of the port in every row.
func ExampleTorus() {
	g, err := graph.Torus([]int{3, 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Row(0, nil), g.Row(5, nil))
	s, err := graph.Structure(context.Background(), g)
	fmt.Println(s.Components, s.PortDegree.Max, err)
	_, err = graph.TorusSides(1000, 2)
	fmt.Println(err)
	// Output:
	// [0 1 3 4 8] [1 4 5 6 9]
	// 1 5 <nil>
	// graph: 1000 vertices are no torus of 2 equal sides; the nearest number that is: 1024 = 32^2
}
