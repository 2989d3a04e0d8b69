package oracle

import (
	"fmt"
	"math"
)

// Move is a way from one state of a Markov chain in continuous time to another.
type Move[S comparable] struct {
	To   S
	Rate float64
}

// StationaryLaw returns the stationary probabilities of all states that can be reached
// from start, which must be reachable from all of them. A move to the same state means
// nothing. At most a thousand states: the time grows with the cube of their number.
//
// States are censored one by one, which needs no subtraction (Grassmann, Taksar and
// Heyman 1985).
func StationaryLaw[S comparable](start S, moves func(S) []Move[S]) (states []S, law []float64, err error) {
	const limit = 1000
	index := map[S]int{start: 0}
	states = []S{start}
	var rates [][]float64
	for i := 0; i < len(states); i++ {
		rates = append(rates, make([]float64, limit))
		for _, m := range moves(states[i]) {
			if !(m.Rate >= 0) || math.IsInf(m.Rate, 0) {
				return nil, nil, fmt.Errorf("oracle: rate %v from state %v", m.Rate, states[i])
			}
			if m.Rate == 0 || m.To == states[i] {
				continue
			}
			j, known := index[m.To]
			if !known {
				if j = len(states); j == limit {
					return nil, nil, fmt.Errorf("oracle: more than %d states", limit)
				}
				index[m.To] = j
				states = append(states, m.To)
			}
			rates[i][j] += m.Rate
		}
	}
	n := len(states)
	out := make([]float64, n) // rate from a state to those before it, in the chain without those after it
	for k := n - 1; k > 0; k-- {
		out[k] = sum(rates[k][:k])
		if out[k] == 0 {
			return nil, nil, fmt.Errorf("oracle: no way from state %v to state %v", states[k], start)
		}
		for i := range k {
			through := rates[i][k] / out[k]
			for j := range k {
				if j != i {
					rates[i][j] += through * rates[k][j]
				}
			}
		}
	}
	law = make([]float64, n)
	law[0] = 1
	for k := 1; k < n; k++ {
		for i := range k {
			law[k] += law[i] * rates[i][k]
		}
		law[k] /= out[k]
	}
	total := sum(law)
	for i := range law {
		law[i] /= total
	}
	return states, law, nil
}
