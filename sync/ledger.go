package sync

import (
	"math/bits"
	"slices"
)

// Ledger finds the events of a window by server. Events are numbered 0, 1, 2 ... in the order of Add; First and Next walk through all
// events whose server falls into the same bucket, the latest first, so the caller compares the server.
type Ledger struct {
	head  []int32 // latest event of a bucket plus one; 0 is none
	next  []int32 // for each event the one before it in its bucket plus one
	shift uint
}

// Reset empties the ledger and makes room for up to n events.
func (l *Ledger) Reset(n int) {
	size := 1 << bits.Len(uint(max(2*n, 8)))
	if cap(l.head) < size {
		l.head = make([]int32, size)
	}
	l.head = l.head[:size] // no larger than needed: it should stay in the cache
	clear(l.head)
	l.shift = uint(32 - bits.Len(uint(size-1)))
	l.next = slices.Grow(l.next[:0], n)
}

// bucket spreads server ids by Fibonacci hashing.
func (l *Ledger) bucket(server uint32) uint32 { return server * fibonacci >> l.shift }

// fibonacci is 2^32 divided by the golden ratio, odd.
const fibonacci = 0x9E3779B1

// Add notes the next event.
func (l *Ledger) Add(server uint32) {
	h := &l.head[l.bucket(server)]
	l.next = append(l.next, *h)
	*h = int32(len(l.next))
}

// AddAll notes a list of events, each with its server in the low 32 bits.
func AddAll[E ~uint64](l *Ledger, list []E) {
	head, shift := l.head, l.shift
	base := len(l.next)
	l.next = slices.Grow(l.next, len(list))[:base+len(list)]
	next := l.next[base:]
	for i, e := range list {
		h := &head[uint32(e)*fibonacci>>shift]
		next[i] = *h
		*h = int32(base + i + 1)
	}
}

// First returns the latest event in the server's bucket, or -1.
func (l *Ledger) First(server uint32) int { return int(l.head[l.bucket(server)]) - 1 }

// Next returns the event before i in its bucket, or -1.
func (l *Ledger) Next(i int) int { return int(l.next[i]) - 1 }

// remove takes event i out of the server's bucket.
func (l *Ledger) remove(i int, server uint32) {
	for p := &l.head[l.bucket(server)]; ; p = &l.next[*p-1] {
		if int(*p) == i+1 {
			*p = l.next[i]
			return
		}
	}
}

// insert puts event i, taken out before, into the server's bucket.
func (l *Ledger) insert(i int, server uint32) {
	h := &l.head[l.bucket(server)]
	l.next[i] = *h
	*h = int32(i + 1)
}
