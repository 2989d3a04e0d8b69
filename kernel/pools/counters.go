package pools

import (
	"shardq/kernel"
	"shardq/kernel/jump"
)

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
	return Counters{
		Ticks:    c.Ticks - earlier.Ticks,
		Arrived:  c.Arrived - earlier.Arrived,
		Admitted: c.Admitted - earlier.Admitted,
		Blocked:  c.Blocked - earlier.Blocked,
		Departed: c.Departed - earlier.Departed,
		InSystem: c.InSystem,
		Join:     jump.Since(c.Join, earlier.Join),
		Tasks:    c.Tasks.Minus(earlier.Tasks),
		Level:    jump.SinceWide(c.Level, earlier.Level),
	}
}

// Add adds the counts of another replication of the same system, its ticks and the tasks in it included, so that ratios are means over
// both.
func (c *Counters) Add(other *Counters) {
	c.Ticks += other.Ticks
	c.Arrived += other.Arrived
	c.Admitted += other.Admitted
	c.Blocked += other.Blocked
	c.Departed += other.Departed
	c.InSystem += other.InSystem
	c.Tasks = c.Tasks.Plus(other.Tasks)
	jump.Add(&c.Join, other.Join)
	jump.AddWide(&c.Level, other.Level)
}
