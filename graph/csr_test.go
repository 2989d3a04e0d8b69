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

func explicit(t *testing.T, rows [][]uint32, servers int) *CSR {
	t.Helper()
	g, err := Explicit(rows, servers)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// rowsOf copies all rows of a graph.
func rowsOf(g Graph) [][]uint32 {
	rows := make([][]uint32, g.Ports())
	for p := range rows {
		rows[p] = slices.Clone(g.Row(uint32(p), nil))
	}
	return rows
}

// wide returns the same graph with the offsets of a graph of 2^32 edges or more.
func wide(g *CSR) *CSR {
	h := *g
	h.offsets32, h.offsets64 = nil, make([]uint64, len(g.offsets32))
	for i, o := range g.offsets32 {
		h.offsets64[i] = uint64(o)
	}
	return &h
}

// anyRows draws the rows of a graph, each in ascending order without duplicates.
func anyRows(t *rapid.T) (rows [][]uint32, servers int) {
	servers = rapid.IntRange(1, 30).Draw(t, "servers")
	rows = rapid.SliceOfN(rapid.SliceOfNDistinct(rapid.Uint32Range(0, uint32(servers-1)), 0, servers, rapid.ID[uint32]), 1, 20).
		Draw(t, "rows")
	for _, row := range rows {
		slices.Sort(row)
	}
	return rows, servers
}

func TestCSR(t *testing.T) {
	narrow := explicit(t, [][]uint32{{2, 0}, {}, {1, 3, 0}}, 5)
	for name, g := range map[string]*CSR{"32-bit offsets": narrow, "64-bit offsets": wide(narrow)} {
		if g.Ports() != 3 || g.Servers() != 5 || g.Edges() != 5 {
			t.Errorf("%s: %d ports, %d servers, %d edges", name, g.Ports(), g.Servers(), g.Edges())
		}
		want := [][]uint32{{0, 2}, {}, {0, 1, 3}}
		for p, row := range want {
			got := g.Row(uint32(p), nil)
			if !slices.Equal(got, row) || g.Degree(uint32(p)) != len(row) {
				t.Errorf("%s: port %d: %v of degree %d, want %v", name, p, got, g.Degree(uint32(p)), row)
			}
			if cap(got) != len(got) {
				t.Errorf("%s: port %d: appending to the row would write into the next", name, p)
			}
		}
		if (g.Offsets32() == nil) == (g.Offsets64() == nil) {
			t.Errorf("%s: want exactly one kind of offsets", name)
		}
		if err := Validate(context.Background(), g); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	far := wide(narrow)
	if far.setOffset(1, 1<<33); far.Offsets64()[1] != 1<<33 {
		t.Error("a large offset is cut")
	}
	if hashOf(narrow) != hashOf(wide(narrow)) {
		t.Error("the hash depends on the width of offsets")
	}
	if got := narrow.Bytes(); got != 4*4+4*(5+Padding) {
		t.Errorf("%d bytes", got)
	}
	if got := wide(narrow).Bytes(); got != 8*4+4*(5+Padding) {
		t.Errorf("%d bytes with 64-bit offsets", got)
	}
}

// Whatever makes a graph, a vector load at its last edge stays inside.
func TestPaddingReadable(t *testing.T) {
	graphs := map[string]*CSR{"explicit": explicit(t, [][]uint32{{0}}, 1), "empty": explicit(t, [][]uint32{{}}, 1)}
	var err error
	if graphs["regular"], err = Regular(context.Background(), Config{Ports: 3, Servers: 9}, 2); err != nil {
		t.Fatal(err)
	}
	if graphs["relabel"], err = Relabel(context.Background(), graphs["explicit"], []uint32{0}); err != nil {
		t.Fatal(err)
	}
	if graphs["file"], err = ReadEdgeList(context.Background(), strings.NewReader("0 0\n0 0\n0 1\n"), "f",
		ReadOptions{Duplicates: Merge}); err != nil {
		t.Fatal(err)
	}
	for name, g := range graphs {
		targets := g.Targets()
		if padded := targets[:len(targets)+Padding]; padded[len(padded)-1] != 0 {
			t.Errorf("%s: padding holds %d", name, padded[len(padded)-1])
		}
	}
}

func TestRelease(t *testing.T) {
	arena := alloc.New(alloc.Config{})
	g, err := Regular(context.Background(), Config{Ports: 100, Servers: 100, Arena: arena}, 3)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := g.Release(); err != nil {
			t.Error(err)
		}
	}
	if len(arena.Usage()) != 0 || g.Edges() != 0 || g.Bytes() != 4*Padding {
		t.Errorf("after Release: %v, %d edges, %d bytes", arena.Usage(), g.Edges(), g.Bytes())
	}
}

// Ports and servers are different things: (i, i) is an edge like any other, once.
func TestEdgeFromPortToServerOfSameNumber(t *testing.T) {
	for name, read := range map[string]func() (*CSR, error){
		"explicit": func() (*CSR, error) { return Explicit([][]uint32{{0, 1}, {1}, {2}}, 3) },
		"file": func() (*CSR, error) {
			return ReadEdgeList(context.Background(), strings.NewReader("0 0\n0 1\n1 1\n2 2\n"), "f", ReadOptions{})
		},
	} {
		g, err := read()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([][]uint32{{0, 1}, {1}, {2}}, rowsOf(g)); diff != "" || g.Edges() != 4 {
			t.Errorf("%s: %d edges; (-want +got):\n%s", name, g.Edges(), diff)
		}
	}
}

func TestExplicitRefuses(t *testing.T) {
	for want, c := range map[string]struct {
		rows    [][]uint32
		servers int
	}{
		"graph: 0 ports, want 1 to 2147483648":                          {nil, 3},
		"graph: 0 servers, want 1 to 2147483648":                        {[][]uint32{{0}}, 0},
		"graph: port 1: server 3 is out of range, want 0 to 2":          {[][]uint32{{0}, {3, 1}}, 3},
		"graph: port 0: server 4294967295 is out of range, want 0 to 2": {[][]uint32{{1<<32 - 1}}, 3},
		"graph: port 1: server 2 is listed twice":                       {[][]uint32{{0}, {2, 1, 2}}, 3},
	} {
		if _, err := Explicit(c.rows, c.servers); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestExplicitCopies(t *testing.T) {
	row := []uint32{3, 1}
	g := explicit(t, [][]uint32{row}, 4)
	row[0] = 0
	if diff := cmp.Diff([][]uint32{{1, 3}}, rowsOf(g)); diff != "" {
		t.Error(diff)
	}
	if row[1] != 1 {
		t.Error("the caller's row is sorted")
	}
}

func TestComplete(t *testing.T) {
	g := Complete{L: 3, N: 4}
	rows := [][]uint32{{0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}}
	if diff := cmp.Diff(rows, rowsOf(g)); diff != "" {
		t.Error(diff)
	}
	if g.Edges() != 12 || g.Degree(2) != 4 || g.Bytes() != 0 {
		t.Errorf("%d edges, degree %d, %d bytes", g.Edges(), g.Degree(2), g.Bytes())
	}
	buf := make([]uint32, 10)
	if row := g.Row(0, buf); &row[0] != &buf[0] || len(row) != 4 {
		t.Error("a large buffer is not used")
	}
	if hashOf(g) != hashOf(explicit(t, rows, 4)) {
		t.Error("computed and stored complete graphs have different hashes")
	}
	if (Complete{L: MaxPorts, N: MaxServers}).Edges() != 1<<62 {
		t.Error("the number of edges overflows")
	}
}

func TestRelabel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, servers := anyRows(t)
		g, err := Explicit(rows, servers)
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "wide") {
			g = wide(g)
		}
		ids := make([]uint32, servers)
		for i := range ids {
			ids[i] = uint32(i)
		}
		ids = rapid.Permutation(ids).Draw(t, "new ids")
		h, err := Relabel(context.Background(), g, ids)
		if err != nil {
			t.Fatal(err)
		}
		if err := Validate(context.Background(), h); err != nil {
			t.Fatal(err)
		}
		want := rowsOf(g)
		for _, row := range want {
			for i := range row {
				row[i] = ids[row[i]]
			}
			slices.Sort(row)
		}
		if diff := cmp.Diff(want, rowsOf(h)); diff != "" {
			t.Fatal(diff)
		}
		back := make([]uint32, servers)
		for r, id := range ids {
			back[id] = uint32(r)
		}
		h, err = Relabel(context.Background(), h, back)
		if err != nil || hashOf(h) != hashOf(g) {
			t.Fatalf("there and back is another graph (%v)", err)
		}
	})
	g := explicit(t, [][]uint32{{0, 1}}, 2)
	for want, ids := range map[string][]uint32{
		"graph: 1 new ids for 2 servers":                                  {0},
		"graph: new id 2 of server 1 is out of range, want 0 to 1":        {0, 2},
		"graph: new id 1 is given to two servers, server 1 is the second": {1, 1},
	} {
		if _, err := Relabel(context.Background(), g, ids); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
