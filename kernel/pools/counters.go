package pools

import "shardq/kernel"

// Counters is what a run has counted since time 0. All fields are integers; the counts of an interval are the difference of two snapshots.
type Counters struct {
	Ticks uint64 // simulated time; Simulator.Tick converts it to units of the model

	Arrived  uint64 // tasks that arrived = Admitted + Blocked
	Admitted uint64
	Blocked  uint64 // sent to a full pool and lost
	Departed uint64
	InSystem uint64 // tasks in the system at this moment; a level, not a count

	// Join[k] counts the admitted tasks that joined a pool with k tasks.
	Join []uint64

	// Tasks is the integral of the number of tasks over time, in task-ticks.
	Tasks kernel.Wide
	// Level[i] is the integral of the number of pools with at least i+1 tasks. All together are Tasks.
	Level []kernel.Wide
}

// Since returns the counts between an earlier snapshot and this one. InSystem is that of the later one.
func (c *Counters) Since(earlier *Counters) Counters {
	d := Counters{
		Ticks:    c.Ticks - earlier.Ticks,
		Arrived:  c.Arrived - earlier.Arrived,
		Admitted: c.Admitted - earlier.Admitted,
		Blocked:  c.Blocked - earlier.Blocked,
		Departed: c.Departed - earlier.Departed,
		InSystem: c.InSystem,
		Join:     append([]uint64(nil), c.Join...),
		Tasks:    c.Tasks.Minus(earlier.Tasks),
		Level:    append([]kernel.Wide(nil), c.Level...),
	}
	for k, n := range earlier.Join {
		d.Join[k] -= n
	}
	for i, w := range earlier.Level {
		d.Level[i] = d.Level[i].Minus(w)
	}
	return d
}

// Add adds the counts of another replication of the same system, its ticks and the tasks in it included, so that ratios are means over both.
func (c *Counters) Add(other *Counters) {
	c.Ticks += other.Ticks
	c.Arrived += other.Arrived
	c.Admitted += other.Admitted
	c.Blocked += other.Blocked
	c.Departed += other.Departed
	c.InSystem += other.InSystem
	c.Tasks = c.Tasks.Plus(other.Tasks)
	if n := len(other.Join) - len(c.Join); n > 0 {
		c.Join = append(c.Join, make([]uint64, n)...)
	}
	for k, n := range other.Join {
		c.Join[k] += n
	}
	if n := len(other.Level) - len(c.Level); n > 0 {
		c.Level = append(c.Level, make([]kernel.Wide, n)...)
	}
	for i, w := range other.Level {
		c.Level[i] = c.Level[i].Plus(w)
	}
}
