package alloc_test

import (
	"fmt"

	"shardq/alloc"
)

func Example() {
	arena := alloc.New(alloc.Config{})
	queue, err := alloc.Make[uint8](arena, alloc.State, 1<<22)
	if err != nil {
		fmt.Println(err)
		return
	}
	queue[0] = 1
	for _, use := range arena.Usage() {
		fmt.Printf("%s: %d MiB\n", use.Purpose, use.Bytes>>20)
	}
	fmt.Println(arena.Release())
	// Output:
	// state: 4 MiB
	// <nil>
}
