package kernel

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph/isa"
	"shardq/graph/rng"
)

// TestRankSetFindsTheNth: the k-th member of a set of ids, for sets that fill words, blocks of 512 and of 32768 ids, or leave them empty.
func TestRankSetFindsTheNth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(1, 200), rapid.SampledFrom([]int{511, 512, 513, 32767, 32768, 32769, 70_000})).Draw(t, "n")
		set, in := newRankSet(n), make([]bool, n)
		flip := func(id int) {
			if in[id] = !in[id]; in[id] {
				set.add(uint32(id))
			} else {
				set.remove(uint32(id))
			}
		}
		for range rapid.IntRange(0, 5).Draw(t, "ranges") {
			from := rapid.IntRange(0, n-1).Draw(t, "from")
			to := rapid.IntRange(from, min(n-1, from+2000)).Draw(t, "to")
			for id := from; id <= to; id++ {
				flip(id)
			}
		}
		for range rapid.IntRange(0, 20).Draw(t, "flips") {
			flip(rapid.IntRange(0, n-1).Draw(t, "id"))
		}
		k := uint32(0)
		for id, member := range in {
			if member {
				if got := set.nth(k); got != uint32(id) {
					t.Fatalf("%d ids: member %d is %d, want %d", n, k, got, id)
				}
				k++
			}
		}
	})
}

// TestLevelIndexAgainstSearch: the index of servers by number of jobs answers like a search of all queues, after any moves.
func TestLevelIndexAgainstSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := &System{Types: drawTypes(t, 4)}
		ends, n := sys.typeEnds(), sys.Servers()
		all := rapid.Bool().Draw(t, "all")
		x := newLevelIndex(ends, ends[len(ends)-1], all)
		queue := make([]int, n)
		for s := range queue {
			queue[s] = rapid.IntRange(0, 3).Draw(t, "start")
			x.add(uint32(s), queue[s])
		}
		for range rapid.IntRange(0, 60).Draw(t, "moves") {
			s := rapid.IntRange(0, n-1).Draw(t, "server")
			to := queue[s] + 1
			if queue[s] > 0 && rapid.Bool().Draw(t, "leave") {
				to = queue[s] - 1
			}
			x.move(uint32(s), queue[s], to)
			queue[s] = to

			levels := slices.Max(queue)
			if !all {
				levels = 0
			} else if got := x.lowest(); got != slices.Min(queue) {
				t.Fatalf("lowest %d, want %d", got, slices.Min(queue))
			}
			for jobs := 0; jobs <= levels; jobs++ {
				var members []uint32
				for s, q := range queue {
					if q == jobs {
						members = append(members, uint32(s))
					}
				}
				if x.total(jobs) != len(members) {
					t.Fatalf("%d servers with %d jobs, want %d", x.total(jobs), jobs, len(members))
				}
				if len(members) == 0 {
					continue
				}
				fast := keep(members, func(s uint32) bool { return x.typeOf(s) == x.typeOf(members[0]) })
				seed := rapid.Uint64().Draw(t, "seed")
				for _, c := range []struct {
					fastest bool
					from    []uint32
				}{{false, members}, {true, fast}} {
					got, want := rng.NewSequence(seed), rng.NewSequence(seed)
					if s := x.draw(jobs, c.fastest, &got); s != c.from[want.Below(uint64(len(c.from)))] {
						t.Fatalf("jobs %d, fastest %v: drew server %d", jobs, c.fastest, s)
					}
				}
			}
		}
	})
}

// TestTypeOf: the type of the first and the last server of each type.
func TestTypeOf(t *testing.T) {
	sys := &System{
		Graph:  explicit(t, [][]uint32{{0}}, 8),
		Types:  []Type{{Rate: 3, Count: 1}, {Rate: 2, Count: 5}, {Rate: 1, Count: 2}},
		Buffer: 1,
	}
	l, err := NewLayout(sys)
	if err != nil {
		t.Fatal(err)
	}
	r := NewRouter(sys, l, make([]uint8, 8+StatePadding)[:8], isa.Generic)
	for server, want := range []int{0, 1, 1, 1, 1, 1, 2, 2} {
		if got := r.typeOf(uint32(server)); got != want {
			t.Errorf("server %d has type %d, want %d", server, got, want)
		}
	}
}
