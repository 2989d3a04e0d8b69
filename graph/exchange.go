package graph

import (
	"context"
	"math"

	"shardq/graph/rng"
)

// exchange changes edges of a graph on servers in which all rows have degree+1 entries, ascending: the vertex itself and its neighbours.
// Rows are changed in place, or as bits.
type exchange struct {
	*CSR
	watch
	cfg    Config
	degree int
	near   int // how far the place of an entry is from where it is expected, about
	seq    rng.Sequence
	bits   *rowBits // nil: the rows themselves count
}

// newExchange returns what it takes to exchange edges of a graph. Rows become bits where memory has room for them: not in sparse graphs,
// where moving the entries of a row takes no longer.
func newExchange(ctx context.Context, cfg Config, g *CSR, degree int, seq rng.Sequence, memory []uint32) (*exchange, error) {
	rows, err := newRowBits(ctx, cfg, g, degree+1, memory)
	near := 1 + int(math.Sqrt(float64(degree))/2)
	return &exchange{CSR: g, watch: watch{over: ctx.Err}, cfg: cfg, degree: degree, near: near, seq: seq, bits: rows}, err
}

// finish brings the rows up to date.
func (x *exchange) finish(ctx context.Context) error {
	if x.err != nil || x.bits == nil {
		return x.err
	}
	return x.bits.store(ctx, x.cfg, x.CSR)
}

// place returns the number of entries of a row below w. Entries are uniform, so it is near its share of the row: within some half the root
// of its length.
func (x *exchange) place(row []uint32, w uint32) int {
	below := min(int(uint64(w)*uint64(len(row))/uint64(x.ports)), len(row)-1)
	first, last := 0, len(row) // it is from first to last
	if row[below] < w {
		first = below + 1
		for step := x.near; first+step <= len(row); step *= 2 {
			if row[first+step-1] >= w {
				last = first + step - 1
				break
			}
			first += step
		}
	} else {
		last = below
		for step := x.near; last >= step; step *= 2 {
			if row[last-step] < w {
				first = last - step + 1
				break
			}
			last -= step
		}
	}
	for n := last - first; n > 0; {
		half := (n + 1) / 2
		if row[first+half-1] < w {
			first += half
		}
		n -= half
	}
	return first
}

// row returns the row of a vertex, to be written.
func (x *exchange) row(v uint32) []uint32 {
	from := uint64(v) * uint64(x.degree+1)
	return x.targets[from : from+uint64(x.degree)+1]
}

// entry returns entry i of a row.
func (x *exchange) entry(v uint32, i int) uint32 {
	if x.bits != nil {
		return x.bits.entry(v, i)
	}
	return x.row(v)[i]
}

// has reports whether a row has a vertex.
func (x *exchange) has(v, w uint32) bool {
	if x.bits != nil {
		return x.bits.has(0, v, w)
	}
	row := x.row(v)
	i := x.place(row, w)
	return i < len(row) && row[i] == w
}

// several reports whether a row has a vertex, which it has, more than once.
func (x *exchange) several(v, w uint32) bool {
	if x.bits != nil {
		return x.bits.has(1, v, w)
	}
	return x.times(v, w) > 1
}

// times returns how often a row has a vertex.
func (x *exchange) times(v, w uint32) (n int) {
	row := x.row(v)
	for i := x.place(row, w); i < len(row) && row[i] == w; i++ {
		n++
	}
	return n
}

// replace puts one entry of a row in the place of another, in order. The row has not had it before.
func (x *exchange) replace(v, old, fresh uint32) {
	if x.bits != nil {
		x.bits.replace(v, old, fresh)
		return
	}
	row := x.row(v)
	i, j := x.place(row, old), x.place(row, fresh)
	if j > i {
		j--
		copy(row[i:j], row[i+1:j+1])
	} else {
		copy(row[j+1:i+1], row[j:i])
	}
	row[j] = fresh
}

// turn replaces the edges u-v and a-b by u-a and v-b.
func (x *exchange) turn(u, v, a, b uint32) {
	x.replace(u, v, a)
	x.replace(v, u, b)
	x.replace(a, b, u)
	x.replace(b, a, v)
}

// mostTries is how many edges are tried for a faulty one before another matching is drawn. Few are unfit, except in the densest small
// graphs.
const mostTries = 1 << 12

// tryWork is what a try counts for a watch.
const tryWork = 16

// repair exchanges every faulty edge with a uniform edge that is not, so that no fault is left and none is made. It reports whether that
// could be done.
func (x *exchange) repair(faults []edge) bool {
	for _, f := range faults {
		u, v := f.port, f.server
		for try := 0; x.several(u, v); try++ {
			if try == mostTries || x.ended(tryWork) {
				return false
			}
			a := uint32(x.seq.Below(uint64(x.ports)))
			i := int(x.seq.Below(uint64(x.degree + 1)))
			if x.has(u, a) { // a vertex has itself, too
				continue
			}
			if b := x.entry(a, i); a != b && !x.several(a, b) && !x.has(v, b) {
				x.turn(u, v, a, b)
			}
		}
	}
	return true
}

// Exchanges that are tried after a repair.
const (
	mixEdge = 8 // an edge
	mixMost = 1 << 21
)

// mix exchanges pairs of uniform edges of a graph without faults, each seen from a uniform end, where that makes none.
func (x *exchange) mix() {
	for range min(mixEdge*x.ports*x.degree/2, mixMost) {
		if x.ended(tryWork) {
			return
		}
		u, v := x.uniform()
		a, b := x.uniform()
		if !x.has(u, a) && !x.has(v, b) {
			x.turn(u, v, a, b)
		}
	}
}

// uniform returns a uniform edge from a uniform end.
func (x *exchange) uniform() (v, w uint32) {
	at := x.seq.Below(uint64(x.ports) * uint64(x.degree))
	v, i := uint32(at/uint64(x.degree)), int(at%uint64(x.degree))
	if w = x.entry(v, i); w >= v { // the vertex itself is left out
		w = x.entry(v, i+1)
	}
	return v, w
}

// complement returns the graph in which two vertices are neighbours if they are not in this one.
func (g *CSR) complement(ctx context.Context, cfg Config) (*CSR, error) {
	length := make([]uint32, g.ports)
	for v := range length {
		length[v] = uint32(g.ports - g.Degree(uint32(v)) + 1)
	}
	h, err := newRows(ctx, g.arena, length, g.servers)
	if err != nil {
		return nil, err
	}
	err = parallel(ctx, cfg.Workers, blocks(g.ports), func(block int, s *sampler) {
		for v := uint32(block * blockRows); v < uint32(min(g.ports, (block+1)*blockRows)); v++ {
			if s.ended(g.ports) {
				return
			}
			absent, row := g.Row(v, nil), h.Row(v, nil)
			for w, i := uint32(0), 0; w < uint32(g.ports); w++ {
				if len(absent) > 0 && absent[0] == w {
					absent = absent[1:]
					if w != v {
						continue
					}
				}
				row[i] = w
				i++
			}
		}
	})
	if err != nil {
		return nil, released(h, err)
	}
	return h, nil
}
