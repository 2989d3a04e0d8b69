package kernel

import "unsafe"

// Lookahead fetches what coming arrivals will read, in three stages that follow each other at some distance: offsets of rows, rows, keys.
// Arrivals are known long before they are routed, so nothing has to wait for memory.
const (
	stage     = 16      // arrivals a step
	cacheable = 1 << 19 // bytes of state that the second-level cache keeps by itself, beside everything else
)

// Ahead tells the router that arrivals[i] is about to be routed. It is called for every i in order and acts every stage-th time.
func (r *Router[K]) Ahead(arrivals []Arrival, i int) {
	if i%stage != 0 || r.offsets32 == nil || r.isa == Generic {
		return
	}
	ahead := func(steps int) ([]Arrival, bool) {
		from := i + steps*stage
		if from >= len(arrivals) {
			return nil, false
		}
		return arrivals[from:min(from+stage, len(arrivals))], true
	}
	if a, ok := ahead(4); ok {
		prefetchOffsets(&r.offsets32[0], &a[0], len(a))
	}
	if len(r.targets) == 0 {
		return
	}
	if a, ok := ahead(2); ok {
		prefetchRows(&r.offsets32[0], &r.targets[0], &a[0], len(a))
	}
	if !r.far {
		return
	}
	if a, ok := ahead(1); ok {
		prefetchKeys(unsafe.Pointer(&r.State[0]), r.keyShift, &r.offsets32[0], &r.targets[0], &a[0], len(a))
	}
}
