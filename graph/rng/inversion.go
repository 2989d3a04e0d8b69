package rng

import (
	"math"
	"sort"
)

// inversion is a law on consecutive integers as a table of 64-bit thresholds: one uniform word gives one value, by inversion of the
// distribution function. The law is exact to 2^-64 in each probability up to the rounding of the weights.
type inversion struct {
	first int      // value that belongs to below[0]
	below []uint64 // below[i] = floor(2^64 P(value <= first+i)), increasing; the last is MaxUint64
}

// negligible is where the tables end, relative to the weight of the mode: far below one unit of a threshold.
const negligible = 0x1p-80

// tabulate builds the table of a law with one mode from its weights relative to that of the mode: down[i] belongs to mode-1-i, up[i] to
// mode+1+i. Only additions and divisions in a fixed order are used, so that the table is the same on every machine.
func tabulate(mode int, down, up []float64) inversion {
	weights := make([]float64, 0, len(down)+1+len(up))
	for i := len(down) - 1; i >= 0; i-- {
		weights = append(weights, down[i])
	}
	weights = append(weights, 1)
	weights = append(weights, up...)
	// Sum each tail from its small end, so that small weights are not lost.
	total := 0.0
	for i := len(down) - 1; i >= 0; i-- {
		total += down[i]
	}
	upper := 0.0
	for i := len(up) - 1; i >= 0; i-- {
		upper += up[i]
	}
	total += upper + 1
	below := make([]uint64, len(weights))
	cum := 0.0
	for i, w := range weights {
		cum += w
		q := cum / total
		if q >= 1 {
			below[i] = math.MaxUint64
			continue
		}
		below[i] = uint64(q * 0x1p64)
	}
	below[len(below)-1] = math.MaxUint64
	return inversion{first: mode - len(down), below: below}
}

// Max returns the largest value that Count can return.
func (v *inversion) Max() int { return v.first + len(v.below) - 1 }

// Count maps a uniform word to a value.
func (v *inversion) Count(word uint64) int {
	return v.first + sort.Search(len(v.below)-1, func(i int) bool { return word < v.below[i] })
}
