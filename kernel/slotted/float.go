package slotted

import "math"

// Package math may use other instructions, and so give other last bits, on each kind of processor. Service times decide a trajectory, hence these:
// accurate to about 1e-15, and the same everywhere, because only single operations that IEEE 754 rounds exactly are used (the conversions keep a
// compiler from fusing a product with a sum).

// logarithm returns ln x for positive finite x, by 2 atanh((f-1)/(f+1)) with x = f 2^e, f between sqrt(1/2) and sqrt(2).
func logarithm(x float64) float64 {
	f, e := math.Frexp(x)
	if f < math.Sqrt2/2 {
		f, e = 2*f, e-1
	}
	return float64(float64(e)*math.Ln2) + float64(2*arctanh((f-1)/(f+1)))
}

// arctanh returns atanh s for s up to 0.1716, so that 9 terms reach 1e-17.
func arctanh(s float64) float64 {
	square := float64(s * s)
	sum := 1.0 / 19
	sum = float64(sum*square) + 1.0/17
	sum = float64(sum*square) + 1.0/15
	sum = float64(sum*square) + 1.0/13
	sum = float64(sum*square) + 1.0/11
	sum = float64(sum*square) + 1.0/9
	sum = float64(sum*square) + 1.0/7
	sum = float64(sum*square) + 1.0/5
	sum = float64(sum*square) + 1.0/3
	return float64(s) + float64(float64(s*square)*sum)
}

// logarithmOfRest returns ln(1-p) for p in [0, 1), as exact for small p as for others.
func logarithmOfRest(p float64) float64 {
	if p > 0.25 {
		return logarithm(1 - p)
	}
	return -2 * arctanh(p/(2-p))
}

// exponential returns e^x for x between -700 and 700, by the series of the remainder of x/ln 2.
func exponential(x float64) float64 {
	k := math.Floor(x/math.Ln2 + 0.5)
	r := x - float64(k*math.Ln2) // at most 0.347, so that 14 terms reach 1e-19
	sum := 1.0
	for i := 14; i >= 1; i-- {
		sum = 1 + float64(sum*r)/float64(i)
	}
	return math.Ldexp(sum, int(k))
}

// stirling returns ln k! - ((k+1/2) ln(k+1) - (k+1) + ln(2 pi)/2), to 1e-11 or better (Hoermann 1993).
func stirling(k float64) float64 {
	if k < float64(len(smallStirling)) {
		return smallStirling[int(k)]
	}
	r := 1 / (k + 1)
	square := float64(r * r)
	return float64(r * (1.0/12 - float64(square*(1.0/360-float64(square*(1.0/1260-float64(square*(1.0/1680))))))))
}

// smallStirling has 20 digits, which are those of the definition.
var smallStirling = [...]float64{
	0.08106146679532725822, 0.04134069595540929409, 0.02767792568499833915, 0.02079067210376509311, 0.01664469118982119216,
	0.01387612882307074800, 0.01189670994589177010, 0.01041126526197209650, 0.00925546218271273292, 0.00833056343336287126,
}

// halfLogTwoPi is ln(2 pi)/2.
const halfLogTwoPi = 0.91893853320467274178

// logFactorial returns ln k!.
func logFactorial(k float64) float64 {
	return float64((k+0.5)*logarithm(k+1)) - (k + 1) + halfLogTwoPi + stirling(k)
}
