package kernel

import (
	"testing"

	"shardq/graph/isa"
)

// TestFloorScansEveryRow: the floor reads what a run would read: the least key of every 64 servers of the row of each arrival, at every
// level.
func TestFloorScansEveryRow(t *testing.T) {
	sys := &System{
		Graph: explicit(
			t,
			[][]uint32{ids(150, 1), {3, 4}, {}, {149}},
			150,
		), Types: []Type{{Rate: 1, Count: 150}}, Buffer: 200, Arrivals: 1, Seed: 18,
	}
	l, err := NewLayout(sys)
	if err != nil {
		t.Fatal(err)
	}
	state := make([]uint8, 150+StatePadding)
	for s := range 150 {
		state[s] = uint8(s + 1)
	}
	list := arrivals(t, sys, 500)
	want := uint64(0)
	for _, a := range list {
		want += []uint64{1 + 65 + 129, 4, 0, 150}[a.Port]
	}
	for level := isa.Generic; level <= isa.Available(); level++ {
		r := NewRouter(sys, l, state[:150], level)
		if got := r.Floor(list); got != want {
			t.Errorf("%v: sum %d, want %d", level, got, want)
		}
	}
}
