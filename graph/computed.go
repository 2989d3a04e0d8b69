package graph

import (
	"context"
	"sync"

	"shardq/alloc"
	"shardq/graph/rng"
)

// Computed is a random graph whose rows are a function of (seed, port). It takes no memory: a row is computed in time O(1 + degree)
// whenever it is asked for.
//
// The 64-bit word h(port) is SplitMix64 at counter port + 1 behind a seed of the stream [rng.ComputedRow]. The degree d comes from a remix
// of h, by inversion of its law. The halves of h key a sequence of 32-bit words (see wordsGeneric) that name servers, uniformly: words that
// would bias the choice are skipped (Lemire 2019). If d <= N/2, the row is the set of the first d distinct servers named, otherwise the
// complement of the set of the first N - d distinct ones. A key permutes all 2^32 words, so every server is named in the end.
//
// The graph has the law of [Bernoulli] or [Regular], but for one seed it is another graph than theirs. Row and Unsorted are safe for
// concurrent use with different buffers.
type Computed struct {
	ports     int
	servers   int
	workers   int
	base      uint64 // counter 0 of the hashes
	n         uint32 // servers
	threshold uint32 // 2^32 mod servers: words whose low product is below it are skipped
	degrees   degreeLaw
	mean      float64   // of a degree
	scratch   sync.Pool // of *RowScratch, for Row
	surveyed  sync.Mutex
	survey    *survey // nil before the first look
}

// NewComputed returns the computed graph in which every pair of a port and a server is an edge with probability p, independently: degrees
// are exactly binomial. The arena of cfg is not used.
func NewComputed(cfg Config, p float64) (*Computed, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := checkProbability(p); err != nil {
		return nil, err
	}
	binomial, err := rng.NewBinomial(cfg.Servers, p)
	if err != nil {
		return nil, err
	}
	return newComputed(cfg, binomialDegrees(binomial), float64(cfg.Servers)*p), nil
}

// NewComputedRegular returns the computed graph in which every port has exactly degree distinct servers, each set of them equally likely.
// The arena of cfg is not used.
func NewComputedRegular(cfg Config, degree int) (*Computed, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := checkDegree(degree, cfg.Servers); err != nil {
		return nil, err
	}
	return newComputed(cfg, degreeLaw{fixed: uint32(degree)}, float64(degree)), nil
}

func newComputed(cfg Config, degrees degreeLaw, mean float64) *Computed {
	key := rng.NewKey(cfg.Seed, rng.ComputedRow)
	n := uint32(cfg.Servers)
	c := &Computed{
		ports: cfg.Ports, servers: cfg.Servers, workers: cfg.Workers,
		base: uint64(key.K0) | uint64(key.K1)<<32, n: n, threshold: -n % n,
		degrees: degrees, mean: mean,
	}
	c.scratch.New = func() any { return &RowScratch{ISA: cfg.ISA} }
	return c
}

// Ports returns L.
func (c *Computed) Ports() int { return c.ports }

// Servers returns N.
func (c *Computed) Servers() int { return c.servers }

// Bytes returns 0.
func (c *Computed) Bytes() uint64 { return 0 }

// hash returns the word that everything about a row derives from.
func (c *Computed) hash(port uint32) uint64 {
	const golden = 0x9E3779B97F4A7C15 // of SplitMix64
	return rng.Mix64(c.base + (uint64(port)+1)*golden)
}

// Degree returns the number of neighbours of a port.
func (c *Computed) Degree(port uint32) int { return int(c.degrees.of(c.hash(port))) }

// Row fills buf with the neighbours of a port, ascending, or a new slice if buf has a smaller capacity.
func (c *Computed) Row(port uint32, buf []uint32) []uint32 {
	s := c.scratch.Get().(*RowScratch)
	buf = c.Sorted(s, port, buf)
	c.scratch.Put(s)
	return buf
}

// Sorted is Row with the caller's scratch.
func (c *Computed) Sorted(s *RowScratch, port uint32, buf []uint32) []uint32 {
	row := c.Unsorted(s, port)
	buf = append(buf[:0], row...)
	if !s.ascending {
		s.sorter.n = uint64(c.n)
		s.sorter.sort(buf)
	}
	return buf
}

// Unsorted returns the neighbours of a port in the order in which they are drawn; those of a row of more than half the servers, ascending.
// The result is valid until the next call with the same scratch and must not be written. Its capacity holds at least [Padding] more
// entries, which are servers too, so that a vector load may begin at any entry and look up whatever it reads.
func (c *Computed) Unsorted(s *RowScratch, port uint32) []uint32 {
	h := c.hash(port)
	d := c.degrees.of(h)
	s.reserve(c.n, d)
	if s.ascending = d > c.n/2; s.ascending {
		return s.complement(c, h, d)
	}
	s.draw(c, h, int(d))
	return s.row[:d]
}

// Into is Unsorted in a buffer of the caller's, which must be new or have been returned by Into for this graph, so that a caller can keep
// several rows. It returns the row and the buffer for a later call: a longer one if buf was too short.
func (c *Computed) Into(s *RowScratch, port uint32, buf []uint32) (row, kept []uint32) {
	s.row, s.n = buf[:cap(buf)], c.n
	row = c.Unsorted(s, port)
	return row, s.row
}

// MeanEdges returns the expected number of edges, L N p or L times the degree.
func (c *Computed) MeanEdges() float64 { return float64(c.ports) * c.mean }

// Stored returns the same graph in memory from an arena, nil for the plain heap.
func (c *Computed) Stored(ctx context.Context, a *alloc.Arena) (*CSR, error) {
	return store(ctx, Config{Workers: c.workers, Arena: a}, copied(c))
}

// survey is what only a walk over all ports can tell.
type survey struct {
	edges    uint64
	isolated int
	first    uint32 // isolated port, if there is one
}

// look returns the survey. The first call takes some nanoseconds a port if degrees differ, unless ctx ends before.
func (c *Computed) look(ctx context.Context) (survey, error) {
	c.surveyed.Lock()
	defer c.surveyed.Unlock()
	if c.survey != nil {
		return *c.survey, nil
	}
	if c.degrees.binomial == nil {
		c.survey = &survey{edges: uint64(c.ports) * uint64(c.degrees.fixed)}
		if c.degrees.fixed == 0 {
			c.survey.isolated = c.ports
		}
		return *c.survey, nil
	}
	var mu sync.Mutex
	all := survey{first: MaxPorts}
	err := parallel(ctx, c.workers, blocks(c.ports), func(block int, _ *sampler) {
		own := survey{first: MaxPorts}
		for p := block * blockRows; p < min(c.ports, (block+1)*blockRows); p++ {
			d := c.degrees.of(c.hash(uint32(p)))
			own.edges += uint64(d)
			if d == 0 {
				own.isolated++
				own.first = min(own.first, uint32(p))
			}
		}
		mu.Lock()
		defer mu.Unlock()
		all.edges += own.edges
		all.isolated += own.isolated
		all.first = min(all.first, own.first)
	})
	if err != nil {
		return survey{}, err
	}
	if all.isolated == 0 {
		all.first = 0
	}
	c.survey = &all
	return all, nil
}

// Edges returns the number of edges. The first call computes all degrees, on all cores; [Computed.MeanEdges] costs nothing.
func (c *Computed) Edges() uint64 {
	all, _ := c.look(context.Background())
	return all.edges
}
