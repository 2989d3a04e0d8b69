package kernel

import "unsafe"

// Arrivals are known long before they are routed, so what they will read is fetched in three stages: the offset of the row, the row, and, where
// the state is larger than the second-level cache, the keys of the servers. Distances in arrivals, found by measurement; all are flat around the best.
const (
	offsetAhead = 32
	rowAhead    = 16
	keysAhead   = 4
	cacheable   = 3 << 19 // bytes of state up to which keys are left to the caches
)

// Ahead tells the router that arrivals[i] is about to be routed, so that it can fetch what later ones need. It is called for every i, in order.
func (r *Router[K]) Ahead(arrivals []Arrival, i int) {
	if !r.prefetch {
		return
	}
	if i == 0 { // nobody looked ahead for the first ones
		for j := range min(offsetAhead, len(arrivals)) {
			prefetchOffset(&r.offsets32[0], &arrivals[j])
		}
		for j := range min(rowAhead, len(arrivals)) {
			prefetchRow(&r.offsets32[0], &r.targets[0], &arrivals[j])
		}
	}
	if j := i + offsetAhead; j < len(arrivals) {
		prefetchOffset(&r.offsets32[0], &arrivals[j])
	}
	if j := i + rowAhead; j < len(arrivals) {
		prefetchRow(&r.offsets32[0], &r.targets[0], &arrivals[j])
	}
	if j := i + keysAhead; r.far && j < len(arrivals) {
		prefetchKeys(unsafe.Pointer(&r.State[0]), r.keyShift, &r.offsets32[0], &r.targets[0], &arrivals[j])
	}
}
