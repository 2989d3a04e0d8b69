package slotted

import "shardq/kernel"

// Counters is what a run has counted since slot 0. All fields are integers; the counts of an interval are the difference of two snapshots.
type Counters struct {
	Slots       uint64
	Arrived     uint64 // jobs
	Batches     uint64 // slots with an arrival
	EmptyMemory uint64 // of these, with no ID in memory: jiq, jbt-d, jbtg-d

	// Messages. Per slot with an arrival they are (Queries + Replies + Reports) / Batches.
	Queries uint64 // from the dispatcher to servers
	Replies uint64 // to queries
	Reports uint64 // from servers without being asked

	// InSystem is the number of jobs at this moment, a level, and Area its sum over slots, each looked at as it starts. Both are
	// conditional expectations given the trajectory, rounded to whole jobs (see the package documentation).
	InSystem uint64
	Area     kernel.Wide
}

// Since returns the counts between an earlier snapshot and this one. InSystem is that of the later one.
func (c *Counters) Since(earlier *Counters) Counters {
	return Counters{
		Slots:       c.Slots - earlier.Slots,
		Arrived:     c.Arrived - earlier.Arrived,
		Batches:     c.Batches - earlier.Batches,
		EmptyMemory: c.EmptyMemory - earlier.EmptyMemory,
		Queries:     c.Queries - earlier.Queries,
		Replies:     c.Replies - earlier.Replies,
		Reports:     c.Reports - earlier.Reports,
		InSystem:    c.InSystem,
		Area:        c.Area.Minus(earlier.Area),
	}
}

// Add adds the counts of another replication, levels included.
func (c *Counters) Add(other *Counters) {
	c.Slots += other.Slots
	c.Arrived += other.Arrived
	c.Batches += other.Batches
	c.EmptyMemory += other.EmptyMemory
	c.Queries += other.Queries
	c.Replies += other.Replies
	c.Reports += other.Reports
	c.InSystem += other.InSystem
	c.Area = c.Area.Plus(other.Area)
}
