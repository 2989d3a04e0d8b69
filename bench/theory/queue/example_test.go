package queue_test

import (
	"fmt"

	"shardq/bench/theory/queue"
)

func ExampleMM1() {
	fmt.Printf("%.4f\n", queue.MM1(0.8, 1).Response)
	// Output:
	// 5.0000
}

func ExampleMM1b() {
	q := queue.MM1b(0.8, 1, 5)
	fmt.Printf("response %.4f, lost %.4f\n", q.Response, q.Blocking)
	// Output:
	// response 2.5631, lost 0.0888
}

func ExampleErlangB() {
	fmt.Printf("%.4f\n", queue.ErlangB(2.5, 4))
	// Output:
	// 0.1499
}
