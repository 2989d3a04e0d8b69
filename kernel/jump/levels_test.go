package jump

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shardq/kernel"
)

// TestLevels: ranks, numbers, extremes and integrals are those of a list of units that is changed the same way.
func TestLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.IntRange(1, 8).Draw(t, "units")
		l := NewLevels(uint64(units), rapid.IntRange(0, 5).Draw(t, "rows"))
		list := make([]int, units)
		var areas [200]uint64
		tick := uint64(0)
		for range rapid.IntRange(0, 150).Draw(t, "changes") {
			step := rapid.Uint64Range(0, 100).Draw(t, "step")
			tick += step
			for _, k := range list {
				for i := range k {
					areas[i] += step
				}
			}
			i := rapid.IntRange(0, units-1).Draw(t, "unit")
			if list[i] > 0 && rapid.IntRange(0, 2).Draw(t, "down") == 0 {
				l.Lower(list[i], tick)
				list[i]--
			} else {
				l.Raise(list[i], tick)
				list[i]++
			}
			sorted := slices.Clone(list)
			slices.Sort(sorted)
			slices.Reverse(sorted)
			if l.Low() != sorted[units-1] || l.Top() != sorted[0] || l.Room() < l.Top() {
				t.Fatalf("levels %d to %d, room for %d, of %v", l.Low(), l.Top(), l.Room(), sorted)
			}
			for rank, k := range sorted {
				if got := l.At(uint64(rank)); got != k {
					t.Fatalf("rank %d of %v has level %d", rank, sorted, got)
				}
			}
			for k := range l.Top() + 3 {
				n := uint64(0)
				for _, level := range sorted {
					if level >= k {
						n++
					}
				}
				if l.AtLeast(k) != n {
					t.Fatalf("%d of %v are at %d or more", l.AtLeast(k), sorted, k)
				}
			}
		}
		rows, sum := l.Integrals(tick)
		total := uint64(0)
		for i, area := range areas {
			total += area
			if i < len(rows) && rows[i] != (kernel.Wide{Lo: area}) || i >= len(rows) && area > 0 {
				t.Fatalf("integrals %v, want %v", rows, areas)
			}
		}
		if sum != (kernel.Wide{Lo: total}) {
			t.Fatalf("integral %v, want %d", sum, total)
		}
	})
}

// TestCount: sums beyond 64 bits.
func TestCount(t *testing.T) {
	c := Count{N: 1 << 40}
	c.Inc(1 << 62)
	c.Dec(1<<62 + 5)
	if got := c.Integral(1<<62 + 9); got != kernel.WideProduct(1<<40, 1<<62+9).Plus(kernel.Wide{Lo: 5}) {
		t.Errorf("%v", got)
	}
}
