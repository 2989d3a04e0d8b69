package rng

import "testing"

// The known answers of the authors of Philox (Random123, kat_vectors, philox4x32 with 10 rounds).
func TestPhiloxKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		counter Block
		key     Key
		want    Block
	}{
		{Block{}, Key{}, Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
		{Block{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, Key{0xffffffff, 0xffffffff}, Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6,
			0x6d5451fd}},
		{Block{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, Key{0xa4093822, 0x299f31d0}, Block{0xd16cfe09, 0x94fdcceb, 0x5001e420,
			0x24126ea1}},
	} {
		if got := c.key.At(c.counter[0], c.counter[1], c.counter[2], c.counter[3]); got != c.want {
			t.Errorf("%08x.At(%08x) = %08x, want %08x", c.key, c.counter, got, c.want)
		}
	}
}

// The first outputs of SplitMix64 as published with the generator (seeds 0 and 1234567).
func TestSequenceKnownAnswers(t *testing.T) {
	for seed, want := range map[uint64][]uint64{
		0:       {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f},
		1234567: {6457827717110365317, 3203168211198807973, 9817491932198370423},
	} {
		s := NewSequence(seed)
		for i, w := range want {
			if got := s.Next(); got != w {
				t.Errorf("seed %d: output %d is %d, want %d", seed, i, got, w)
			}
		}
	}
}

// Uint64 is the first half of a block whose counter holds index, lane and epoch without overlap.
func TestUint64Counter(t *testing.T) {
	k := NewKey(5, User)
	b := k.At(1, 2, 4, 3)
	if got, want := k.Uint64(1, 2, 3<<32|4), uint64(b[0])|uint64(b[1])<<32; got != want {
		t.Errorf("got %x, want %x", got, want)
	}
}

// Mix64 and Mix32 are bijections: undoing their steps gives the input back.
func TestMixInvertible(t *testing.T) {
	inverse := func(x uint64) uint64 { // of an odd x modulo 2^64, by Newton's iteration
		y := x
		for range 6 {
			y *= 2 - x*y
		}
		return y
	}
	s := NewSequence(1)
	for range 1000 {
		x := s.Next()
		y := Mix64(x)
		y ^= y>>31 ^ y>>62
		y *= inverse(0x94D049BB133111EB)
		y ^= y>>27 ^ y>>54
		y *= inverse(0xBF58476D1CE4E5B9)
		y ^= y>>30 ^ y>>60
		if y != x {
			t.Fatalf("Mix64(%x) leads back to %x", x, y)
		}
		v := uint32(x)
		w := Mix32(v)
		w ^= w >> 16
		w *= uint32(inverse(0xC2B2AE35))
		w ^= w>>13 ^ w>>26
		w *= uint32(inverse(0x85EBCA6B))
		w ^= w >> 16
		if w != v {
			t.Fatalf("Mix32(%x) leads back to %x", v, w)
		}
	}
}
