package elastic_test

import (
	"fmt"
	"slices"
	"testing"

	"shardq/bench/theory/queue"
	"shardq/kernel/elastic"
	"shardq/kernel/jump/jumptest"
)

// States of a server in the exact chain; one with k jobs is in state setup+k.
const (
	stateIdle = iota
	stateOff
	stateSetup
)

// chain is the Markov chain of single servers, written down from the rules.
func chain(sys *elastic.System) *jumptest.Chain {
	return jumptest.NewChain(sys.Servers, stateSetup+1+sys.Buffer, func(x []int, to func([]int, float64)) {
		change := func(rate float64, pairs ...int) { // of servers to states
			y := slices.Clone(x)
			for i := 0; i < len(pairs); i += 2 {
				y[pairs[i]] = pairs[i+1]
			}
			to(y, rate)
		}
		var idle, off, busy []int
		for r, state := range x {
			switch {
			case state == stateIdle:
				idle = append(idle, r)
				change(sys.Standby, r, stateOff)
			case state == stateOff:
				off = append(off, r)
			case state == stateSetup:
				change(sys.Setup, r, stateIdle)
			case state == stateSetup+1:
				busy = append(busy, r)
				change(sys.Rate, r, stateIdle)
			default:
				busy = append(busy, r)
				change(sys.Rate, r, state-1)
			}
		}
		if len(idle) > 0 {
			for _, r := range idle {
				change(sys.Arrivals/float64(len(idle)), r, stateSetup+1)
			}
			return
		}
		// Where the job goes, and which server starts its setup; -1 is nowhere and none.
		if len(busy) == 0 {
			busy = []int{-1}
		}
		if len(off) == 0 {
			off = []int{-1}
		}
		for _, r := range busy {
			for _, started := range off {
				var pairs []int
				if r >= 0 && x[r] < stateSetup+sys.Buffer {
					pairs = append(pairs, r, x[r]+1)
				}
				if started >= 0 {
					pairs = append(pairs, started, stateSetup)
				}
				if pairs != nil {
					change(sys.Arrivals/float64(len(busy)*len(off)), pairs...)
				}
			}
		}
	})
}

// TestExactChains: states, losses, setups, reports, where jobs join and their response, against the stationary law of the chain of single
// servers.
func TestExactChains(t *testing.T) {
	for _, sys := range []elastic.System{
		{Servers: 1, Buffer: 1, Rate: 1, Arrivals: 0.7, Standby: 0.5, Setup: 0.8},
		{Servers: 1, Buffer: 4, Rate: 2, Arrivals: 1.5, Standby: 3, Setup: 0.3},
		{Servers: 2, Buffer: 3, Rate: 1, Arrivals: 1.2, Standby: 1, Setup: 0.5},
		{Servers: 3, Buffer: 2, Rate: 1, Arrivals: 2, Standby: 0.4, Setup: 0.6},
		{Servers: 3, Buffer: 2, Rate: 0.7, Arrivals: 5, Standby: 20, Setup: 7},
		{Servers: 3, Buffer: 3, Rate: 1, Arrivals: 1.8, Standby: 0, Setup: 1}, // the chain needs a way out of states that are never met
		{Servers: 3, Buffer: 3, Rate: 1, Arrivals: 0.2, Standby: 5, Setup: 0.05},
	} {
		sys.Seed = 11
		what := fmt.Sprintf("%+v: ", sys)
		exact := chain(&sys)
		law := exact.Stationary()
		number := func(f func(state int) bool) float64 {
			return exact.Mean(law, func(x []int) (n float64) {
				for _, state := range x {
					if f(state) {
						n++
					}
				}
				return n
			})
		}
		list, tick := measure(t, &sys, 300, 3e5/(sys.Arrivals+sys.Rate))
		agree := func(name string, num, den func(c *elastic.Counters) float64, want float64) {
			t.Helper()
			jumptest.Agree(t, what+name, jumptest.Ratio(list, num, den), want)
		}
		time := func(c *elastic.Counters) float64 { return float64(c.Ticks) * tick }
		agree("arrivals", arrived, time, sys.Arrivals)
		agree("idle", idle, ticks, number(func(s int) bool { return s == stateIdle }))
		agree("off", off, ticks, number(func(s int) bool { return s == stateOff }))
		agree("in setup", starting, ticks, number(func(s int) bool { return s == stateSetup }))
		agree("busy", busy, ticks, number(func(s int) bool { return s > stateSetup }))
		meanJobs := 0.0
		for k := 1; k <= sys.Buffer; k++ {
			n := number(func(s int) bool { return s >= stateSetup+k })
			meanJobs += n
			agree(fmt.Sprintf("servers with %d jobs or more", k), level(k), ticks, n)
		}
		agree("jobs", jobs, ticks, meanJobs)
		agree("emptied servers", func(c *elastic.Counters) float64 { return float64(c.Emptied) }, time,
			sys.Rate*number(func(s int) bool { return s == stateSetup+1 }))
		agree("servers switched off", func(c *elastic.Counters) float64 { return float64(c.SwitchedOff) }, time,
			sys.Standby*number(func(s int) bool { return s == stateIdle }))
		setups := sys.Setup * number(func(s int) bool { return s == stateSetup })
		agree("setups begun", func(c *elastic.Counters) float64 { return float64(c.Setups) }, time, setups)
		agree("setups ended", func(c *elastic.Counters) float64 { return float64(c.Ready) }, time, setups)

		// Poisson arrivals see the stationary law.
		join := make([]float64, sys.Buffer)
		for x, p := range law {
			state := exact.State(x)
			var found []int // queues that a job might join, one of them at random
			for _, s := range state {
				if s > stateSetup {
					found = append(found, s-stateSetup)
				}
			}
			if slices.Contains(state, stateIdle) {
				found = []int{0}
			}
			for _, k := range found {
				if k < sys.Buffer {
					join[k] += p / float64(len(found))
				}
			}
		}
		admission := 0.0
		for _, p := range join {
			admission += p
		}
		agree("blocking", blocked, arrived, 1-admission)
		response := func(c *elastic.Counters) (sum float64) {
			for k, n := range c.Join {
				sum += float64(n) * float64(k+1) / sys.Rate
			}
			return sum
		}
		for k, p := range join {
			agree(fmt.Sprintf("joins with %d jobs", k), joined(k), admitted, p/admission)
		}
		agree("response", response, admitted, meanJobs/(sys.Arrivals*admission))
	}
}

// TestNeverOff: without standby this is join-the-idle-queue with unbounded buffers: one server is M/M/1, and two have a closed form.
func TestNeverOff(t *testing.T) {
	for _, load := range []float64{0.3, 0.7} {
		for servers, want := range []float64{1: queue.MM1(load, 1).Response, 2: (1 + load) / ((1 - load) * (1 + 2*load))} {
			if servers == 0 {
				continue
			}
			sys := &elastic.System{Servers: servers, Rate: 1, Arrivals: load * float64(servers), Seed: 5}
			list, tick := measure(t, sys, 1000, 1e6)
			time := func(c *elastic.Counters) float64 { return jobs(c) * tick }
			jumptest.Agree(t, fmt.Sprintf("%d servers, load %v: response", servers, load), jumptest.Ratio(list, time, admitted), want)
		}
	}
}
