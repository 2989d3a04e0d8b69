package graph_test

import (
	"fmt"
	"testing"

	"shardq/graph"
	"shardq/graph/isa"
)

// BenchmarkComputedRow computes rows of the graph of the main workload, as drawn and sorted.
func BenchmarkComputedRow(b *testing.B) {
	const servers, degree = 1 << 20, 30
	g, err := graph.NewComputed(graph.Config{Ports: servers, Servers: servers, Seed: 1}, graph.MeanDegreeProbability(servers, degree))
	if err != nil {
		b.Fatal(err)
	}
	var s, portable graph.RowScratch
	portable.ISA = isa.Generic
	var buf []uint32
	for _, c := range []struct {
		form string
		row  func(port uint32) []uint32
	}{
		{"unsorted", func(port uint32) []uint32 { return g.Unsorted(&s, port) }},
		{"unsorted-portable", func(port uint32) []uint32 { return g.Unsorted(&portable, port) }},
		{"ascending", func(port uint32) []uint32 { buf = g.Row(port, buf); return buf }},
	} {
		b.Run(fmt.Sprintf("servers=2^20/degree=%d/form=%s", degree, c.form), func(b *testing.B) {
			port, edges := uint32(0), 0
			for b.Loop() {
				edges += len(c.row(port % servers))
				port++
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(edges), "ns/edge")
		})
	}
}
