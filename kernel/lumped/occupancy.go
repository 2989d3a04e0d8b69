package lumped

// Occupancy returns the number of servers with at least 1, 2, ... jobs at this moment, up to the longest queue. It takes no time that
// depends on the number of servers.
func (s *Simulator) Occupancy() []uint64 {
	var out []uint64
	for i := range s.classes {
		for k, n := range s.classes[i].tail[1:] {
			if n == 0 {
				break
			}
			if k == len(out) {
				out = append(out, 0)
			}
			out[k] += uint64(n)
		}
	}
	return out
}
