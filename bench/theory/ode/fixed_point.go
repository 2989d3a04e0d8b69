package ode

import (
	"math"

	"shardq/bench/theory"

	"shardq/bench/theory/numeric"
)

// FixedPoint moves q to the fixed point of a flow, after following it for the given time.
func FixedPoint(q []float64, flow Flow, time float64) error {
	if _, err := (Solver{Relative: 1e-7, Absolute: 1e-9}).Advance(q, flow, time); err != nil {
		return err
	}
	flow.Settle(q)
	n := len(q)
	change, next := make([]float64, n), make([]float64, n)
	jacobian := make([]float64, n*n)
	var matrix numeric.LU
	step, last := time/8, math.Inf(1)
	for range 400 {
		piece := flow.Piece(q)
		f := func(d, q []float64) { flow.Derivative(d, q, piece) }
		differences(jacobian, q, f)
		f(change, q)
		matrix.Reset(n)
		for i, v := range jacobian {
			matrix.A[i] = -v
		}
		for i := range n {
			matrix.A[i*n+i] += 1 / step
		}
		if !matrix.Factor() {
			return theory.Errorf("fixed point: the equations are singular")
		}
		matrix.Solve(change)
		most := 0.0
		for i, v := range change {
			most = max(most, math.Abs(v))
			next[i] = q[i] + v
		}
		if math.IsNaN(most) {
			return theory.Errorf("fixed point: no number")
		}
		if flow.Margin(next, piece) < -1e-9 && step > 1e-6 {
			// Over the end of a piece it goes by short steps.
			if _, err := (Solver{Relative: 1e-7, Absolute: 1e-9}).Advance(q, flow, time/4); err != nil {
				return err
			}
			flow.Settle(q)
			step, last = time/8, math.Inf(1)
			continue
		}
		copy(q, next)
		if step > 1e9 && (most < 1e-15 || most < 1e-12 && most >= last) {
			return nil
		}
		if most < 0.1 {
			step *= 4
		} else {
			step /= 2
		}
		last = most
	}
	return theory.Errorf("fixed point: not found")
}
