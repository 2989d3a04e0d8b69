package kernel

import "math/bits"

// Counters is what a run has counted since time 0. All fields are integers, so that the order of addition cannot matter; the counts of an
// interval are the difference of two snapshots.
type Counters struct {
	Ticks uint64 // simulated time; Clock converts it to units of the model

	Arrived    uint64 // jobs that arrived = Admitted + Blocked + Unroutable
	Admitted   uint64
	Blocked    uint64 // sent to a full server and lost
	Unroutable uint64 // arrived at a port without neighbours and lost
	Departed   uint64
	InSystem   uint64 // jobs in the system at this moment; a level, not a count

	// Join[m][k] counts the admitted jobs that joined a server of type m and found k jobs there.
	Join [][]uint64
	// Found[m][k*Phases+j] counts those of them for which the job in service was in phase j, 0 if there was none. It is nil and Phases is 0
	// unless service has several phases.
	Found  [][]uint64
	Phases int
	// Seen[m][k] counts the potential departures that struck a server of type m while it held k jobs. They form a Poisson process that does
	// not look ahead, so Seen[m][k] / sum Seen[m] estimates the share of time with k jobs (PASTA).
	Seen [][]uint64

	// Area is the integral of the number in system over time, in job-ticks.
	Area Wide

	// Servers has a row for each server in systems of at most PerServerLimit servers, by internal id; otherwise it is nil.
	Servers []ServerCounters
}

// PerServerLimit is the largest system that keeps counters for each server.
const PerServerLimit = 1000

// ServerCounters is what the potential departures of one server saw, and who joined it.
type ServerCounters struct {
	Seen   uint64 // potential departures
	Busy   uint64 // of these, with at least one job present
	Jobs   uint64 // sum of the jobs present
	Joined uint64 // admitted jobs
}

// Wide is an unsigned 128-bit integer.
type Wide struct{ Hi, Lo uint64 }

// Plus returns w + v modulo 2^128.
func (w Wide) Plus(v Wide) Wide {
	lo, carry := bits.Add64(w.Lo, v.Lo, 0)
	hi, _ := bits.Add64(w.Hi, v.Hi, carry)
	return Wide{hi, lo}
}

// Minus returns w - v modulo 2^128.
func (w Wide) Minus(v Wide) Wide {
	lo, borrow := bits.Sub64(w.Lo, v.Lo, 0)
	hi, _ := bits.Sub64(w.Hi, v.Hi, borrow)
	return Wide{hi, lo}
}

// WideProduct returns a*b.
func WideProduct(a, b uint64) Wide {
	hi, lo := bits.Mul64(a, b)
	return Wide{hi, lo}
}

// Float returns w as a float64, to within 2^-52, for reporting.
func (w Wide) Float() float64 { return float64(w.Hi)*0x1p64 + float64(w.Lo) }

// Since returns the counts between an earlier snapshot and this one. InSystem is that of the later one.
func (c *Counters) Since(earlier *Counters) Counters {
	d := Counters{
		Ticks:      c.Ticks - earlier.Ticks,
		Arrived:    c.Arrived - earlier.Arrived,
		Admitted:   c.Admitted - earlier.Admitted,
		Blocked:    c.Blocked - earlier.Blocked,
		Unroutable: c.Unroutable - earlier.Unroutable,
		Departed:   c.Departed - earlier.Departed,
		InSystem:   c.InSystem,
		Join:       rowsSince(c.Join, earlier.Join),
		Phases:     c.Phases,
		Seen:       rowsSince(c.Seen, earlier.Seen),
		Area:       c.Area.Minus(earlier.Area),
	}
	if c.Found != nil {
		d.Found = rowsSince(c.Found, earlier.Found)
	}
	if c.Servers != nil {
		d.Servers = make([]ServerCounters, len(c.Servers))
		for i, s := range c.Servers {
			e := earlier.Servers[i]
			d.Servers[i] = ServerCounters{s.Seen - e.Seen, s.Busy - e.Busy, s.Jobs - e.Jobs, s.Joined - e.Joined}
		}
	}
	return d
}

// Add adds the counts of another replication of the same system, its ticks and the jobs in it included, so that ratios are means over both.
func (c *Counters) Add(other *Counters) {
	c.Ticks += other.Ticks
	c.Arrived += other.Arrived
	c.Admitted += other.Admitted
	c.Blocked += other.Blocked
	c.Unroutable += other.Unroutable
	c.Departed += other.Departed
	c.InSystem += other.InSystem
	c.Join = plusRows(c.Join, other.Join)
	c.Seen = plusRows(c.Seen, other.Seen)
	if other.Found != nil {
		c.Found, c.Phases = plusRows(c.Found, other.Found), other.Phases
	}
	c.Area = c.Area.Plus(other.Area)
	if other.Servers != nil && c.Servers == nil {
		c.Servers = make([]ServerCounters, len(other.Servers))
	}
	for i, s := range other.Servers {
		d := &c.Servers[i]
		d.Seen += s.Seen
		d.Busy += s.Busy
		d.Jobs += s.Jobs
		d.Joined += s.Joined
	}
}

// plusRows adds b to a, whose rows may be shorter.
func plusRows(a, b [][]uint64) [][]uint64 {
	if a == nil {
		a = make([][]uint64, len(b))
	}
	for m, row := range b {
		a[m] = append(a[m], make([]uint64, max(len(row)-len(a[m]), 0))...)
		for k, v := range row {
			a[m][k] += v
		}
	}
	return a
}

// rowsSince subtracts row by row; a row may have grown in between.
func rowsSince(now, before [][]uint64) [][]uint64 {
	out := make([][]uint64, len(now))
	for m, row := range now {
		out[m] = append([]uint64(nil), row...)
		if m < len(before) {
			for k, v := range before[m] {
				out[m][k] -= v
			}
		}
	}
	return out
}
