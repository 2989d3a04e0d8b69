package meanfield

import (
	"errors"
	"math"

	"shardq/bench/theory"

	"shardq/bench/theory/numeric"
	"shardq/kernel/policy"
)

// Occupancy is the limit of many servers on a complete graph as differential equations: q has, for each type, the share of all servers that
// are of this type and have at least 1, 2, ... jobs.
//
// A rule that looks for the least queue is a list of cells in the order of preference: sets of servers of some types with some number of
// jobs. Each job goes to the first cell that has a server; a cell is empty when all of its servers have gone on to more jobs, and then
// whoever comes back to it by finishing a job gets a new one at once. How many cells at the beginning of the list are empty is the piece of
// the flow: with lambda the arrival rate per server and o_c the rate at which servers come back to an empty cell c, the first cell that is
// not empty gets lambda - sum o_c. If that were negative, the last empty cell would be filling up with servers, and the flow goes on with
// one empty cell less. For servers of one type and JSQ these are the equations of the fluid limit with p_{m-1} = min{(1-q_{m+1})/lambda, 1}
// [U]. Within a cell each server is as likely as another.
//
// What finds no server in any cell goes by a second rule, without preference: a uniform server, or the least of d.
//
// Sources: [U] Mukherjee, Borst, van Leeuwaarden, Whiting, "Universality of power-of-d load balancing in many-server systems", Stochastic
// Systems 8(4), 2018; for JFIQ, JIQ and types the same argument; for JSQ(d) [M]; for JSQ-(d_F,d_S) see [TwoClass]; for pools see
// [PoolsLeast].
type Occupancy struct {
	rates, shares []float64
	lambda        float64 // per server
	rows          int     // numbers of jobs that q has room for
	buffer        int     // 0 is unbounded
	pools         bool    // each job departs at its own rate
	cells         []cell
	then          secondRule
	d             int
	two           policy.Policy // of TwoClass
}

// cell is the servers of types from..to-1 with level jobs.
type cell struct{ level, from, to int }

// secondRule is where a job goes that no cell has a server for.
type secondRule int

const (
	lost secondRule = iota
	uniformServer
	leastOfSome
	fastestType
	fastOrSlow
)

// NewOccupancy returns the equations of a system on a complete graph; rows is the number of jobs to a server to follow, and the buffer if
// there is one. Unbounded buffers need rows enough for the shares in the last one to vanish. Service is exponential.
func NewOccupancy(s System, rows int) (*Occupancy, error) {
	switch {
	case s.Service != nil:
		return nil, theory.Errorf("limit of many servers: service has phases, and the equations are for exponential service")
	case len(s.Types) == 0 || !(s.Arrivals > 0):
		return nil, theory.Errorf(
			"limit of many servers: %d server types and arrival rate %v, want at least one type and a positive rate",
			len(s.Types),
			s.Arrivals,
		)
	}
	if s.Buffer > 0 {
		rows = min(rows, s.Buffer)
	}
	if rows < 1 || rows > mostRows {
		return nil, theory.Errorf("limit of many servers: %d jobs to a server, want 1 to %d", rows, mostRows)
	}
	n := float64(s.Servers())
	o := &Occupancy{lambda: s.Arrivals / n, rows: rows, buffer: s.Buffer, d: s.Policy.D, then: lost}
	for _, t := range s.Types {
		o.rates = append(o.rates, t.Rate)
		o.shares = append(o.shares, float64(t.Count)/n)
	}
	types := len(s.Types)
	rule := policy.Describe(policy.Bipartite, s.Policy.Rule)
	taken := func(level int) { // servers of this level before any other, of all types or of one type after the other
		if !rule.FasterFirst {
			o.cells = append(o.cells, cell{level, 0, types})
			return
		}
		for m := range types {
			o.cells = append(o.cells, cell{level, m, m + 1})
		}
	}
	switch {
	case rule.LeastKey():
		for level := range rows {
			taken(level)
		}
	case rule.AsksIdle:
		taken(0)
	}
	switch {
	case rule.Limit == policy.NoLimit:
		return nil, theory.Errorf("%w for %v", ErrUnknown, s.Policy.Rule)
	case rule.LeastKey():
	case rule.Limit == policy.FastestAlone:
		o.then = fastestType
	case rule.Sample == policy.SampleByClass:
		if types != 2 {
			return nil, theory.Errorf("limit of jsq-(%d,%d): %d types, want 2", s.Policy.DFast, s.Policy.DSlow, types)
		}
		o.then, o.two = fastOrSlow, s.Policy
	case rule.Samples():
		o.then = leastOfSome
	default:
		o.then = uniformServer
	}
	return o, nil
}

// ErrUnknown says that a rule has no known limit of many servers.
var ErrUnknown = errors.New("no limit of many servers is known")

// mostRows bounds the numbers of jobs to a server that are followed.
const mostRows = 1 << 11

// NewPoolsOccupancy returns the equations of pools of infinitely many servers, whose tasks stay for a mean time of 1: load is the arrival
// rate per pool, d the number of sampled pools, 1 for a random pool and 0 for the least of all. room is the cap on the tasks of a pool, if
// bounded, and else how many to follow.
func NewPoolsOccupancy(load float64, d, room int, bounded bool) (*Occupancy, error) {
	if !(load > 0) || d < 0 || room < 1 || room > mostRows {
		return nil, theory.Errorf(
			"pools: load %v, %d sampled, room for %d: want positive ones, and room for at most %d",
			load,
			d,
			room,
			mostRows,
		)
	}
	o := &Occupancy{rates: []float64{1}, shares: []float64{1}, lambda: load, rows: room, pools: true, d: d, then: leastOfSome}
	if bounded {
		o.buffer = room
	}
	if d == 0 {
		o.then = lost
		for level := range room {
			o.cells = append(o.cells, cell{level, 0, 1})
		}
	}
	return o, nil
}

// Size returns the length of a state.
func (o *Occupancy) Size() int { return len(o.rates) * o.rows }

// Rows returns the number of jobs to a server that are followed.
func (o *Occupancy) Rows() int { return o.rows }

// at returns the share of servers of type m with at least j jobs.
func (o *Occupancy) at(q []float64, m, j int) float64 {
	switch {
	case j == 0:
		return o.shares[m]
	case j > o.rows:
		return 0
	}
	return q[m*o.rows+j-1]
}

// just returns the share of servers of type m with just j jobs.
func (o *Occupancy) just(q []float64, m, j int) float64 { return o.at(q, m, j) - o.at(q, m, j+1) }

// leaving returns the rate at which servers of type m go from j jobs to j-1.
func (o *Occupancy) leaving(q []float64, m, j int) float64 {
	rate := o.rates[m] * o.just(q, m, j)
	if o.pools {
		rate *= float64(j)
	}
	return rate
}

// in returns the share of servers in a cell.
func (o *Occupancy) in(q []float64, c cell) float64 {
	sum := 0.0
	for m := c.from; m < c.to; m++ {
		sum += o.just(q, m, c.level)
	}
	return sum
}

// opening returns the rate at which servers come back to a cell.
func (o *Occupancy) opening(q []float64, c cell) float64 {
	sum := 0.0
	for m := c.from; m < c.to; m++ {
		sum += o.leaving(q, m, c.level+1)
	}
	return sum
}

// left returns the arrival rate per server that the first cells, being empty, do not take.
func (o *Occupancy) left(q []float64, cells int) float64 {
	left := o.lambda
	for _, c := range o.cells[:cells] {
		left -= o.opening(q, c)
	}
	return left
}

const (
	emptyCell = 1e-12 // a smaller share is rounding
	thinCell  = 1e-6  // see fill
)

// Piece returns how many cells are empty and stay so.
func (o *Occupancy) Piece(q []float64) int {
	p := 0
	for p < len(o.cells) && o.in(q, o.cells[p]) <= emptyCell {
		p++
	}
	for p > 0 && o.left(q, p) <= emptyCell {
		p--
	}
	return p
}

// Margin is how much is left for the first cell that is not empty, or how many servers are in it, if that is less.
func (o *Occupancy) Margin(q []float64, piece int) float64 {
	margin := math.Inf(1)
	if piece > 0 {
		margin = o.left(q, piece)
	}
	if piece < len(o.cells) {
		margin = min(margin, o.in(q, o.cells[piece]))
	}
	return margin
}

// Settle empties the cells at the beginning that are empty but for rounding.
func (o *Occupancy) Settle(q []float64) {
	for _, c := range o.cells {
		if math.Abs(o.in(q, c)) > 10*emptyCell {
			return
		}
		for m := c.from; m < c.to; m++ {
			q[m*o.rows+c.level] = o.at(q, m, c.level)
		}
	}
}

// Derivative implements Flow.
func (o *Occupancy) Derivative(derivative, q []float64, piece int) {
	for m := range o.rates {
		for j := 1; j <= o.rows; j++ {
			derivative[m*o.rows+j-1] = -o.leaving(q, m, j)
		}
	}
	left := o.lambda
	for _, c := range o.cells[:piece] {
		for m := c.from; m < c.to; m++ {
			i := m*o.rows + c.level
			left += derivative[i]
			derivative[i] = 0
		}
	}
	if piece < len(o.cells) {
		o.fill(derivative, q, o.cells[piece], left)
		return
	}
	switch o.then {
	case uniformServer:
		for m := range o.rates {
			for j := range o.rows {
				derivative[m*o.rows+j] += left * o.just(q, m, j)
			}
		}
	case fastestType:
		for j := range o.rows {
			derivative[j] += left * o.just(q, 0, j) / o.shares[0]
		}
	case leastOfSome:
		o.sample(derivative, q, left)
	case fastOrSlow:
		o.choose(derivative, q, left)
	}
}

// fill lets jobs join the servers of a cell at a given rate, each as likely as another.
//
// When the cell is all but empty, with a share n of the servers, its mix of types follows who comes back to it within a time of the order
// of n. Below a few times thinCell that mix is taken in part from who comes back, so that this time, which the steps of a solution would
// have to resolve, gets no shorter. It is an error of the order of thinCell in how many servers of each type there are after such a moment,
// and none in a stationary state, where both mixes are the same.
func (o *Occupancy) fill(derivative, q []float64, c cell, rate float64) {
	if c.to-c.from == 1 {
		derivative[c.from*o.rows+c.level] += rate
		return
	}
	n, back := 0.0, 0.0
	for m := c.from; m < c.to; m++ {
		n += max(0, o.just(q, m, c.level))
		back += max(0, o.leaving(q, m, c.level+1))
	}
	thin := 0.0
	if back > 0 {
		thin = thinCell * math.Exp(-n/(10*thinCell))
	}
	for m := c.from; m < c.to; m++ {
		part := o.shares[m] // of nothing, in any way
		if n+thin > 0 {
			part = max(0, o.just(q, m, c.level))
			if thin > 0 {
				part += thin * max(0, o.leaving(q, m, c.level+1)) / back
			}
			part /= n + thin
		}
		derivative[m*o.rows+c.level] += rate * part
	}
}

// sample lets jobs join the least of d sampled servers.
func (o *Occupancy) sample(derivative, q []float64, rate float64) {
	d := float64(o.d)
	more := 1.0 // share of servers with at least j jobs
	for j := range o.rows {
		here, next := 0.0, 0.0
		for m := range o.rates {
			here += o.just(q, m, j)
			next += o.at(q, m, j+1)
		}
		if len(o.rates) == 1 {
			derivative[j] += rate * (power(more, d) - power(next, d))
		} else if here > 0 {
			each := d * power(more, d-1)
			if here > 1e-9*more {
				each = (power(more, d) - power(next, d)) / here
			}
			for m := range o.rates {
				derivative[m*o.rows+j] += rate * each * o.just(q, m, j)
			}
		}
		more = next
	}
}

// power is math.Pow, extended to negative shares, which steps beyond the end of a piece may come to, by an odd function.
func power(x, d float64) float64 {
	switch {
	case x < 0:
		return -power(-x, d)
	case d <= 64:
		return numeric.Power(x, int(d))
	}
	return math.Pow(x, d)
}

// choose is the rule of JSQ-(d_F,d_S).
func (o *Occupancy) choose(derivative, q []float64, rate float64) {
	p := o.two
	share := func(m, j, d int) float64 { return power(o.at(q, m, j)/o.shares[m], float64(d)) }
	fast, slow := share(0, 1, p.DFast), share(1, 1, p.DSlow)
	derivative[0] += rate * (1 - fast)
	derivative[o.rows] += rate * fast * (1 - slow) * p.PSlow
	toFast := (1-slow)*(1-p.PSlow) + slow*p.PFast
	for j := 1; j < o.rows; j++ {
		derivative[j] += rate * (share(0, j, p.DFast) - share(0, j+1, p.DFast)) * toFast
		derivative[o.rows+j] += rate * fast * (1 - p.PFast) * (share(1, j, p.DSlow) - share(1, j+1, p.DSlow))
	}
}

// grown returns the equations with room for more jobs to a server, and the same state for them.
func (o *Occupancy) grown(q []float64, rows int) (*Occupancy, []float64) {
	g := *o
	g.rows = rows
	state := make([]float64, g.Size())
	for m := range o.rates {
		copy(state[m*rows:], q[m*o.rows:(m+1)*o.rows])
	}
	if o.then == lost { // as many cells as there is room for
		g.cells = nil
		perLevel := len(o.cells) / o.rows
		for level := range rows {
			for _, c := range o.cells[:perLevel] {
				g.cells = append(g.cells, cell{level, c.from, c.to})
			}
		}
	}
	return &g, state
}
