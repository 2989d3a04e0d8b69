package kernel

import (
	"errors"
	"math/bits"
	"sync/atomic"

	"shardq/alloc"
)

// portSet has for every port a bit for each server of its row, set while that server is idle, and above these a summary with a bit for
// every group of 16 that has one: as many as a vector holds ids. So the idle neighbours of a port are found without a look at the others.
type portSet struct {
	*PortIndex
	words   []uint64
	summary []uint64
}

const (
	groupBits = 4 // log2 of the places in a group
	groupMask = 1<<16 - 1
)

func newPortSet(arena *alloc.Arena, x *PortIndex) (*portSet, error) {
	s := &portSet{PortIndex: x}
	n := int(x.base[len(x.base)-1])
	var err error
	if s.words, err = alloc.Make[uint64](arena, alloc.State, n); err != nil {
		return nil, err
	}
	if s.summary, err = alloc.Make[uint64](arena, alloc.State, n/16+1); err != nil {
		return nil, errors.Join(err, alloc.Free(arena, s.words))
	}
	return s, nil
}

// free returns the memory to the arena, that of the index excepted.
func (s *portSet) free(arena *alloc.Arena) error {
	return errors.Join(alloc.Free(arena, s.words), alloc.Free(arena, s.summary))
}

// copyFrom makes the set equal to another of the same index.
func (s *portSet) copyFrom(other *portSet) {
	copy(s.words, other.words)
	copy(s.summary, other.summary)
}

// put notes at all ports of a server that it became idle, or busy.
func (s *portSet) put(server uint32, idle bool) {
	words, summary := s.words, s.summary
	if idle {
		for _, place := range s.of(server) {
			words[place>>6] |= 1 << (place & 63)
			summary[place>>10] |= 1 << (place >> 4 & 63)
		}
		return
	}
	for _, place := range s.of(server) {
		word := words[place>>6] &^ (1 << (place & 63))
		words[place>>6] = word
		if word>>(place&48)&groupMask == 0 {
			summary[place>>10] &^= 1 << (place >> 4 & 63)
		}
	}
}

// putShared is put where other goroutines put other servers at the same time. Between barriers all is as put would have left it.
func (s *portSet) putShared(server uint32, idle bool) {
	for _, place := range s.of(server) {
		word, bit, shift := &s.words[place>>6], uint64(1)<<(place&63), place&48
		if idle {
			if atomic.OrUint64(word, bit)>>shift&groupMask == 0 {
				s.summarise(place >> groupBits)
			}
		} else if atomic.AndUint64(word, ^bit)>>shift&groupMask == bit>>shift {
			s.summarise(place >> groupBits)
		}
	}
}

// summarise brings the summary up to date after a group became empty or ceased to be. Others may do the same with the other outcome, so it
// looks again after it has written: whoever writes last has seen the group as it stays.
func (s *portSet) summarise(group uint32) {
	word, shift := &s.words[group>>2], group&3<<groupBits
	sum, bit := &s.summary[group>>6], uint64(1)<<(group&63)
	for {
		some := atomic.LoadUint64(word)>>shift&groupMask != 0
		if some {
			atomic.OrUint64(sum, bit)
		} else {
			atomic.AndUint64(sum, ^bit)
		}
		if atomic.LoadUint64(word)>>shift&groupMask != 0 == some {
			return
		}
	}
}

// groups returns the first group of a port and the one after its last.
func (s *portSet) groups(port uint32) (base, end uint32) {
	return s.base[port] << 2, s.base[port+1] << 2
}

// group returns the bits of a group.
func (s *portSet) group(g uint32) uint64 { return s.words[g>>2] >> (g & 3 << groupBits) & groupMask }

// span returns which of the groups from one on have a bit: those under the same summary word, and before the end. n is how many groups that
// are.
func (s *portSet) span(group, end uint32) (set uint64, n uint32) {
	n = min(64-group&63, end-group)
	return s.summary[group>>6] >> (group & 63) << (64 - n) >> (64 - n), n
}

// next returns the first idle position of a port from the given one on.
func (s *portSet) next(port, position uint32) (at uint32, ok bool) {
	base, end := s.groups(port)
	group := base + position>>groupBits
	if group >= end {
		return 0, false
	}
	if rest := s.group(group) >> (position & 15); rest != 0 {
		return position + uint32(bits.TrailingZeros64(rest)), true
	}
	for group++; group < end; {
		set, n := s.span(group, end)
		if set != 0 {
			group += uint32(bits.TrailingZeros64(set))
			return (group-base)<<groupBits + uint32(bits.TrailingZeros64(s.group(group))), true
		}
		group += n
	}
	return 0, false
}
