package graph_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"

	"shardq/alloc"
	"shardq/graph"
)

// BenchmarkBuild builds sparse random graphs; the largest is the one of the speed target (30 million edges).
func BenchmarkBuild(b *testing.B) {
	for _, exp := range []int{10, 20} {
		for _, kind := range []string{"bernoulli", "regular", "packed"} {
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("graph=%s/servers=2^%d/degree=30/workers=%d", kind, exp, workers), func(b *testing.B) {
					arena := alloc.New(alloc.Config{})
					cfg := graph.Config{Ports: 1 << exp, Servers: 1 << exp, Seed: 1, Workers: workers, Arena: arena}
					edges := uint64(0)
					for b.Loop() {
						var g interface {
							graph.Graph
							Release() error
						}
						var err error
						switch kind {
						case "bernoulli":
							g, err = graph.Bernoulli(context.Background(), cfg, graph.MeanDegreeProbability(cfg.Servers, 30))
						case "packed":
							g, err = graph.PackBernoulli(context.Background(), cfg, graph.MeanDegreeProbability(cfg.Servers, 30))
						case "regular":
							g, err = graph.Regular(context.Background(), cfg, 30)
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

// BenchmarkRead parses a file of 300,000 edges in either format.
func BenchmarkRead(b *testing.B) {
	g, err := graph.Regular(context.Background(), graph.Config{Ports: 10_000, Servers: 1 << 20, Seed: 1}, 30)
	if err != nil {
		b.Fatal(err)
	}
	for format, write := range map[string]func(io.Writer, graph.Graph) error{"edgelist": graph.WriteEdgeList,
		"matrix": graph.WriteMatrixMarket} {
		b.Run("format="+format, func(b *testing.B) {
			var text bytes.Buffer
			if err := write(&text, g); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				if _, err := graph.Read(context.Background(), bytes.NewReader(text.Bytes()), "f", graph.ReadOptions{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.Edges()), "ns/edge")
		})
	}
}
