package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Elastic is a system of servers that are switched off when idle for long and set up
// when needed (TABS; Mukherjee et al. 2017, Optimal service elasticity). An arrival
// goes to a uniform idle server. None idle: it goes to a uniform busy server, lost if
// that is full or none is busy, and if a server is off, a uniform one begins its
// setup. After setup a server is idle.
type Elastic struct {
	Servers  int
	Buffer   int     // jobs per server, the one in service included; 0: unbounded
	Rate     float64 // service rate of a server
	Arrivals float64 // total arrival rate
	Standby  float64 // rate at which an idle server is switched off
	Setup    float64 // rate at which a server in setup becomes idle
}

// The states of a server that has no job, as negative numbers beside numbers of jobs.
const (
	elasticIdle  = 0
	elasticSetup = -1
	elasticOff   = -2
)

// TimeRun says how long to simulate in units of time: Batches batches of Time each,
// after Warmup from an empty system.
type TimeRun struct {
	Seed         uint64
	Warmup, Time float64
	Batches      int
}

// ElasticResult is what an elastic simulation measured, or its exact law. Shares are of
// servers and of time.
type ElasticResult struct {
	MeanNumber, MeanResponse, Blocking Estimate
	Busy, Idle, SettingUp, Off         Estimate
	Setups                             Estimate   // begun per unit of time
	Tail                               []Estimate // Tail[i]: share with at least i+1 jobs
}

// elasticSums is what a batch counted: the integrals over time of the servers in a
// state, by jobs or as a shut-down state, and events.
type elasticSums struct {
	time, arrived, lost, setups float64
	state                       map[int]float64
}

// SimulateElastic runs the system from idle servers, one exponential clock a server.
func SimulateElastic(s Elastic, run TimeRun) (*ElasticResult, error) {
	if s.Servers < 1 || run.Batches < 2 || !(run.Time > 0) {
		return nil, fmt.Errorf("oracle: cannot measure %d servers in %d batches of %v", s.Servers, run.Batches, run.Time)
	}
	rng := rand.New(rand.NewPCG(run.Seed, 2))
	state := make([]int, s.Servers)
	rate := func(r int) float64 {
		switch state[r] {
		case elasticIdle:
			return s.Standby
		case elasticSetup:
			return s.Setup
		case elasticOff:
			return 0
		}
		return s.Rate
	}
	// of returns the servers that are in a state that fits.
	of := func(fits func(k int) bool) (list []int) {
		for r, k := range state {
			if fits(k) {
				list = append(list, r)
			}
		}
		return list
	}
	simulate := func(length float64) elasticSums {
		sums := elasticSums{time: length, state: make(map[int]float64)}
		now := 0.0
		for {
			// The first of all clocks; that they are drawn anew after each event changes nothing.
			next, who := now+rng.ExpFloat64()/s.Arrivals, -1
			for r := range state {
				if speed := rate(r); speed > 0 {
					if at := now + rng.ExpFloat64()/speed; at < next {
						next, who = at, r
					}
				}
			}
			for _, k := range state {
				sums.state[k] += min(next, length) - now
			}
			if next >= length {
				return sums
			}
			now = next
			if who >= 0 {
				switch state[who] {
				case elasticIdle:
					state[who] = elasticOff
				case elasticSetup:
					state[who] = elasticIdle
				default:
					state[who]--
				}
				continue
			}
			sums.arrived++
			if idle := of(func(k int) bool { return k == elasticIdle }); len(idle) > 0 {
				state[idle[rng.IntN(len(idle))]] = 1
				continue
			}
			if busy := of(func(k int) bool { return k > 0 }); len(busy) == 0 {
				sums.lost++
			} else if r := busy[rng.IntN(len(busy))]; state[r] == s.Buffer {
				sums.lost++
			} else {
				state[r]++
			}
			if off := of(func(k int) bool { return k == elasticOff }); len(off) > 0 {
				state[off[rng.IntN(len(off))]] = elasticSetup
				sums.setups++
			}
		}
	}
	simulate(run.Warmup)
	batches := make([]elasticSums, run.Batches)
	for i := range batches {
		batches[i] = simulate(run.Time)
	}
	return s.summarise(batches), nil
}

func (s Elastic) summarise(batches []elasticSums) *ElasticResult {
	each := func(num, den func(b *elasticSums) float64) Estimate {
		nums, dens := make([]float64, len(batches)), make([]float64, len(batches))
		for i := range batches {
			nums[i], dens[i] = num(&batches[i]), den(&batches[i])
		}
		return Ratio(nums, dens)
	}
	time := func(b *elasticSums) float64 { return b.time }
	servers := func(b *elasticSums) float64 { return b.time * float64(s.Servers) }
	jobs := func(b *elasticSums) float64 {
		total := 0.0
		for _, k := range keys(b.state) {
			total += float64(max(k, 0)) * b.state[k]
		}
		return total
	}
	tail := func(k int) func(b *elasticSums) float64 {
		return func(b *elasticSums) float64 {
			total := 0.0
			for _, i := range keys(b.state) {
				if i >= k {
					total += b.state[i]
				}
			}
			return total
		}
	}
	in := func(k int) func(b *elasticSums) float64 { return func(b *elasticSums) float64 { return b.state[k] } }
	res := &ElasticResult{
		MeanNumber:   each(jobs, time),
		MeanResponse: each(jobs, func(b *elasticSums) float64 { return b.arrived - b.lost }), // Little's law
		Blocking:     each(func(b *elasticSums) float64 { return b.lost }, func(b *elasticSums) float64 { return b.arrived }),
		Busy:         each(tail(1), servers),
		Idle:         each(in(elasticIdle), servers),
		SettingUp:    each(in(elasticSetup), servers),
		Off:          each(in(elasticOff), servers),
		Setups:       each(func(b *elasticSums) float64 { return b.setups }, time),
	}
	for k := 1; ; k++ {
		e := each(tail(k), servers)
		if e.Mean == 0 {
			return res
		}
		res.Tail = append(res.Tail, e)
	}
}

// keys returns the keys in ascending order.
func keys(m map[int]float64) []int {
	var list []int
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// elasticState has the sorted states of at most four servers; the others of the array are 0.
type elasticState [4]int

// ExactElastic computes the stationary law of at most four servers with a finite buffer.
// Its estimates have no error.
func ExactElastic(s Elastic) (*ElasticResult, error) {
	if s.Servers < 1 || s.Servers > len(elasticState{}) || s.Buffer < 1 {
		return nil, fmt.Errorf("oracle: no finite chain of %d servers and buffer %d", s.Servers, s.Buffer)
	}
	// with returns the state with server r in state k instead.
	with := func(x elasticState, r, k int) elasticState {
		x[r] = k
		slices.Sort(x[:s.Servers])
		return x
	}
	// arrive lists where an arrival leads, with probabilities, whether it is lost and whether a setup begins.
	type outcome struct {
		to          elasticState
		p           float64
		lost, setup bool
	}
	arrive := func(x elasticState) []outcome {
		servers := x[:s.Servers]
		if r := slices.Index(servers, elasticIdle); r >= 0 {
			return []outcome{{with(x, r, 1), 1, false, false}}
		}
		busy := 0
		for _, k := range servers {
			if k > 0 {
				busy++
			}
		}
		// The off servers are alike, and their place is the first after sorting.
		off := servers[0] == elasticOff
		begin := func(y elasticState) elasticState {
			if off {
				return with(y, slices.Index(y[:s.Servers], elasticOff), elasticSetup)
			}
			return y
		}
		if busy == 0 {
			return []outcome{{begin(x), 1, true, off}}
		}
		var list []outcome
		for r, k := range servers {
			switch {
			case k == s.Buffer:
				list = append(list, outcome{begin(x), 1 / float64(busy), true, off})
			case k > 0:
				list = append(list, outcome{begin(with(x, r, k+1)), 1 / float64(busy), false, off})
			}
		}
		return list
	}
	states, law, err := StationaryLaw(elasticState{}, func(x elasticState) []Move[elasticState] {
		var moves []Move[elasticState]
		for r, k := range x[:s.Servers] {
			switch k {
			case elasticOff:
			case elasticSetup:
				moves = append(moves, Move[elasticState]{with(x, r, elasticIdle), s.Setup})
			case elasticIdle:
				moves = append(moves, Move[elasticState]{with(x, r, elasticOff), s.Standby})
			default:
				moves = append(moves, Move[elasticState]{with(x, r, k-1), s.Rate})
			}
		}
		for _, o := range arrive(x) {
			moves = append(moves, Move[elasticState]{o.to, s.Arrivals * o.p})
		}
		return moves
	})
	if err != nil {
		return nil, err
	}
	sums := elasticSums{time: 1, arrived: s.Arrivals, state: make(map[int]float64)}
	for i, x := range states {
		p := law[i]
		for _, k := range x[:s.Servers] {
			sums.state[k] += p
		}
		for _, o := range arrive(x) {
			if o.lost {
				sums.lost += p * s.Arrivals * o.p
			}
			if o.setup {
				sums.setups += p * s.Arrivals * o.p
			}
		}
	}
	return s.summarise([]elasticSums{sums, sums}), nil
}
