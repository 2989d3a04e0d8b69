package lumped

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
)

func TestSortTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mask := rapid.SampledFrom([]uint32{math.MaxUint32, 0xFF, 7 << 29}).Draw(t, "mask")
		src := rapid.SliceOfN(rapid.Uint32(), 0, 300).Draw(t, "ticks")
		for i := range src {
			src[i] &= mask
		}
		got, starts := make([]uint32, len(src)), make([]uint32, 1<<sortBits+1)
		sortTicks(got, src, starts)
		slices.Sort(src)
		if !slices.Equal(got, src) {
			t.Fatalf("%v, want %v", got, src)
		}
	})
}

// TestEventsArePoisson: numbers of events in an epoch have mean and variance EpochEvents, kinds follow the rates, ticks are uniform, and
// numbers of arrivals in disjoint parts of an epoch vary like Poisson counts.
func TestEventsArePoisson(t *testing.T) {
	sys := system(policy.Policy{}, 0, 0.7, 3, 1, 40)
	st, err := newStream(sys, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	const epochs, parts = 400, 16
	var kinds [4]int
	var inPart [parts]int
	sum, squares, dispersion := 0.0, 0.0, 0.0
	for epoch := range uint64(epochs) {
		st.load(epoch)
		n := float64(len(st.ticks))
		sum += n
		squares += (n - EpochEvents) * (n - EpochEvents)
		var arrivals [parts]int
		for i, tick := range st.ticks {
			kind := countUpTo(st.high, st.blocks[i][1])
			kinds[kind]++
			inPart[tick>>28]++
			if kind == 0 {
				arrivals[tick>>28]++
			}
		}
		mean := EpochEvents / parts * sys.Arrivals / (sys.Arrivals + sys.Capacity())
		for _, a := range arrivals {
			dispersion += (float64(a) - mean) * (float64(a) - mean) / mean
		}
	}
	weights := []float64{sys.Arrivals}
	for _, typ := range sys.Types {
		weights = append(weights, typ.Rate*float64(typ.Count))
	}
	chiSquare(t, "kinds", kinds[:], weights)
	chiSquare(t, "ticks", inPart[:], slices.Repeat([]float64{1}, parts))
	if z := (sum/epochs - EpochEvents) / math.Sqrt(EpochEvents/epochs); math.Abs(z) > 6 {
		t.Errorf("mean events of an epoch off by %.1f standard errors", z)
	}
	// A sum of squares of n standard normals has variance 2n.
	if z := (squares/EpochEvents - epochs) / math.Sqrt(2*epochs); math.Abs(z) > 7 {
		t.Errorf("variance of the events of an epoch off by %.1f standard errors", z)
	}
	if z := (dispersion - epochs*parts) / math.Sqrt(2*epochs*parts); math.Abs(z) > 7 {
		t.Errorf("dispersion of the arrivals off by %.1f standard errors", z)
	}
}

// TestCuts: the rarest type has its rate to the last bit of 64, though float64 sums would lose it.
func TestCuts(t *testing.T) {
	sys := &kernel.System{
		Arrivals: 1,
		Types:    []kernel.Type{{Rate: 1, Count: 1 << 30}, {Rate: 1e-9, Count: 1}, {Rate: 1e-10, Count: 1 << 30}},
	}
	list := cuts(sys)
	if len(list) != 3 || !slices.IsSorted(list) {
		t.Fatalf("cuts %v", list)
	}
	const total = 1 + 1<<30 + 1e-9 + 0.1073741824
	for i, want := range []float64{1, 1 << 30, 1e-9} {
		words := list[i]
		if i > 0 {
			words -= list[i-1]
		}
		if exact := want / total * 0x1p64; math.Abs(float64(words)-exact) > 1+exact*1e-14 {
			t.Errorf("kind %d has %d of 2^64 words, want %.1f", i, words, exact)
		}
	}
	if list := cuts(&kernel.System{Arrivals: 1, Types: []kernel.Type{{Rate: 1, Count: 1},
		{Rate: 1e-30, Count: 1}}}); list[1] != math.MaxUint64 {
		t.Errorf("a type that is never struck begins at %d", list[1])
	}
}

// TestSettle: words between two thresholds with one leading half are told apart by their lower half, with the right odds.
func TestSettle(t *testing.T) {
	st, err := newStream(system(policy.Policy{}, 0, 1, 1, 1), isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	st.cuts = []uint64{5<<32 + 1<<30, 5<<32 + 3<<30}
	var counts [3]int
	for i := range 10_000 {
		counts[st.settle(i, 5)]++
	}
	chiSquare(t, "kinds of one word", counts[:], []float64{1, 2, 1})
	if st.settle(0, 4) != 0 || st.settle(0, 6) != 2 {
		t.Error("words beside the thresholds are of another kind")
	}
}

func TestCountUpTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Uint32Range(0, 50), 0, 60).Draw(t, "list")
		slices.Sort(list)
		x := rapid.Uint32Range(0, 51).Draw(t, "x")
		want := 0
		for _, v := range list {
			if v <= x {
				want++
			}
		}
		if got := countUpTo(list, x); got != want {
			t.Fatalf("%d of %v are at most %d, got %d", want, list, x, got)
		}
	})
}
