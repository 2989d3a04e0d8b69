package jump_test

import (
	"context"
	"fmt"

	"shardq/graph/isa"
	"shardq/kernel/jump"
)

// A Poisson process of rate 2: each event is counted, and the next one scheduled.
func Example() {
	clock, err := jump.NewClock(1, 1<<20, 2, isa.Best)
	if err != nil {
		fmt.Println(err)
		return
	}
	rate := 2 * clock.Tick()
	clock.Schedule(rate)
	events := uint64(0)
	err = clock.Advance(context.Background(), 500, func(end uint64, most int) (uint64, error) {
		for ; most > 0 && clock.Due < end; most-- {
			events++
			clock.Schedule(rate)
		}
		return events, nil
	})
	fmt.Println(events > 800 && events < 1200, err)
	// Output:
	// true <nil>
}
