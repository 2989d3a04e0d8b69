package queue

import (
	"math"
)

// Means has the stationary means of a classic queue.
type Means struct {
	Number      float64 // mean jobs in system
	Response    float64 // mean response time of admitted jobs
	Waiting     float64 // mean waiting time of admitted jobs
	Utilisation float64 // share of time that a server is busy
	Blocking    float64 // share of jobs that are lost
	States      []float64
}

// MM1 is the M/M/1 queue with arrival rate lambda and service rate mu. From lambda >= mu on the means are +Inf. States is nil.
func MM1(lambda, mu float64) Means {
	if lambda >= mu {
		return Means{Number: math.Inf(1), Response: math.Inf(1), Waiting: math.Inf(1), Utilisation: 1}
	}
	rho := lambda / mu
	return Means{Number: rho / (1 - rho), Response: 1 / (mu - lambda), Waiting: rho / (mu - lambda), Utilisation: rho}
}

// MM1b is M/M/1 with room for b >= 1 jobs, the one in service included, and lambda > 0. States[k] is the probability of k jobs, k = 0..b.
func MM1b(lambda, mu float64, b int) Means {
	q := Means{States: make([]float64, b+1)}
	// States are powers of rho; counting down from the likeliest end keeps every power at most 1.
	rho, sum := lambda/mu, 0.0
	weight := 1.0
	for i := range q.States {
		k, ratio := i, rho
		if rho > 1 {
			k, ratio = b-i, 1/rho
		}
		q.States[k] = weight
		sum += weight
		weight *= ratio
	}
	for k := range q.States {
		q.States[k] /= sum
		q.Number += float64(k) * q.States[k]
	}
	q.Blocking = q.States[b]
	q.Utilisation = 1 - q.States[0]
	q.Response = q.Number / (mu * q.Utilisation) // what is admitted is what is served
	q.Waiting = q.Response - 1/mu
	return q
}

// MMc is the M/M/c queue (Erlang C) with c >= 1 servers of rate mu each. From lambda >= c mu on the means are +Inf. States is nil.
func MMc(lambda, mu float64, c int) Means {
	offered := lambda / mu
	if offered >= float64(c) {
		return Means{Number: math.Inf(1), Response: math.Inf(1), Waiting: math.Inf(1), Utilisation: 1}
	}
	loss := 1.0 // Erlang B of k servers, by its recursion in k
	for k := 1; k <= c; k++ {
		loss = offered * loss / (float64(k) + offered*loss)
	}
	wait := float64(c) * loss / (float64(c) - offered*(1-loss)) // probability of waiting
	q := Means{Waiting: wait / (float64(c)*mu - lambda), Utilisation: offered / float64(c)}
	q.Response = q.Waiting + 1/mu
	q.Number = lambda * q.Response
	return q
}
