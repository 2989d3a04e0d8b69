package slotted

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/kernel/policy"
)

// direct is the plain definition: every server serves in every slot, and the dispatcher's memory is a list of IDs.
type direct struct {
	sys        *System
	rand       *rand.Rand
	rates      []float64
	queue      []int
	inMemory   []bool
	remembered []int
	threshold  int
	slot       int
	area       float64
	count      Counters
}

func newDirect(sys *System) *direct {
	d := &direct{sys: sys, rand: rand.New(rand.NewPCG(sys.Seed, 77))}
	for _, t := range sys.Types {
		for range t.Count {
			d.rates = append(d.rates, t.Rate)
		}
	}
	d.queue, d.inMemory = make([]int, len(d.rates)), make([]bool, len(d.rates))
	for i := range d.inMemory {
		d.inMemory[i] = threshold(sys.Policy)
	}
	return d
}

func (d *direct) batch() int {
	if d.sys.Sizes == nil {
		return int(distuv.Poisson{Lambda: d.sys.Arrivals, Src: d.rand}.Rand())
	}
	u := d.rand.Float64()
	for i, p := range d.sys.Probabilities {
		if u -= p; u < 0 {
			return d.sys.Sizes[i]
		}
	}
	panic("probabilities do not sum to 1")
}

// poisson is by the product of uniforms: for small means.
func (d *direct) poisson(mean float64) int {
	k, limit := 0, math.Exp(-mean)
	for x := d.rand.Float64(); x > limit; x *= d.rand.Float64() {
		k++
	}
	return k
}

func (d *direct) serve(rate float64) int {
	if d.sys.Burst == 0 {
		return d.poisson(rate)
	}
	if d.rand.Float64() < rate/d.sys.Burst {
		return int(d.sys.Burst)
	}
	return 0
}

// shortest returns the server of the shortest queue among some, ties uniform.
func (d *direct) shortest(among []int) int {
	d.rand.Shuffle(len(among), func(i, j int) { among[i], among[j] = among[j], among[i] })
	return slices.MinFunc(among, func(a, b int) int { return d.queue[a] - d.queue[b] })
}

func (d *direct) sample() []int { return d.rand.Perm(len(d.queue))[:min(d.sys.Policy.D, len(d.queue))] }

func (d *direct) choose() int {
	all := d.rand.Perm(len(d.queue))
	switch d.sys.Policy.Rule {
	case policy.JSQ:
		d.count.Queries += uint64(len(all))
		d.count.Replies += uint64(len(all))
		return d.shortest(all)
	case policy.SQD, policy.SQDM:
		list := d.sample()
		d.count.Queries += uint64(len(list))
		d.count.Replies += uint64(len(list))
		if d.sys.Policy.Rule == policy.SQD {
			return d.shortest(list)
		}
		for _, n := range d.remembered {
			if !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
		best := d.shortest(list) // and shuffled
		slices.SortStableFunc(list, func(a, b int) int { return d.queue[a] - d.queue[b] })
		d.remembered = list[:min(d.sys.Policy.Memory, len(list))]
		return best
	case policy.Random:
		return all[0]
	}
	var ids []int
	for n, in := range d.inMemory {
		if in {
			ids = append(ids, n)
		}
	}
	if len(ids) == 0 {
		d.count.EmptyMemory++
		ids = all
	}
	if d.sys.Policy.Rule != policy.JBTGD {
		return ids[d.rand.IntN(len(ids))]
	}
	sum := 0.0
	for _, n := range ids {
		sum += d.rates[n]
	}
	u := d.rand.Float64() * sum
	for _, n := range ids {
		if u -= d.rates[n]; u < 0 {
			return n
		}
	}
	return ids[len(ids)-1]
}

func (d *direct) step() {
	for _, q := range d.queue {
		d.area += float64(q)
	}
	if jobs := d.batch(); jobs > 0 {
		d.count.Arrived += uint64(jobs)
		d.count.Batches++
		n := d.choose()
		d.queue[n] += jobs
		d.inMemory[n] = false
	}
	for n := range d.queue {
		d.queue[n] = max(d.queue[n]-d.serve(d.rates[n]), 0)
	}
	d.slot++
	if !threshold(d.sys.Policy) {
		return
	}
	if samplesThreshold(d.sys.Policy) && d.slot%d.sys.Policy.Period == 0 {
		list := d.sample()
		d.count.Queries += uint64(len(list))
		d.count.Replies += uint64(len(list))
		d.threshold = d.queue[d.shortest(list)]
		for n := range d.queue {
			if d.queue[n] > d.threshold {
				d.inMemory[n] = false
			}
		}
	}
	for n, q := range d.queue {
		if q <= d.threshold && !d.inMemory[n] {
			d.inMemory[n] = true
			d.count.Reports++
		}
	}
}
