package oracle

import (
	"fmt"
	"math"
	"slices"
)

// Stationary is the exact stationary law of a system.
type Stationary struct {
	States          int         // of the chain
	MeanNumber      float64     // jobs in the system
	Blocking        float64     // lost share of the jobs that arrive at a port with neighbours
	BlockingPerPort []float64   // by port; 0 for a port without neighbours
	MeanResponse    float64     // of admitted jobs
	Utilisation     []float64   // probability that the server is busy
	MeanQueue       []float64   // mean jobs at the server, the one in service included
	Length          [][]float64 // Length[r][k]: probability that server r holds k jobs, k = 0..Buffer
	Join            [][]float64 // Join[r][k]: probability that an admitted job joins server r and finds k jobs, k = 0..Buffer-1

	rates []float64 // service rate by server
	law   *Phases   // of a service time; nil: exponential
	// found[r][s]: probability that an admitted job joins server r and finds it in
	// local state s: see chain.
	found [][]float64
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
		law:             s.Service,
	}
	for range n {
		st.found = append(st.found, make([]float64, 1+s.Buffer*len(c.law.Rates)))
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
				st.found[r][c.digit[x*n+r]] += flow
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
	left, mean := c.law.left(), 0.0
	for j, start := range c.law.Start {
		mean += start * left[j]
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
		}
		// A job waits for the rest of the service that it finds, for those of the jobs
		// behind it, and for its own.
		for digit := range st.found[r] {
			st.found[r][digit] /= admitted
			k, phase := c.queue(digit)
			work := mean
			if k > 0 {
				work = left[phase] + float64(k)*mean
			}
			st.MeanResponse += st.found[r][digit] * work / s.Rates[r]
		}
	}
	return st
}

// Tail returns the probability that the response time of an admitted job exceeds
// t. A job that finds k jobs at server r stays for an Erlang time of k+1 phases of
// rate Rates[r], which exceeds t if a Poisson number of mean Rates[r]*t is at most k.
// With phases see phaseTail.
func (st *Stationary) Tail(t float64) float64 {
	tail := 0.0
	if st.law != nil {
		for r, found := range st.found {
			tail += phaseTail(st.law, found, st.rates[r]*t)
		}
		return tail
	}
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

// phaseTail returns the sum over the local states s of found[s] times the probability
// that a job that finds a server of rate 1 in state s stays longer than t. The job
// takes part in a chain that ends when it leaves: its state is who is served, as the
// number of services still to begin, and in which phase. The chain is watched at the
// points of a Poisson process that is at least as fast as any phase (uniformisation).
func phaseTail(law *Phases, found []float64, t float64) float64 {
	phases := len(law.Rates)
	now := make([][]float64, (len(found)-1)/phases+1) // [services to begin][phase]
	for i := range now {
		now[i] = make([]float64, phases)
	}
	for j, p := range law.Start {
		now[0][j] += found[0] * p
	}
	for s, p := range found[1:] {
		now[1+s/phases][s%phases] += p
	}
	speed := slices.Max(law.Rates)
	stay := 0.0
	for n, done := 0, 0.0; ; n++ {
		logFactorial, _ := math.Lgamma(float64(n + 1))
		weight := math.Exp(float64(n)*math.Log(speed*t) - speed*t - logFactorial)
		if n == 0 {
			weight = math.Exp(-speed * t)
		}
		mass := 0.0
		for _, row := range now {
			mass += sum(row)
		}
		stay += weight * mass
		done += weight
		if float64(n) > speed*t && (1-done < 1e-16 || weight < 1e-18) {
			return stay
		}
		next := make([][]float64, len(now))
		for i := range next {
			next[i] = make([]float64, phases)
		}
		for i, row := range now {
			for j, p := range row {
				rate := law.Rates[j] / speed
				next[i][j] += p * (1 - rate)
				for k := range phases {
					next[i][k] += p * rate * law.next(j, k)
					if i > 0 {
						next[i-1][k] += p * rate * law.end(j) * law.Start[k]
					}
				}
			}
		}
		now = next
	}
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
