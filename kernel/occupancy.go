package kernel

// Occupancy counts n servers by queue length: entry k-1 is the number of those with at least k jobs, up to the longest queue. It is nil if
// all are idle.
func Occupancy(n int, length func(server int) int) []uint64 {
	var exactly []uint64 // exactly[k-1] servers have k jobs
	for s := range n {
		k := length(s)
		if k == 0 {
			continue
		}
		for k > len(exactly) {
			exactly = append(exactly, 0)
		}
		exactly[k-1]++
	}
	for k := len(exactly) - 2; k >= 0; k-- {
		exactly[k] += exactly[k+1]
	}
	return exactly
}

// Occupancy returns the number of servers with at least 1, 2, ... jobs at this moment.
func (s *Serial[K]) Occupancy() []uint64 {
	return Occupancy(len(s.state), func(i int) int { return s.layout.jobs(uint32(s.state[i])) })
}
