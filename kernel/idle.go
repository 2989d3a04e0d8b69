package kernel

import (
	"errors"
	"fmt"
	"sync/atomic"

	"shardq/alloc"
	"shardq/kernel/policy"
)

// IdleSet has a bit for each server, set while it is idle. Policies that ask only whether servers are idle then read an eighth of the
// memory that keys take. The zero value is no set at all: such a set ignores changes.
type IdleSet struct {
	words  []uint64
	shared bool     // several goroutines write, each its own servers: neighbours in a word may belong to different ones
	ports  *portSet // nil unless the idle neighbours of each port are kept too
}

// NewIdleSet returns an empty set for n servers. Its memory comes from the arena, nil for the heap.
func NewIdleSet(arena *alloc.Arena, n int, shared bool) (IdleSet, error) {
	words, err := alloc.Make[uint64](arena, alloc.State, (n+63)/64)
	if err != nil {
		return IdleSet{}, fmt.Errorf("kernel: idle bits of %d servers: %w", n, err)
	}
	return IdleSet{words: words, shared: shared}, nil
}

// KeepPorts makes the set, which must be empty, keep the idle neighbours of each port too. Its memory comes from the arena; the index is
// not freed with it.
func (s *IdleSet) KeepPorts(arena *alloc.Arena, x *PortIndex) (err error) {
	if s.ports, err = newPortSet(arena, x); err != nil {
		return fmt.Errorf("kernel: idle bits of the rows of %d ports: %w", len(x.base)-1, err)
	}
	return nil
}

// Free returns the memory to the arena. It may be called twice.
func (s *IdleSet) Free(arena *alloc.Arena) error {
	words, ports := s.words, s.ports
	s.words, s.ports = nil, nil
	if ports != nil {
		return errors.Join(alloc.Free(arena, words), ports.free(arena))
	}
	return alloc.Free(arena, words)
}

// Used reports whether there is a set.
func (s *IdleSet) Used() bool { return s.words != nil }

// Put notes whether a server is idle.
func (s *IdleSet) Put(server uint32, idle bool) {
	if s.words == nil {
		return
	}
	if s.ports != nil {
		s.putPorts(server, idle)
		return
	}
	word, bit := &s.words[server>>6], uint64(1)<<(server&63)
	switch {
	case s.shared && idle:
		atomic.OrUint64(word, bit)
	case s.shared:
		atomic.AndUint64(word, ^bit)
	case idle:
		*word |= bit
	default:
		*word &^= bit
	}
}

// putPorts is Put where ports are kept. They have to be told only if the server was not so already.
func (s *IdleSet) putPorts(server uint32, idle bool) {
	word, bit := &s.words[server>>6], uint64(1)<<(server&63)
	if s.shared {
		if idle && atomic.OrUint64(word, bit)&bit == 0 || !idle && atomic.AndUint64(word, ^bit)&bit != 0 {
			s.ports.putShared(server, idle)
		}
		return
	}
	if *word&bit != 0 != idle {
		*word ^= bit
		s.ports.put(server, idle)
	}
}

// CopyFrom makes the set equal to another of the same size, which keeps ports by the same index or none as well.
func (s *IdleSet) CopyFrom(other *IdleSet) {
	copy(s.words, other.words)
	if s.ports != nil {
		s.ports.copyFrom(other.ports)
	}
}

// FillIdle notes for the servers from .. to-1 whether they are idle.
func FillIdle[K Word](s *IdleSet, l Layout, state []K, from, to uint32) {
	if s.words == nil {
		return
	}
	for i := from; i < to; {
		if i&63 != 0 || to-i < 64 || s.ports != nil { // a word that may be somebody else's too, or is not all there is to write
			s.Put(i, state[i]>>l.TypeBits == 0)
			i++
			continue
		}
		word := uint64(0)
		for j, k := range state[i : i+64] {
			idle := uint64(0)
			if k>>l.TypeBits == 0 {
				idle = 1
			}
			word |= idle << j
		}
		s.words[i>>6] = word
		i += 64
	}
}

// scanIdleGeneric returns a bit for each of up to 64 servers of a row that is idle.
func scanIdleGeneric(words []uint64, row []uint32) (idle uint64) {
	for i, s := range row {
		idle |= words[s>>6] >> (s & 63) & 1 << (i & 63)
	}
	return idle
}

// leastIdle returns the idle server of the row that the policy takes: the fastest (JFIQ) or any, ties to the least hash. ok is false if
// none is idle.
func (r *Router[K]) leastIdle(row []uint32, a *Arrival) (server uint32, key K, ok bool) {
	if r.idle.ports != nil {
		return r.leastIdleOfPort(row, a)
	}
	if len(r.Except) > 0 {
		return r.leastIdleExcept(row, a)
	}
	if server, _, ok = r.searchIdle(row, a); ok {
		key = K(r.typeOf(server))
	}
	return server, key, ok
}

// searchIdle is leastIdle by the set alone, with the hash of the server.
func (r *Router[K]) searchIdle(row []uint32, a *Arrival) (server, hash uint32, ok bool) {
	limit := r.servers
	hash = ^uint32(0)
	for len(row) > 0 {
		chunk := row[:min(64, len(row))]
		row = row[len(chunk):]
		idle := r.scanIdle(chunk)
		if idle == 0 {
			continue
		}
		if r.rule == policy.JFIQ {
			first := r.lowest(chunk, idle)
			if first >= limit {
				continue
			}
			if end := r.ends[r.typeOf(first)]; end < limit {
				limit, hash = end, ^uint32(0)
			}
		}
		if s, h := r.leastHash(chunk, idle, a.Seed, limit); h <= hash {
			hash, server, ok = h, s, true
		}
	}
	return server, hash, ok
}
