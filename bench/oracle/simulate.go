package oracle

import (
	"container/heap"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Run says how long to simulate. The zero value is 200,000 jobs after 20,000 of
// warm-up, in 100 batches, with seed 0.
type Run struct {
	Seed    uint64
	Jobs    int // arrivals that are measured, lost ones included; 0: 200,000; rounded down to whole batches
	Warmup  int // arrivals before the measurement, from an empty system; 0: a tenth of Jobs
	Batches int // at least 2; 0: 100
}

// Result is what a simulation measured. Every standard error comes from batch means.
type Result struct {
	MeanNumber      Estimate     // jobs in the system, by time integral
	MeanResponse    Estimate     // of the jobs that left during the measurement
	Blocking        Estimate     // lost share of the jobs that arrived at a port with neighbours
	BlockingPerPort []Estimate   // by port; 0 for a port without neighbours
	Utilisation     []Estimate   // share of time busy, by server
	MeanQueue       []Estimate   // jobs, by server, the one in service included
	Join            [][]Estimate // Join[r][k]: share of the admitted jobs that joined server r and found k jobs
	JoinCount       [][]int      // the same as a count of jobs
	Unroutable      int          // arrivals at ports without neighbours

	batches   []batch
	responses []float64 // all response times, ascending
}

// batch holds what was counted during one batch.
type batch struct {
	time       float64
	area, busy []float64   // by server: integrals of the number of jobs and of the busy indicator
	responses  []float64   // response times of the jobs that left
	arrived    []float64   // by port
	lost       []float64   // by port, at a full server
	joined     [][]float64 // [server][jobs found]
}

// event is the next arrival at a port (server < 0) or the departure of the job
// in service at a server.
type event struct {
	at     float64
	port   int
	server int
}

type eventHeap []event

func (h eventHeap) Len() int           { return len(h) }
func (h eventHeap) Less(i, j int) bool { return h[i].at < h[j].at }
func (h eventHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *eventHeap) Push(x any)        { *h = append(*h, x.(event)) }
func (h *eventHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// Simulate runs the system from empty. Each job is timed from its arrival to its
// departure, and its service time is drawn when its service starts. All response
// times are kept, so that memory grows with run.Jobs.
func Simulate(s System, run Run) (*Result, error) {
	if run.Jobs == 0 {
		run.Jobs = 200_000
	}
	if run.Warmup == 0 {
		run.Warmup = run.Jobs / 10
	}
	if run.Batches == 0 {
		run.Batches = 100
	}
	err := s.Validate()
	if run.Batches < 2 || run.Jobs < run.Batches || run.Warmup < 0 {
		err = errors.Join(err, fmt.Errorf("oracle: cannot measure %d jobs in %d batches after %d", run.Jobs, run.Batches, run.Warmup))
	}
	if err != nil {
		return nil, err
	}

	rng := rand.New(rand.NewPCG(run.Seed, 0))
	queues := make([][]float64, len(s.Rates)) // by server: arrival times of its jobs, the one in service first
	jobs := func(r int) int { return len(queues[r]) }
	var events eventHeap
	now := 0.0
	schedule := func(rate float64, e event) {
		e.at = now + rng.ExpFloat64()/rate
		heap.Push(&events, e)
	}
	serve := func(r int) { // the first job in the queue
		if s.Service == nil {
			schedule(s.Rates[r], event{server: r})
		} else {
			heap.Push(&events, event{at: now + s.Service.draw(rng)/s.Rates[r], server: r})
		}
	}
	for l, p := range s.Ports {
		schedule(p.Rate, event{port: l, server: -1})
	}

	// simulate goes on until the given number of jobs has arrived.
	simulate := func(arrivals int) batch {
		b := newBatch(s)
		for arrivals > 0 {
			e := heap.Pop(&events).(event)
			b.pass(e.at-now, queues)
			now = e.at
			if r := e.server; r >= 0 {
				b.responses = append(b.responses, now-queues[r][0])
				queues[r] = queues[r][1:]
				if jobs(r) > 0 {
					serve(r)
				}
				continue
			}
			port := s.Ports[e.port]
			schedule(port.Rate, event{port: e.port, server: -1})
			arrivals--
			b.arrived[e.port]++
			if len(port.Neighbours) == 0 {
				continue
			}
			r := s.choose(e.port, jobs, rng)
			if s.Buffer > 0 && jobs(r) == s.Buffer {
				b.lost[e.port]++
				continue
			}
			b.join(r, jobs(r))
			queues[r] = append(queues[r], now)
			if jobs(r) == 1 {
				serve(r)
			}
		}
		return b
	}
	simulate(run.Warmup)
	batches := make([]batch, run.Batches)
	for i := range batches {
		batches[i] = simulate(run.Jobs / run.Batches)
	}
	return summarise(s, batches), nil
}

func newBatch(s System) batch {
	return batch{
		area:    make([]float64, len(s.Rates)),
		busy:    make([]float64, len(s.Rates)),
		arrived: make([]float64, len(s.Ports)),
		lost:    make([]float64, len(s.Ports)),
		joined:  make([][]float64, len(s.Rates)),
	}
}

// pass adds a time during which no queue changed.
func (b *batch) pass(time float64, queues [][]float64) {
	b.time += time
	for r, q := range queues {
		if len(q) > 0 {
			b.busy[r] += time
			b.area[r] += time * float64(len(q))
		}
	}
}

// join counts a job that joins server r and finds k jobs there.
func (b *batch) join(r, k int) {
	for len(b.joined[r]) <= k {
		b.joined[r] = append(b.joined[r], 0)
	}
	b.joined[r][k]++
}

// count returns how many jobs joined server r and found k jobs there.
func (b *batch) count(r, k int) float64 {
	if k >= len(b.joined[r]) {
		return 0
	}
	return b.joined[r][k]
}

func sum(v []float64) float64 {
	total := 0.0
	for _, x := range v {
		total += x
	}
	return total
}

// summarise turns the batches into estimates.
func summarise(s System, batches []batch) *Result {
	// each estimates the ratio of two quantities that every batch has.
	each := func(num, den func(b *batch) float64) Estimate {
		nums, dens := make([]float64, len(batches)), make([]float64, len(batches))
		for i := range batches {
			nums[i], dens[i] = num(&batches[i]), den(&batches[i])
		}
		return Ratio(nums, dens)
	}
	time := func(b *batch) float64 { return b.time }
	routable := func(b *batch) float64 {
		total := 0.0
		for l, p := range s.Ports {
			if len(p.Neighbours) > 0 {
				total += b.arrived[l]
			}
		}
		return total
	}
	lost := func(b *batch) float64 { return sum(b.lost) }
	admitted := func(b *batch) float64 { return routable(b) - lost(b) }

	res := &Result{
		MeanNumber: each(func(b *batch) float64 { return sum(b.area) }, time),
		MeanResponse: each(func(b *batch) float64 { return sum(b.responses) },
			func(b *batch) float64 { return float64(len(b.responses)) }),
		Blocking:  each(lost, routable),
		Join:      make([][]Estimate, len(s.Rates)),
		JoinCount: make([][]int, len(s.Rates)),
		batches:   batches,
	}
	for l, p := range s.Ports {
		arrived := func(b *batch) float64 { return b.arrived[l] }
		res.BlockingPerPort = append(res.BlockingPerPort, each(func(b *batch) float64 { return b.lost[l] }, arrived))
		if len(p.Neighbours) == 0 {
			for i := range batches {
				res.Unroutable += int(batches[i].arrived[l])
			}
		}
	}
	for r := range s.Rates {
		res.Utilisation = append(res.Utilisation, each(func(b *batch) float64 { return b.busy[r] }, time))
		res.MeanQueue = append(res.MeanQueue, each(func(b *batch) float64 { return b.area[r] }, time))
		found := 0
		for i := range batches {
			found = max(found, len(batches[i].joined[r]))
		}
		res.JoinCount[r] = make([]int, found)
		for k := range found {
			res.Join[r] = append(res.Join[r], each(func(b *batch) float64 { return b.count(r, k) }, admitted))
			for i := range batches {
				res.JoinCount[r][k] += int(batches[i].count(r, k))
			}
		}
	}
	for i := range batches {
		res.responses = append(res.responses, batches[i].responses...)
	}
	slices.Sort(res.responses)
	return res
}

// Quantile returns the response time that a share p, in (0, 1], of the jobs did
// not exceed; NaN if no job left.
func (res *Result) Quantile(p float64) float64 {
	n := len(res.responses)
	if n == 0 {
		return math.NaN()
	}
	return res.responses[max(int(math.Ceil(p*float64(n))), 1)-1]
}

// Tail estimates the share of the jobs whose response time exceeded t.
func (res *Result) Tail(t float64) Estimate {
	over, all := make([]float64, len(res.batches)), make([]float64, len(res.batches))
	for i := range res.batches {
		for _, response := range res.batches[i].responses {
			if response > t {
				over[i]++
			}
		}
		all[i] = float64(len(res.batches[i].responses))
	}
	return Ratio(over, all)
}
