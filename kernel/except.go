package kernel

import (
	"slices"

	"shardq/kernel/policy"
)

// Exception is a server whose key is for a moment another than State says.
type Exception[K Word] struct {
	Server uint32
	Key    K
}

// without returns the row without the exceptions, and those of them that are in the row. Both are valid until the next call.
func (r *Router[K]) without(row []uint32) (rest []uint32, in []Exception[K]) {
	r.rest = slices.Grow(r.rest[:0], len(row)+16) // what lies beyond is 0 or from another row: valid ids
	in = r.in[:0]
	for _, s := range row {
		i := 0
		for i < len(r.Except) && r.Except[i].Server != s {
			i++
		}
		if i == len(r.Except) {
			r.rest = append(r.rest, s)
		} else {
			in = append(in, r.Except[i])
		}
	}
	r.in = in
	return r.rest, in
}

// leastExcept is leastOf where there are exceptions.
func (r *Router[K]) leastExcept(row []uint32, a *Arrival) (server uint32, key K) {
	rest, in := r.without(row)
	best, hash := ^K(0), ^uint32(0)
	if len(rest) > 0 {
		server, best, hash = r.search(rest, a)
		key = r.State[server]
	}
	for _, e := range in {
		m := e.Key & r.mask
		if h := tieHash(a.Seed, e.Server); m < best || m == best && h <= hash {
			best, hash, server, key = m, h, e.Server, e.Key
		}
	}
	return server, key
}

// leastIdleExcept is leastIdle where there are exceptions.
func (r *Router[K]) leastIdleExcept(row []uint32, a *Arrival) (server uint32, key K, ok bool) {
	rest, in := r.without(row)
	hash := ^uint32(0)
	if len(rest) > 0 {
		server, hash, ok = r.searchIdle(rest, a)
	}
	typ := r.typeOf(server)
	for _, e := range in {
		if e.Key >= r.one {
			continue
		}
		h, t := tieHash(a.Seed, e.Server), r.typeOf(e.Server)
		if faster := r.rule == policy.JFIQ && t != typ; !ok || faster && t < typ || !faster && h <= hash {
			server, hash, typ, ok = e.Server, h, t, true
		}
	}
	return server, K(typ), ok
}

// leastAsked is leastOf, asking for every key.
func (r *Router[K]) leastAsked(row []uint32, a *Arrival) (server uint32, key K) {
	best, hash := ^K(0), ^uint32(0)
	for _, s := range row {
		k := r.Ask(s)
		if m := k & r.mask; m <= best {
			if h := tieHash(a.Seed, s); m < best || h <= hash {
				best, hash, server, key = m, h, s, k
			}
		}
	}
	return server, key
}
