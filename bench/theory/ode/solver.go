package ode

import (
	"errors"
	"math"

	"shardq/bench/theory"
)

// Method names how a differential equation is solved.
type Method int

// The methods.
const (
	Auto     Method = iota // explicit until the equations prove stiff
	Explicit               // Dormand and Prince, order 5
	Implicit               // diagonally implicit Runge-Kutta, order 4, L-stable
)

// ErrSteps is wrapped when a solution needs more steps than a Solver takes.
var ErrSteps = errors.New("too many steps")

// Solver solves differential equations from an initial state, with steps as long as the error of each allows. The zero value is ready. It
// is deterministic.
type Solver struct {
	Method Method
	// The error of a step is kept below Absolute + Relative |q_i| in each component; 0 is 1e-11 for Relative and 1e-13 for Absolute.
	Relative, Absolute float64
	Step               float64 // if positive, the length of every step, whatever its error
	MostSteps          int     // 0 is a million
}

// Work is what a solution took.
type Work struct {
	Steps, Rejected int
	Evaluations     int
	Pieces          int  // changes of the piece
	Implicit        bool // the last step was
}

// How the end of a piece is found.
const (
	beyond     = 1e-13 // a margin above -beyond is within the piece
	mostPieces = 100_000
	// A system this large is solved explicitly even if stiff: its matrices would take longer.
	mostImplicit = 700
)

// Advance moves q along the flow for the given time.
//
// Steps end where pieces do, located by bisection, so that none goes across a jump of the derivative and the order of the method is kept. A
// stiff system is told by the estimate of its largest eigenvalue that the last two stages of an explicit step give (Hairer, Wanner, Solving
// Ordinary Differential Equations II, section IV.2).
func (s Solver) Advance(q []float64, flow Flow, time float64) (Work, error) {
	if s.Relative == 0 {
		s.Relative = 1e-11
	}
	if s.Absolute == 0 {
		s.Absolute = 1e-13
	}
	if s.MostSteps == 0 {
		s.MostSteps = 1_000_000
	}
	r := &run{Solver: s, flow: flow, q: q, implicit: s.Method == Implicit}
	err := r.to(time)
	r.work.Implicit = r.implicit
	return r.work, err
}

// run is a solution under way.
type run struct {
	Solver
	flow     Flow
	q        []float64
	piece    int
	work     Work
	implicit bool
	stiff    int // signs of it one after another

	explicitStep explicitStep
	implicitStep implicitStep
}

// derivative evaluates the equations of the present piece.
func (r *run) derivative(d, q []float64) {
	r.work.Evaluations++
	r.flow.Derivative(d, q, r.piece)
}

// norm returns the largest component of an error in units of what is allowed; 1 is just allowed.
func (r *run) norm(e, q []float64) float64 {
	worst := 0.0
	for i, v := range e {
		if x := math.Abs(v) / (r.Absolute + r.Relative*math.Abs(q[i])); x > worst || math.IsNaN(x) {
			worst = x
		}
	}
	return worst
}

// try returns the state after a step of length h, and its error in units of what is allowed. The state is valid until the next call.
func (r *run) try(h float64) (next []float64, e float64) {
	if r.implicit {
		return r.implicitStep.try(r, h)
	}
	return r.explicitStep.try(r, h)
}

func (r *run) to(end float64) error {
	r.piece = r.flow.Piece(r.q)
	h := r.first(end)
	fail := func(t float64, err error) error {
		return theory.Errorf("differential equations at time %.6g of %.6g, steps of %.3g: %w", t, end, h, err)
	}
	still := 0 // events without progress
	for t := 0.0; t < end; {
		if r.work.Steps+r.work.Rejected >= r.MostSteps {
			return fail(t, ErrSteps)
		}
		last := t+h*(1+1e-12) >= end
		if last {
			h = end - t
		}
		next, e := r.try(h)
		if r.Step == 0 && !(e <= 1) {
			r.work.Rejected++
			h *= max(0.1, min(0.5, 0.9*math.Pow(e, -1/r.order())))
			if math.IsNaN(h) || h <= 1e-15*end {
				return fail(t, errors.New("the error does not get small"))
			}
			continue
		}
		r.work.Steps++
		if r.flow.Margin(next, r.piece) < -beyond && still < 3 {
			part, state := r.locate(h)
			copy(r.q, state)
			r.flow.Settle(r.q)
			if t += part; part > 1e-13*end {
				still = 0
			} else {
				still++
			}
			before := r.piece
			r.piece = r.flow.Piece(r.q)
			if r.piece != before {
				r.work.Pieces++
				still = 0
			}
			if r.work.Pieces > mostPieces {
				return fail(t, errors.New("the piece changes without end"))
			}
			if r.Step > 0 {
				h = r.Step
			}
			continue
		}
		still = 0
		if copy(r.q, next); last {
			return nil
		}
		t += h
		if r.Step > 0 {
			h = r.Step
			continue
		}
		h *= max(0.2, min(5, 0.9*math.Pow(max(e, 1e-10), -1/r.order())))
		r.judge()
	}
	return nil
}

func (r *run) order() float64 {
	if r.implicit {
		return 4
	}
	return 5
}

// judge goes over to the implicit method if steps are short for want of stability.
func (r *run) judge() {
	if r.Method != Auto || r.implicit || len(r.q) > mostImplicit {
		return
	}
	if r.explicitStep.reach > 1.5 { // with errors as small as are asked for, steps are much shorter unless the fast parts have died out
		r.stiff++
	} else if r.stiff > 0 {
		r.stiff--
	}
	if r.stiff > 30 {
		r.implicit = true
	}
}

// first returns the length of the first step.
func (r *run) first(end float64) float64 {
	if r.Step > 0 {
		return min(r.Step, end)
	}
	d := make([]float64, len(r.q))
	r.derivative(d, r.q)
	most := 0.0
	for _, v := range d {
		most = max(most, math.Abs(v))
	}
	return min(end, 0.01/(1+most))
}

// locate returns the length of the step to the end of the piece, at most h, and the state there.
func (r *run) locate(h float64) (float64, []float64) {
	low, high := 0.0, h
	for range 60 {
		middle := low + (high-low)/2
		if !(low < middle && middle < high) {
			break
		}
		next, _ := r.try(middle)
		if m := r.flow.Margin(next, r.piece); m < -beyond {
			high = middle
		} else if low = middle; m <= beyond/10 && high-low < 1e-12*h {
			break
		}
	}
	next, _ := r.try(low)
	return low, next
}
