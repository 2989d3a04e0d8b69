package graph

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

func erdosRenyi(t rapid.TB, cfg Config, p float64) *CSR {
	t.Helper()
	g, err := ErdosRenyi(context.Background(), cfg, p)
	if err != nil {
		t.Fatal(err)
	}
	checkOnServers(t, g)
	return g
}

// The whole law: each of the 64 graphs on 4 vertices with e edges has probability p^e (1-p)^(6-e).
func TestErdosRenyiLaw(t *testing.T) {
	for _, p := range []float64{0.1, 0.5, 0.8} {
		counts, prob := make([]int, 64), make([]float64, 64)
		for set := range prob {
			e := popcount(uint64(set))
			prob[set] = math.Pow(p, float64(e)) * math.Pow(1-p, float64(6-e))
		}
		for seed := range uint64(20_000) {
			counts[edgeSet(erdosRenyi(t, Config{Ports: 4, Servers: 4, Seed: seed}, p))]++
		}
		chiSquare(t, fmt.Sprintf("graphs at p = %v", p), counts, prob)
	}
}

// A sparse graph of many runs: gaps between edges in the order of all pairs are geometric, so edges are independent, and pairs equally
// likely.
func TestErdosRenyiSparseLaw(t *testing.T) {
	const n, mean = 1 << 13, 20
	p := mean / float64(n-1)
	g := erdosRenyi(t, Config{Ports: n, Servers: n, Seed: 8}, p)
	longest := int(10 / p)
	gaps, cells := make([]int, longest), make([]int, 64)
	last, at, edges := -1, 0, 0
	for v := range n {
		row := g.Row(uint32(v), nil)
		for _, w := range row {
			if int(w) > v {
				pair := at + int(w) - v - 1
				if last >= 0 {
					gaps[min(pair-last, longest-1)]++
				}
				last = pair
				edges++
				cells[v*8/n*8+int(w)*8/n]++
			}
		}
		at += n - 1 - v
	}
	law := make([]float64, longest)
	for k := 1; k < longest-1; k++ {
		law[k] = p * math.Pow(1-p, float64(k-1))
	}
	law[longest-1] = math.Pow(1-p, float64(longest-2))
	chiSquare(t, "gaps", gaps, law)
	var seen []int
	var share []float64
	for i := range 8 {
		for j := i; j < 8; j++ {
			seen = append(seen, cells[8*i+j])
			pairs := float64(n/8) * float64(n/8)
			if i == j {
				pairs = float64(n/8) * float64(n/8-1) / 2
			}
			share = append(share, pairs/(float64(n)*(n-1)/2))
		}
	}
	chiSquare(t, "eighths of the vertices", seen, share)
	pairs := float64(n) * (n - 1) / 2
	if z := (float64(edges) - pairs*p) / math.Sqrt(pairs*p*(1-p)); math.Abs(z) > distuv.UnitNormal.Quantile(1-alarm/2) {
		t.Errorf("%d edges are %.1f standard deviations from the mean", edges, z)
	}
	if got, bound := g.Edges(), EstimateErdosRenyiEdges(n, p); got > bound || float64(bound) > 1.05*float64(got) {
		t.Errorf("%d edges, estimated %d", got, bound)
	}
}

func TestErdosRenyiEdgeCases(t *testing.T) {
	for _, n := range []int{1, 2, 3, 63, 64, 65, 300} {
		cfg := Config{Ports: n, Servers: n, Seed: 1}
		for _, p := range []float64{0, math.SmallestNonzeroFloat64, 1e-300} {
			if g := erdosRenyi(t, cfg, p); g.Edges() != uint64(n) {
				t.Errorf("N = %d, p = %v: %d edges, want only vertices", n, p, g.Edges())
			}
		}
		if g := erdosRenyi(t, cfg, 1); hashOf(g) != hashOf(Complete{L: n, N: n}) { // 300 vertices: 44 runs
			t.Errorf("N = %d, p = 1 is not the clique", n)
		}
		if got := EstimateErdosRenyiEdges(n, 1); got != uint64(n)*uint64(n) {
			t.Errorf("N = %d, p = 1: estimated %d edges", n, got)
		}
	}
	for want, c := range map[string]struct {
		ports, servers int
		p              float64
	}{
		"edge probability -0.1": {4, 4, -0.1}, "edge probability 1.1": {4, 4, 1.1}, "edge probability NaN": {4, 4, math.NaN()},
		"4 ports and 5 servers": {4, 5, 0.5}, "0 ports": {0, 0, 0.5},
	} {
		if _, err := ErdosRenyi(context.Background(), Config{Ports: c.ports, Servers: c.servers}, c.p); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// Any size and density gives a graph on servers.
func TestErdosRenyiProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "vertices")
		p := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Float64Range(0, 0.05)).Draw(t, "p")
		erdosRenyi(t, Config{Ports: n, Servers: n, Seed: rapid.Uint64().Draw(t, "seed"), Workers: 1}, p)
	})
}

// The work is O(vertices + edges): random words, edges and vertices looked at are counted for 2^8 to 2^18 vertices of one mean degree. A
// coin for every pair would make 32 million of them at 2^13 already.
func TestErdosRenyiWork(t *testing.T) {
	for n := 1 << 8; n <= 1<<18; n <<= 2 {
		law, err := newPairLaw(Config{Servers: n, Seed: 1}, 10/float64(n-1))
		if err != nil {
			t.Fatal(err)
		}
		work, edges := 0, 0
		var s sampler
		for run := range law.runs {
			work += law.draw(run, &s, func(_ uint32, above []uint32) { edges += len(above) })
		}
		if edges < 4*n || edges > 6*n || work > 2*edges+2*n+2*law.runs {
			t.Errorf("%d vertices, %d edges: work %d", n, edges, work)
		}
	}
}

// The same seen from outside: with a coin for every pair, 2^20 vertices would take a quarter of an hour and more.
func TestErdosRenyiManyVertices(t *testing.T) {
	const n = 1 << 20
	g, err := ErdosRenyi(context.Background(), Config{Ports: n, Servers: n, Seed: 1}, 1/float64(n-1))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Structure(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	// Degrees are Poisson(1) nearly: e^-1 of the vertices have none. Their number has a standard deviation of some 0.5 sqrt(n).
	alone := 0
	for v := range uint32(n) {
		if g.Degree(v) == 1 {
			alone++
		}
	}
	if z := (float64(alone) - n/math.E) / math.Sqrt(n/math.E*(1-1/math.E)); math.Abs(z) > 6 || s.Components < alone {
		t.Errorf("%d vertices without neighbours are %.1f standard deviations from the mean; %d components", alone, z, s.Components)
	}
}
