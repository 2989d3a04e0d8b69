package lumped

// class is the servers of one type.
type class struct {
	tail  []uint32 // tail[k] of them have at least k jobs; at least scanned+1 entries, the last is 0
	met   []uint64 // met[2k] potential departures struck one with k jobs, met[2k+1] jobs joined one with k jobs
	first uint32   // servers of faster types
	picker
}

// scanned is the number of jobs up to which a queue is found without branches; more are rare in most systems.
const scanned = 8

// newClass returns the idle servers of a type. Rows begin with room for the given number of jobs, and grow with the longest queue.
func newClass(first, count uint32, jobs int) class {
	n := max(jobs+2, scanned+1)
	c := class{tail: make([]uint32, n), met: make([]uint64, 2*n), first: first, picker: newPicker(count)}
	c.tail[0] = count
	return c
}

// grow doubles the room for jobs.
func (c *class) grow() {
	c.tail = append(c.tail, make([]uint32, len(c.tail))...)
	c.met = append(c.met, make([]uint64, len(c.met))...)
}

// jobs returns the number of jobs of server u of the class, in the order of falling queues.
func (c *class) jobs(u uint32) int {
	k := scan((*[scanned + 1]uint32)(c.tail), uint64(u))
	if k == scanned {
		return c.long(u)
	}
	return int(k)
}

// scan returns how many of tail[1] .. tail[scanned] are above u.
func scan(tail *[scanned + 1]uint32, u uint64) uint64 {
	// u - t is negative, and its leading bit 1, where t is above u.
	return (u-uint64(tail[1]))>>63 + (u-uint64(tail[2]))>>63 + (u-uint64(tail[3]))>>63 + (u-uint64(tail[4]))>>63 +
		(u-uint64(tail[5]))>>63 + (u-uint64(tail[6]))>>63 + (u-uint64(tail[7]))>>63 + (u-uint64(tail[8]))>>63
}

// long is jobs for a server with at least scanned jobs: steps of doubling length, then halving.
func (c *class) long(u uint32) int {
	low, step := scanned, 1 // tail[low] > u
	for low+step < len(c.tail) && c.tail[low+step] > u {
		low += step
		step *= 2
	}
	high := min(low+step, len(c.tail)-1) // tail[high] <= u
	for high-low > 1 {
		if middle := low + (high-low)/2; c.tail[middle] > u {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// with returns how many servers have exactly k jobs.
func (c *class) with(k int) uint32 {
	if k+1 >= len(c.tail) {
		return 0
	}
	return c.tail[k] - c.tail[k+1]
}
