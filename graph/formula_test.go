package graph

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// formula returns a graph as a Formula.
func formula(t rapid.TB, g Graph, err error) Formula {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	f, ok := g.(Formula)
	if !ok {
		t.Fatalf("%T is no Formula", g)
	}
	return f
}

// neighbours returns the closed rows of n vertices of which linked says who are neighbours.
func neighbours(n int, linked func(v, w int) bool) [][]uint32 {
	rows := make([][]uint32, n)
	for v := range n {
		for w := range n {
			if v == w || linked(v, w) {
				rows[v] = append(rows[v], uint32(w))
			}
		}
	}
	return rows
}

// checkFormula compares a graph with its rows by definition, in every form, and all that it says of itself with what a look at these finds.
func checkFormula(t rapid.TB, g Formula, want [][]uint32) {
	t.Helper()
	if err := Validate(context.Background(), g); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, rowsOf(g)); diff != "" {
		t.Fatalf("(-definition +computed)\n%s", diff)
	}
	stored, err := Explicit(want, len(want))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := Pack(context.Background(), nil, g, 2)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, rowsOf(packed)); diff != "" {
		t.Fatalf("(-definition +packed)\n%s", diff)
	}
	if hashOf(g) != hashOf(stored) || g.Edges() != stored.Edges() || g.Bytes() != 0 {
		t.Fatalf("hash %x, %d edges, %d bytes; stored %x and %d edges", hashOf(g), g.Edges(), g.Bytes(), hashOf(stored), stored.Edges())
	}
	shape, err := Structure(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	found, err := Structure(context.Background(), stored)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(found, shape); diff != "" {
		t.Fatalf("structure (-stored +computed)\n%s", diff)
	}
	if g.MaxDegree() != found.PortDegree.Max {
		t.Fatalf("the longest row is said to be %d, is %d", g.MaxDegree(), found.PortDegree.Max)
	}
}

func TestRing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 70).Draw(t, "vertices")
		degree := 2 * rapid.IntRange(1, (n-1)/2).Draw(t, "half")
		g, err := Ring(n, degree)
		checkFormula(t, formula(t, g, err), neighbours(n, func(v, w int) bool {
			apart := (v - w + n) % n
			return min(apart, n-apart) <= degree/2
		}))
	})
}

func TestTorus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sides := rapid.SliceOfN(rapid.SampledFrom([]int{1, 2, 3, 4, 5, 7}), 1, 4).Draw(t, "sides")
		n := 1
		for _, s := range sides {
			n *= s
		}
		// By definition: all coordinates but one agree, and that one differs by 1 around the circle.
		linked := func(v, w int) bool {
			differ, near := 0, false
			for i := len(sides) - 1; i >= 0; i-- {
				s := sides[i]
				if a, b := v%s, w%s; a != b {
					differ++
					near = (a+1)%s == b || (b+1)%s == a
				}
				v, w = v/s, w/s
			}
			return differ == 1 && near
		}
		g, err := Torus(sides)
		checkFormula(t, formula(t, g, err), neighbours(n, linked))
	})
}

func TestTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, arity := rapid.IntRange(1, 70).Draw(t, "vertices"), rapid.IntRange(1, 80).Draw(t, "arity")
		g, err := Tree(n, arity)
		checkFormula(t, formula(t, g, err), neighbours(n, func(v, w int) bool {
			return max(v, w) > 0 && (max(v, w)-1)/arity == min(v, w)
		}))
	})
}

// Sides of 1 and 2 give no neighbour twice and no vertex as its own.
func TestTorusShortSides(t *testing.T) {
	for _, c := range []struct {
		sides []int
		rows  [][]uint32
	}{
		{[]int{1}, [][]uint32{{0}}},
		{[]int{1, 1, 1}, [][]uint32{{0}}},
		{[]int{2}, [][]uint32{{0, 1}, {0, 1}}},
		{[]int{1, 2, 1}, [][]uint32{{0, 1}, {0, 1}}},
		{[]int{2, 2}, [][]uint32{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}},
		{[]int{3, 1}, [][]uint32{{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}},
		{[]int{2, 3}, [][]uint32{{0, 1, 2, 3}, {0, 1, 2, 4}, {0, 1, 2, 5}, {0, 3, 4, 5}, {1, 3, 4, 5}, {2, 3, 4, 5}}},
	} {
		g, err := Torus(c.sides)
		checkFormula(t, formula(t, g, err), c.rows)
	}
}

// In the largest graphs, which no table of rows could hold, rows are ascending, in range and the same from both ends, without memory.
func TestFormulaLargest(t *testing.T) {
	const n = MaxServers
	for name, make := range map[string]func() (Graph, error){
		"ring":       func() (Graph, error) { return Ring(n, 10) },
		"torus":      func() (Graph, error) { return Torus([]int{1 << 15, 1 << 16}) },
		"long torus": func() (Graph, error) { return Torus([]int{n}) },
		"odd torus":  func() (Graph, error) { return Torus([]int{1289, 1291, 1283}) }, // primes
		"cube":       func() (Graph, error) { return Torus(slices.Repeat([]int{2}, 31)) },
		"tree":       func() (Graph, error) { return Tree(n, 3) },
		"path":       func() (Graph, error) { return Tree(n, 1) },
		"bush":       func() (Graph, error) { return Tree(n, 100_000) },
	} {
		got, err := make()
		g := formula(t, got, err)
		n := g.Servers()
		ids := []uint32{0, 1, 2, 3, 4, 5, uint32(n / 2), uint32(n - 6), uint32(n - 2), uint32(n - 1)}
		random := rand.New(rand.NewPCG(1, 2))
		for range 200 {
			ids = append(ids, random.Uint32N(uint32(n)))
		}
		if name == "bush" {
			ids = ids[6:10]
		}
		buf, other := []uint32(nil), []uint32(nil)
		for _, v := range ids {
			buf = g.Row(v, buf)
			if len(buf) != g.Degree(v) || len(buf) > g.MaxDegree() {
				t.Fatalf("%s: the row of %d has %d entries, degree %d, at most %d", name, v, len(buf), g.Degree(v), g.MaxDegree())
			}
			own := false
			for i, w := range buf {
				if int(w) >= n || i > 0 && buf[i-1] >= w {
					t.Fatalf("%s: the row of %d: %v", name, v, buf)
				}
				own = own || w == v
				if other = g.Row(w, other); !slices.Contains(other, v) {
					t.Fatalf("%s: %d has the neighbour %d, which has only %v", name, v, w, other)
				}
			}
			if !own {
				t.Fatalf("%s: the row of %d lacks it: %v", name, v, buf)
			}
		}
		v := uint32(0)
		buf = append(buf[:0], slices.Repeat([]uint32{0}, g.MaxDegree())...)
		if allocs := testing.AllocsPerRun(100, func() { g.Row(v%uint32(n), buf); v += 0x9E3779B1 }); allocs != 0 {
			t.Errorf("%s: a row allocates %v times", name, allocs)
		}
		if s := describeOf(g); s.Expected || s.Components != 1 || s.Largest != n || s.Ports != n || s.Edges != g.Edges() {
			t.Errorf("%s: %+v", name, s)
		}
		if c := Count(g); c.Expected || c.Isolated != 0 || c.Edges != g.Edges() {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

func TestFormulaRefusals(t *testing.T) {
	refused := func(_ Graph, err error) error { return err }
	for want, err := range map[string]error{
		"degree 10 on a ring of 10 vertices, want an even number from 2 to 8":  refused(Ring(10, 10)),
		"degree 12 on a ring of 10 vertices, want an even number from 2 to 8":  refused(Ring(10, 12)),
		"degree 11 on a ring of 11 vertices, want an even number from 2 to 10": refused(Ring(11, 11)),
		"degree 3 on a ring":                         refused(Ring(10, 3)),
		"degree 0 on a ring":                         refused(Ring(10, 0)),
		"degree -2 on a ring":                        refused(Ring(10, -2)),
		"a ring of 2 vertices, want at least 3":      refused(Ring(2, 2)),
		"0 servers, want 1":                          refused(Ring(0, 2)),
		"torus without sides":                        refused(Torus(nil)),
		"torus of sides [4 0]":                       refused(Torus([]int{4, 0})),
		"torus of sides [-3 -3]":                     refused(Torus([]int{-3, -3})),
		"torus of sides [65536 65536]":               refused(Torus([]int{1 << 16, 1 << 16})),
		"torus of sides [4294967296 4294967296]":     refused(Torus([]int{1 << 32, 1 << 32})),
		"tree of arity 0":                            refused(Tree(5, 0)),
		"-1 servers, want 1":                         refused(Tree(-1, 2)),
		"10 vertices are no torus of 2 equal sides":  torusSidesError(10, 2),
		"10 vertices are no torus of 3 equal sides;": torusSidesError(10, 3),
		"nearest number that is: 9 = 3^2":            torusSidesError(12, 2),
		"nearest number that is: 16 = 4^2":           torusSidesError(13, 2),
		"nearest number that is: 8 = 2^3":            torusSidesError(10, 3),
		"nearest number that is: 1000000 = 1000^2":   torusSidesError(1_000_001, 2),
		"nearest number that is: 2147395600 = 46340": torusSidesError(MaxServers, 2), // the next square is too large
		"nearest number that is: 1 = 1^31":           torusSidesError(3, 31),
		"torus of 0 dimensions":                      torusSidesError(4, 0),
		"torus of 32 dimensions":                     torusSidesError(4, 32),
		"torus of 0 vertices":                        torusSidesError(0, 2),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func torusSidesError(n, dimensions int) error {
	_, err := TorusSides(n, dimensions)
	return err
}

// TorusSides finds every power, and for other numbers names the nearest one, found by trying all.
func TestTorusSides(t *testing.T) {
	for dimensions := 1; dimensions <= 5; dimensions++ {
		powers := map[int]int{}
		for side := 1; side < 50; side++ {
			if p := power(side, dimensions); p <= 3000 {
				powers[p] = side
			}
		}
		for n := 1; n <= 2000; n++ {
			sides, err := TorusSides(n, dimensions)
			side, fits := powers[n]
			if dimensions == 1 {
				side, fits = n, true
			}
			if fits {
				if err != nil || !slices.Equal(sides, slices.Repeat([]int{side}, dimensions)) {
					t.Fatalf("%d in %d dimensions: %v, %v", n, dimensions, sides, err)
				}
				continue
			}
			nearest := 1
			for p := range powers {
				if max(p-n, n-p) < max(nearest-n, n-nearest) {
					nearest = p
				}
			}
			want := fmt.Sprintf("the nearest number that is: %d = %d^%d", nearest, powers[nearest], dimensions)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Fatalf("%d in %d dimensions: error %v, want %q", n, dimensions, err, want)
			}
		}
	}
	if sides, err := TorusSides(MaxServers, 31); err != nil || len(sides) != 31 || sides[0] != 2 {
		t.Errorf("2^31 in 31 dimensions: %v, %v", sides, err)
	}
}
