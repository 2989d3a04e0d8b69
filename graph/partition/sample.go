package partition

import (
	"shardq/graph"
	"shardq/graph/rng"
)

// sampled is how many ports of a server are kept.
const sampled = 8

// sample knows some ports of every server: all if there are at most [sampled], else a uniform sample of them. It replaces the transposed
// graph, which would take as much memory as the graph.
type sample struct {
	ports  []uint32 // sampled entries a server
	degree []uint32 // of each server
}

// newSample draws the sample in one pass (algorithm R of Vitter, "Random sampling with a reservoir", ACM TOMS 11, 1985). The draw for edge
// i of a server is a fixed hash of the server and i, so the sample depends on the graph alone.
func newSample(g graph.Graph) sample {
	s := sample{ports: make([]uint32, sampled*g.Servers()), degree: make([]uint32, g.Servers())}
	var buf []uint32
	for p := range g.Ports() {
		buf = g.Row(uint32(p), buf)
		for _, r := range buf {
			i := s.degree[r]
			s.degree[r]++
			if i >= sampled {
				seq := rng.NewSequence(uint64(r)<<32 | uint64(i))
				i = uint32(seq.Below(uint64(i) + 1))
			}
			if i < sampled {
				s.ports[sampled*int(r)+int(i)] = uint32(p)
			}
		}
	}
	return s
}

// of returns the known ports of a server.
func (s *sample) of(server uint32) []uint32 {
	from := sampled * int(server)
	return s.ports[from : from+int(min(s.degree[server], sampled))]
}
