package sync

import (
	"runtime"
	stdsync "sync"
	"sync/atomic"
	"testing"
	"time"
)

// await waits until ok, or reports what did not come.
func await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for start := time.Now(); !ok(); runtime.Gosched() {
		if time.Since(start) > 20*time.Second {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// TestWorkWhileOthersAreMissing: who waits works, as long as there is work, until the last one comes, and not after; the last one to come
// does not work.
func TestWorkWhileOthersAreMissing(t *testing.T) {
	b := NewBarrier(2)
	for round := range 50 {
		var calls atomic.Int32
		var after bool // the barrier had been passed when a call of work ended
		var late atomic.Int32
		phase := b.phase.Load()
		done := make(chan struct{})
		go func() {
			defer close(done)
			b.WaitDoing(func() bool {
				if after {
					late.Add(1)
				}
				calls.Add(1)
				after = b.phase.Load() != phase
				return true // there is always more
			})
		}()
		await(t, "work", func() bool { return calls.Load() >= int32(1+round%20) })
		b.WaitDoing(func() bool {
			t.Error("the last one to come works")
			return false
		})
		<-done
		if late.Load() > 0 {
			t.Fatalf("round %d: %d calls of work after the end of the wait", round, late.Load())
		}
	}
}

// TestWorkThatEnds: work that says that there is no more is not called again in this wait, and the waiter then waits as always; in the next
// wait it is asked again.
func TestWorkThatEnds(t *testing.T) {
	for _, pieces := range []int32{1, 2, 7} {
		b := NewBarrier(2)
		b.most = 10 // so that it soon parks
		for range 20 {
			var calls atomic.Int32
			done := make(chan struct{})
			go func() {
				defer close(done)
				b.WaitDoing(func() bool { return calls.Add(1) < pieces })
			}()
			await(t, "sleep after work", func() bool { return b.parked.Load() == 1 })
			if got := calls.Load(); got != pieces {
				t.Fatalf("%d calls for %d pieces of work", got, pieces)
			}
			b.Wait()
			<-done
			if got := calls.Load(); got != pieces {
				t.Fatalf("%d calls for %d pieces of work", got, pieces)
			}
		}
	}
}

// TestNobodyMissing: a barrier for one never works.
func TestNobodyMissing(t *testing.T) {
	b := NewBarrier(1)
	for range 100 {
		b.WaitDoing(func() bool {
			t.Fatal("works alone")
			return false
		})
	}
}

// TestBarrierWithWork: the barrier holds everyone, whatever work does: nothing, little, much, give way, sleep, end at once or never, also
// if some of the goroutines have work and others have not. What work writes may be written a little after the last one has come, so others
// read it after the next barrier only.
func TestBarrierWithWork(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, processors := range []int{1, 2} {
		for _, n := range []int{2, 3, 8} {
			runtime.GOMAXPROCS(processors)
			b := NewBarrier(n)
			if n == 3 {
				b.most = 10 // parks now and then
			}
			const count = 100
			slots, worked, seen := make([]int, n), make([]int, n), make([]int, n)
			var group stdsync.WaitGroup
			for who := range n {
				group.Go(func() {
					for round := range count {
						slots[who] = round + 1
						kind := (who*5 + round) % 7
						var work func() bool
						steps := 0
						if kind > 0 {
							work = func() bool {
								worked[who]++
								steps++
								switch kind {
								case 1:
									return false
								case 2:
									return steps < 10
								case 3:
									runtime.Gosched()
								case 4:
									for start := time.Now(); time.Since(start) < 20*time.Microsecond; {
									}
									return steps < 5
								case 5:
									time.Sleep(10 * time.Microsecond)
									return steps < 3
								}
								return n <= processors || steps < 100 // with fewer processors nobody else comes while this goes on
							}
						}
						b.WaitDoing(work)
						for other, v := range slots {
							if v != round+1 {
								t.Errorf("goroutine %d in round %d: goroutine %d has written %d", who, round, other, v)
							}
						}
						b.Wait() // nobody writes the next round while somebody still reads
						sum := 0
						for _, v := range worked {
							sum += v
						}
						if sum < seen[who] {
							t.Errorf("goroutine %d in round %d: %d calls of work so far, %d before", who, round, sum, seen[who])
						}
						seen[who] = sum
						b.Wait()
					}
				})
			}
			group.Wait()
			if here, phase, parked := b.here.Load(), b.phase.Load(), b.parked.Load(); here != 0 || phase != 3*count || parked != 0 {
				t.Errorf("%d goroutines: %d left, %d releases, %d parked", n, here, phase, parked)
			}
		}
	}
}

// TestLateOthers: after several waits in which others came late, a waiter parks almost at once; when they come in time again, it spins
// again.
func TestLateOthers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	b := NewBarrier(2)
	if b.most != spinRounds {
		t.Fatalf("spins %d rounds", b.most)
	}
	pass := func(early func()) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			b.Wait()
		}()
		early()
		b.Wait()
		<-done
	}
	for i := range 2 * lateLimit {
		pass(func() { await(t, "sleep", func() bool { return b.parked.Load() == 1 }) })
		if got := b.late.Load(); got != int32(i+1) {
			t.Fatalf("after %d late ones: %d", i+1, got)
		}
	}
	b.late.Store(tryEvery) // the next wait is one that tries a long spin
	for i := 0; b.late.Load() != 0; i++ {
		pass(func() { await(t, "the other", func() bool { return b.here.Load() == 1 }) })
		if i == 200 { // a machine on which nobody is ever in time is no fault of the barrier
			t.Logf("never in time: %d", b.late.Load())
			break
		}
		if late := b.late.Load(); late > 0 {
			b.late.Store(tryEvery)
		}
	}
	if b.here.Load() != 0 || b.parked.Load() != 0 {
		t.Errorf("%d here, %d parked", b.here.Load(), b.parked.Load())
	}
}
