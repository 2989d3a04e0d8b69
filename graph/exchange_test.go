package graph

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph/rng"
)

// exchanged draws a matching and exchanges its faults, in rows or in so many planes of bits.
func exchanged(t rapid.TB, n, degree int, seed uint64, planes int) (rows []uint32, repaired bool) {
	t.Helper()
	cfg := Config{Ports: n, Servers: n, Seed: seed, Workers: 1}
	g, err := newCSR(nil, n, n, uint64(n)*uint64(degree+1))
	if err != nil {
		t.Fatal(err)
	}
	for v := range n {
		g.setOffset(v+1, uint64(v+1)*uint64(degree+1))
	}
	m := newMatching(cfg, g, degree)
	if err := m.draw(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	faults, _, err := m.rows(context.Background(), false)
	if err != nil {
		t.Fatal(err)
	}
	var memory []uint32
	bits := planes > 0
	if bits {
		memory = make([]uint32, planes*n*parts(n, 32))
	}
	x, err := newExchange(context.Background(), cfg, g, degree, rng.NewSequence(seed), memory)
	if err != nil || (x.bits != nil) != bits {
		t.Fatalf("bits %v, error %v", x.bits != nil, err)
	}
	if repaired = x.repair(faults); repaired {
		x.mix()
		if err := x.finish(context.Background()); err != nil {
			t.Fatal(err)
		}
		checkRegular(t, g, degree)
	}
	if !repaired {
		return nil, false
	}
	return g.targets, true
}

// However a row is asked what it has, the same edges are exchanged.
func TestExchangeBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 2 * rapid.IntRange(1, 60).Draw(t, "half of the vertices")
		degree := rapid.IntRange(1, max(n/2, 1)).Draw(t, "degree")
		seed := rapid.Uint64().Draw(t, "seed")
		got, ok := exchanged(t, n, degree, seed, rapid.SampledFrom([]int{2, 3, 8, 9}).Draw(t, "planes"))
		want, wanted := exchanged(t, n, degree, seed, 0)
		if ok != wanted || !slices.Equal(got, want) {
			t.Fatalf("bits and search give different graphs: %v, %v", ok, wanted)
		}
	})
}

// The place of an entry is found wherever it is, in rows of any shape.
func TestExchangePlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3000).Draw(t, "vertices")
		row := rapid.SliceOfN(rapid.Uint32Range(0, uint32(n-1)), 1, 200).Draw(t, "row")
		slices.Sort(row)
		x := exchange{CSR: &CSR{ports: n}, near: rapid.IntRange(1, 20).Draw(t, "near")}
		w := rapid.Uint32Range(0, uint32(n)).Draw(t, "entry")
		want, _ := slices.BinarySearch(row, w)
		if got := x.place(row, w); got != want {
			t.Fatalf("place %d of %d, want %d", got, w, want)
		}
	})
}

// Graphs stay the same from version to version.
func TestRandomRegularGolden(t *testing.T) {
	for _, c := range []struct {
		n, degree int
		hash      uint64
	}{
		{4, 3, 0x5a83a6b5e3fed62c},
		{7, 4, 0x211b4e2d6f65eaf2},
		{50, 20, 0x2838fdf6035d9d1a},
		{128, 60, 0x2ae79b42da6f9b3d},
		{1000, 9, 0x652e0e88a4c3a975},
		{1000, 400, 0xd2a39f839d2612e5},
		{3000, 12, 0xffacaec1b15672f3},
	} {
		g, err := RandomRegular(context.Background(), Config{Ports: c.n, Servers: c.n, Seed: 1}, c.degree)
		if err != nil {
			t.Fatal(err)
		}
		if got := hashOf(g); got != c.hash {
			t.Errorf("%d vertices of degree %d: hash %#016x, want %#016x", c.n, c.degree, got, c.hash)
		}
	}
}
