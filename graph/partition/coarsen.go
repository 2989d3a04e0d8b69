package partition

import "math"

// finePerPart is how many fine parts make one part, if there are enough ports and few enough parts.
const (
	finePerPart  = 32
	mostFine     = 1024 // fine parts; what lies between them is a matrix
	portsPerFine = 16   // at least, in the mean
)

// coarsen divides the graph into many more parts than asked for and puts those together that have most edges in common. Fine parts compete
// for clusters where few large ones would each settle for pieces of all. If there is no room between the numbers of ports and of parts, it
// leaves the current division as it is.
func (s *splitter) coarsen() {
	fine := min(finePerPart, mostFine/s.k, len(s.ports.part)/portsPerFine/s.k) * s.k
	if fine <= s.k {
		return
	}
	cfg := Config{K: fine, Slack: 2 * DefaultSlack, Passes: DefaultPasses}
	f := splitter{g: s.g, k: fine, sample: s.sample, votes: votes{count: make([]uint32, fine)}, bestCut: math.MaxUint64, buf: s.buf,
		ports: newSide(s.g.Ports(), cfg), servers: newSide(s.g.Servers(), cfg),
		best: Parts{K: fine, Ports: s.ports.part, Servers: s.servers.part}} // its best division takes the place of the current one
	f.stream()
	f.refine(DefaultPasses)

	weight := make([]uint64, fine*fine) // edges between fine parts, both ways
	size := make([]int, fine)           // ports
	for p, a := range s.ports.part {
		size[a]++
		s.buf = s.g.Row(uint32(p), s.buf)
		for _, r := range s.buf {
			if b := s.servers.part[r]; b != a {
				weight[int(a)*fine+int(b)]++
				weight[int(b)*fine+int(a)]++
			}
		}
	}
	group := gather(weight, size, s.k)
	for _, side := range []*side{&s.ports, &s.servers} {
		clear(side.size)
		for i, part := range side.part {
			to := group[part]
			side.part[i] = none
			if side.size[to] == side.room {
				continue
			}
			side.put(i, to)
		}
		for i, part := range side.part {
			if part == none {
				side.put(i, side.smallest())
			}
		}
	}
}

// gather puts vertices into k groups of nearly equal size, one after another: a group begins with the vertex that has the least weight to
// others that are still free, and takes the free vertex with the most weight to the group until it has its share. Ties go to the lower
// number. weight is symmetric, a row for each vertex.
func gather(weight []uint64, size []int, k int) []uint32 {
	n := len(size)
	group := make([]uint32, n)
	toFree := make([]uint64, n) // weight to free vertices
	total := 0
	for a := range n {
		group[a] = none
		total += size[a]
		for b := range n {
			toFree[a] += weight[a*n+b]
		}
	}
	toGroup := make([]uint64, n)
	sum := 0
	for g := range k {
		clear(toGroup)
		for first := true; ; first = false {
			next := -1
			for a := range n {
				switch {
				case group[a] != none:
				case next < 0, first && toFree[a] < toFree[next], !first && toGroup[a] > toGroup[next]:
					next = a
				}
			}
			// The last group takes all; another stops where adding half of the next vertex would be too much.
			if next < 0 || g < k-1 && !first && k*(2*sum+size[next]) > 2*total*(g+1) {
				break
			}
			group[next] = uint32(g)
			sum += size[next]
			for a := range n {
				toFree[a] -= weight[a*n+next]
				toGroup[a] += weight[a*n+next]
			}
		}
	}
	return group
}
