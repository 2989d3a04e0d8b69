package jump

import "shardq/kernel"

// RowBytes is the memory that a level takes.
const RowBytes = 24

// Levels has the counts of alike units by their level, the number of jobs at each. Number the units so that levels do not rise: a uniform
// unit is a uniform number, its rank.
type Levels struct {
	tail []Count // tail[k] units have level k or more; tail[0] all of them; the last is 0
	low  int     // no unit is lower
	top  int     // and none higher
}

// NewLevels returns units of level 0. There is room for the given level, and it grows.
func NewLevels(units uint64, rows int) Levels {
	l := Levels{tail: make([]Count, max(rows, 1)+2)}
	l.tail[0].N = units
	return l
}

// AtLeast returns the number of units of level k or more.
func (l *Levels) AtLeast(k int) uint64 {
	if k > l.top {
		return 0
	}
	return l.tail[k].N
}

// Low returns the least level.
func (l *Levels) Low() int { return l.low }

// Top returns the largest level.
func (l *Levels) Top() int { return l.top }

// Room returns the largest level that there is room for.
func (l *Levels) Room() int { return len(l.tail) - 2 }

// At returns the level of a rank.
func (l *Levels) At(rank uint64) int {
	// The level is one of base .. base+left-1. Which half it is in is as good as random: no branch on that.
	base, left := l.low, l.top-l.low+1
	tail := l.tail
	for left > 1 {
		half := left / 2
		next := base + half
		if tail[next].N <= rank {
			next = base
		}
		base = next
		left -= half
	}
	return base
}

// Raise lifts a unit of level k by 1.
func (l *Levels) Raise(k int, tick uint64) {
	row := &l.tail[k+1]
	row.Inc(tick)
	if k == l.low && row.N == l.tail[0].N {
		l.low++
	}
	if k == l.top {
		if l.top++; l.top+2 > len(l.tail) {
			l.tail = append(l.tail, make([]Count, len(l.tail))...)
		}
	}
}

// Lower drops a unit of level k by 1.
func (l *Levels) Lower(k int, tick uint64) {
	row := &l.tail[k]
	row.Dec(tick)
	if k == l.low {
		l.low--
	}
	if k == l.top && row.N == 0 {
		l.top--
	}
}

// Integrals returns the integrals over the ticks up to now of the numbers of units with level 1 or more, 2 or more and so on up to the
// largest that was ever reached, and their sum.
func (l *Levels) Integrals(now uint64) (rows []kernel.Wide, sum kernel.Wide) {
	n := 0
	for k := 1; k < len(l.tail); k++ {
		w := l.tail[k].Integral(now)
		rows = append(rows, w)
		sum = sum.Plus(w)
		if w != (kernel.Wide{}) || l.tail[k].N > 0 {
			n = k
		}
	}
	return rows[:n:n], sum
}
