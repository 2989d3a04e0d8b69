package ode

// Flow is a system of differential equations whose right-hand side is smooth in pieces. Limits of rules that look for the least queue are
// of this kind: as long as no server is idle, say, jobs that leave idle servers behind are replaced at once, and other equations hold than
// before.
//
// A Flow keeps no state of a solution; it may be used by several goroutines.
type Flow interface {
	// Piece returns which equations hold from state q on.
	Piece(q []float64) int
	// Derivative writes the derivative at q by the equations of a piece, also a little beyond its end.
	Derivative(derivative, q []float64, piece int)
	// Margin returns how far q is from the end of the piece: it is negative beyond.
	Margin(q []float64, piece int) float64
	// Settle puts a state that has come to the end of a piece, but for rounding, onto it.
	Settle(q []float64)
}

// Smooth is a Flow of one piece.
type Smooth func(derivative, q []float64)

func (f Smooth) Piece([]float64) int                       { return 0 }
func (f Smooth) Derivative(derivative, q []float64, _ int) { f(derivative, q) }
func (f Smooth) Margin([]float64, int) float64             { return 1 }
func (f Smooth) Settle([]float64)                          {}
