package graph_test

import (
	"context"
	"fmt"
	"testing"

	"shardq/alloc"
	"shardq/graph"
)

// BenchmarkServerGraph builds random graphs on servers.
func BenchmarkServerGraph(b *testing.B) {
	const exp = 20
	for _, degree := range []int{3, 30, 64} {
		for _, kind := range []string{"erdos-renyi", "random-regular", "theorem"} {
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("graph=%s/servers=2^%d/degree=%d/workers=%d", kind, exp, degree, workers), func(b *testing.B) {
					cfg := graph.Config{Ports: 1 << exp, Servers: 1 << exp, Seed: 1, Workers: workers, Arena: alloc.New(alloc.Config{})}
					p := float64(degree) / (1<<exp - 1)
					edges := uint64(0)
					for b.Loop() {
						var g *graph.CSR
						var err error
						switch kind {
						case "erdos-renyi":
							g, err = graph.ErdosRenyi(context.Background(), cfg, p)
						case "random-regular":
							g, err = graph.RandomRegular(context.Background(), cfg, degree)
						case "theorem":
							g, err = graph.Blocks(
								context.Background(),
								cfg,
								[]int{1 << (exp - 2), 1 << (exp - 1)},
								func(_, block int) float64 { return []float64{2 * p, 2 * p}[block] },
							)
						}
						if err != nil {
							b.Fatal(err)
						}
						edges += g.Edges()
						if err := g.Release(); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(edges), "ns/edge")
				})
			}
		}
	}
}

// BenchmarkFormulaRow works out rows of graphs on servers, of vertices in no order.
func BenchmarkFormulaRow(b *testing.B) {
	const n = 1 << 20
	for _, c := range []struct {
		name string
		make func() (graph.Graph, error)
	}{
		{"graph=ring/degree=2", func() (graph.Graph, error) { return graph.Ring(n, 2) }},
		{"graph=ring/degree=30", func() (graph.Graph, error) { return graph.Ring(n, 30) }},
		{"graph=torus/dimensions=2", func() (graph.Graph, error) { return graph.Torus([]int{1 << 10, 1 << 10}) }},
		{"graph=torus/dimensions=4", func() (graph.Graph, error) { return graph.Torus([]int{32, 32, 32, 32}) }},
		{"graph=tree/arity=2", func() (graph.Graph, error) { return graph.Tree(n, 2) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			g, err := c.make()
			if err != nil {
				b.Fatal(err)
			}
			buf := make([]uint32, 100)
			b.ReportAllocs()
			sum := 0
			for v := uint32(0); b.Loop(); v += 0x9E3779B1 {
				sum += len(g.Row(v%n, buf))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(sum), "ns/edge")
		})
	}
}
