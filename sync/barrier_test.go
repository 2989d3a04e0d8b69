package sync

import (
	"fmt"
	"runtime"
	stdsync "sync"
	"testing"
	"time"
)

// rounds lets n goroutines pass a barrier twice a round. In each round everyone writes its own slot and, after the barrier, reads all:
// plain memory, so that the race detector sees a barrier that does not order what was written before and read after. delay, if not nil, is
// called before the first barrier of a round.
func rounds(t *testing.T, b *Barrier, n, count int, delay func(who, round int)) {
	t.Helper()
	slots := make([]int, n)
	var group stdsync.WaitGroup
	for who := range n {
		group.Go(func() {
			for round := range count {
				if delay != nil {
					delay(who, round)
				}
				slots[who] = round + 1
				b.Wait()
				for other, v := range slots {
					if v != round+1 {
						t.Errorf("goroutine %d in round %d: goroutine %d has written %d", who, round, other, v)
						break
					}
				}
				b.Wait() // nobody writes the next round while somebody still reads
			}
		})
	}
	group.Wait()
	if here, phase := b.here.Load(), b.phase.Load(); here != 0 || phase != uint32(2*count) {
		t.Errorf("%d goroutines left, %d releases, want none and %d", here, phase, 2*count)
	}
	if parked := b.parked.Load(); parked != 0 {
		t.Errorf("%d goroutines are parked still", parked)
	}
}

// TestBarrierHoldsEveryone: nobody passes before all are there, and what was written before is seen after: with fewer and with more
// goroutines than processors.
func TestBarrierHoldsEveryone(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, processors := range []int{1, 2} {
		for _, n := range []int{1, 2, 3, 8, 33} {
			t.Run(fmt.Sprintf("processors=%d/goroutines=%d", processors, n), func(t *testing.T) {
				runtime.GOMAXPROCS(processors)
				rounds(t, NewBarrier(n), n, 2000/n, nil)
			})
		}
	}
}

// TestBarrierParks: who waits long parks, and is woken when the last one comes. Each in turn is the last: it comes only when all others
// sleep.
func TestBarrierParks(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, processors := range []int{1, 2} {
		for _, n := range []int{2, 5} {
			runtime.GOMAXPROCS(processors)
			b := NewBarrier(n)
			rounds(t, b, n, 20, func(who, round int) {
				if who != round%n {
					return
				}
				for start := time.Now(); b.parked.Load() < int32(n-1); time.Sleep(50 * time.Microsecond) {
					if time.Since(start) > 20*time.Second {
						t.Errorf("only %d of %d goroutines park", b.parked.Load(), n-1)
						return
					}
				}
			})
		}
	}
}

// TestBarrierAtTheMomentOfParking: the last one comes at about the time at which the others park, early or late: a wake-up that is lost
// between the look at the phase and the sleep would hang here.
func TestBarrierAtTheMomentOfParking(t *testing.T) {
	for _, n := range []int{2, 3} {
		b := NewBarrier(n)
		b.most = 10 // so that a round takes microseconds
		rounds(t, b, n, 1500, func(who, round int) {
			if who == round%n {
				for start := time.Now(); time.Since(start) < time.Duration(round%60)*time.Microsecond; {
					runtime.Gosched()
				}
			}
		})
	}
}

// TestBarrierOutlivesFewerProcessors: a barrier made for two processors works on with one, where spinning keeps the other from coming.
func TestBarrierOutlivesFewerProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	runtime.GOMAXPROCS(2)
	b := NewBarrier(2)
	if b.most == 0 {
		t.Error("two goroutines on two processors do not spin")
	}
	if NewBarrier(3).most != 0 {
		t.Error("three goroutines on two processors spin")
	}
	runtime.GOMAXPROCS(1)
	rounds(t, b, 2, 50, nil)
}

// TestBarrierDoesNotAllocate: a barrier costs no memory, whether it spins or parks.
func TestBarrierDoesNotAllocate(t *testing.T) {
	b := NewBarrier(1)
	if n := testing.AllocsPerRun(100, b.Wait); n != 0 {
		t.Errorf("%v allocations a barrier", n)
	}
}

func TestPauseReturns(t *testing.T) {
	for n := range 5 {
		pause(n)
	}
}
