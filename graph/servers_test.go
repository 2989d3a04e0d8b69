package graph

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shardq/alloc"
)

// checkOnServers fails unless rows are in order, each has its own vertex, and every edge is there in both directions. With rows that ascend
// strictly, that is a simple graph.
func checkOnServers(t rapid.TB, g *CSR) {
	t.Helper()
	if err := Validate(context.Background(), g); err != nil {
		t.Fatal(err)
	}
	for v := range uint32(g.Ports()) {
		row := g.Row(v, nil)
		if _, own := slices.BinarySearch(row, v); !own {
			t.Fatalf("the row of %d lacks it: %v", v, row)
		}
		for _, w := range row {
			if _, back := slices.BinarySearch(g.Row(w, nil), v); !back {
				t.Fatalf("%d has the neighbour %d, which has only %v", v, w, g.Row(w, nil))
			}
		}
	}
}

// edgeSet returns the edges of a small graph on servers as bits, in the order of the pairs v < w.
func edgeSet(g Graph) (set uint64) {
	n := g.Servers()
	at := 0
	for v := range n {
		row := g.Row(uint32(v), nil)
		for w := v + 1; w < n; w++ {
			if slices.Contains(row, uint32(w)) {
				set |= 1 << at
			}
			at++
		}
	}
	return set
}

// Random graphs on servers, and of blocks, are the same for any number of workers and any kind of memory, and on any machine.
func TestServerGraphsIndependentOfWorkers(t *testing.T) {
	for name, c := range map[string]struct {
		n     int
		build func(Config) (*CSR, error)
		hash  uint64
	}{
		"erdos-renyi": {50_000, func(c Config) (*CSR, error) { return ErdosRenyi(context.Background(), c, 8./50_000) },
			0x2fa73ec890560a35},
		"dense": {300, func(c Config) (*CSR, error) { return ErdosRenyi(context.Background(), c, 0.4) }, 0xa4613db8d17ab052},
		"waited for": {50_000, func(c Config) (*CSR, error) { return RandomRegular(context.Background(), c, 3) },
			0x6aed0bdce1f4900},
		"exchanged": {12_000, func(c Config) (*CSR, error) { return RandomRegular(context.Background(), c, 8) },
			0x9454c2ae0f83e857},
		"exchanged and dense": {400, func(c Config) (*CSR, error) { return RandomRegular(context.Background(), c, 180) },
			0xb95a4699f51f1cc4},
		"complement": {1500, func(c Config) (*CSR, error) { return RandomRegular(context.Background(), c, 1490) }, 0x92844914f53b697a},
		"blocks": {50_000, func(c Config) (*CSR, error) {
			return Blocks(context.Background(), c, []int{100, 25_000},
				func(port, block int) float64 { return []float64{0.01, 1 / float64(5000+port)}[block] })
		}, 0xe93f626c67438d4},
	} {
		for _, workers := range []int{1, 2, 5} {
			for _, backing := range []alloc.Backing{alloc.Heap, alloc.Auto} {
				g, err := c.build(
					Config{Ports: c.n, Servers: c.n, Seed: 4, Workers: workers, Arena: alloc.New(alloc.Config{Backing: backing})},
				)
				if err != nil {
					t.Fatal(err)
				}
				if got := hashOf(g); got != c.hash {
					t.Errorf("%s, %d workers, %v: hash %#x, want %#x", name, workers, backing, got, c.hash)
				}
				if err := g.Release(); err != nil {
					t.Fatal(err)
				}
				if workers != 2 {
					break
				}
			}
		}
	}
}

// Closed is the symmetric closure with the diagonal, by a matrix.
func TestClosed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, n := anyRows(t)
		for len(rows) < n {
			rows = append(rows, nil)
		}
		n = len(rows)
		g, err := Explicit(rows, n)
		if err != nil {
			t.Fatal(err)
		}
		before := hashOf(g)
		closed, err := Closed(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		checkOnServers(t, closed)
		has := func(v, w int) bool { return slices.Contains(rows[v], uint32(w)) }
		if diff := cmp.Diff(neighbours(n, func(v, w int) bool { return has(v, w) || has(w, v) }), rowsOf(closed)); diff != "" {
			t.Fatalf("(-want +got)\n%s", diff)
		}
		if hashOf(g) != before {
			t.Fatal("the graph was changed")
		}
	})
	if _, err := Closed(context.Background(), explicit(t, [][]uint32{{0}, {1}}, 3)); err == nil ||
		!strings.Contains(err.Error(), "2 ports and 3 servers") {
		t.Errorf("error %v", err)
	}
}

// What is merged and what is left over goes back to the arena.
func TestClosedReleases(t *testing.T) {
	arena := alloc.New(alloc.Config{})
	g, err := Regular(
		context.Background(),
		Config{Ports: 500, Servers: 500, Arena: arena, Seed: 1},
		100,
	) // many edges are there in both directions
	if err != nil {
		t.Fatal(err)
	}
	closed, err := Closed(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	checkOnServers(t, closed)
	for _, g := range []*CSR{g, closed} {
		if err := g.Release(); err != nil {
			t.Fatal(err)
		}
	}
	if use := arena.Usage(); len(use) != 0 {
		t.Errorf("after Release: %v", use)
	}
}
