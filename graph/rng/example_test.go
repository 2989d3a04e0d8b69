package rng_test

import (
	"fmt"

	"shardq/graph/rng"
)

// The number that belongs to (seed, stream, index, lane, epoch) is the same whoever asks, in whatever order.
func ExampleKey_Uint64() {
	key := rng.NewKey(1, rng.User)
	a, b := key.Uint64(7, 0, 0), key.Uint64(8, 0, 0)
	fmt.Println(key.Uint64(8, 0, 0) == b, key.Uint64(7, 0, 0) == a, a == b)
	// Output: true true false
}
