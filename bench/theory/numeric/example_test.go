package numeric_test

import (
	"fmt"

	"shardq/bench/theory/numeric"
)

func ExampleLU() {
	var m numeric.LU
	m.Reset(2)
	copy(m.A, []float64{2, 1, 1, 3})
	if !m.Factor() {
		fmt.Println("singular")
		return
	}
	x := []float64{5, 10}
	m.Solve(x)
	fmt.Println(x)
	// Output:
	// [1 3]
}

func ExampleBisect() {
	fmt.Printf("%.6f\n", numeric.Bisect(0, 2, func(x float64) bool { return x*x > 2 }))
	// Output:
	// 1.414214
}
