package shard

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"shardq/kernel"
	"shardq/kernel/policy"
)

// everyState calls f for each form of the state and of the idle bits, on a fresh run of three shards with windows of fixed length.
func everyState(t *testing.T, rule policy.Rule, f func(t *testing.T, sys *kernel.System, sim *Simulator, w *windows[uint8])) {
	for _, state := range []State{Copies, Shared} {
		for _, idle := range []kernel.IdleWay{kernel.IdleByKey, kernel.IdleByRow} {
			t.Run(fmt.Sprintf("policy=%v/state=%s/idle=%s", rule, state, idle), func(t *testing.T) {
				sys := small(t, 300, 10, rule)
				sim := begin(t, sys, Config{Shards: 3, Window: 100, State: state, Idle: idle})
				f(t, sys, sim, sim.engine.(*windows[uint8]))
			})
		}
	}
}

// TestAloneIsCounted: Stats says how often the first shard went on alone, and only then: once each time that it was not alone, was told to,
// and there was a window left. Alone it does what is left of the work of all: nobody else counts anything.
func TestAloneIsCounted(t *testing.T) {
	for _, rule := range []policy.Rule{policy.JFSQ, policy.JFIQ} {
		everyState(t, rule, func(t *testing.T, sys *kernel.System, sim *Simulator, w *windows[uint8]) {
			calls, asked, alone := 0, 0, false
			w.forceAlone(func() bool {
				want := calls/4%3 == 1 // of every twelve windows four alone
				if calls++; want && !alone {
					asked++
				}
				alone = want
				return want
			})
			last := 0
			for i, epochs := range []float64{0.7, 1, 2.2, 3} {
				advance(t, sim, epochs)
				// Told to after the last window, it goes on alone at the beginning of the next Advance, or not at all.
				got := int(sim.Stats().Alone)
				if got < last || got > asked || got < asked-i-1 {
					t.Fatalf("after %v epochs: %d times alone, told to %d times", epochs, got, asked)
				}
				last = got
				alone = w.workers[0].alone
				if sim.Digest() != reference(t, sys, epochs) {
					t.Fatalf("after %v epochs: another digest", epochs)
				}
			}
			if last < 5 {
				t.Errorf("only %d times alone: the test says little", last)
			}
		})
	}
}

// TestNeverAloneIsNotCounted: without a reason the count stays 0.
func TestNeverAloneIsNotCounted(t *testing.T) {
	everyState(t, policy.JFSQ, func(t *testing.T, sys *kernel.System, sim *Simulator, w *windows[uint8]) {
		w.forceAlone(func() bool { return false })
		advance(t, sim, 1.5)
		if s := sim.Stats(); s.Alone != 0 {
			t.Errorf("%d times alone", s.Alone)
		}
	})
}

// TestStoppedWhileAlone: an Advance that stops while the first shard is alone leaves a state of its own: its digest, counters and progress
// are those of the definition at that tick, the others stand still. The next Advance goes on alone, until the others come back, and ends
// where the definition does.
func TestStoppedWhileAlone(t *testing.T) {
	for _, rule := range []policy.Rule{policy.JFSQ, policy.JFIQ, policy.JIQJSQD} {
		everyState(t, rule, func(t *testing.T, sys *kernel.System, sim *Simulator, w *windows[uint8]) {
			ref, err := kernel.NewReference(sys)
			if err != nil {
				t.Fatal(err)
			}
			first := w.workers[0]
			var stop atomic.Bool
			together, apart := 3, 0 // windows to do in step, and those done alone in this Advance
			w.forceAlone(func() bool {
				if !first.alone {
					together--
					return together <= 0
				}
				if apart++; apart == 4 {
					stop.Store(true)
				}
				return true
			})
			var others []uint64
			for round := range 25 { // over several epochs
				stop.Store(false)
				apart = 0
				reached, err := w.Advance(10<<32, &stop)
				if err != nil {
					t.Fatal(err)
				}
				if !first.alone || reached == 10<<32 || reached != w.Now() {
					t.Fatalf("round %d: stopped at %d, alone %v", round, reached, first.alone)
				}
				var now []uint64
				for _, o := range w.workers[1:] {
					now = append(now, o.tally.Arrived)
				}
				if round > 0 && !slices.Equal(now, others) {
					t.Fatalf("round %d: the others have counted %v arrivals, before %v", round, now, others)
				}
				others = now
				ref.Advance(reached)
				if sim.Digest() != ref.Digest() {
					t.Fatalf(
						"round %d, tick %d: another digest\nreference %+v\nshards    %+v",
						round,
						reached,
						ref.Counters(),
						sim.Counters(),
					)
				}
				if tick, arrived := w.Progress(); tick != reached || arrived != sim.Counters().Arrived {
					t.Fatalf("round %d: progress is %d, %d, the run is at %d, %d", round, tick, arrived, reached, sim.Counters().Arrived)
				}
				if got := sim.Stats().Alone; got != 1 {
					t.Fatalf("round %d: %d times alone", round, got)
				}
			}
			if reached := w.Now(); reached>>32 < 1 {
				t.Fatalf("at %d still in the first epoch: the test says little", reached)
			}
			w.forceAlone(func() bool { return false }) // all together again
			until := w.Now() + 1<<32 + 12345
			if reached, err := w.Advance(until, nil); err != nil || reached != until {
				t.Fatalf("reached %d, %v", reached, err)
			}
			ref.Advance(until)
			if first.alone || sim.Digest() != ref.Digest() {
				t.Fatalf("back in step: alone %v, reference %+v, shards %+v", first.alone, ref.Counters(), sim.Counters())
			}
			for i, o := range w.workers[1:] {
				if o.now != until {
					t.Errorf("shard %d is at %d, want %d", i+1, o.now, until)
				}
				for s, k := range o.state {
					if k != first.state[s] {
						t.Fatalf("shard %d has key %d for server %d, shard 0 has %d", i+1, k, s, first.state[s])
					}
				}
			}
		})
	}
}

// TestAloneAtEveryPlace: the first shard goes on alone after each window in turn, of an epoch and of the next, and for as many windows as
// it takes to meet the ends of epochs in every way: just before, in, and just after.
func TestAloneAtEveryPlace(t *testing.T) {
	sys := small(t, 60, 6, policy.JFIQ)
	const epochs = 2.5
	want := reference(t, sys, epochs)
	step := 1
	if testing.Short() { // the race detector makes these take long
		step = 3
	}
	for from := 0; from < 14; from += step {
		for _, long := range []int{1, 7} {
			for i, state := range []State{Copies, Shared} {
				sim := begin(t, sys, Config{Shards: 2, Window: 400, State: state, Idle: idles[1+(from+i)%2]})
				w := sim.engine.(*windows[uint8])
				n := 0
				w.forceAlone(func() bool { n++; return n > from && n <= from+long })
				advance(t, sim, epochs)
				if sim.Digest() != want {
					t.Errorf("%s, alone for %d windows from window %d on: another digest", state, long, from)
				}
				if got := sim.Stats().Alone; n > from+1 && got != 1 {
					t.Errorf("%s, alone for %d windows from window %d of %d on: counted %d times", state, long, from, n, got)
				}
			}
		}
	}
}
