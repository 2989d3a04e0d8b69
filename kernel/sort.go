package kernel

// Events of an epoch are uniform in time, so one distribution pass by the leading bits of the offset leaves them nearly sorted, and an
// insertion pass finishes. Both passes are stable: equal ticks stay in the order of lane and index.

// sortBits returns the number of leading bits to distribute by: about one event in two buckets.
func sortBits(n int) uint {
	b := uint(4)
	for 1<<b < 2*n && b < 15 {
		b++
	}
	return b
}

// Sorter holds the bucket counts. The zero value is ready.
type Sorter struct{ start []uint32 }

// buckets returns zeroed counts for 2^b buckets and one more.
func (s *Sorter) buckets(b uint) []uint32 {
	if n := 1<<b + 1; len(s.start) < n {
		s.start = make([]uint32, n)
	}
	start := s.start[:1<<b+1]
	clear(start)
	return start
}

// prefix turns counts at index bucket+1 into starts at index bucket.
func prefix(start []uint32) {
	sum := uint32(0)
	for i, n := range start {
		sum += n
		start[i] = sum
	}
}

// Arrivals writes src to dst in order of time. Both have the same length.
func (s *Sorter) Arrivals(dst, src []Arrival) {
	b := sortBits(len(src))
	start := s.buckets(b)
	for i := range src {
		start[src[i].Offset>>(32-b)+1]++
	}
	prefix(start)
	for i := range src {
		at := &start[src[i].Offset>>(32-b)]
		dst[*at] = src[i]
		*at++
	}
	for i := 1; i < len(dst); i++ {
		if dst[i].Offset >= dst[i-1].Offset {
			continue
		}
		x, j := dst[i], i
		for ; j > 0 && dst[j-1].Offset > x.Offset; j-- {
			dst[j] = dst[j-1]
		}
		dst[j] = x
	}
}

// Departures writes src to dst in order of time. Both have the same length.
func (s *Sorter) Departures(dst, src []Departure) {
	b := sortBits(len(src))
	start := s.buckets(b)
	for _, d := range src {
		start[d.Offset()>>(32-b)+1]++
	}
	prefix(start)
	for _, d := range src {
		at := &start[d.Offset()>>(32-b)]
		dst[*at] = d
		*at++
	}
	for i := 1; i < len(dst); i++ {
		if dst[i].Offset() >= dst[i-1].Offset() {
			continue
		}
		x, j := dst[i], i
		for ; j > 0 && dst[j-1].Offset() > x.Offset(); j-- {
			dst[j] = dst[j-1]
		}
		dst[j] = x
	}
}
