package graph

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shardq/alloc"
)

// checkRegular fails unless a graph is simple with exact degrees.
func checkRegular(t rapid.TB, g *CSR, degree int) {
	t.Helper()
	checkOnServers(t, g)
	for v := range uint32(g.Ports()) {
		if g.Degree(v) != degree+1 {
			t.Fatalf("vertex %d has %d neighbours, want %d", v, g.Degree(v)-1, degree)
		}
	}
}

// Every labelled graph with these degrees occurs equally often. Their numbers are known: of 2-regular graphs on 5, 6, 7 vertices 12, 70,
// 465 (OEIS A001205), of 3-regular ones on 6 vertices 70 (A002829); others are their complements.
func TestRandomRegularUniform(t *testing.T) {
	for _, c := range []struct {
		n, degree, graphs int
		how               string
	}{
		{4, 1, 3, ""}, {6, 1, 15, ""}, {5, 2, 12, ""}, {6, 2, 70, ""}, {6, 3, 70, ""}, {6, 4, 15, ""}, {7, 4, 465, ""},
		{6, 2, 70, "exchanged"}, {6, 3, 70, "exchanged"}, {7, 2, 465, "exchanged"}, {7, 4, 465, "exchanged"},
		{6, 3, 70, "waited for"},
	} {
		seen := map[uint64]int{}
		for seed := range uint64(max(50*c.graphs, 5000)) {
			cfg := Config{Ports: c.n, Servers: c.n, Seed: seed, Workers: 1}
			var g *CSR
			var err error
			if c.how == "" {
				g, err = RandomRegular(context.Background(), cfg, c.degree)
			} else {
				g, err = drawRegular(context.Background(), cfg, c.degree, c.how == "waited for")
			}
			if err != nil {
				t.Fatal(err)
			}
			checkRegular(t, g, c.degree)
			seen[edgeSet(g)]++
		}
		if len(seen) != c.graphs {
			t.Errorf("%d-regular graphs on %d vertices, %s: %d different ones, want %d", c.degree, c.n, c.how, len(seen), c.graphs)
			continue
		}
		counts := make([]int, 0, len(seen))
		for _, n := range seen {
			counts = append(counts, n)
		}
		chiSquare(t, fmt.Sprintf("%d-regular graphs on %d vertices, %s", c.degree, c.n, c.how), counts, uniform(len(counts)))
	}
}

// Any size and degree for which there is a graph gives a simple one with exact degrees, by either method; others are refused.
func TestRandomRegularProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 80).Draw(t, "vertices")
		degree := rapid.IntRange(0, n-1).Draw(t, "degree")
		cfg := Config{Ports: n, Servers: n, Seed: rapid.Uint64().Draw(t, "seed"), Workers: 1}
		if n*degree%2 != 0 {
			if _, err := RandomRegular(context.Background(), cfg, degree); err == nil {
				t.Fatal("no error where there is no graph")
			}
			return
		}
		g, err := RandomRegular(context.Background(), cfg, degree)
		if err != nil {
			t.Fatal(err)
		}
		checkRegular(t, g, degree)
		if 2*degree < n { // denser ones are drawn as complements
			if g, err = drawRegular(context.Background(), cfg, degree, false); err != nil {
				t.Fatal(err)
			}
			checkRegular(t, g, degree)
		}
	})
}

// Large graphs: several parts, many buckets, degrees in the range of use.
func TestRandomRegularLarge(t *testing.T) {
	for _, c := range []struct{ n, degree int }{{200_000, 3}, {20_001, 6}, {8_000, 30}, {4_000, 64}} {
		g, err := RandomRegular(context.Background(), Config{Ports: c.n, Servers: c.n, Seed: 5}, c.degree)
		if err != nil {
			t.Fatal(err)
		}
		checkRegular(t, g, c.degree)
		// Neighbours are equally likely wherever they are.
		counts := make([]int, 16)
		for v := range uint32(c.n) {
			for _, w := range g.Row(v, nil) {
				if w != v {
					counts[(int(w)-int(v)+c.n)*16/c.n%16]++
				}
			}
		}
		for i := range counts {
			counts[i] /= 2 // every edge is seen from both ends
		}
		var folded []int // a difference and its opposite are one edge
		for i := range 8 {
			folded = append(folded, counts[i]+counts[15-i])
		}
		chiSquare(t, fmt.Sprintf("%d vertices of degree %d", c.n, c.degree), folded, uniform(8))
		s, err := Structure(context.Background(), g)
		if err != nil || s.Components != 1 { // all but 1 in n^(degree-2) or so are connected
			t.Errorf("%d vertices of degree %d: %d components, %v", c.n, c.degree, s.Components, err)
		}
	}
}

func TestRandomRegularRefuses(t *testing.T) {
	for want, c := range map[string]struct{ ports, servers, degree int }{
		"degree 5 among 5 vertices, want 0 to 4": {5, 5, 5},
		"degree -1 among 5 vertices":             {5, 5, -1},
		"no graph has 5 vertices of degree 3, the product being odd; want an even degree, such as 2, or an even number of vertices": {5, 5,
			3},
		"4 ports and 6 servers": {4, 6, 2},
		"0 servers":             {0, 0, 0},
		"product of at most":    {MaxServers, MaxServers, 3},
	} {
		if _, err := RandomRegular(context.Background(), Config{Ports: c.ports, Servers: c.servers}, c.degree); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", c, err, want)
		}
	}
}

// The documentation says where matchings are waited for.
func TestRandomRegularWaits(t *testing.T) {
	for _, c := range []struct {
		n, degree int
		want      bool
	}{{5, 0, true}, {1 << 20, 1, true}, {1_000_000, 3, true}, {100_000, 4, true}, {10_000, 5, true}, {1_000_000, 4, false},
		{100, 8, false}, {1 << 30, 3, false}} {
		if got := waits(c.n, c.degree); got != c.want {
			t.Errorf("%d vertices of degree %d: %v", c.n, c.degree, got)
		}
	}
}

// A matching that cannot be repaired is replaced: on 4 vertices of degree 3 only the clique will do, and an exchange never finds it.
func TestRandomRegularStartsAgain(t *testing.T) {
	for seed := range uint64(20) {
		g, err := drawRegular(context.Background(), Config{Ports: 4, Servers: 4, Seed: seed}, 3, false)
		if err != nil {
			t.Fatal(err)
		}
		checkRegular(t, g, 3)
	}
}

// What is drawn on the way goes back to the arena.
func TestRandomRegularReleases(t *testing.T) {
	arena := alloc.New(alloc.Config{})
	var errs []error
	for _, degree := range []int{3, 8, 90} {
		g, err := RandomRegular(context.Background(), Config{Ports: 100, Servers: 100, Arena: arena, Seed: 1}, degree)
		if err != nil {
			t.Fatal(err)
		}
		errs = append(errs, g.Release())
	}
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if use := arena.Usage(); len(use) != 0 {
		t.Errorf("after Release: %v", use)
	}
}
