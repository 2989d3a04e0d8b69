package bound

import (
	"cmp"
	"container/heap"
	"fmt"
	"math"
	"slices"

	"shardq/graph"
)

// Connection is one half of assumption 2 of [W]: whatever Least or more of the servers 0..Servers-1 are taken, ports without a neighbour
// among them have together an arrival rate of at most Most.
type Connection struct {
	Servers, Least int
	Most           float64
}

// Verdict says whether a Connection holds.
type Verdict int

// The verdicts.
const (
	Unknown Verdict = iota
	Holds
	Fails
)

func (v Verdict) String() string { return [...]string{"unknown", "holds", "fails"}[v] }

// Evidence is what was found about a Connection.
type Evidence struct {
	Verdict Verdict
	How     string // the certificate or the counterexample in words
	// Missed is a total arrival rate: if the connection holds, at least what the worst set is missed by; if it fails, what Set is missed
	// by; if nothing is known, the most that was found.
	Missed float64
	Set    []uint32 // the worst set found, if it was looked for: Least servers
	// Probability is how likely the verdict is to be wrong, over the draw of the graph or of a random start; 0 is certain.
	Probability float64
}

// Limits of the checks.
const (
	mostSubsets = 2_000_000
	// MostEdgeVisits is how often Check looks at an edge by default.
	MostEdgeVisits = 40_000_000
)

// Check finds out about a connection of a graph, for total arrival rates of its ports; nil is equal rates that sum to arrivals. It tries,
// in this order: sets that are too large to be; the complete graph; all sets, if these are few; a certificate by the degrees of ports; one
// by degrees of both sides; an adversary who collects ports that share few servers; and a bound by the second singular value of the graph.
// visits bounds the work, 0 is [MostEdgeVisits].
func (c Connection) Check(g graph.Graph, rates []float64, arrivals float64, visits int) Evidence {
	if c.Servers < c.Least {
		return Evidence{Verdict: Holds, How: fmt.Sprintf("there are no %d servers of these types", c.Least)}
	}
	if complete, ok := g.(graph.Complete); ok && (complete.Reach == 0 || complete.Reach >= c.Servers) {
		return Evidence{Verdict: Holds, How: "complete graph: no port misses any set"}
	}
	if visits == 0 {
		visits = MostEdgeVisits
	}
	if g.Edges() > uint64(visits) {
		return Evidence{How: fmt.Sprintf("not looked at: %d edges are more than %d", g.Edges(), visits)}
	}
	b := newBlock(g, rates, arrivals, c.Servers)
	if e, ok := b.enumerate(c); ok {
		return e
	}
	best := b.byDegrees(c)
	if best.Verdict == Holds {
		return best
	}
	found := b.adversary(c)
	if found.Verdict == Fails {
		return found
	}
	if spectral := b.spectral(c, visits); spectral.Verdict == Holds {
		return spectral
	}
	found.How = "neither a certificate by degrees or by the second singular value nor a counterexample was found: " + found.How
	return found
}

// block is a graph restricted to its first servers.
type block struct {
	n     int
	rows  [][]uint32
	rates []float64
}

func newBlock(g graph.Graph, rates []float64, arrivals float64, n int) *block {
	b := &block{n: n, rows: make([][]uint32, g.Ports()), rates: rates}
	if rates == nil {
		b.rates = make([]float64, g.Ports())
		for l := range b.rates {
			b.rates[l] = arrivals / float64(g.Ports())
		}
	}
	if n == 0 {
		return b
	}
	buf := make([]uint32, g.Servers()+graph.Padding)
	for l := range b.rows {
		row := g.Row(uint32(l), buf)
		end, _ := slices.BinarySearch(row, uint32(n))
		b.rows[l] = append([]uint32(nil), row[:end]...)
	}
	return b
}

// enumerate looks at all sets.
func (b *block) enumerate(c Connection) (Evidence, bool) {
	if b.n > 62 {
		return Evidence{}, false
	}
	subsets := 1.0
	for i := range c.Least {
		subsets *= float64(b.n-i) / float64(i+1)
	}
	if subsets > mostSubsets {
		return Evidence{}, false
	}
	// Ports with the same neighbours count once.
	rate := map[uint64]float64{}
	var masks []uint64
	for l, row := range b.rows {
		mask := uint64(0)
		for _, r := range row {
			mask |= 1 << r
		}
		if _, ok := rate[mask]; !ok {
			masks = append(masks, mask)
		}
		rate[mask] += b.rates[l]
	}
	if subsets*float64(len(masks)) > 20*mostSubsets {
		return Evidence{}, false
	}
	flat := make([]float64, len(masks))
	for i, m := range masks {
		flat[i] = rate[m]
	}
	worst, at := -1.0, uint64(0)
	for set := uint64(1)<<c.Least - 1; set < 1<<b.n; {
		missed := 0.0
		for i, m := range masks {
			if m&set == 0 {
				missed += flat[i]
			}
		}
		if missed > worst {
			worst, at = missed, set
		}
		low := set & -set // the next set of as many (Gosper)
		ripple := set + low
		set = ripple | (set^ripple)>>2/low
		if ripple == 0 {
			break
		}
	}
	e := Evidence{Missed: worst, Verdict: Holds, How: fmt.Sprintf("all %.0f sets of %d of %d servers looked at", subsets, c.Least, b.n)}
	for r := range b.n {
		if at>>r&1 == 1 {
			e.Set = append(e.Set, uint32(r))
		}
	}
	if worst > c.Most*(1+1e-12) {
		e.Verdict = Fails
	}
	return e, true
}

// byDegrees bounds what misses a set by counting: a port that misses Least of n servers has its neighbours among the other n-Least, so that
// it has no more than those, and all such ports together have no more edges than these servers have.
func (b *block) byDegrees(c Connection) Evidence {
	others := b.n - c.Least
	in := make([]int, b.n)
	type item struct {
		rate   float64
		degree int
	}
	var items []item
	few := 0.0
	for l, row := range b.rows {
		for _, r := range row {
			in[r]++
		}
		if len(row) <= others && b.rates[l] > 0 {
			items = append(items, item{b.rates[l], len(row)})
			few += b.rates[l]
		}
	}
	if few <= c.Most {
		return Evidence{
			Verdict: Holds,
			Missed:  few,
			How: fmt.Sprintf(
				"degrees: ports with at most %d neighbours among the %d servers, which alone can miss %d of them, have too small a rate",
				others,
				b.n,
				c.Least,
			),
		}
	}
	slices.Sort(in)
	edges := 0.0
	for _, d := range in[c.Least:] {
		edges += float64(d)
	}
	// The most rate for so many edges: by rate per edge, the last in part.
	slices.SortStableFunc(items, func(x, y item) int {
		left, right := x.rate*float64(y.degree), y.rate*float64(x.degree)
		switch {
		case left > right:
			return -1
		case left < right:
			return 1
		}
		return 0
	})
	missed := 0.0
	for _, it := range items {
		part := 1.0
		if float64(it.degree) > edges {
			part = edges / float64(it.degree)
		}
		missed += part * it.rate
		if edges -= part * float64(it.degree); part < 1 {
			break
		}
	}
	e := Evidence{Missed: missed, How: fmt.Sprintf("degrees: the %d busiest of %d servers have edges for no more than this", others, b.n)}
	if missed <= c.Most {
		e.Verdict = Holds
	}
	return e
}

// adversary looks for a set that many ports miss, in two greedy ways: by collecting ports that bring few new servers for their rate, as
// long as Least servers stay without; and by taking the Least servers to which the least rate leads.
func (b *block) adversary(c Connection) Evidence {
	sets := [][]uint32{b.collect(c.Least), b.quietest(c.Least)}
	how := []string{"a greedy choice of ports that share their servers", "the servers with the least arrivals around them"}
	e := Evidence{Missed: -1}
	for i, set := range sets {
		if missed := b.missing(set); missed > e.Missed {
			e.Missed, e.Set, e.How = missed, set, how[i]
		}
	}
	if e.Missed > c.Most*(1+1e-12) {
		e.Verdict = Fails
		e.How = fmt.Sprintf("a counterexample of %d servers: %s", c.Least, e.How)
	} else {
		e.How = fmt.Sprintf("of %d servers the worst found is %s", c.Least, e.How)
	}
	return e
}

// missing returns the arrival rate of the ports that have no neighbour in a set.
func (b *block) missing(set []uint32) float64 {
	in := make([]bool, b.n)
	for _, r := range set {
		in[r] = true
	}
	sum := 0.0
	for l, row := range b.rows {
		if !slices.ContainsFunc(row, func(r uint32) bool { return in[r] }) {
			sum += b.rates[l]
		}
	}
	return sum
}

func (b *block) quietest(least int) []uint32 {
	around := make([]float64, b.n)
	for l, row := range b.rows {
		for _, r := range row {
			around[r] += b.rates[l] / float64(len(row))
		}
	}
	set := b.byWeight(around)[:least]
	slices.Sort(set)
	return set
}

// byWeight returns the servers by ascending weight.
func (b *block) byWeight(weight []float64) []uint32 {
	ids := make([]uint32, b.n)
	for r := range ids {
		ids[r] = uint32(r)
	}
	slices.SortStableFunc(ids, func(x, y uint32) int { return cmp.Compare(weight[x], weight[y]) })
	return ids
}

// candidate is a port with how many servers it would bring.
type candidate struct {
	port int
	news int
	rate float64
}

type candidates []candidate

func (h candidates) Len() int { return len(h) }
func (h candidates) Less(i, j int) bool {
	left, right := float64(h[i].news)*h[j].rate, float64(h[j].news)*h[i].rate
	return left < right || left == right && h[i].port < h[j].port
}
func (h candidates) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *candidates) Push(x any)   { *h = append(*h, x.(candidate)) }
func (h *candidates) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// collect returns the servers that are left when ports have been collected greedily.
func (b *block) collect(least int) []uint32 {
	ports := make([][]uint32, b.n) // of each server
	news := make([]int, len(b.rows))
	h := make(candidates, 0, len(b.rows))
	for l, row := range b.rows {
		news[l] = len(row)
		for _, r := range row {
			ports[r] = append(ports[r], uint32(l))
		}
		if b.rates[l] > 0 {
			h = append(h, candidate{l, len(row), b.rates[l]})
		}
	}
	heap.Init(&h)
	taken := make([]bool, b.n)
	done := make([]bool, len(b.rows))
	room := b.n - least
	for h.Len() > 0 {
		p := heap.Pop(&h).(candidate)
		if done[p.port] || p.news != news[p.port] || p.news > room {
			continue // an old entry, or one that does not fit any more
		}
		done[p.port] = true
		for _, r := range b.rows[p.port] {
			if taken[r] {
				continue
			}
			taken[r] = true
			room--
			for _, l := range ports[r] {
				if news[l]--; !done[l] && b.rates[l] > 0 {
					heap.Push(&h, candidate{int(l), news[l], b.rates[l]})
				}
			}
		}
	}
	var set []uint32
	for r, yes := range taken {
		if !yes && len(set) < least {
			set = append(set, uint32(r))
		}
	}
	return set
}

// UnionBound bounds the probability that a random graph with so many ports, each with the arrival rate arrivals/ports, fails a connection:
// by the number of sets times the probability that more than Most of the arrivals miss one of them, which independent ports do with
// probability miss(Least) each (Hoeffding 1963, the bound of Chernoff for binomial counts). It returns the natural logarithm, at most 0.
func (c Connection) UnionBound(ports int, arrivals float64, miss func(servers int) float64) float64 {
	if c.Servers < c.Least {
		return math.Inf(-1)
	}
	p := miss(c.Least)
	share := (math.Floor(c.Most/(arrivals/float64(ports))*(1+1e-12)) + 1) / float64(ports) // of the ports, the least that is too many
	if share > 1 || p == 0 {
		return math.Inf(-1)
	}
	if share <= p {
		return 0
	}
	above, _ := math.Lgamma(float64(c.Servers + 1))
	left, _ := math.Lgamma(float64(c.Least + 1))
	right, _ := math.Lgamma(float64(c.Servers - c.Least + 1))
	return min(0, above-left-right-float64(ports)*divergence(share, p))
}

// AnySet bounds the probability that a random graph such as that of UnionBound has no more than Most of the arrivals miss one given set of
// Least servers, whichever: where that is unlikely, the connection fails and any set that does not depend on the graph is a counterexample.
// It returns the natural logarithm, at most 0.
func (c Connection) AnySet(ports int, arrivals float64, miss func(servers int) float64) float64 {
	if c.Servers < c.Least {
		return 0
	}
	p := miss(c.Least)
	share := math.Floor(c.Most/(arrivals/float64(ports))*(1+1e-12)) / float64(ports)
	if share >= p {
		return 0
	}
	return -float64(ports) * divergence(share, p)
}

// divergence is that of a coin with heads of probability x from one with p, in [0, 1): the rate at which an average of coins p deviates to
// x.
func divergence(x, p float64) float64 {
	d := 0.0
	if x > 0 {
		d += x * math.Log(x/p)
	}
	if x < 1 {
		d += (1 - x) * (math.Log1p(-x) - math.Log1p(-p))
	}
	return d
}
