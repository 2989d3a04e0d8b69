package partition

import (
	"errors"
	"fmt"
	"math"

	"shardq/graph"
)

// DefaultSlack is how much larger than the mean a part may be if nothing else is said; gpmetis has the same default.
const DefaultSlack = 0.03

// DefaultPasses bounds the passes of refinement if nothing else is said.
const DefaultPasses = 12

// Config says how a graph is split. The zero value of a field but K is its default.
type Config struct {
	K int // parts, 1 to MaxParts
	// Slack bounds the imbalance: a part has at most (1+Slack) times the mean number of ports, rounded down, or the mean rounded up if that
	// is more; the same for servers. 0 is DefaultSlack.
	Slack  float64
	Passes int // of refinement at most, for each start; 0 is DefaultPasses
}

// Validate reports everything that is wrong with the configuration, joined into one error.
func (c Config) Validate() error {
	err := checkParts(c.K)
	if !(c.Slack >= 0 && c.Slack <= 1) {
		err = errors.Join(err, fmt.Errorf("partition: slack %v, want 0 to 1, where 0 is the default %v", c.Slack, DefaultSlack))
	}
	if c.Passes < 0 {
		err = errors.Join(err, fmt.Errorf("partition: %d passes, want 1 or more, or 0 for the default %d", c.Passes, DefaultPasses))
	}
	return err
}

// ErrNoLocality says that every division of the graph is as good as any other.
var ErrNoLocality = errors.New("partition: a complete graph has no locality to find")

// Split divides ports and servers into parts with few edges between them.
//
// It starts from four divisions, refines each, and keeps the one with the fewest remote edges (at equal numbers the earlier in this list):
//
//   - blocks of consecutive ids, since many graphs come in a good order; so the result never has more remote edges than that order;
//   - one pass of linear deterministic greedy streaming (Stanton and Kliot, "Streaming graph partitioning for large distributed graphs",
//     KDD 2012);
//   - the same into many small parts, which are put together by the edges between them: the idea of multilevel methods (Karypis and Kumar,
//     "A fast and high quality multilevel scheme for partitioning irregular graphs", SIAM J. Sci. Comput. 20, 1998) with one level. It
//     finds clusters in spite of many edges between them;
//   - recursive bisection by breadth-first search from a far end (the level structures of George and Liu, "An implementation of a
//     pseudoperipheral node finder", ACM TOMS 5, 1979), which finds rings, grids and components however they are numbered.
//
// Refinement is label propagation under the bounds of balance (Ugander and Backstrom, "Balanced label propagation for partitioning massive
// graphs", WSDM 2013), in turns over servers and ports, in the order of ids: each goes where most of its neighbours are, if there is room.
//
// Time is O(edges (Passes + log K)), a few dozen walks over the rows; memory does not grow with the edges ([EstimateBytes]): of the ports
// of a server a sample of 8 is kept. A [graph.Complete] is refused with [ErrNoLocality].
func Split(g graph.Graph, cfg Config) (*Parts, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if _, ok := g.(graph.Complete); ok {
		return nil, ErrNoLocality
	}
	if cfg.Slack == 0 {
		cfg.Slack = DefaultSlack
	}
	if cfg.Passes == 0 {
		cfg.Passes = DefaultPasses
	}
	s := newSplitter(g, cfg)
	for _, start := range []func(){s.blocks, s.stream, s.coarsen, s.grow} {
		if s.bestCut == 0 {
			break
		}
		start()
		s.refine(cfg.Passes)
	}
	return &s.best, nil
}

// EstimateBytes returns the memory that [Split], [Measure] and a [View] take at most beside the graph.
func EstimateBytes(ports, servers int) uint64 { return 40*uint64(ports) + 64*uint64(servers) + 8<<20 }

// splitter is a division that is worked on, and the best one so far.
type splitter struct {
	g       graph.Graph
	k       int
	sample  sample
	ports   side
	servers side
	best    Parts
	bestCut uint64 // remote edges of best
	votes   votes
	buf     []uint32
}

// side is the ports or the servers.
type side struct {
	part []uint32 // none if not yet in a part
	size []int    // of each part
	room int      // largest size of a part
}

// none is the part of what is in no part.
const none = ^uint32(0)

func newSplitter(g graph.Graph, cfg Config) *splitter {
	s := &splitter{g: g, k: cfg.K, sample: newSample(g), votes: votes{count: make([]uint32, cfg.K)}, bestCut: math.MaxUint64}
	s.ports = newSide(g.Ports(), cfg)
	s.servers = newSide(g.Servers(), cfg)
	s.best = Parts{K: cfg.K, Ports: make([]uint32, g.Ports()), Servers: make([]uint32, g.Servers())}
	return s
}

func newSide(n int, cfg Config) side {
	mean := (n + cfg.K - 1) / cfg.K
	loose := int(float64(float64(1+cfg.Slack)*float64(n)) / float64(cfg.K))
	return side{part: make([]uint32, n), size: make([]int, cfg.K), room: max(mean, loose)}
}

// clear takes everything out of its part.
func (s *side) clear() {
	for i := range s.part {
		s.part[i] = none
	}
	clear(s.size)
}

// put moves i to a part.
func (s *side) put(i int, part uint32) {
	if old := s.part[i]; old != none {
		s.size[old]--
	}
	s.part[i] = part
	s.size[part]++
}

// smallest returns the part with the fewest members, the lowest such number. It has room for one more, unless everything is in a part.
func (s *side) smallest() uint32 {
	best := 0
	for k, n := range s.size {
		if n < s.size[best] {
			best = k
		}
	}
	return uint32(best)
}

// blocks makes blocks of consecutive ids.
func (s *splitter) blocks() {
	for _, side := range []*side{&s.ports, &s.servers} {
		side.clear()
		for i := range side.part {
			side.put(i, uint32(uint64(i)*uint64(s.k)/uint64(len(side.part))))
		}
	}
}

// keep makes the current division the best one if it has fewer remote edges.
func (s *splitter) keep(cut uint64) {
	if cut < s.bestCut {
		s.bestCut = cut
		copy(s.best.Ports, s.ports.part)
		copy(s.best.Servers, s.servers.part)
	}
}

// votes counts neighbours by part.
type votes struct {
	count []uint32 // by part; 0 between uses
	seen  []uint32 // parts with a count, in order of their first vote
}

// add counts one neighbour in a part; none is no vote.
func (v *votes) add(part uint32) {
	if part == none {
		return
	}
	if v.count[part] == 0 {
		v.seen = append(v.seen, part)
	}
	v.count[part]++
}

// reset makes all counts 0.
func (v *votes) reset() {
	for _, part := range v.seen {
		v.count[part] = 0
	}
	v.seen = v.seen[:0]
}

// winner returns the part with the most votes among those that have room, and own, which needs none. Ties go to own, then to the part with
// fewer members, then to the lower number. It is none if no part has votes and room, and own is none.
func (v *votes) winner(own uint32, s *side) uint32 {
	best, most := own, uint32(0)
	if own != none {
		most = v.count[own]
	}
	for _, part := range v.seen {
		n := v.count[part]
		if part == own || n < most || s.size[part] >= s.room {
			continue
		}
		better := n > most
		if !better && best != own {
			better = s.size[part] < s.size[best] || s.size[part] == s.size[best] && part < best
		}
		if better {
			best, most = part, n
		}
	}
	return best
}
