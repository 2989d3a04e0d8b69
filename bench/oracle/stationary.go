package oracle

import (
	"fmt"
	"math"
)

// Stationary is the exact stationary law of a system.
type Stationary struct {
	States          int         // number of queue-length vectors
	MeanNumber      float64     // jobs in the system
	Blocking        float64     // lost share of the jobs that arrive at a port with neighbours
	BlockingPerPort []float64   // by port; 0 for a port without neighbours
	MeanResponse    float64     // of admitted jobs
	Utilisation     []float64   // probability that the server is busy
	MeanQueue       []float64   // mean jobs at the server, the one in service included
	Length          [][]float64 // Length[r][k]: probability that server r holds k jobs, k = 0..Buffer
	Join            [][]float64 // Join[r][k]: probability that an admitted job joins server r and finds k jobs, k = 0..Buffer-1

	rates []float64 // service rate by server
}

// measure derives the performance measures from the solved chain.
func (c *chain) measure(rt *router) *Stationary {
	s, n := c.sys, c.n
	st := &Stationary{
		States:          c.states,
		BlockingPerPort: make([]float64, len(s.Ports)),
		Utilisation:     make([]float64, n),
		MeanQueue:       make([]float64, n),
		rates:           s.Rates,
	}
	for range n {
		st.Length = append(st.Length, make([]float64, s.Buffer+1))
		st.Join = append(st.Join, make([]float64, s.Buffer))
	}
	admitted := 0.0 // jobs per unit of time
	law := make([]float64, n)
	for x, p := range c.pi {
		jobs := c.jobs[x*n : (x+1)*n]
		for r, k := range jobs {
			st.Length[r][k] += p
			if int(k) < s.Buffer {
				flow := p * c.join[x*n+r]
				st.Join[r][k] += flow
				admitted += flow
			}
		}
		for l, port := range s.Ports {
			if len(port.Neighbours) == 0 {
				continue
			}
			rt.route(l, jobs, law)
			for r, k := range jobs {
				if int(k) == s.Buffer {
					st.BlockingPerPort[l] += p * law[r]
				}
			}
		}
	}
	for l, port := range s.Ports {
		st.Blocking += port.Rate / s.ArrivalRate() * st.BlockingPerPort[l]
	}
	for r := range n {
		for k, p := range st.Length[r] {
			if k > 0 {
				st.Utilisation[r] += p
			}
			st.MeanQueue[r] += float64(k) * p
		}
		st.MeanNumber += st.MeanQueue[r]
		for k := range st.Join[r] {
			st.Join[r][k] /= admitted
			st.MeanResponse += st.Join[r][k] * float64(k+1) / s.Rates[r]
		}
	}
	return st
}

// Tail returns the probability that the response time of an admitted job exceeds
// t. A job that finds k jobs at server r stays for an Erlang time of k+1 phases of
// rate Rates[r], which exceeds t if a Poisson number of mean Rates[r]*t is at most k.
func (st *Stationary) Tail(t float64) float64 {
	tail := 0.0
	for r, join := range st.Join {
		atMost := 0.0
		for k, p := range join {
			x := st.rates[r] * t
			logFactorial, _ := math.Lgamma(float64(k + 1))
			if k == 0 {
				atMost = math.Exp(-x)
			} else if x > 0 {
				atMost += math.Exp(float64(k)*math.Log(x) - x - logFactorial)
			}
			tail += p * min(atMost, 1)
		}
	}
	return tail
}

// Quantile returns the time that the response time of an admitted job does not
// exceed with probability p. It panics unless 0 < p < 1.
func (st *Stationary) Quantile(p float64) float64 {
	if !(p > 0 && p < 1) {
		panic(fmt.Sprintf("oracle: quantile level %v is not between 0 and 1", p))
	}
	low, high := 0.0, 1.0
	for st.Tail(high) > 1-p {
		low, high = high, 2*high
	}
	for {
		middle := low + (high-low)/2
		if middle == low || middle == high {
			return high
		}
		if st.Tail(middle) > 1-p {
			low = middle
		} else {
			high = middle
		}
	}
}
