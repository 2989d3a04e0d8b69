package graph

import (
	"context"
	"errors"
	"fmt"
	"math"

	"shardq/alloc"
	"shardq/graph/isa"
	"shardq/graph/rng"
)

// Config says which random graph to build, and how. Only Ports, Servers and Seed change the result.
type Config struct {
	Ports   int // L
	Servers int // N
	Seed    uint64
	Workers int          // goroutines; 0 takes one per usable core
	Arena   *alloc.Arena // where the graph lives; nil is the plain heap
	ISA     isa.Level    // of the instructions that rows of a graph without storage are drawn with; it changes speed only
}

// Validate reports everything that is wrong with the sizes, joined into one error.
func (c Config) Validate() error {
	err := checkSizes(c.Ports, c.Servers)
	if c.Workers < 0 {
		err = errors.Join(err, fmt.Errorf("graph: %d workers, want 1 or more, or 0 for all cores", c.Workers))
	}
	return err
}

// Bernoulli returns the graph in which every pair of a port and a server is an edge with probability p, independently.
//
// A row is drawn as its degree, which is binomial, and a uniform subset of that size: the same law as N coins in time O(1 + degree), and
// without a logarithm, so that it is the same on every machine. Peak memory is that of the result.
func Bernoulli(ctx context.Context, cfg Config, p float64) (*CSR, error) {
	r, err := bernoulliRows(cfg, p)
	if err != nil {
		return nil, err
	}
	return store(ctx, cfg, r)
}

// Regular returns the graph in which every port has exactly degree distinct servers, each set of them equally likely.
func Regular(ctx context.Context, cfg Config, degree int) (*CSR, error) {
	r, err := regularRows(cfg, degree)
	if err != nil {
		return nil, err
	}
	return store(ctx, cfg, r)
}

// bernoulliRows returns the rows of [Bernoulli], for any form of storage.
func bernoulliRows(cfg Config, p float64) (rows, error) {
	if err := cfg.Validate(); err != nil {
		return rows{}, err
	}
	if err := checkProbability(p); err != nil {
		return rows{}, err
	}
	degree, err := rng.NewBinomial(cfg.Servers, p)
	if err != nil {
		return rows{}, err
	}
	return drawn(cfg, degree.Count), nil
}

// regularRows returns the rows of [Regular].
func regularRows(cfg Config, degree int) (rows, error) {
	if err := cfg.Validate(); err != nil {
		return rows{}, err
	}
	if err := checkDegree(degree, cfg.Servers); err != nil {
		return rows{}, err
	}
	return drawn(cfg, func(uint64) int { return degree }), nil
}

// checkDegree reports a degree that no port can have.
func checkDegree(degree, servers int) error {
	if degree < 0 || degree > servers {
		return fmt.Errorf("graph: degree %d, want 0 to the %d servers", degree, servers)
	}
	return nil
}

// checkProbability reports what is no edge probability.
func checkProbability(p float64) error {
	if !(p >= 0 && p <= 1) {
		return fmt.Errorf("graph: edge probability %v is not in [0, 1]", p)
	}
	return nil
}

// store fills a CSR. Degrees are cheap, so they are computed twice: once to learn how many edges each block of rows has, once to fill it.
func store(ctx context.Context, cfg Config, r rows) (*CSR, error) {
	first := make([]uint64, blocks(r.ports)+1) // first edge of each block
	err := parallel(ctx, cfg.Workers, len(first)-1, func(block int, s *sampler) {
		sum := uint64(0)
		for p := block * blockRows; p < min(r.ports, (block+1)*blockRows); p++ {
			d := r.degree(p)
			if s.ended(1 + d) {
				return
			}
			sum += uint64(d)
		}
		first[block+1] = sum
	})
	if err != nil {
		return nil, err
	}
	for b := range first[1:] {
		first[b+1] += first[b]
	}
	g, err := newCSR(cfg.Arena, r.ports, r.servers, first[len(first)-1])
	if err != nil {
		return nil, err
	}
	err = parallel(ctx, cfg.Workers, len(first)-1, func(block int, s *sampler) {
		at := first[block]
		for p := block * blockRows; p < min(r.ports, (block+1)*blockRows); p++ {
			next := at + uint64(r.degree(p))
			if s.ended(1 + int(next-at)) {
				return
			}
			r.fill(p, g.targets[at:next], s)
			at = next
			g.setOffset(p+1, at)
		}
	})
	if err != nil {
		return nil, released(g, err)
	}
	return g, nil
}

// EstimateEdges returns a bound on the edges of [Bernoulli] that is exceeded with probability below 1e-8: the mean and six standard
// deviations, and 16 for small graphs, at most ports times servers.
func EstimateEdges(ports, servers int, p float64) uint64 {
	pairs := float64(ports) * float64(servers)
	mean := pairs * p
	edges := mean + 6*math.Sqrt(mean*(1-p)) + 16
	if all := uint64(ports) * uint64(servers); !(edges < pairs) {
		return all
	}
	return uint64(edges)
}

// EstimateBytes returns the memory of a [CSR] with so many ports and edges.
func EstimateBytes(ports int, edges uint64) uint64 {
	width := uint64(4)
	if edges > math.MaxUint32 {
		width = 8
	}
	return width*(uint64(ports)+1) + 4*(edges+Padding)
}
