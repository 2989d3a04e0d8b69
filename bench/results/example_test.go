package results_test

import (
	"bytes"
	"fmt"

	"shardq/bench/results"
	"shardq/bench/speed"
)

func Example() {
	r, err := speed.ReadLines(bytes.NewReader(results.Speed), "speed.jsonl")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("measurements on file:", r.Measurements() > 0)
	// Output:
	// measurements on file: true
}
