package queue

import "math"

// PollaczekKhinchine is the M/G/1 queue, first come, first served, with arrival rate lambda and service of mean 1/mu and squared
// coefficient of variation scv (see [mixture.SCV]). From lambda >= mu on the means are +Inf. States is nil.
func PollaczekKhinchine(lambda, mu, scv float64) Means {
	if lambda >= mu {
		return Means{Number: math.Inf(1), Response: math.Inf(1), Waiting: math.Inf(1), Utilisation: 1}
	}
	rho := lambda / mu
	waiting := rho / (1 - rho) * (1 + scv) / 2 / mu
	return Means{Number: rho + lambda*waiting, Response: waiting + 1/mu, Waiting: waiting, Utilisation: rho}
}
