package slotted

import "shardq/graph/rng"

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
	return float64((k+0.5)*rng.Log(k+1)) - (k + 1) + halfLogTwoPi + stirling(k)
}
