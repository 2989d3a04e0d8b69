package result

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestHistogram: it holds what was put, in any order and in parts, and its quantiles lie in the bins of the values.
func TestHistogram(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bins := rapid.SliceOfN(rapid.IntRange(-50, 50), 1, 40).Draw(t, "bins")
		cut := rapid.IntRange(0, len(bins)).Draw(t, "cut")
		var whole, a, b Histogram
		counts := map[int]uint64{}
		for i, j := range bins {
			counts[j]++
			whole.Put(j, 1)
			if i < cut {
				a.Put(j, 1)
			} else {
				b.Put(j, 1)
			}
		}
		b.Add(&a)
		for _, h := range []*Histogram{&whole, &b} {
			sum := uint64(0)
			for i, n := range h.Counts {
				if n != counts[h.First+i] {
					t.Fatalf("%d in bin %d, want %d", n, h.First+i, counts[h.First+i])
				}
				sum += n
			}
			if sum != uint64(len(bins)) || h.Counts[0] == 0 || h.Counts[len(h.Counts)-1] == 0 {
				t.Fatalf("counts %v of %d values", h.Counts, len(bins))
			}
		}
		last := math.Inf(-1)
		for q := 0.05; q < 1; q += 0.05 {
			value := whole.Quantile(q)
			below, upTo := 0, 0
			j := int(math.Ceil(value*BinsPerUnit-1e-9)) - 1
			for _, x := range bins {
				if x < j {
					below++
				}
				if x <= j {
					upTo++
				}
			}
			if n := float64(len(bins)); value < last || float64(below) > q*n+1e-9 || float64(upTo) < q*n-1e-9 {
				t.Fatalf("quantile %v is %v, in bin %d: %d of %v below it, %d up to it", q, value, j, below, n, upTo)
			}
			last = value
		}
	})
	if q := new(Histogram).Quantile(0.5); !math.IsNaN(q) {
		t.Errorf("quantile %v of nothing", q)
	}
}
