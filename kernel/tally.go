package kernel

// Tally is what one shard counts. Everything is a sum over events, so tallies of shards add up to the same totals however events were
// divided.
type Tally struct {
	Arrived    uint64
	Blocked    uint64
	Unroutable uint64
	Departed   uint64   // jobs that left; counted only where service has phases
	Join       []uint64 // admitted jobs by what they found: Layout.Found
	Seen       []uint64 // potential departures by the key they found
	AdmitTicks Wide     // sum over admissions of their tick
	LeaveTicks Wide     // sum over real departures of their tick
	Servers    []ServerCounters
}

// NewTally returns an empty tally. Counts by key are sized to the layout if it is narrow, and grow with the longest queue if it is wide.
func NewTally(l Layout, servers int) *Tally {
	keys := 1 << 10
	if l.Width < 32 {
		keys = min(keys, 1<<l.Width)
	}
	t := &Tally{Join: make([]uint64, keys*l.Phases), Seen: make([]uint64, keys)}
	if servers <= PerServerLimit {
		t.Servers = make([]ServerCounters, servers)
	}
	return t
}

// Admit counts a job that joined a server and found this there: its key, or Layout.Found where service has phases. The caller adds the tick
// to AdmitTicks.
func (t *Tally) Admit(server, found uint32) {
	if int(found) >= len(t.Join) {
		t.Join = grown(t.Join, found)
	}
	t.Join[found]++
	if t.Servers != nil {
		t.Servers[server].Joined++
	}
}

// Strike counts a potential departure of a server whose key was key, holding jobs. The caller adds the tick to LeaveTicks if it is real.
func (t *Tally) Strike(server, key uint32, jobs uint32) {
	if int(key) >= len(t.Seen) {
		t.Seen = grown(t.Seen, key)
	}
	t.Seen[key]++
	if t.Servers != nil {
		t.strikeServer(server, jobs)
	}
}

func (t *Tally) strikeServer(server, jobs uint32) {
	s := &t.Servers[server]
	s.Seen++
	s.Jobs += uint64(jobs)
	if jobs > 0 {
		s.Busy++
	}
}

// Unstrike takes back a Strike.
func (t *Tally) Unstrike(server, key uint32, jobs uint32) {
	t.Seen[key]--
	if t.Servers != nil {
		s := &t.Servers[server]
		s.Seen--
		s.Jobs -= uint64(jobs)
		if jobs > 0 {
			s.Busy--
		}
	}
}

// grown returns a longer copy with room for the key.
func grown(counts []uint64, key uint32) []uint64 {
	return append(counts, make([]uint64, max(int(key)+1-len(counts), len(counts)))...)
}

// Merge adds up tallies into counters of a run that began with start jobs and has reached the given tick.
func (l Layout) Merge(tallies []*Tally, start, ticks uint64) Counters {
	c := Counters{Ticks: ticks, InSystem: start, Join: make([][]uint64, l.Types), Seen: make([][]uint64, l.Types)}
	if l.Phases > 1 {
		c.Found, c.Phases = make([][]uint64, l.Types), l.Phases
	}
	var admitted, left Wide
	for _, t := range tallies {
		c.Arrived += t.Arrived
		c.Blocked += t.Blocked
		c.Unroutable += t.Unroutable
		admitted = admitted.Plus(t.AdmitTicks)
		left = left.Plus(t.LeaveTicks)
		l.unpackFound(&c, t.Join)
		c.Departed += t.Departed
		l.unpack(c.Seen, t.Seen)
		if t.Servers != nil {
			if c.Servers == nil {
				c.Servers = make([]ServerCounters, len(t.Servers))
			}
			for i, s := range t.Servers {
				d := &c.Servers[i]
				d.Seen += s.Seen
				d.Busy += s.Busy
				d.Jobs += s.Jobs
				d.Joined += s.Joined
			}
		}
	}
	for m := range l.Types {
		for _, n := range c.Join[m] {
			c.Admitted += n
		}
		for k, n := range c.Seen[m] {
			if k > 0 && !l.phased {
				c.Departed += n
			}
		}
	}
	c.InSystem += c.Admitted - c.Departed
	// Each job present at time 0 or admitted at t adds (now - t) to the integral, each departure at t takes (now - t) off.
	c.Area = WideProduct(c.InSystem, ticks).Minus(admitted).Plus(left)
	return c
}

// unpackFound adds counts by Layout.Found to Join and Found.
func (l Layout) unpackFound(c *Counters, counts []uint64) {
	if l.Phases == 1 {
		l.unpack(c.Join, counts)
		return
	}
	p := uint32(l.Phases)
	for i, n := range counts {
		if n == 0 {
			continue
		}
		key, phase := uint32(i)/p, uint32(i)%p
		m, k := l.typ(key), l.jobs(key)
		for len(c.Join[m]) <= k {
			c.Join[m] = append(c.Join[m], 0)
			c.Found[m] = append(c.Found[m], make([]uint64, p)...)
		}
		c.Join[m][k] += n
		c.Found[m][uint32(k)*p+phase] += n
	}
}

// unpack adds counts by key to counts by type and number of jobs.
func (l Layout) unpack(rows [][]uint64, counts []uint64) {
	for key, n := range counts {
		if n == 0 {
			continue
		}
		m, k := l.typ(uint32(key)), l.jobs(uint32(key))
		for len(rows[m]) <= k {
			rows[m] = append(rows[m], 0)
		}
		rows[m][k] += n
	}
}
