package graph

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRenumber: two servers are neighbours if and only if they were under their old ids; a graph with another number of ports is refused.
func TestRenumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		rows := make([][]uint32, n)
		for v := range rows {
			for u := range n {
				if u == v || rapid.Bool().Draw(t, "edge") {
					rows[v] = append(rows[v], uint32(u))
				}
			}
		}
		g, err := Explicit(rows, n)
		if err != nil {
			t.Fatal(err)
		}
		ids := make([]uint32, n)
		for v := range ids {
			ids[v] = uint32(v)
		}
		ids = rapid.Permutation(ids).Draw(t, "ids")
		h, err := Renumber(context.Background(), g, ids)
		if err != nil {
			t.Fatal(err)
		}
		for v, row := range rows {
			want := make([]uint32, len(row))
			for i, u := range row {
				want[i] = ids[u]
			}
			slices.Sort(want)
			if got := h.Row(ids[v], nil); !slices.Equal(got, want) {
				t.Fatalf("row of %d, now %d: %v, want %v", v, ids[v], got, want)
			}
		}
	})
	g, err := Explicit([][]uint32{{0, 1}}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Renumber(context.Background(), g, []uint32{1, 0}); err == nil {
		t.Error("a graph with one port for two servers was renumbered")
	}
}
