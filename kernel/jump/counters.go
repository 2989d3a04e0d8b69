package jump

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"shardq/kernel"
)

// Since returns a list of counts less those of an earlier snapshot, which may have been shorter.
func Since(now, earlier []uint64) []uint64 {
	d := append([]uint64(nil), now...)
	for k, n := range earlier {
		d[k] -= n
	}
	return d
}

// Add adds a list of counts to another, which grows if it is shorter.
func Add(to *[]uint64, other []uint64) {
	if n := len(other) - len(*to); n > 0 {
		*to = append(*to, make([]uint64, n)...)
	}
	for k, n := range other {
		(*to)[k] += n
	}
}

// SinceWide is Since for integrals.
func SinceWide(now, earlier []kernel.Wide) []kernel.Wide {
	d := append([]kernel.Wide(nil), now...)
	for k, w := range earlier {
		d[k] = d[k].Minus(w)
	}
	return d
}

// AddWide is Add for integrals.
func AddWide(to *[]kernel.Wide, other []kernel.Wide) {
	if n := len(other) - len(*to); n > 0 {
		*to = append(*to, make([]kernel.Wide, n)...)
	}
	for k, w := range other {
		(*to)[k] = (*to)[k].Plus(w)
	}
}

// Words are what a digest is made of: little-endian 64-bit words. The zero value has none.
type Words struct{ buf []byte }

// Put appends words.
func (w *Words) Put(list ...uint64) {
	for _, v := range list {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, v)
	}
}

// PutWide appends integers of two words, the high one first.
func (w *Words) PutWide(list ...kernel.Wide) {
	for _, v := range list {
		w.Put(v.Hi, v.Lo)
	}
}

// PutLevels appends the top level and the numbers of units with level 1 or more, 2 or more and so on.
func (w *Words) PutLevels(l *Levels) {
	w.Put(uint64(l.Top()))
	for k := range l.Top() {
		w.Put(l.AtLeast(k + 1))
	}
}

// Digest returns the xxhash64 of all words.
func (w *Words) Digest() uint64 { return xxhash.Sum64(w.buf) }
