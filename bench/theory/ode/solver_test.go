package ode_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"shardq/bench/theory/ode"
	"shardq/bench/theory/theorytest"
)

// oscillator and decay have the solution (cos t, -sin t, exp(-t)) from (1, 0, 1); the last equation is not linear.
func oscillator(d, q []float64) {
	d[0], d[1], d[2] = q[1], -q[0], -q[2]*(q[0]*q[0]+q[1]*q[1])
}

// TestOrder: with steps of half the length the error is that much smaller.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		name   string
		method ode.Method
		order  float64
	}{{"explicit", ode.Explicit, 5}, {"implicit", ode.Implicit, 4}} {
		var errs []float64
		for _, h := range []float64{0.1, 0.05, 0.025} {
			q := []float64{1, 0, 1}
			if _, err := (ode.Solver{Method: c.method, Step: h, Relative: 1e-13, Absolute: 1e-14}).Advance(q, ode.Smooth(oscillator),
				2); err != nil {
				t.Fatal(err)
			}
			errs = append(errs, math.Abs(q[0]-math.Cos(2))+math.Abs(q[1]+math.Sin(2))+math.Abs(q[2]-math.Exp(-2)))
		}
		for i := 1; i < len(errs); i++ {
			if got := math.Log2(errs[i-1] / errs[i]); math.Abs(got-c.order) > 0.35 {
				t.Errorf("%s: order %.2f from errors %v, want %v", c.name, got, errs, c.order)
			}
		}
	}
}

// TestStiff: the equation of Prothero and Robinson, y' = -L (y - cos t) - sin t, whose solution from 1 is cos t whatever L.
func TestStiff(t *testing.T) {
	for _, rate := range []float64{1, 1e3, 1e6, 1e9} {
		flow := ode.Smooth(func(d, q []float64) { d[0], d[1] = -rate*(q[0]-math.Cos(q[1]))-math.Sin(q[1]), 1 })
		q := []float64{1, 0}
		work, err := ode.Solver{Relative: 1e-9, Absolute: 1e-10}.Advance(q, flow, 10)
		if err != nil {
			t.Fatal(err)
		}
		theorytest.Near(t, fmt.Sprintf("rate %g", rate), q[0], math.Cos(10), 1e-7)
		if stiff := rate > 1e3; stiff && !work.Implicit || work.Steps > 20000 {
			t.Errorf("rate %g: %+v", rate, work)
		}
	}
	// Robertson's reaction, of which the sum is conserved; the values are those of Hairer and Wanner, section IV.10.
	q := []float64{1, 0, 0}
	_, err := ode.Solver{Relative: 1e-9, Absolute: 1e-13}.Advance(q, ode.Smooth(func(d, q []float64) {
		fast, slow := 3e7*q[1]*q[1], 0.04*q[0]-1e4*q[1]*q[2]
		d[0], d[1], d[2] = -slow, slow-fast, fast
	}), 40)
	if err != nil {
		t.Fatal(err)
	}
	theorytest.Near(t, "Robertson, sum", q[0]+q[1]+q[2], 1, 1e-12)
	theorytest.Near(t, "Robertson, first", q[0], 0.7158270687, 1e-7)
	theorytest.Near(t, "Robertson, second", q[1]*1e5, 0.9185534764, 1e-6)
}

// corner slides along q_0 = 1 once it is there, until q_1 is 1.
type corner struct{}

func (corner) Piece(q []float64) int {
	switch {
	case q[0] < 1-1e-12:
		return 0
	case q[1] < 1-1e-12:
		return 1
	}
	return 2
}

func (corner) Derivative(d, q []float64, piece int) {
	d[0], d[1] = 0, 0
	if piece < 2 {
		d[piece] = 1 + q[piece]
	}
}

func (corner) Margin(q []float64, piece int) float64 {
	if piece == 2 {
		return 1
	}
	return 1 - q[piece]
}
func (corner) Settle([]float64) {}

// TestPieces: each takes ln 2, and what the pieces' ends are is found to rounding.
func TestPieces(t *testing.T) {
	for _, method := range []ode.Method{ode.Explicit, ode.Implicit} {
		q := []float64{0, 0}
		work, err := ode.Solver{Method: method}.Advance(q, corner{}, math.Ln2+0.3)
		if err != nil || work.Pieces != 1 {
			t.Errorf("%+v, %v", work, err)
		}
		theorytest.Near(t, "first", q[0], 1, 1e-12)
		theorytest.Near(t, "second", q[1], math.Exp(0.3)-1, 1e-9)
	}
}

func TestStepsEnd(t *testing.T) {
	_, err := ode.Solver{MostSteps: 10}.Advance([]float64{1}, ode.Smooth(func(d, q []float64) { d[0] = -q[0] }), 1000)
	if !errors.Is(err, ode.ErrSteps) {
		t.Errorf("error %v", err)
	}
	_, err = ode.Solver{}.Advance([]float64{1}, ode.Smooth(func(d, q []float64) { d[0] = q[0] * q[0] }), 2)
	if err == nil {
		t.Error("a solution that grows beyond all bounds ended")
	}
}
