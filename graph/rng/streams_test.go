package rng

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// independent fails if two families of uniforms are correlated or not jointly uniform on a grid.
func independent(t *testing.T, what string, x, y func(i int) float64) {
	t.Helper()
	const n, cells = 20_000, 8
	counts := make([]int, cells*cells)
	sum := 0.0
	for i := range n {
		u, v := x(i), y(i)
		counts[int(u*cells)*cells+int(v*cells)]++
		sum += (u - 0.5) * (v - 0.5)
	}
	chiSquare(t, what, counts, uniform(cells*cells))
	if z := sum * 12 / math.Sqrt(n); math.Abs(z) > distuv.UnitNormal.Quantile(1-alarm/2) {
		t.Errorf("%s: correlation of %.1f standard errors", what, z)
	}
}

// Two streams seeded alike would tie routing to service.
func TestStreamsUncorrelated(t *testing.T) {
	of := func(seed uint64, s Stream) func(int) float64 {
		k := NewKey(seed, s)
		return func(i int) float64 { return Unit(k.Uint64(uint32(i), 0, 0)) }
	}
	for s := ArrivalCount; s < User; s++ {
		independent(t, fmt.Sprintf("streams %d and %d", s, s+1), of(1, s), of(1, s+1))
	}
	for s := ArrivalCount; s <= User; s++ {
		independent(t, fmt.Sprintf("streams %d and %d", s, ComputedRow), of(1, s), of(1, ComputedRow))
	}
	for seed := range uint64(4) {
		independent(t, fmt.Sprintf("seeds %d and %d", seed, seed+1), of(seed, Arrival), of(seed+1, Arrival))
		independent(t, fmt.Sprintf("seed %d and stream %d", seed, seed+1), of(seed, Arrival), of(Mix64(seed), Stream(seed+1)))
	}
	k := NewKey(1, Arrival)
	base := func(i int) float64 { return Unit(k.Uint64(uint32(i), 0, 0)) }
	independent(t, "neighbouring indices", base, func(i int) float64 { return base(i + 1) })
	independent(t, "neighbouring lanes", base, func(i int) float64 { return Unit(k.Uint64(uint32(i), 1, 0)) })
	independent(t, "neighbouring epochs", base, func(i int) float64 { return Unit(k.Uint64(uint32(i), 0, 1)) })
	independent(t, "distant epochs", base, func(i int) float64 { return Unit(k.Uint64(uint32(i), 0, 1<<32)) })
	independent(t, "words of a block", base, func(i int) float64 {
		b := k.At(uint32(i), 0, 0, 0)
		return Unit(uint64(b[2]) | uint64(b[3])<<32)
	})
	independent(t, "sequences of neighbouring seeds", func(i int) float64 { s := NewSequence(uint64(i)); return s.Unit() },
		func(i int) float64 { s := NewSequence(uint64(i + 1)); return s.Unit() })
}

func TestKeysDistinct(t *testing.T) {
	seen := map[Key]string{}
	for seed := range uint64(10_000) {
		for s := ArrivalCount; s <= User; s++ {
			name := fmt.Sprintf("seed %d stream %d", seed, s)
			k := NewKey(seed, s)
			if other, ok := seen[k]; ok {
				t.Fatalf("%s and %s share a key", name, other)
			}
			seen[k] = name
		}
	}
}

// Results depend on the numbers of the streams.
func TestStreamNumbers(t *testing.T) {
	if ArrivalCount != 1 || GraphRow != 6 || Replication != 7 || User != 8 || ComputedRow != 64 {
		t.Error("a stream has a new number")
	}
}

// Replications that are silently identical make an interval of width 0 (or far too narrow).
func TestDeriveDistinct(t *testing.T) {
	if Derive(42, 0) != 42 {
		t.Error("replication 0 is not the run itself")
	}
	seen := map[uint64]string{}
	for seed := range uint64(100) {
		for i := range uint32(1000) {
			name := fmt.Sprintf("seed %d replication %d", seed, i)
			d := Derive(seed, i)
			if other, ok := seen[d]; ok {
				t.Fatalf("%s and %s share a seed", name, other)
			}
			seen[d] = name
		}
	}
}
