package kernel

import (
	"slices"
	stdsync "sync"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/rng"
)

// TestFillInPieces: initial keys and idle bits written piece by piece, in any order, with pieces that end within words, are those written
// in one go, whatever was there before, and each piece writes its own servers only.
func TestFillInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := &System{Buffer: 5, Seed: rapid.Uint64().Draw(t, "seed")}
		for i := range rapid.IntRange(1, 4).Draw(t, "types") {
			sys.Types = append(sys.Types, Type{Rate: 1 / float64(1+i), Count: rapid.IntRange(1, 150).Draw(t, "count")})
			sys.StartBusy = append(sys.StartBusy, rapid.SampledFrom([]float64{0, 0.3, 1}).Draw(t, "busy"))
		}
		n := sys.Servers()
		sys.Graph = graph.Complete{L: 1, N: n}
		l, err := NewLayout(sys)
		if err != nil {
			t.Fatal(err)
		}
		whole := make([]uint8, n)
		jobs := InitState(sys, l, whole)

		cuts := []int{0, n}
		for range rapid.IntRange(0, 8).Draw(t, "cuts") {
			cuts = append(cuts, rapid.IntRange(0, n).Draw(t, "cut"))
		}
		slices.Sort(cuts)
		order := make([]int, len(cuts)-1)
		for i := range order {
			order[i] = i
		}
		order = rapid.Permutation(order).Draw(t, "order")
		state := make([]uint8, n)
		for i := range state {
			state[i] = 0xee
		}
		set, err := NewIdleSet(nil, n, rapid.Bool().Draw(t, "shared"))
		if err != nil {
			t.Fatal(err)
		}
		model := make([]bool, n)
		for s := range model { // as left by whoever was here before
			model[s] = tieHash(sys.Seed, uint32(s))&1 != 0
			set.Put(uint32(s), model[s])
		}
		sum := uint64(0)
		for _, i := range order {
			from, to := uint32(cuts[i]), uint32(cuts[i+1])
			sum += InitServers(sys, l, state, from, to)
			FillIdle(&set, l, state, from, to)
			for s := from; s < to; s++ {
				model[s] = whole[s]>>l.TypeBits == 0
			}
			for s := range model {
				if got := set.words[s>>6]>>(s&63)&1 != 0; got != model[s] {
					t.Fatalf("after servers %d to %d: server %d idle %v, want %v", from, to, s, got, model[s])
				}
			}
		}
		if !slices.Equal(state, whole) || sum != jobs {
			t.Fatalf("%d jobs, in one go %d, or other keys", sum, jobs)
		}
		other, err := NewIdleSet(nil, n, false)
		if err != nil {
			t.Fatal(err)
		}
		other.CopyFrom(&set)
		if !slices.Equal(other.words, set.words) {
			t.Fatal("the copy is another set")
		}
		other.Put(0, !model[0])
		if set.words[0]&1 != 0 != model[0] {
			t.Fatal("the copy is the set itself")
		}
	})
}

// TestSharedIdleSet: goroutines that write the bits of their own servers, interleaved in every word, lose none of each other's changes, and
// those that fill blocks whose ends lie within words write no neighbour's bit. The race detector sees plain writes to shared words.
func TestSharedIdleSet(t *testing.T) {
	const n, writers, changes = 1000, 4, 20_000
	for _, blocks := range []bool{false, true} {
		set, err := NewIdleSet(nil, n, true)
		if err != nil {
			t.Fatal(err)
		}
		owner := func(s int) int {
			if blocks {
				return s * writers / n // 250 servers each, which is no multiple of 64
			}
			return s % writers
		}
		state := make([]uint8, n)
		for s := range state {
			state[s] = uint8(tieHash(1, uint32(s)) & 1)
		}
		want := make([]bool, n)
		var group stdsync.WaitGroup
		for w := range writers {
			group.Go(func() {
				if blocks {
					FillIdle(&set, Layout{Width: 8, Types: 1}, state, uint32(w*n/writers), uint32((w+1)*n/writers))
				} else {
					for s := w; s < n; s += writers {
						set.Put(uint32(s), state[s] == 0)
					}
				}
				for s := range n {
					if owner(s) == w {
						want[s] = state[s] == 0
					}
				}
				for i := range changes {
					h := rng.Mix64(uint64(w)<<32 | uint64(i))
					s := int(h>>1) % n
					if owner(s) == w {
						want[s] = h&1 != 0
						set.Put(uint32(s), want[s])
					}
				}
			})
		}
		group.Wait()
		for s := range n {
			if got := set.words[s>>6]>>(s&63)&1 != 0; got != want[s] {
				t.Errorf("blocks %v: server %d idle %v, want %v", blocks, s, got, want[s])
			}
		}
	}
}
