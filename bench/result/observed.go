package result

import (
	"math"

	"shardq/bench/stats"
)

// Observed is what looks at the occupancies at equal distances in time saw, after the warm-up.
type Observed struct {
	Every float64 // units of time from one look to the next
	Looks uint64  // over all replications
	Alpha float64 // of the scales; 1/2 unless the load is 1 - beta N^-alpha

	// With Q_k the number of servers with at least k jobs:
	Idle   Scaled // (N - Q_1) / N^(1-alpha)
	Second Scaled // Q_2 / N^alpha
	Excess Scaled // (Q_1 + Q_2 + ... - N) / N^alpha
}

// All returns the scaled counts in the order of reports.
func (o *Observed) All() []*Scaled { return []*Scaled{&o.Idle, &o.Second, &o.Excess} }

// Scaled is the distribution of a scaled count over the looks.
type Scaled struct {
	Key, Name string
	Scale     float64 // what counts are divided by
	Mean      stats.Estimate
	Deviation float64 // standard deviation over the looks
	Histogram Histogram
	Known     float64 // mean in theory; NaN if not known
	KnownDev  float64 // standard deviation in theory; NaN if not known
	Source    string  // of both
}

// BinsPerUnit is the number of bins of a histogram in one unit of the scaled count.
const BinsPerUnit = 10

// Histogram counts values by bins of width 0.1: bin j covers [j/10, (j+1)/10).
type Histogram struct {
	First  int      // the bin of Counts[0]
	Counts []uint64 // empty if there are none; first and last are not 0
}

// Put counts values of bin j.
func (h *Histogram) Put(j int, times uint64) {
	if h.Counts == nil {
		h.First = j
	}
	if before := h.First - j; before > 0 {
		h.Counts = append(make([]uint64, before), h.Counts...)
		h.First = j
	}
	if after := j - h.First - len(h.Counts) + 1; after > 0 {
		h.Counts = append(h.Counts, make([]uint64, after)...)
	}
	h.Counts[j-h.First] += times
}

// Add adds the counts of another histogram.
func (h *Histogram) Add(other *Histogram) {
	for i, n := range other.Counts {
		if n > 0 {
			h.Put(other.First+i, n)
		}
	}
}

// Since returns the counts that an earlier state of the histogram does not have.
func (h *Histogram) Since(earlier *Histogram) Histogram {
	var d Histogram
	for i, n := range h.Counts {
		if at := h.First + i - earlier.First; at >= 0 && at < len(earlier.Counts) {
			n -= earlier.Counts[at]
		}
		if n > 0 {
			d.Put(h.First+i, n)
		}
	}
	return d
}

// Quantile returns the value that a fraction q of the counts do not exceed, as if each bin were filled evenly; NaN without counts.
func (h *Histogram) Quantile(q float64) float64 {
	total := uint64(0)
	for _, n := range h.Counts {
		total += n
	}
	below, want := uint64(0), q*float64(total)
	for i, n := range h.Counts {
		if n > 0 && float64(below+n) >= want {
			return (float64(h.First+i) + (want-float64(below))/float64(n)) / BinsPerUnit
		}
		below += n
	}
	return math.NaN()
}
