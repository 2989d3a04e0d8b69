package kernel

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"shardq/bench/stats"
	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel/policy"
)

// alarm is the false-alarm probability of one statistical check. All seeds are fixed, and there are fewer than 1,000 checks: all together
// would fail a correct program with probability below 1e-6.
const alarm = 1e-9

// chiSquare fails if counts do not follow the probabilities.
func chiSquare(t *testing.T, what string, counts []int, prob []float64) {
	t.Helper()
	if p, _ := stats.Fit(counts, prob); !(p > alarm) {
		t.Errorf("%s: the counts have probability %g under the law: %v", what, p, counts)
	}
}

// uniform returns n equal probabilities.
func uniform(n int) []float64 {
	p := make([]float64, n)
	for i := range p {
		p[i] = 1 / float64(n)
	}
	return p
}

// deviate fails if z is no plausible value of a standard normal variable.
func deviate(t *testing.T, what string, z float64) {
	t.Helper()
	if !(math.Abs(z) < distuv.UnitNormal.Quantile(1-alarm/2)) {
		t.Errorf("%s: off by %.1f standard errors", what, z)
	}
}

// explicit returns the stored graph of some rows.
func explicit(t interface{ Fatal(...any) }, rows [][]uint32, servers int) *graph.CSR {
	g, err := graph.Explicit(rows, servers)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sameRow is the stored graph in which each of some ports has the same row.
func sameRow(t interface{ Fatal(...any) }, ports int, row []uint32, servers int) *graph.CSR {
	rows := make([][]uint32, ports)
	for i := range rows {
		rows[i] = row
	}
	return explicit(t, rows, servers)
}

// ids returns 0, stride, 2 stride ...
func ids(n, stride int) []uint32 {
	row := make([]uint32, n)
	for i := range row {
		row[i] = uint32(i * stride)
	}
	return row
}

// arrivals draws the first n arrivals of a system, lane by lane: seeds, ports and ticks as a run has them.
func arrivals(t interface{ Fatal(...any) }, sys *System, n int) []Arrival {
	plan, err := NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	var list []Arrival
	var scratch Scratch
	for epoch := uint64(0); len(list) < n; epoch++ {
		for lane := range plan.Arrivals.Lanes {
			list = plan.Arrivals.AppendArrivals(list, &scratch, lane, epoch)
		}
	}
	return list[:n]
}

// everyRule returns each rule that any system may have, with every kind of sample of those that sample.
func everyRule() (policies []policy.Policy) {
	for i := range policy.Supermarket {
		if r := i; r.Samples() {
			policies = append(
				policies,
				policy.Policy{Rule: r, D: 2},
				policy.Policy{Rule: r, D: 3, Replacement: true},
				policy.Policy{Rule: r, D: 1000},
			)
		} else {
			policies = append(policies, policy.Policy{Rule: r})
		}
	}
	return policies
}

// chooser returns the choice of a router with the given numbers of jobs.
func chooser(t interface{ Fatal(...any) }, sys *System, jobs []int) func(a *Arrival) uint32 {
	l, err := NewLayout(sys)
	if err != nil {
		t.Fatal(err)
	}
	if l.Width != 8 {
		t.Fatal("chooser is written for keys of one byte")
	}
	state := make([]uint8, len(jobs)+StatePadding)
	InitState(sys, l, state[:len(jobs)])
	for s, n := range jobs {
		state[s] = state[s]&(1<<l.TypeBits-1) | uint8(n)<<l.TypeBits
	}
	r := NewRouter(sys, l, state[:len(jobs)], isa.Available())
	return func(a *Arrival) uint32 {
		server, key, _ := r.Route(a)
		if key != state[server] {
			t.Fatal("the router returned the key of another server")
		}
		return server
	}
}

// drawTypes draws the types of a small system.
func drawTypes(t *rapid.T, most int) (types []Type) {
	rate := 1.0
	for range rapid.IntRange(1, most).Draw(t, "types") {
		types = append(types, Type{Rate: rate, Count: rapid.IntRange(1, 40).Draw(t, "count")})
		rate /= 2
	}
	return types
}
