package slotted

import (
	"math"
	"math/bits"

	"shardq/kernel/policy"
)

// levels cuts the queue lengths into intervals, so that the set of servers within each is known without looking at any: a server's key
// point is where it leaves its interval. Level 0 is the empty queue; level i >= 1 is, by the kind of grid,
//
//   - (step (i-1), step i], the last one without end;
//   - for octal grids, [8^(i-1), 8^i), for jsq: few key points a batch, and few servers to look at where none is idle.
//
// One level may be split at a threshold: sets 2i and 2i+1 are level i up to and above it. The others have only set 2i+1.
type levels struct {
	step  uint64
	top   int // last level
	octal bool

	threshold uint64
	split     int // level that the threshold divides, or none
	cut       int // sets below it are the servers with queues up to the threshold
}

// maxLevels bounds the intervals of a threshold policy.
const maxLevels = 1024

// newLevels chooses the intervals of a policy. They change the trajectory, but no law.
//
// A new threshold costs a look at each server of the interval that it falls into and of a part of the one that it leaves, every period, and
// an interval costs a key point for each batch, every slot: sqrt(N / period) of them, over twice the mean batch, make both about the same.
func newLevels(sys *System) levels {
	l := levels{step: 1, top: 1, split: none, cut: 2}
	switch {
	case sys.Policy.Rule == policy.JSQ:
		l.octal, l.top = true, octalDigits(MaxQueue)
	case samplesThreshold(sys.Policy):
		l.top = min(max(int(math.Sqrt(float64(sys.Servers())/float64(sys.Policy.Period))), 1), maxLevels)
		l.step = max(uint64(2*sys.MeanBatch()/float64(l.top)), 1)
	}
	return l
}

// of returns the level of a queue.
func (l *levels) of(queue uint64) int {
	switch {
	case queue == 0:
		return 0
	case l.top == 1:
		return 1
	case l.octal:
		return octalDigits(queue)
	}
	return int(min((queue-1)/l.step+1, uint64(l.top)))
}

// floor returns the longest queue below a level of at least 1.
func (l *levels) floor(level int) uint64 {
	if l.octal {
		return 1<<(3*(level-1)) - 1
	}
	return l.step * uint64(level-1)
}

// below returns the queue at which a busy server leaves its set.
func (l *levels) below(queue uint64) uint64 {
	level := l.of(queue)
	if level == l.split && queue > l.threshold {
		return l.threshold
	}
	return l.floor(level)
}

// set returns the set of a queue.
func (l *levels) set(queue uint64) int {
	level := l.of(queue)
	if level == l.split && queue <= l.threshold {
		return 2 * level
	}
	return 2*level + 1
}

// sets returns the number of sets.
func (l *levels) sets() int { return 2*l.top + 2 }

// divide sets the threshold.
func (l *levels) divide(threshold uint64) {
	level := l.of(threshold)
	l.threshold = threshold
	if level == 0 || level < l.top && threshold == l.floor(level+1) {
		l.split, l.cut = none, 2*level+2
	} else {
		l.split, l.cut = level, 2*level+1
	}
}

// octalDigits returns the number of digits of a number to base 8.
func octalDigits(x uint64) int { return (bits.Len64(x) + 2) / 3 }
