package partition

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph"
)

// drawParts draws any division of a graph.
func drawParts(t *rapid.T, g graph.Graph) *Parts {
	k := rapid.IntRange(1, 6).Draw(t, "k")
	part := rapid.Uint32Range(0, uint32(k-1))
	return &Parts{
		K:       k,
		Ports:   rapid.SliceOfN(part, g.Ports(), g.Ports()).Draw(t, "ports"),
		Servers: rapid.SliceOfN(part, g.Servers(), g.Servers()).Draw(t, "servers"),
	}
}

// drawTypes draws numbers of servers that sum to n.
func drawTypes(t *rapid.T, n int) []int {
	var types []int
	for n > 0 {
		m := rapid.IntRange(0, n).Draw(t, "type")
		types = append(types, m)
		n -= m
	}
	return types
}

// An order is a permutation; parts are consecutive, servers within their type; what is in one part keeps its order.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := drawGraph(rt)
		parts := drawParts(rt, g)
		types := drawTypes(rt, g.Servers())
		o, err := NewOrder(parts, types)
		if err != nil {
			rt.Fatal(err)
		}
		if err := o.Validate(g); err != nil {
			rt.Fatal(err)
		}
		typeOf := make([]int, 0, g.Servers())
		for m, n := range types {
			typeOf = append(typeOf, slices.Repeat([]int{m}, n)...)
		}
		check := func(what string, old []uint32, parts []uint32, typeOf func(int) int) {
			for i := 1; i < len(old); i++ {
				a, b := old[i-1], old[i]
				ta, tb := typeOf(int(a)), typeOf(int(b))
				if ta > tb || ta == tb && (parts[a] > parts[b] || parts[a] == parts[b] && a > b) {
					rt.Fatalf(
						"%s %d of part %d and type %d stands before %d of part %d and type %d",
						what,
						a,
						parts[a],
						ta,
						b,
						parts[b],
						tb,
					)
				}
			}
		}
		check("port", Invert(o.Ports), parts.Ports, func(int) int { return 0 })
		check("server", Invert(o.Servers), parts.Servers, func(r int) int { return typeOf[r] })
		for r, id := range o.Servers {
			if typeOf[r] != typeOf[id] {
				rt.Fatalf("server %d of type %d becomes %d of type %d", r, typeOf[r], id, typeOf[id])
			}
		}
	})
}

// The renumbered graph has the edge (new p, new r) exactly if the graph has (p, r), whether it is stored or only a view.
func TestRenumberedGraphIsIsomorphic(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := drawGraph(rt)
		o := &Order{
			Ports:   rapid.Permutation(identity(g.Ports())).Draw(rt, "ports"),
			Servers: rapid.Permutation(identity(g.Servers())).Draw(rt, "servers"),
		}
		v, err := View(g, o)
		if err != nil {
			rt.Fatal(err)
		}
		h, err := Apply(g, o)
		if err != nil {
			rt.Fatal(err)
		}
		for _, again := range []graph.Graph{v, h} {
			if err := graph.Validate(context.Background(), again); err != nil {
				rt.Fatal(err)
			}
			if again.Edges() != g.Edges() || again.Ports() != g.Ports() || again.Servers() != g.Servers() {
				rt.Fatal("another size")
			}
			for p := range uint32(g.Ports()) {
				row := again.Row(o.Ports[p], nil)
				for _, r := range g.Row(p, nil) {
					if _, found := slices.BinarySearch(row, o.Servers[r]); !found {
						rt.Fatalf("the edge (%d, %d) has gone", p, r)
					}
				}
			}
		}
		if hash(t, v) != hash(t, h) {
			rt.Fatal("view and stored graph differ")
		}
		// Back again.
		back, err := View(v, &Order{Ports: Invert(o.Ports), Servers: Invert(o.Servers)})
		if err != nil {
			rt.Fatal(err)
		}
		if hash(t, back) != hash(t, g) {
			rt.Fatal("the inverse does not undo the order")
		}
	})
}

// An order by part puts parts where a run with as many shards has its blocks: the blocks of the renumbered graph are as local as the parts.
func TestOrderMakesBlocksLocal(t *testing.T) {
	g := renumbered(t, ring(t, 2000, 5), 9)
	parts := split(t, g, Config{K: 4})
	o, err := NewOrder(parts, nil)
	if err != nil {
		t.Fatal(err)
	}
	h, err := Apply(g, o)
	if err != nil {
		t.Fatal(err)
	}
	before, inParts, inBlocks := remoteShare(t, g, consecutive(t, g, 4)), remoteShare(t, g, parts), remoteShare(t, h, consecutive(t, h, 4))
	t.Logf("remote: %.4f as numbered, %.4f between parts, %.4f between blocks", before, inParts, inBlocks)
	// Parts differ from blocks by the slack at most.
	if inBlocks > inParts+3*DefaultSlack || before < 0.7 {
		t.Errorf("remote: %.4f as numbered, %.4f between parts, %.4f between blocks", before, inParts, inBlocks)
	}
}

func TestOrderErrors(t *testing.T) {
	g := ring(t, 5, 1)
	parts := consecutive(t, g, 2)
	for want, types := range map[string][]int{
		"the types have 4 servers, the graph has 5":                 {2, 2},
		"type 1 has 4 servers, want 0 to the remaining 3":           {2, 4},
		"type 0 has -1 servers, want 0 to the remaining 5":          {-1, 6},
		"type 1 has 9223372036854775807 servers, want 0 to the rem": {1, 1<<63 - 1},
	} {
		if _, err := NewOrder(parts, types); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	id := identity(5)
	for want, o := range map[string]*Order{
		"4 new ids for 5 ports":                                    {id[:4], id},
		"new id 5 of port 1 is out of range, want 0 to 4":          {[]uint32{0, 5, 1, 2, 3}, id},
		"new id 1 is given to two servers, server 2 is the second": {id, []uint32{0, 1, 1, 2, 3}},
	} {
		_, err1 := View(g, o)
		_, err2 := Apply(g, o)
		if err1 == nil || err2 == nil || !strings.Contains(err1.Error(), want) || err1.Error() != err2.Error() {
			t.Errorf("got %v and %v, want %s", err1, err2, want)
		}
	}
}

// hash is the hash of a graph.
func hash(t testing.TB, g graph.Graph) uint64 {
	t.Helper()
	sum, err := graph.Hash(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}
