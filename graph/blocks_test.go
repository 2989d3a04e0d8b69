package graph

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"shardq/graph/rng"
)

func blocksOf(t rapid.TB, cfg Config, ends []int, probability func(port, block int) float64) *CSR {
	t.Helper()
	g, err := Blocks(context.Background(), cfg, ends, probability)
	if err != nil {
		t.Fatal(err)
	}
	if err := Validate(context.Background(), g); err != nil {
		t.Fatal(err)
	}
	return g
}

// The whole law of a row, for ports with probabilities of their own: every pair is an edge with the probability of its port and block,
// independently.
func TestBlocksLaw(t *testing.T) {
	const ports, n = 200_000, 6
	ends := []int{2, 2, 5} // one block is empty, and the last server is in none
	table := [4][3]float64{{0.3, 1, 0.7}, {1, 0, 0.05}, {0.5, 0.5, 0.25}, {0.51, 0.1, 0.99}}
	g := blocksOf(t, Config{Ports: ports, Servers: n, Seed: 3}, ends, func(port, block int) float64 { return table[port%4][block] })
	for kind, p := range table {
		counts, prob := make([]int, 1<<n), make([]float64, 1<<n)
		for set := range prob {
			prob[set] = 1
			for r := range n {
				q := 0.0
				switch {
				case r < 2:
					q = p[0]
				case r < 5:
					q = p[2]
				}
				if set>>r&1 == 0 {
					q = 1 - q
				}
				prob[set] *= q
			}
		}
		for port := kind; port < ports; port += 4 {
			set := 0
			for _, r := range g.Row(uint32(port), nil) {
				set |= 1 << r
			}
			counts[set]++
			if prob[set] == 0 {
				t.Fatalf("port %d has the row %v, which is impossible", port, g.Row(uint32(port), nil))
			}
		}
		chiSquare(t, fmt.Sprintf("ports %d, %d, ...", kind, kind+4), counts, prob)
	}
}

// Sparse blocks of many servers, with a probability for each port: the number of edges is right, and servers are equally likely.
func TestBlocksSparseLaw(t *testing.T) {
	const ports, n = 30_000, 1 << 16
	ends := []int{n / 4, n}
	probability := func(port, block int) float64 { return float64(1+block) * 10 / float64(n+port) }
	g := blocksOf(t, Config{Ports: ports, Servers: n, Seed: 4}, ends, probability)
	mean, variance := [2]float64{}, [2]float64{}
	for port := range ports {
		for j, size := range []float64{n / 4, n - n/4} {
			p := probability(port, j)
			mean[j] += size * p
			variance[j] += size * p * (1 - p)
		}
	}
	var edges [2]int
	sixteenths := make([]int, 16)
	for _, r := range g.Targets() {
		j := 0
		if int(r) >= ends[0] {
			j = 1
		}
		edges[j]++
		sixteenths[int(r)*16/n]++
	}
	for j := range edges {
		if z := (float64(edges[j]) - mean[j]) / math.Sqrt(variance[j]); math.Abs(z) > distuv.UnitNormal.Quantile(1-alarm/2) {
			t.Errorf("block %d: %d edges are %.1f standard deviations from the mean", j, edges[j], z)
		}
	}
	chiSquare(t, "block 0", sixteenths[:4], uniform(4))
	chiSquare(t, "block 1", sixteenths[4:], uniform(12))
}

// Time is O(ports + edges): the largest N with few edges a row would take hours with a coin for every pair.
func TestBlocksManyServers(t *testing.T) {
	probability := func(_, block int) float64 { return 5 / float64(1+block) / MaxServers }
	g := blocksOf(t, Config{Ports: 20_000, Servers: MaxServers, Seed: 3}, []int{MaxServers / 2, MaxServers}, probability)
	eighths := make([]int, 8)
	for _, r := range g.Targets() {
		eighths[r>>28]++
	}
	chiSquare(t, "eighths of 2^31 servers", eighths, []float64{1. / 6, 1. / 6, 1. / 6, 1. / 6, 1. / 12, 1. / 12, 1. / 12, 1. / 12})
}

// Certain and impossible edges are exactly that, whatever the sizes; packed rows are the same.
func TestBlocksProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 2000).Draw(t, "servers")
		ends := rapid.SliceOfN(rapid.IntRange(0, n), 0, 4).Draw(t, "ends")
		slices.Sort(ends)
		ports := rapid.IntRange(1, 8).Draw(t, "ports")
		table := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]float64{0, 1, 0.5, 1e-300, 0x1p-63, 0x1p-64, 1 - 0x1p-53}),
			rapid.Float64Range(0, 1)), 4*ports, 4*ports).
			Draw(t, "p")
		probability := func(port, block int) float64 { return table[4*port+block] }
		cfg := Config{Ports: ports, Servers: n, Seed: rapid.Uint64().Draw(t, "seed"), Workers: 1}
		g := blocksOf(t, cfg, ends, probability)
		for port := range ports {
			row, begin := g.Row(uint32(port), nil), 0
			for j, end := range ends {
				own := 0
				for _, r := range row {
					if int(r) >= begin && int(r) < end {
						own++
					}
				}
				if p := probability(port, j); p == 1 && own != end-begin || p < 1e-17 && own != 0 {
					t.Fatalf("port %d has %d of the %d servers of block %d, probability %v", port, own, end-begin, j, p)
				}
				begin = end
			}
			if len(row) > 0 && int(row[len(row)-1]) >= begin {
				t.Fatalf("port %d has server %d, which is in no block", port, row[len(row)-1])
			}
		}
		packed, err := PackBlocks(context.Background(), cfg, ends, probability)
		if err != nil {
			t.Fatal(err)
		}
		if hashOf(packed) != hashOf(g) {
			t.Fatal("packed rows differ")
		}
	})
}

func TestBlocksRefuses(t *testing.T) {
	half := func(int, int) float64 { return 0.5 }
	for want, err := range map[string]error{
		"block 1 ends at server 2, want 3 to the 9 servers":  blocksError(Config{Ports: 2, Servers: 9}, []int{3, 2}, half),
		"block 0 ends at server 10, want 0 to the 9 servers": blocksError(Config{Ports: 2, Servers: 9}, []int{10}, half),
		"block 0 ends at server -1":                          blocksError(Config{Ports: 2, Servers: 9}, []int{-1}, half),
		"edge probability NaN is not in [0, 1]: port 1, block 0": blocksError(Config{Ports: 2, Servers: 9}, []int{9},
			func(p, _ int) float64 { return []float64{1, math.NaN()}[p] }),
		"edge probability 1.5 is not in [0, 1]: port 0, block 1": blocksError(Config{Ports: 2, Servers: 9}, []int{3, 9},
			func(_, j int) float64 { return []float64{1, 1.5}[j] }),
		"graph: 0 ports, want 1 to": blocksError(Config{Servers: 9}, []int{9}, half),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func blocksError(cfg Config, ends []int, probability func(port, block int) float64) error {
	_, err := Blocks(context.Background(), cfg, ends, probability)
	return err
}

// One sampler draws from sets of different sizes in any order, by either method: every subset is ascending, distinct and in range.
func TestSamplerChangesSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s sampler
		seq := rng.NewSequence(rapid.Uint64().Draw(t, "seed"))
		for range rapid.IntRange(2, 6).Draw(t, "subsets") {
			s.n = rapid.Uint64Range(1, 5000).Draw(t, "of")
			dst := make([]uint32, rapid.IntRange(0, int(s.n)).Draw(t, "size"))
			s.subset(dst, &seq)
			for i, x := range dst {
				if uint64(x) >= s.n || i > 0 && dst[i-1] >= x {
					t.Fatalf("%d of %d: %v", len(dst), s.n, dst)
				}
			}
		}
	})
}
