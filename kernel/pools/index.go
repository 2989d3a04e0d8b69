package pools

import (
	"math/bits"

	"shardq/kernel/jump"
)

// index finds the pool of a uniform task: a Fenwick tree over the numbers of pools with at least 1, 2, ... tasks. sum[i] is the sum of the
// last i&-i of the numbers 1 .. i.
type index struct{ sum []uint64 }

// newIndex returns the index of levels, with room for as many as they have.
func newIndex(l *jump.Levels) index {
	x := index{make([]uint64, l.Room()+2)}
	for i := 1; i < len(x.sum); i++ {
		x.sum[i] += l.AtLeast(i)
		if j := i + i&-i; j < len(x.sum) {
			x.sum[j] += x.sum[i]
		}
	}
	return x
}

// add changes the number of pools with at least i tasks.
func (x index) add(i int, change uint64) {
	for ; i < len(x.sum); i += i & -i {
		x.sum[i] += change
	}
}

// find returns the number of tasks in the pool of task u, tasks being numbered in the order of rising numbers of tasks in their pools. The
// pools with at most i tasks have T_1 + ... + T_i - i T_{i+1} of them, if T_k pools have at least k.
func (x index) find(l *jump.Levels, u uint64) int {
	at, sum := 0, uint64(0) // the pools with at most at tasks have no more than u
	for step := 1 << bits.Len(uint(l.Top()-1)) >> 1; step > 0; step >>= 1 {
		next := at + step
		if next >= l.Top() {
			continue
		}
		if s := sum + x.sum[next]; s-uint64(next)*l.AtLeast(next+1) <= u {
			at, sum = next, s
		}
	}
	return at + 1
}
