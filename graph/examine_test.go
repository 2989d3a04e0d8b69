package graph

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// listed is a graph as others might write one, with room for every fault.
type listed struct {
	rows    [][]uint32
	servers int
	edges   uint64
	degree  int // added to every degree
}

func (g listed) Ports() int                        { return len(g.rows) }
func (g listed) Servers() int                      { return g.servers }
func (g listed) Edges() uint64                     { return g.edges }
func (g listed) Degree(p uint32) int               { return len(g.rows[p]) + g.degree }
func (g listed) Row(p uint32, _ []uint32) []uint32 { return g.rows[p] }
func (g listed) Bytes() uint64                     { return 0 }

func TestValidate(t *testing.T) {
	good := func() *CSR { return explicit(t, [][]uint32{{0, 1}, {2}}, 3) }
	broken := func(change func(g *CSR)) *CSR { g := good(); change(g); return g }
	for want, g := range map[string]Graph{
		"":                                       good(),
		"graph: 0 ports, want 1 to 2147483648":   listed{servers: 1},
		"graph: 0 servers, want 1 to 2147483648": Complete{L: 1, N: 0},
		"graph: ports reach 4 servers, want 1 to the 3 servers, or 0 for all":  Complete{L: 1, N: 3, Reach: 4},
		"graph: ports reach -1 servers, want 1 to the 3 servers, or 0 for all": Complete{L: 1, N: 3, Reach: -1},
		"graph: port 0: server 3 is out of range, want 0 to 2": listed{rows: [][]uint32{{3}},
			servers: 3, edges: 1},
		"graph: port 0: server 1 is listed twice": listed{rows: [][]uint32{{1, 1}},
			servers: 3, edges: 2},
		"graph: port 0: server 0 follows server 1, want them ascending": listed{rows: [][]uint32{{1, 0}},
			servers: 3, edges: 2},
		"graph: the rows have 1 edges, the graph says 2": listed{rows: [][]uint32{{1}},
			servers: 3, edges: 2},
		"graph: port 0 has degree 2 and a row of 1": listed{rows: [][]uint32{{1}},
			servers: 3, edges: 1, degree: 1},
		"graph: 2 offsets for 2 ports, want one more than ports": broken(func(g *CSR) {
			g.offsets32 =
				g.offsets32[:2]
		}),
		"graph: offsets of both widths": broken(func(g *CSR) { g.offsets64 = wide(g).offsets64 }),
		"graph: port 0: its row is edges 1 to 2, want it to begin at 0 and to end between there and 3": broken(func(g *CSR) { g.offsets32[0] = 1 }),
		"graph: port 1: its row is edges 2 to 1, want it to begin at 2 and to end between there and 3": broken(func(g *CSR) { g.offsets32[2] = 1 }),
		"graph: port 1: its row is edges 2 to 9, want it to begin at 2 and to end between there and 3": broken(func(g *CSR) { g.offsets32[2] = 9 }),
		"graph: the rows end at edge 2 of 3": broken(func(g *CSR) { g.offsets32[2] = 2 }),
	} {
		err := Validate(context.Background(), g)
		if got := ""; err != nil {
			got = err.Error()
			if got != want {
				t.Errorf("got %s, want %q", got, want)
			}
		} else if want != "" {
			t.Errorf("no error, want %s", want)
		}
	}
}

func TestIsolated(t *testing.T) {
	for _, c := range []struct {
		rows  [][]uint32
		count int
		first uint32
	}{{[][]uint32{{0}, {1}}, 0, 0}, {[][]uint32{{0}, {}, {1}, {}}, 2, 1}, {[][]uint32{{}}, 1, 0}} {
		if count, first := isolatedOf(explicit(t, c.rows, 2)); count != c.count || first != c.first {
			t.Errorf("%v: %d isolated, first %d; want %d, %d", c.rows, count, first, c.count, c.first)
		}
	}
}

func TestDescribe(t *testing.T) {
	// Two components with edges, one isolated port, two isolated servers.
	g := explicit(t, [][]uint32{{0, 1}, {}, {1, 2}, {4}, {4}}, 6)
	want := Stats{
		Ports: 5, Servers: 6, Edges: 6,
		PortDegree:   Degrees{Min: 0, Max: 2, Mean: 1.2, Isolated: 1},
		ServerDegree: Degrees{Min: 0, Max: 2, Mean: 1, Isolated: 2},
		Components:   5, Largest: 3, Bytes: g.Bytes(), BytesPerEdge: float64(g.Bytes()) / 6,
	}
	if diff := cmp.Diff(want, describeOf(g)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	stored := describeOf(explicit(t, [][]uint32{{0, 1, 2}, {0, 1, 2}}, 3))
	stored.Bytes, stored.BytesPerEdge = 0, 0
	if diff := cmp.Diff(stored, describeOf(Complete{L: 2, N: 3})); diff != "" {
		t.Errorf("complete (-stored +computed):\n%s", diff)
	}
	stored = describeOf(explicit(t, [][]uint32{{0, 1}, {0, 1}}, 5))
	stored.Bytes, stored.BytesPerEdge = 0, 0
	if diff := cmp.Diff(stored, describeOf(Complete{L: 2, N: 5, Reach: 2})); diff != "" {
		t.Errorf("complete with a reach (-stored +computed):\n%s", diff)
	}
	if got := describeOf(explicit(t, [][]uint32{{}}, 1)); got.Components != 2 || got.BytesPerEdge != 0 {
		t.Errorf("a port and a server without edges: %+v", got)
	}
}

// Components are those that a slow flood fill finds.
func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, servers := anyRows(t)
		g, err := Explicit(rows, servers)
		if err != nil {
			t.Fatal(err)
		}
		mark := make([]int, servers+len(rows)) // of servers, then of ports
		for i := range mark {
			mark[i] = i
		}
		for range mark {
			for p, row := range rows {
				for _, r := range row {
					least := min(mark[r], mark[servers+p])
					mark[r], mark[servers+p] = least, least
				}
			}
		}
		distinct := map[int]bool{}
		for _, m := range mark {
			distinct[m] = true
		}
		within := map[int]int{}
		for _, m := range mark[:g.Servers()] {
			within[m]++
		}
		largest := slices.Max(slices.Collect(maps.Values(within)))
		if got := describeOf(g); got.Components != len(distinct) || got.Largest != largest {
			t.Fatalf("%d components, the largest of %d servers, want %d and %d", got.Components, got.Largest, len(distinct), largest)
		}
	})
}

// Graphs that differ anywhere have different hashes.
func TestHashSeesEverything(t *testing.T) {
	seen := map[uint64]string{}
	for name, g := range map[string]Graph{
		"base":           explicit(t, [][]uint32{{0, 1}, {2}}, 3),
		"more servers":   explicit(t, [][]uint32{{0, 1}, {2}}, 4),
		"more ports":     explicit(t, [][]uint32{{0, 1}, {2}, {}}, 3),
		"edge moved":     explicit(t, [][]uint32{{0}, {1, 2}}, 3),
		"other target":   explicit(t, [][]uint32{{0, 2}, {2}}, 3),
		"rows exchanged": explicit(t, [][]uint32{{2}, {0, 1}}, 3),
		"complete":       Complete{L: 2, N: 3},
		"reach":          Complete{L: 2, N: 3, Reach: 2},
	} {
		h := hashOf(g)
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have one hash", name, other)
		}
		seen[h] = name
	}
	if got := hashOf(listed{rows: [][]uint32{{0, 1}, {2}}, servers: 3}); seen[got] != "base" {
		t.Error("the hash depends on how a graph is stored")
	}
	reach := explicit(t, [][]uint32{{0, 1}, {0, 1}}, 3)
	if g := (Complete{L: 2, N: 3, Reach: 2}); hashOf(g) != hashOf(reach) || g.Edges() != 4 || g.Degree(1) != 2 ||
		Validate(context.Background(), g) != nil {
		t.Errorf("a complete graph with a reach: hash %x, want %x; %d edges, degree %d", hashOf(g), hashOf(reach), g.Edges(), g.Degree(1))
	}
}
