package sync

import (
	"runtime"
	stdsync "sync"
	"sync/atomic"
)

// Barrier lets a fixed number of goroutines wait for each other, again and again. A waiter spins for a while, since the others are usually
// close behind, and then parks. If spinning fails several times in a row, others probably have no core of their own, because another
// program has it, and spinning only keeps them from this one: then waiters park almost at once, and try a long spin only now and then.
type Barrier struct {
	n      int32
	most   int32 // spin rounds
	yields int   // turns given to other goroutines before parking
	_      [64]byte
	phase  atomic.Uint32 // counts the releases
	_      [60]byte
	here   atomic.Int32 // arrivals of the current phase
	_      [60]byte
	late   atomic.Int32 // long spins in a row that failed; a hint, so lost updates do not matter
	parked atomic.Int32
	mu     stdsync.Mutex
	wake   stdsync.Cond
}

const (
	spinRounds  = 4000 // some 200 microseconds, longer than the parts of a window differ
	spinPauses  = 4
	yieldTurns  = 30
	briefRounds = 8  // while others are known to be late
	lateLimit   = 8  // failures in a row from which on that is so
	tryEvery    = 64 // waits until the next long spin
)

// NewBarrier returns a barrier for n goroutines. With fewer processors than goroutines a waiter does not spin but lets the others run.
func NewBarrier(n int) *Barrier {
	b := &Barrier{n: int32(n)}
	if n <= runtime.GOMAXPROCS(0) {
		b.most = spinRounds
	} else {
		b.yields = yieldTurns
	}
	b.wake.L = &b.mu
	return b
}

// Wait returns when all n goroutines have called it. What each wrote before is visible to all after.
func (b *Barrier) Wait() { b.WaitDoing(nil) }

// WaitDoing is Wait for a goroutine that has work which can be done now or later: while others are missing it calls work, which does a
// little of it and reports whether there is more. The last of it may overlap with what others do after the barrier, so they must not read
// what it writes.
func (b *Barrier) WaitDoing(work func() bool) {
	phase := b.phase.Load()
	if b.here.Add(1) == b.n {
		b.here.Store(0)
		b.phase.Add(1)
		if b.parked.Load() > 0 {
			b.mu.Lock()
			b.wake.Broadcast()
			b.mu.Unlock()
		}
		return
	}
	for work != nil && b.phase.Load() == phase && work() {
	}
	if b.phase.Load() == phase {
		b.idle(phase)
	}
}

// idle spins and then parks until the phase is over.
func (b *Barrier) idle(phase uint32) {
	late, rounds := b.late.Load(), b.most
	if late >= lateLimit && late%tryEvery != 0 {
		rounds = min(rounds, briefRounds)
	}
	for range rounds {
		if b.phase.Load() != phase {
			if rounds == b.most {
				b.late.Store(0)
			}
			return
		}
		pause(spinPauses)
	}
	for range b.yields {
		if b.phase.Load() != phase {
			return
		}
		runtime.Gosched()
	}
	b.late.Store(late + 1)
	b.mu.Lock()
	b.parked.Add(1) // before the look at phase: the last to arrive looks the other way round, so one of the two sees the other
	for b.phase.Load() == phase {
		b.wake.Wait()
	}
	b.parked.Add(-1)
	b.mu.Unlock()
}
