package slotted

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/kernel"
	"shardq/kernel/policy"
)

// moments of a sample.
type moments struct{ n, sum, squares float64 }

func (m *moments) add(x float64) { m.n, m.sum, m.squares = m.n+1, m.sum+x, m.squares+x*x }

func (m *moments) mean() float64 { return m.sum / m.n }

// variance of the mean.
func (m *moments) variance() float64 { return max(m.squares/m.n-m.mean()*m.mean(), 0) / (m.n - 1) }

// sameMean fails if two samples differ in their means by more than 5.8 standard errors: 7e-9 for a comparison of equal laws.
func sameMean(t *testing.T, what string, a, b *moments) {
	t.Helper()
	if z := math.Abs(a.mean()-b.mean()) / math.Sqrt(a.variance()+b.variance()+1e-300); z > 5.8 {
		t.Errorf("%s: %.6g here, %.6g by the definition (%.1f standard errors)", what, a.mean(), b.mean(), z)
	}
}

// sameLaw fails if two samples of counts are not of one law (chi-square, cells joined to 20 in total).
func sameLaw(t *testing.T, what string, a, b map[uint64]float64) {
	t.Helper()
	most, na, nb := uint64(0), 0.0, 0.0
	for k, n := range a {
		most, na = max(most, k), na+n
	}
	for k, n := range b {
		most, nb = max(most, k), nb+n
	}
	statistic, cells, x, y := 0.0, -1.0, 0.0, 0.0
	for k := range most + 1 {
		x, y = x+a[k], y+b[k]
		if x+y >= 20 || k == most {
			d := x*math.Sqrt(nb/na) - y*math.Sqrt(na/nb)
			if x+y > 0 {
				statistic += d * d / (x + y)
				cells++
			}
			x, y = 0, 0
		}
	}
	if cells < 1 {
		return
	}
	if p := (distuv.ChiSquared{K: cells}).Survival(statistic); !(p > alarm) {
		t.Errorf("%s: the two samples have probability %g under one law (%v degrees of freedom)", what, p, cells)
	}
}

// systems for the comparison with the definition: short, so that thresholds move often and memories are empty often.
func lawSystems() []*System {
	var list []*System
	seed := uint64(0)
	for _, p := range []policy.Policy{
		{Rule: policy.JSQ}, {Rule: policy.JIQ}, {Rule: policy.Random}, {Rule: policy.SQD, D: 2}, {Rule: policy.SQDM, D: 2, Memory: 3},
		{Rule: policy.SQDM, D: 1, Memory: 1},
		{Rule: policy.JBTD, D: 2, Period: 3}, {Rule: policy.JBTD, D: 10, Period: 7}, {Rule: policy.JBTD, D: 1, Period: 1},
		{Rule: policy.JBTGD, D: 2, Period: 5},
	} {
		for i, types := range [][]kernel.Type{
			{{Rate: 1, Count: 10}}, {{Rate: 3, Count: 2}, {Rate: 0.5, Count: 4}}, {{Rate: 1.5, Count: 1}, {Rate: 1, Count: 1}},
			{{Rate: 1, Count: 1}},
		} {
			for _, burst := range []float64{0, 4} {
				seed++
				if (i == 3 || i == 2 && burst > 0) && seed%3 != 0 {
					continue
				}
				sys := &System{Types: types, Burst: burst, Policy: p, Seed: seed << 32}
				sys.Arrivals = []float64{0.95, 0.8, 0.9, 0.7}[i] * sys.Capacity()
				if seed%4 == 1 {
					sys.Sizes, sys.Probabilities = []int{0, int(sys.Arrivals), int(3 * sys.Arrivals)}, []float64{0.5, 0.3, 0.2}
				}
				list = append(list, sys)
			}
		}
	}
	return list
}

// TestLawIsTheDefinition: over many short runs, everything that is counted and the queues at the end have the law of the plain definition.
func TestLawIsTheDefinition(t *testing.T) {
	const slots = 90
	runs := uint64(350)
	if testing.Short() {
		runs = 100
	}
	for _, sys := range lawSystems() {
		name := fmt.Sprintf("%s/d=%d/types=%d/servers=%d/burst=%v/sizes=%v",
			sys.Policy.Rule, sys.Policy.D, len(sys.Types), sys.Servers(), sys.Burst, sys.Sizes != nil)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, grid := range []int{0, 6} {
				if grid > 0 && !samplesThreshold(sys.Policy) {
					continue // how queue lengths are cut matters only where thresholds move
				}
				compare(t, sys, grid, slots, runs)
			}
		})
	}
}

func compare(t *testing.T, sys *System, grid int, slots int, runs uint64) {
	t.Helper()
	var mean [2][6]moments // area, arrived, batches, empty memory, messages, reports
	var first, last, idle, total [2]map[uint64]float64
	for side := range 2 {
		first[side], last[side], idle[side], total[side] = map[uint64]float64{}, map[uint64]float64{}, map[uint64]float64{},
			map[uint64]float64{}
	}
	for run := range runs {
		one := *sys
		one.Seed += run
		s, err := New(&one)
		if err != nil {
			t.Fatal(err)
		}
		if grid > 0 {
			l := s.levels
			l.top, l.step = grid, 2
			regrid(s, &l)
		}
		d := newDirect(&one)
		if err := s.Advance(context.Background(), float64(slots)); err != nil {
			t.Fatal(err)
		}
		for range slots {
			d.step()
		}
		consistent(t, s)
		c := s.Counters()
		for side, c := range []*Counters{&c, &d.count} {
			area := d.area
			if side == 0 {
				area = c.Area.Float()
			}
			counted := []uint64{c.Arrived, c.Batches, c.EmptyMemory, c.Queries + c.Replies + c.Reports, c.Reports}
			mean[side][0].add(area)
			for i, x := range counted {
				mean[side][i+1].add(float64(x))
			}
			sum, zero, q := uint64(0), uint64(0), uint64(0)
			for n := range s.servers {
				q = uint64(d.queue[n])
				if side == 0 {
					q = s.look(int32(n))
				}
				sum += q
				if n == 0 {
					first[side][q]++
				}
				if q == 0 {
					zero++
				}
			}
			last[side][q]++
			idle[side][zero]++
			total[side][sum]++
		}
	}
	for i, what := range []string{"jobs summed over slots", "arrived jobs", "batches", "slots with empty memory", "messages", "reports"} {
		sameMean(t, what, &mean[0][i], &mean[1][i])
	}
	sameLaw(t, "queue of the first server", first[0], first[1])
	sameLaw(t, "queue of the last server", last[0], last[1])
	sameLaw(t, "idle servers", idle[0], idle[1])
	sameLaw(t, "jobs", total[0], total[1])
}

// consistent fails if the state contradicts itself.
func consistent(t testing.TB, s *Simulator) {
	t.Helper()
	low := 0
	var sum, slopes kernel.Wide
	for i := range s.servers {
		v := &s.servers[i]
		kind := s.kind(int32(i))
		if got := s.sets.members[int(v.set)*s.sets.kinds+kind][v.place]; got != int32(i) {
			t.Fatalf("server %d is not at its place in set %d", i, v.set)
		}
		if int(v.set) < s.levels.cut {
			low++
		}
		if v.queue == 0 {
			if v.set != 1 {
				t.Fatalf("server %d is idle and in set %d", i, v.set)
			}
			continue
		}
		if v.wake <= s.now || v.from > s.now || v.target >= v.queue {
			t.Fatalf("slot %d: server %d: %+v", s.now, i, *v)
		}
		// The queue is between target+1 and queue: both ends must be in the set.
		if a, b := s.levels.set(v.target+1), s.levels.set(v.queue); a > int(v.set) || b < int(v.set) ||
			s.levels.set(s.look(int32(i))) != int(v.set) {
			t.Fatalf("server %d of set %d: %+v, %+v", i, v.set, *v, s.levels)
		}
		sum = sum.Plus(kernel.WideProduct(v.queue, 1<<32)).Minus(kernel.WideProduct(v.slope, s.now-v.from))
		slopes = slopes.Plus(kernel.Wide{Lo: v.slope})
	}
	if low != s.sets.size() {
		t.Fatalf("%d servers in memory, kept as %d", low, s.sets.size())
	}
	if sum != s.total || slopes != s.slopes {
		t.Fatalf("expected jobs %v, kept as %v; served per slot %v, kept as %v", sum, s.total, slopes, s.slopes)
	}
	listed := 0
	for i, n := range s.calendar.heads {
		for ; n != none; n = s.servers[n].next {
			listed++
			if s.servers[n].wake&uint64(len(s.calendar.heads)-1) != uint64(i) {
				t.Fatalf("server %d is in the wrong list", n)
			}
		}
	}
	for i := range s.servers {
		if s.servers[i].queue > 0 {
			listed--
		}
	}
	if listed != 0 {
		t.Fatalf("the calendar has %d servers too many", listed)
	}
}
