package meanfield

import (
	"math"

	"shardq/bench/theory"

	"shardq/bench/theory/bound"
	"shardq/bench/theory/ode"
)

// Moment is the limit of many servers at one time.
type Moment struct {
	Time float64
	// Tail[m][j-1] is the share of the servers of type m that have at least j jobs.
	Tail       [][]float64
	Number     float64  // jobs per server
	Off, Setup float64  // of elastic servers
	Work       ode.Work // to come here from the moment before
}

// Level returns the share of all servers with at least j jobs, given the shares of the types.
func (m Moment) Level(shares []float64, j int) float64 {
	sum := 0.0
	for i, tail := range m.Tail {
		sum += shares[i] * share(tail, j)
	}
	return sum
}

const (
	vanishing = 1e-15 // a share in the last row that calls for more of them
	firstRows = 24
)

// Trajectory returns the occupancy of a system on a complete graph in the limit of many servers at ascending times, from a start in the
// form of Moment.Tail; nil is an empty system. Service is exponential. It holds for jfsq, jfiq, jsq, jiq, jiq-jsq-d, random, fastest,
// jsq-d, supermarket and jsq-2-2, any types and buffers. Without a buffer queues of more than 2048 jobs end in an error.
//
// As the number of servers N grows, occupancies converge to it on bounded times, with deviations of the order of 1/sqrt N (Kurtz 1970), for
// jsq-2-2 and jsq-d from any start, for rules that look for the least queue by the sources of [Occupancy].
func Trajectory(s System, start [][]float64, times []float64) ([]Moment, error) {
	rows := firstRows
	for _, tail := range start {
		rows = max(rows, len(tail)+8)
	}
	o, err := NewOccupancy(s, rows)
	if err != nil {
		return nil, err
	}
	return o.trajectory(start, times)
}

// PoolsTrajectory is [Trajectory] for pools; see [NewPoolsOccupancy] for d. room 0 is unbounded. Times are in mean stays.
func PoolsTrajectory(load float64, d, room int, start []float64, times []float64) ([]Moment, error) {
	rows := room
	if room == 0 {
		rows = max(firstRows, len(start)+8)
		if d == 1 {
			rows = max(rows, int(load+10*math.Sqrt(load))+40)
		}
	}
	o, err := NewPoolsOccupancy(load, d, rows, room > 0)
	if err != nil {
		return nil, err
	}
	return o.trajectory([][]float64{start}, times)
}

// ElasticTrajectory is the limit of many servers under TABS at ascending times, in units of the mean service time: lambda is the arrival
// rate per server, standby the rate at which idle servers are switched off, setup that at which setups end. room 0 is unbounded.
func ElasticTrajectory(lambda, standby, setup float64, room int, start Elastic, times []float64) ([]Moment, error) {
	if !(lambda > 0) || !(standby >= 0) || !(setup > 0) || !(min(start.Busy(), start.Off, start.Setup) >= 0) ||
		!(start.Busy()+start.Off+start.Setup <= 1+1e-9) {
		return nil, theory.Errorf(
			"tabs: lambda %v, standby %v, setup %v, %v busy, %v off, %v in setup: want positive rates, standby 0 too, and shares "+
				"that sum to at most 1",
			lambda,
			standby,
			setup,
			start.Busy(),
			start.Off,
			start.Setup,
		)
	}
	rows := room
	if room == 0 {
		rows = max(firstRows, len(start.Tail)+8)
	}
	q := make([]float64, 2+rows)
	q[0], q[1] = start.Off, start.Setup
	copy(q[2:], start.Tail)
	flow := elasticFlow{lambda, standby, setup}
	return moments(times, func(time float64) (Moment, error) {
		work, err := advance(&q, flow, time, func() bool {
			if room > 0 || q[len(q)-1] < vanishing {
				return true
			}
			q = append(q, make([]float64, len(q))...)
			return len(q) <= mostRows
		})
		m := Moment{Tail: [][]float64{append([]float64(nil), q[2:]...)}, Off: q[0], Setup: q[1], Work: work}
		for _, v := range q[2:] {
			m.Number += v
		}
		return m, err
	})
}

// moments calls step with the time since the moment before, for ascending times.
func moments(times []float64, step func(time float64) (Moment, error)) ([]Moment, error) {
	var out []Moment
	now := 0.0
	for _, t := range times {
		if !(t >= now && t <= math.MaxFloat64) {
			return nil, theory.Errorf("times must ascend from 0: %v after %v", t, now)
		}
		m, err := step(t - now)
		if err != nil {
			return nil, err
		}
		m.Time = t
		out = append(out, m)
		now = t
	}
	return out, nil
}

// advance moves a state on in parts, short enough that after each room can be made for longer queues. fits makes that room, and reports
// false if there is to be no more.
func advance(q *[]float64, flow ode.Flow, time float64, fits func() bool) (ode.Work, error) {
	var sum ode.Work
	for left := time; left > 0; {
		part := min(left, 1)
		work, err := ode.Solver{}.Advance(*q, flow, part)
		sum.Steps, sum.Rejected, sum.Evaluations, sum.Pieces = sum.Steps+work.Steps, sum.Rejected+work.Rejected,
			sum.Evaluations+work.Evaluations, sum.Pieces+work.Pieces
		sum.Implicit = work.Implicit
		if err != nil {
			return sum, err
		}
		left -= part
		if !fits() {
			return sum, theory.Errorf("queues get too long for the limit of many servers")
		}
	}
	return sum, nil
}

func (o *Occupancy) trajectory(start [][]float64, times []float64) ([]Moment, error) {
	q, err := o.state(start)
	if err != nil {
		return nil, err
	}
	return moments(times, func(time float64) (Moment, error) {
		var sum ode.Work
		for left := time; left > 0; {
			part := min(left, 1)
			before := append([]float64(nil), q...)
			work, err := ode.Solver{}.Advance(q, o, part)
			if err != nil {
				return Moment{}, err
			}
			if o.full(q) { // once more, with room
				rows := min(2*o.rows, mostRows)
				if o.buffer > 0 {
					rows = min(rows, o.buffer)
				}
				if o.rows == rows {
					return Moment{}, theory.Errorf("limit of many servers: queues of more than %d jobs", mostRows)
				}
				o, q = o.grown(before, rows)
				continue
			}
			sum.Steps, sum.Rejected = sum.Steps+work.Steps, sum.Rejected+work.Rejected
			sum.Evaluations, sum.Pieces, sum.Implicit = sum.Evaluations+work.Evaluations, sum.Pieces+work.Pieces, work.Implicit
			left -= part
		}
		m := o.moment(q)
		m.Work = sum
		return m, nil
	})
}

// full reports whether queues get as long as there is room for.
func (o *Occupancy) full(q []float64) bool {
	if o.rows == o.buffer {
		return false
	}
	for m := range o.rates {
		if o.at(q, m, o.rows) > vanishing {
			return true
		}
	}
	return false
}

// state turns shares of each type into a state.
func (o *Occupancy) state(tails [][]float64) ([]float64, error) {
	q := make([]float64, o.Size())
	if tails == nil {
		return q, nil
	}
	if len(tails) != len(o.rates) {
		return nil, theory.Errorf("start of %d types of servers, want %d", len(tails), len(o.rates))
	}
	for m, tail := range tails {
		before := 1.0
		for j, v := range tail {
			if !(v >= 0 && v <= before) || j >= o.rows && v > 0 {
				return nil, theory.Errorf(
					"start: a share of %v of the servers of type %d with %d jobs or more, after %v; the room is %d jobs",
					v,
					m,
					j+1,
					before,
					o.rows,
				)
			}
			if before = v; j < o.rows {
				q[m*o.rows+j] = v * o.shares[m]
			}
		}
	}
	return q, nil
}

func (o *Occupancy) moment(q []float64) Moment {
	m := Moment{Tail: make([][]float64, len(o.rates))}
	for i := range o.rates {
		row := q[i*o.rows : (i+1)*o.rows]
		for _, v := range row {
			m.Number += v
			m.Tail[i] = append(m.Tail[i], v/o.shares[i])
		}
	}
	return m
}

// Rest returns the occupancy to which the limit of many servers tends from a start; see [Trajectory]. It follows the flow for a while and
// then solves for the fixed point of the piece it has come to by implicit steps of growing length, in the end Newton's method, to some
// 1e-14. It fails if there is none, since queues grow without end or end nowhere, and if more than 300 jobs to a server matter.
func Rest(s System, start [][]float64) (Moment, error) {
	const most = 300
	if s.Buffer == 0 && len(s.Types) > 0 {
		if load := bound.Of(s.Types, s.Arrivals).Load; load >= 1 {
			return Moment{}, theory.Errorf("fixed point at load %.6g: %w", load, ErrUnstable)
		}
	}
	rows := 20
	for _, tail := range start {
		rows = max(rows, len(tail)+8)
	}
	for {
		o, err := NewOccupancy(s, rows)
		if err != nil {
			return Moment{}, err
		}
		q, err := o.state(start)
		if err != nil {
			return Moment{}, err
		}
		err = ode.FixedPoint(q, o, 8/o.slowest())
		if err == nil && !o.full(q) {
			return o.moment(q), nil
		}
		if rows >= most || o.rows == o.buffer {
			if err == nil {
				err = theory.Errorf("fixed point: more than %d jobs to a server matter", rows)
			}
			return Moment{}, err
		}
		rows = min(4*rows, most)
	}
}

func (o *Occupancy) slowest() float64 {
	least := math.Inf(1)
	for _, r := range o.rates {
		least = min(least, r)
	}
	return least
}
