package ode_test

import (
	"fmt"
	"math"

	"shardq/bench/theory/ode"
)

func ExampleSolver() {
	q := []float64{1}
	decay := ode.Smooth(func(derivative, q []float64) { derivative[0] = -q[0] })
	if _, err := (ode.Solver{}).Advance(q, decay, 2); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.9f %.9f\n", q[0], math.Exp(-2))
	// Output:
	// 0.135335283 0.135335283
}

func ExampleFixedPoint() {
	q := []float64{0}
	filling := ode.Smooth(func(derivative, q []float64) { derivative[0] = 0.3 - q[0] })
	if err := ode.FixedPoint(q, filling, 1); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.9f\n", q[0])
	// Output:
	// 0.300000000
}
