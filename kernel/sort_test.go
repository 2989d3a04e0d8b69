package kernel

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// offset returns the tick within the epoch.
func (a Arrival) offset() uint32 { return a.Offset }

// checkSorted fails if got is not list in a stable order of time.
func checkSorted[E comparable](t *rapid.T, got, list []E, offset func(E) uint32) {
	t.Helper()
	want := slices.Clone(list)
	slices.SortStableFunc(want, func(a, b E) int { return cmp.Compare(offset(a), offset(b)) })
	if !slices.Equal(got, want) {
		t.Fatalf("%d events are not in a stable order of time", len(list))
	}
}

// TestSorterIsStable: the sorter agrees with a stable sort for any offsets: none, one, all equal, all in one bucket, in falling order, the
// largest. The sorter is used again and again with lists of all lengths.
func TestSorterIsStable(t *testing.T) {
	var s Sorter
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(0, 40), rapid.IntRange(0, 3000)).Draw(t, "n")
		kind := rapid.SampledFrom([]string{"uniform", "equal", "few", "one bucket", "falling", "extreme"}).Draw(t, "kind")
		base := rapid.Uint32().Draw(t, "base")
		// Larger lists are made from a drawn seed: drawing each offset would take rapid too long.
		state := rapid.Uint64().Draw(t, "state")
		arrivals, departures := make([]Arrival, n), make([]Departure, n)
		for i := range n {
			state = state*6364136223846793005 + 1442695040888963407
			x := uint32(state >> 32)
			offset := x
			switch kind {
			case "equal":
				offset = base
			case "few":
				offset = x >> 30 << 30
			case "one bucket":
				offset = base&^0xffff | x>>16
			case "falling":
				offset = math.MaxUint32 - uint32(i)*uint32(math.MaxUint32/(n+1))
			case "extreme":
				offset = uint32(int32(x) >> 31)
			}
			arrivals[i] = Arrival{Offset: offset, Port: uint32(i)}
			departures[i] = Departure(uint64(offset)<<32 | uint64(i))
		}
		sortedA, sortedD := make([]Arrival, n), make([]Departure, n)
		s.Arrivals(sortedA, arrivals)
		s.Departures(sortedD, departures)
		checkSorted(t, sortedA, arrivals, Arrival.offset)
		checkSorted(t, sortedD, departures, Departure.Offset)
	})
}

// TestSorterOfAFullEpoch: as many events as the largest epoch has.
func TestSorterOfAFullEpoch(t *testing.T) {
	list := make([]Departure, maxEpochEvents+2000)
	state := uint64(1)
	for i := range list {
		state = state*6364136223846793005 + 1442695040888963407
		list[i] = Departure(state>>32<<32 | uint64(i))
	}
	var s Sorter
	sorted := make([]Departure, len(list))
	s.Departures(sorted, list)
	slices.Sort(list)
	if !slices.Equal(sorted, list) {
		t.Error("not sorted")
	}
}
