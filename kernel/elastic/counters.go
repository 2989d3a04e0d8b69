package elastic

import (
	"shardq/kernel"
	"shardq/kernel/jump"
)

// Counters is what a run has counted since time 0. All fields are integers; the counts of an interval are the difference of two snapshots.
type Counters struct {
	Ticks uint64 // simulated time; Simulator.Tick converts it to units of the model

	Arrived  uint64 // jobs that arrived = Admitted + Blocked
	Admitted uint64
	Blocked  uint64 // lost: sent to a full server, or no server was idle or busy
	Departed uint64
	InSystem uint64 // jobs in the system at this moment; a level, not a count

	Setups      uint64 // setups begun
	Emptied     uint64 // servers that became idle because their last job left
	Ready       uint64 // servers that became idle because their setup ended
	SwitchedOff uint64 // servers whose standby timer ran out

	// Join[k] counts the admitted jobs that joined a server with k jobs.
	Join []uint64

	// Integrals over time: jobs in the system, and servers in each state, times ticks.
	Jobs, Busy, Idle, SettingUp, Off kernel.Wide
	// Level[k] is the integral of the number of servers with at least k+1 jobs. Level[0] is Busy, and all together are Jobs.
	Level []kernel.Wide
}

// Since returns the counts between an earlier snapshot and this one. InSystem is that of the later one.
func (c *Counters) Since(earlier *Counters) Counters {
	return Counters{
		Ticks:       c.Ticks - earlier.Ticks,
		Arrived:     c.Arrived - earlier.Arrived,
		Admitted:    c.Admitted - earlier.Admitted,
		Blocked:     c.Blocked - earlier.Blocked,
		Departed:    c.Departed - earlier.Departed,
		InSystem:    c.InSystem,
		Setups:      c.Setups - earlier.Setups,
		Emptied:     c.Emptied - earlier.Emptied,
		Ready:       c.Ready - earlier.Ready,
		SwitchedOff: c.SwitchedOff - earlier.SwitchedOff,
		Join:        jump.Since(c.Join, earlier.Join),
		Jobs:        c.Jobs.Minus(earlier.Jobs),
		Busy:        c.Busy.Minus(earlier.Busy),
		Idle:        c.Idle.Minus(earlier.Idle),
		SettingUp:   c.SettingUp.Minus(earlier.SettingUp),
		Off:         c.Off.Minus(earlier.Off),
		Level:       jump.SinceWide(c.Level, earlier.Level),
	}
}

// Add adds the counts of another replication of the same system, its ticks and the jobs in it included, so that ratios are means over both.
func (c *Counters) Add(other *Counters) {
	c.Ticks += other.Ticks
	c.Arrived += other.Arrived
	c.Admitted += other.Admitted
	c.Blocked += other.Blocked
	c.Departed += other.Departed
	c.InSystem += other.InSystem
	c.Setups += other.Setups
	c.Emptied += other.Emptied
	c.Ready += other.Ready
	c.SwitchedOff += other.SwitchedOff
	c.Jobs = c.Jobs.Plus(other.Jobs)
	c.Busy = c.Busy.Plus(other.Busy)
	c.Idle = c.Idle.Plus(other.Idle)
	c.SettingUp = c.SettingUp.Plus(other.SettingUp)
	c.Off = c.Off.Plus(other.Off)
	jump.Add(&c.Join, other.Join)
	jump.AddWide(&c.Level, other.Level)
}
