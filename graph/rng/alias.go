package rng

import "errors"

// Alias picks an index with given probabilities in constant time (Walker 1977, Vose 1991). The table is built with integer thresholds from
// float64 weights in a fixed order, so that it is the same everywhere.
type Alias struct {
	keep  []uint32 // column i keeps i if the 32-bit coin is below keep[i] ...
	other []uint32 // ... and gives other[i] otherwise
}

// ErrWeights says that the weights of a pick are unusable.
var ErrWeights = errors.New("rng: weights must be finite, not negative, and have a positive sum")

// NewAlias builds the table for weights of any positive sum.
func NewAlias(weights []float64) (*Alias, error) {
	n := len(weights)
	sum := 0.0
	for _, w := range weights {
		if !(w >= 0 && w <= 1e300) {
			return nil, ErrWeights
		}
		sum += w
	}
	if !(sum > 0 && sum <= 1e300) {
		return nil, ErrWeights
	}
	a := &Alias{keep: make([]uint32, n), other: make([]uint32, n)}
	scaled := make([]float64, n)
	var small, large []int
	for i, w := range weights {
		scaled[i] = float64(w*float64(n)) / sum
		if scaled[i] < 1 {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		a.keep[s], a.other[s] = uint32(scaled[s]*0x1p32), uint32(l)
		scaled[l] -= 1 - scaled[s]
		if scaled[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	// What rounding leaves over keeps its column, except that a weight of zero must never be picked.
	heaviest := 0
	for i, w := range weights {
		if w > weights[heaviest] {
			heaviest = i
		}
	}
	for _, rest := range [][]int{small, large} {
		for _, i := range rest {
			if weights[i] == 0 {
				a.keep[i], a.other[i] = 0, uint32(heaviest)
				continue
			}
			a.keep[i], a.other[i] = 1<<32-1, uint32(i)
		}
	}
	return a, nil
}

// Pick maps a uniform column in [0, n) and a uniform 32-bit coin to an index.
func (a *Alias) Pick(column, coin uint32) uint32 {
	if coin < a.keep[column] {
		return column
	}
	return a.other[column]
}

// Bytes returns the size of the tables.
func (a *Alias) Bytes() uint64 { return 8 * uint64(len(a.keep)) }
