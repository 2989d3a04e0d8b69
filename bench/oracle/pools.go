package oracle

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Pools is a system of pools in which tasks never wait: each stays for an exponential
// time of rate Rate (Mukherjee et al., Asymptotic optimality of power-of-d load
// balancing in large-scale systems). A task joins the pool with the least tasks of all
// (jsq) or of D sampled (jsq-d), or a uniform one (random), and is lost if that has Cap.
type Pools struct {
	Pools       int
	Cap         int     // tasks per pool; 0: no limit
	Rate        float64 // of each task
	Arrivals    float64 // total arrival rate
	Policy      string  // jsq, jsq-d, random
	D           int     // jsq-d
	Replacement bool    // jsq-d samples with replacement
}

// PoolsResult is what a simulation of pools measured, or their exact law.
type PoolsResult struct {
	MeanNumber, Blocking Estimate
	Tail                 []Estimate // Tail[i]: share of pools, over time, with at least i+1 tasks
	Total                []Estimate // Total[k]: share of time with k tasks in all
}

// poolsSums is what a batch counted: integrals over time.
type poolsSums struct {
	time, arrived, lost float64
	pools, total        map[int]float64 // by tasks
}

// choosePool returns the pool of an arriving task.
func (s Pools) choosePool(tasks []int, rng *rand.Rand) int {
	sample := rng.Perm(s.Pools)
	switch {
	case s.Policy == Random:
		return sample[0]
	case s.Policy == JSQD && s.Replacement:
		for i := range sample {
			sample[i] = rng.IntN(s.Pools)
		}
		for len(sample) < s.D {
			sample = append(sample, rng.IntN(s.Pools))
		}
		sample = sample[:s.D]
	case s.Policy == JSQD:
		sample = sample[:min(s.D, s.Pools)]
	}
	return first(sample, func(a, b int) bool { return tasks[a] < tasks[b] })
}

func (s Pools) validate() error {
	if s.Pools < 1 || !slices.Contains([]string{JSQ, JSQD, Random}, s.Policy) || s.Policy == JSQD && s.D < 1 {
		return fmt.Errorf("oracle: cannot simulate %+v", s)
	}
	return nil
}

// SimulatePools runs the system from empty pools.
func SimulatePools(s Pools, run TimeRun) (*PoolsResult, error) {
	err := s.validate()
	if run.Batches < 2 || !(run.Time > 0) {
		err = errors.Join(err, fmt.Errorf("oracle: cannot measure in %d batches of %v", run.Batches, run.Time))
	}
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(run.Seed, 3))
	tasks := make([]int, s.Pools)
	simulate := func(length float64) poolsSums {
		sums := poolsSums{time: length, pools: make(map[int]float64), total: make(map[int]float64)}
		now := 0.0
		for {
			total := 0
			for _, k := range tasks {
				total += k
			}
			speed := s.Arrivals + s.Rate*float64(total)
			next := now + rng.ExpFloat64()/speed
			stay := min(next, length) - now
			sums.total[total] += stay
			for _, k := range tasks {
				sums.pools[k] += stay
			}
			if next >= length {
				return sums
			}
			now = next
			if u := rng.Float64() * speed; u < s.Arrivals {
				sums.arrived++
				if p := s.choosePool(tasks, rng); s.Cap > 0 && tasks[p] == s.Cap {
					sums.lost++
				} else {
					tasks[p]++
				}
				continue
			}
			i := rng.IntN(total) // the task that departs
			for p := range tasks {
				if i < tasks[p] {
					tasks[p]--
					break
				}
				i -= tasks[p]
			}
		}
	}
	simulate(run.Warmup)
	batches := make([]poolsSums, run.Batches)
	for i := range batches {
		batches[i] = simulate(run.Time)
	}
	return s.summarise(batches), nil
}

func (s Pools) summarise(batches []poolsSums) *PoolsResult {
	each := func(num, den func(b *poolsSums) float64) Estimate {
		nums, dens := make([]float64, len(batches)), make([]float64, len(batches))
		for i := range batches {
			nums[i], dens[i] = num(&batches[i]), den(&batches[i])
		}
		return Ratio(nums, dens)
	}
	time := func(b *poolsSums) float64 { return b.time }
	res := &PoolsResult{
		MeanNumber: each(func(b *poolsSums) float64 {
			total := 0.0
			for _, k := range keys(b.total) {
				total += float64(k) * b.total[k]
			}
			return total
		}, time),
		Blocking: each(func(b *poolsSums) float64 { return b.lost }, func(b *poolsSums) float64 { return b.arrived }),
	}
	mostPool, mostTotal := 0, 0
	for _, b := range batches {
		mostPool = max(mostPool, slices.Max(keys(b.pools)))
		mostTotal = max(mostTotal, slices.Max(keys(b.total)))
	}
	for k := 1; k <= mostPool; k++ {
		res.Tail = append(res.Tail, each(func(b *poolsSums) float64 {
			total := 0.0
			for _, i := range keys(b.pools) {
				if i >= k {
					total += b.pools[i]
				}
			}
			return total
		}, func(b *poolsSums) float64 { return b.time * float64(s.Pools) }))
	}
	for k := range mostTotal + 1 {
		res.Total = append(res.Total, each(func(b *poolsSums) float64 { return b.total[k] }, time))
	}
	return res
}

// poolsState has the sorted numbers of tasks of at most four pools; the others of the array are 0.
type poolsState [4]int

// ExactPools computes the stationary law of at most four pools with a cap. Its
// estimates have no error.
func ExactPools(s Pools) (*PoolsResult, error) {
	err := s.validate()
	if s.Pools > len(poolsState{}) || s.Cap < 1 {
		err = errors.Join(err, fmt.Errorf("oracle: no finite chain of %d pools with cap %d", s.Pools, s.Cap))
	}
	if err != nil {
		return nil, err
	}
	all := make([]int, s.Pools)
	for p := range all {
		all[p] = p
	}
	d := s.D
	switch s.Policy {
	case JSQ:
		d = s.Pools
	case Random:
		d = 1
	}
	samples := enumerate(all, d, s.Replacement && s.Policy == JSQD)
	// route returns the probability of each pool.
	route := func(x poolsState) []float64 {
		law := make([]float64, s.Pools)
		for _, sm := range samples {
			share(sm.p, least(sm.servers, func(p int) float64 { return float64(x[p]) }), law)
		}
		return law
	}
	with := func(x poolsState, p, k int) poolsState {
		x[p] = k
		slices.Sort(x[:s.Pools])
		return x
	}
	states, law, err := StationaryLaw(poolsState{}, func(x poolsState) []Move[poolsState] {
		var moves []Move[poolsState]
		for p, share := range route(x) {
			if x[p] < s.Cap {
				moves = append(moves, Move[poolsState]{with(x, p, x[p]+1), s.Arrivals * share})
			}
			if x[p] > 0 {
				moves = append(moves, Move[poolsState]{with(x, p, x[p]-1), s.Rate * float64(x[p])})
			}
		}
		return moves
	})
	if err != nil {
		return nil, err
	}
	sums := poolsSums{time: 1, arrived: s.Arrivals, pools: make(map[int]float64), total: make(map[int]float64)}
	for i, x := range states {
		probability := law[i]
		total := 0
		for p, share := range route(x) {
			sums.pools[x[p]] += probability
			total += x[p]
			if x[p] == s.Cap {
				sums.lost += probability * s.Arrivals * share
			}
		}
		sums.total[total] += probability
	}
	return s.summarise([]poolsSums{sums, sums}), nil
}
