package speed

import "time"

// effort is how much time a session takes.
type effort struct {
	rounds  int           // counted ones
	slice   time.Duration // of each contestant in each round
	warm    float64       // jobs of the warm-up, as far as that is between 1 and 40 units of time
	largest int           // systems are cut to so many servers
	judged  bool          // systems are those that the targets speak of
}

var (
	full  = effort{rounds: 9, slice: 250 * time.Millisecond, warm: 1.5e6, largest: 1 << 30, judged: true}
	quick = effort{rounds: 3, slice: 30 * time.Millisecond, warm: 1e5, largest: 1 << 16}
)

// cut returns the size of a system in a session of this effort.
func (e effort) cut(servers int) int { return min(servers, e.largest) }

// short is the same with slices a quarter as long, for work whose speed varies little.
func (e effort) short() effort {
	e.slice /= 4
	return e
}
