package main

import (
	"fmt"
	"os"
)

// Every command of the program is one call, with its arguments and its two outputs.
func Example() {
	code := execute([]string{"bench", "--quick", "--render", "speed.jsonl"}, os.Stdout, os.Stdout)
	fmt.Println("exit code", code)
	// Output:
	// shardq: --render measures nothing: it takes no workload, --quick or --json
	// exit code 2
}
