package rng

import "math"

// Package math may use other instructions, and so give other last bits, on each kind of processor. What decides a trajectory, such as edge
// probabilities, port weights, waiting and service times, needs functions that do not: accurate to about 1e-13 (1e-15 for logarithms not
// far from 1), and the same everywhere, because only single operations that IEEE 754 rounds exactly are used (the conversions keep a
// compiler from fusing a product with a sum).

// Log returns ln x for positive finite x, by 2 atanh((f-1)/(f+1)) with x = f 2^e, f between sqrt(1/2) and sqrt(2).
func Log(x float64) float64 {
	f, e := math.Frexp(x)
	if f < math.Sqrt2/2 {
		f, e = 2*f, e-1
	}
	return float64(float64(e)*math.Ln2) + twiceArctanh((f-1)/(f+1))
}

// LogRest returns ln(1-p) for p in [0, 1), as exact for small p as for others.
func LogRest(p float64) float64 {
	if p > 0.25 {
		return Log(1 - p)
	}
	return -twiceArctanh(p / (2 - p))
}

// twiceArctanh returns 2 atanh s for s up to 0.1716, so that 12 terms reach 1e-19.
func twiceArctanh(s float64) float64 {
	square := float64(s * s)
	sum := 1.0 / 23
	sum = float64(sum*square) + 1.0/21
	sum = float64(sum*square) + 1.0/19
	sum = float64(sum*square) + 1.0/17
	sum = float64(sum*square) + 1.0/15
	sum = float64(sum*square) + 1.0/13
	sum = float64(sum*square) + 1.0/11
	sum = float64(sum*square) + 1.0/9
	sum = float64(sum*square) + 1.0/7
	sum = float64(sum*square) + 1.0/5
	sum = float64(sum*square) + 1.0/3
	sum = float64(sum*square) + 1
	return float64(2 * s * sum)
}

// Exp returns e^x for x between -700 and 700, by the series of the remainder of x/ln 2.
func Exp(x float64) float64 {
	k := math.Floor(x/math.Ln2 + 0.5)
	r := x - float64(k*math.Ln2) // at most 0.347, so that 16 terms reach 1e-20
	sum := 1.0
	for i := 16; i >= 1; i-- {
		sum = 1 + float64(sum*r)/float64(i)
	}
	return math.Ldexp(sum, int(k))
}

// Pow returns x^y for positive x, where |y ln x| is at most 700.
func Pow(x, y float64) float64 { return Exp(float64(y * Log(x))) }
