package sync

import (
	"runtime"
	stdsync "sync"
	"sync/atomic"
)

// Barrier lets a fixed number of goroutines wait for each other, again and again. A waiter spins for a while, since the others are
// usually close behind; then it yields its processor, since somebody else may need it; then it parks, so that a long wait costs nothing.
type Barrier struct {
	n      int32
	spins  int
	yields int
	_      [64]byte
	phase  atomic.Uint32 // counts the releases
	_      [60]byte
	here   atomic.Int32 // arrivals of the current phase
	_      [60]byte
	parked atomic.Int32
	mu     stdsync.Mutex
	wake   stdsync.Cond
}

const (
	spinRounds  = 3000 // of spinPauses pauses each: some 150 microseconds, longer than parts of a window differ
	spinPauses  = 4
	yieldRounds = 100
)

// NewBarrier returns a barrier for n goroutines. With fewer processors than goroutines waiting in any other way than parked would only
// keep the others from arriving.
func NewBarrier(n int) *Barrier {
	b := &Barrier{n: int32(n), yields: 3}
	if n <= runtime.GOMAXPROCS(0) {
		b.spins, b.yields = spinRounds, yieldRounds
	}
	b.wake.L = &b.mu
	return b
}

// Wait returns when all n goroutines have called it. What each wrote before is visible to all after.
func (b *Barrier) Wait() {
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
	for range b.spins {
		if b.phase.Load() != phase {
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
	b.mu.Lock()
	b.parked.Add(1) // before the look at phase: the last to arrive looks the other way round, so one of the two sees the other
	for b.phase.Load() == phase {
		b.wake.Wait()
	}
	b.parked.Add(-1)
	b.mu.Unlock()
}
