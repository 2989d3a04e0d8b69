package experiment

import (
	"context"
	"math"
	"math/bits"

	"shardq/bench/stats"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// Observed is what looks at the occupancies at equal distances in time saw, after the warm-up.
type Observed struct {
	Every float64 // units of time from one look to the next
	Looks uint64  // over all replications
	Alpha float64 // of the scales; 1/2 unless the load is 1 - beta N^-alpha

	// With Q_k the number of servers with at least k jobs:
	Idle   Scaled // (N - Q_1) / N^(1-alpha)
	Second Scaled // Q_2 / N^alpha
	Excess Scaled // (Q_1 + Q_2 + ... - N) / N^alpha
}

// Scaled is the distribution of a scaled count over the looks.
type Scaled struct {
	Name      string
	Scale     float64 // what counts are divided by
	Mean      stats.Estimate
	Deviation float64 // standard deviation over the looks
	Histogram Histogram
	Known     float64 // mean in theory; NaN if not known
	KnownDev  float64 // standard deviation in theory; NaN if not known
	Source    string  // of both
}

// binsPerUnit is the number of bins of a histogram in one unit of the scaled count.
const binsPerUnit = 10

// farthestBin bounds the bins of a histogram: what is farther out counts in the last one.
const farthestBin = 100_000

// Histogram counts values by bins of width 0.1: bin j covers [j/10, (j+1)/10).
type Histogram struct {
	First  int      // the bin of Counts[0]
	Counts []uint64 // empty if there are none; first and last are not 0
}

// put counts a value of bin j.
func (h *Histogram) put(j int, times uint64) {
	if h.Counts == nil {
		h.First = j
	}
	if before := h.First - j; before > 0 {
		h.Counts = append(make([]uint64, before), h.Counts...)
		h.First = j
	}
	if after := j - h.First - len(h.Counts) + 1; after > 0 {
		h.Counts = append(h.Counts, make([]uint64, after)...)
	}
	h.Counts[j-h.First] += times
}

// add adds the counts of another histogram.
func (h *Histogram) add(other *Histogram) {
	for i, n := range other.Counts {
		if n > 0 {
			h.put(other.First+i, n)
		}
	}
}

// Quantile returns the value that a fraction q of the counts do not exceed, as if each bin were filled evenly; NaN without counts.
func (h *Histogram) Quantile(q float64) float64 {
	total := uint64(0)
	for _, n := range h.Counts {
		total += n
	}
	below, want := uint64(0), q*float64(total)
	for i, n := range h.Counts {
		if n > 0 && float64(below+n) >= want {
			return (float64(h.First+i) + (want-float64(below))/float64(n)) / binsPerUnit
		}
		below += n
	}
	return math.NaN()
}

// yardstick is what a count of servers is divided by.
type yardstick struct {
	servers uint64
	root    bool // it is the root of the number of servers, for which bins are exact
	value   float64
}

// bin returns the bin of a count: floor(10 v / value).
func (y yardstick) bin(v int64) int {
	if !y.root {
		return clampBin(math.Floor(float64(binsPerUnit*v) / y.value))
	}
	size := uint64(max(v, -v)) * binsPerUnit
	hi, lo := bits.Mul64(size, size)
	if hi >= y.servers {
		return clampBin(math.Copysign(farthestBin, float64(v)))
	}
	square, _ := bits.Div64(hi, lo, y.servers) // floor((10 v)^2 / N)
	j := root(square)
	if v < 0 {
		if whole := kernel.WideProduct(j*j, y.servers); whole != (kernel.Wide{Hi: hi, Lo: lo}) {
			j++ // a negative number that is not whole is rounded down, away from 0
		}
		return clampBin(-float64(j))
	}
	return clampBin(float64(j))
}

func clampBin(j float64) int { return int(min(max(j, -farthestBin), farthestBin)) }

// root returns the whole part of the square root.
func root(x uint64) uint64 {
	r := min(uint64(math.Sqrt(float64(x))), 1<<32-1)
	for r*r > x {
		r--
	}
	for r < 1<<32-1 && (r+1)*(r+1) <= x {
		r++
	}
	return r
}

// yardsticks returns alpha and the scales N^(1-alpha) and N^alpha. The latter follows from the load, 1 - beta N^-alpha, so that it is the same on every
// machine.
func (c *course) yardsticks() (alpha float64, idle, long yardstick) {
	n := uint64(c.sc.Servers())
	p := &c.sc.Port
	if p.HalfinWhitt == 0 || p.Alpha == 0 || p.Alpha == 0.5 {
		y := yardstick{n, true, math.Sqrt(float64(n))}
		return 0.5, y, y
	}
	power := p.HalfinWhitt / (1 - c.sc.Load())
	return p.Alpha, yardstick{n, false, float64(n) / power}, yardstick{n, false, power}
}

// looks is what some looks saw. Sums are integers.
type looks struct {
	count      uint64
	sums       [3]int64 // of idle servers, of those with two jobs at least, of the jobs beyond one a server
	squares    [3]kernel.Wide
	histograms [3]Histogram
}

// see adds a look at n servers.
func (l *looks) see(occupancy []uint64, n uint64, scales *[3]yardstick) {
	var q [2]uint64
	copy(q[:], occupancy)
	jobs := uint64(0)
	for _, x := range occupancy {
		jobs += x
	}
	l.count++
	for i, v := range [3]int64{int64(n - q[0]), int64(q[1]), int64(jobs) - int64(n)} {
		l.sums[i] += v
		size := uint64(max(v, -v))
		l.squares[i] = l.squares[i].Plus(kernel.WideProduct(size, size))
		l.histograms[i].put(scales[i].bin(v), 1)
	}
}

// add adds what other looks saw.
func (l *looks) add(other *looks) {
	l.count += other.count
	for i := range l.sums {
		l.sums[i] += other.sums[i]
		l.squares[i] = l.squares[i].Plus(other.squares[i])
		l.histograms[i].add(&other.histograms[i])
	}
}

// sight is what the looks of one replication saw.
type sight struct {
	next    int     // number of the next look; the first one is one interval after the warm-up
	batches []looks // complete ones, without histograms
	total   looks   // their sum
	current looks   // of the batch that is being simulated
}

// fold keeps the sum of the batches only.
func (s *sight) fold() {
	if len(s.batches) > 1 {
		one := s.total
		one.histograms = [3]Histogram{}
		s.batches = []looks{one}
	}
}

// observe advances a simulation to the end of a batch, looking at the occupancies on the way if the scenario asks for it. The trajectory is the same with
// looks and without.
func (c *course) observe(ctx context.Context, sim simulator, t *track, end float64) error {
	every := c.sc.Run.Observe
	if every <= 0 {
		return sim.Advance(ctx, end)
	}
	s := &t.sight
	_, idle, long := c.yardsticks()
	scales := [3]yardstick{idle, long, long}
	for {
		at := c.sc.Run.Warmup + float64(every*float64(s.next+1))
		if at > end {
			break
		}
		if err := sim.Advance(ctx, at); err != nil {
			return err
		}
		s.current.see(sim.Occupancy(), uint64(c.sc.Servers()), &scales)
		s.next++
	}
	if err := sim.Advance(ctx, end); err != nil {
		return err
	}
	s.total.add(&s.current)
	s.current.histograms = [3]Histogram{}
	s.batches = append(s.batches, s.current)
	s.current = looks{}
	return nil
}

// observed returns what the looks of all replications saw, or nil if there were none.
func (c *course) observed() *Observed {
	var all looks
	count := make([][]float64, len(c.tracks))
	for r := range c.tracks {
		all.add(&c.tracks[r].sight.total)
		for b := range c.tracks[r].sight.batches {
			count[r] = append(count[r], float64(c.tracks[r].sight.batches[b].count))
		}
	}
	if all.count == 0 {
		return nil
	}
	alpha, idle, long := c.yardsticks()
	o := &Observed{Every: c.sc.Run.Observe, Looks: all.count, Alpha: alpha}
	names := [3]string{"(N - Q1) / sqrt N", "Q2 / sqrt N", "(jobs - N) / sqrt N"}
	if !idle.root {
		names = [3]string{"(N - Q1) / N^(1-alpha)", "Q2 / N^alpha", "(jobs - N) / N^alpha"}
	}
	for i, s := range []*Scaled{&o.Idle, &o.Second, &o.Excess} {
		scale := long.value
		if i == 0 {
			scale = idle.value
		}
		sums := make([][]float64, len(c.tracks))
		for r := range c.tracks {
			for b := range c.tracks[r].sight.batches {
				sums[r] = append(sums[r], float64(c.tracks[r].sight.batches[b].sums[i])/scale)
			}
		}
		*s = Scaled{Name: names[i], Scale: scale, Mean: stats.Pool(sums, count, stats.Config{}), Histogram: all.histograms[i], Known: nan, KnownDev: nan}
		mean := float64(all.sums[i]) / float64(all.count)
		s.Deviation = math.Sqrt(max(all.squares[i].Float()/float64(all.count)-float64(mean*mean), 0)) / scale
	}
	load := c.sc.Load()
	if len(c.sys.Types) != 1 || c.sc.Buffer() != 0 || !(load < 1) {
		return o
	}
	n, beta := float64(c.sc.Servers()), c.sc.Port.HalfinWhitt
	o.Idle.Known, o.Idle.Source = float64(n*(1-load))/o.Idle.Scale, "exact for any number of servers, under any policy"
	if beta > 0 {
		o.Idle.Known = beta // the same, without rounding
	}
	if rule := c.sys.Policy.Rule; beta > 0 && alpha > 0.5 && alpha < 1 && (rule == policy.JSQ || rule == policy.JFSQ) {
		o.Excess.Known, o.Excess.KnownDev = 2/beta, math.Sqrt2/beta
		o.Excess.Source = "limit of many servers, where the law is Gamma(2, beta) (super-Halfin-Whitt regime)"
	}
	return o
}
