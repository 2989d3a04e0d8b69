package partition

import (
	"context"
	"testing"

	"shardq/graph"
	"shardq/graph/rng"
)

// shuffled returns a permutation of 0 .. n-1.
func shuffled(n int, seed uint64) []uint32 {
	seq := rng.NewSequence(seed)
	ids := make([]uint32, n)
	for i := range ids {
		j := int(seq.Below(uint64(i) + 1))
		ids[i] = ids[j]
		ids[j] = uint32(i)
	}
	return ids
}

// renumbered shuffles ports and servers of a graph.
func renumbered(t testing.TB, g graph.Graph, seed uint64) *graph.CSR {
	t.Helper()
	h, err := Apply(g, &Order{Ports: shuffled(g.Ports(), seed), Servers: shuffled(g.Servers(), seed+1)})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func explicit(t testing.TB, rows [][]uint32, servers int) *graph.CSR {
	t.Helper()
	g, err := graph.Explicit(rows, servers)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// ring has n ports and n servers; port i sees servers i-reach .. i+reach.
func ring(t testing.TB, n, reach int) *graph.CSR {
	rows := make([][]uint32, n)
	for i := range rows {
		for d := -reach; d <= reach; d++ {
			rows[i] = append(rows[i], uint32((i+d+n)%n))
		}
	}
	return explicit(t, rows, n)
}

// grid has ports and servers on the same side x side points, without wrapping; a port sees the servers at most reach away in each
// direction.
func grid(t testing.TB, side, reach int) *graph.CSR {
	rows := make([][]uint32, side*side)
	for i := range rows {
		for x := max(i%side-reach, 0); x <= min(i%side+reach, side-1); x++ {
			for y := max(i/side-reach, 0); y <= min(i/side+reach, side-1); y++ {
				rows[i] = append(rows[i], uint32(y*side+x))
			}
		}
	}
	return explicit(t, rows, side*side)
}

// planted has clusters of equal size, port i and server i in cluster i mod clusters. A port has degree servers, each of its own cluster
// with probability 1-noise and uniform otherwise.
func planted(t testing.TB, n, clusters, degree int, noise float64, seed uint64) *graph.CSR {
	rows := make([][]uint32, n)
	for i := range rows {
		seq := rng.NewSequence(rng.Mix64(seed<<32 + uint64(i)))
		taken := map[uint32]bool{}
		for len(rows[i]) < degree {
			r := uint32(seq.Below(uint64(n)))
			if seq.Unit() >= noise {
				r = r/uint32(clusters)*uint32(clusters) + uint32(i%clusters)
			}
			if int(r) < n && !taken[r] {
				taken[r] = true
				rows[i] = append(rows[i], r)
			}
		}
	}
	return explicit(t, rows, n)
}

func random(t testing.TB, n, degree int, seed uint64) *graph.CSR {
	t.Helper()
	g, err := graph.Regular(context.Background(), graph.Config{Ports: n, Servers: n, Seed: seed}, degree)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
