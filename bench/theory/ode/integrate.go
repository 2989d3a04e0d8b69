package ode

// Integrate moves q along the solution of a differential equation for the given time, in Runge-Kutta steps of order 4 of at most the given length. field
// writes the derivative at q; its scratch is its own. After each step clamp, if not nil, puts q back into where it must stay.
func Integrate(q []float64, field func(derivative, q []float64), time, step float64, clamp func(q []float64)) {
	n := len(q)
	at, sum, k := make([]float64, n), make([]float64, n), make([]float64, n)
	steps := int(time/step) + 1
	h := time / float64(steps)
	for range steps {
		copy(at, q)
		clear(sum)
		for stage, weight := range [4]float64{1, 2, 2, 1} {
			field(k, at)
			ahead := h / 2
			if stage == 2 {
				ahead = h
			}
			for i := range q {
				sum[i] += weight * k[i]
				at[i] = q[i] + ahead*k[i]
			}
		}
		for i := range q {
			q[i] += h / 6 * sum[i]
		}
		if clamp != nil {
			clamp(q)
		}
	}
}

// ClampTail keeps shares between 0 and 1, and none above the one before it.
func ClampTail(q []float64) {
	before := 1.0
	for i := range q {
		q[i] = min(max(q[i], 0), before)
		before = q[i]
	}
}
