package graph

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The whole law of a row of a few servers: each of the 2^N sets has probability p^d (1-p)^(N-d).
func TestComputedRowLaw(t *testing.T) {
	for _, n := range []int{3, 5, 8} {
		for _, p := range []float64{0.1, 0.5, 0.8} {
			c := computed(t, Config{Ports: 60_000, Servers: n, Seed: 7}, p)
			counts, prob := make([]int, 1<<n), make([]float64, 1<<n)
			for set := range prob {
				prob[set] = 1
				for r := range n {
					if set>>r&1 == 1 {
						prob[set] *= p
					} else {
						prob[set] *= 1 - p
					}
				}
			}
			var s RowScratch
			for port := range uint32(60_000) {
				counts[rowSet(c.Unsorted(&s, port))]++
			}
			chiSquare(t, fmt.Sprintf("rows of %d servers at p = %v", n, p), counts, prob)
		}
	}
}

// rowSet returns a row of at most 64 servers as a bit set.
func rowSet(row []uint32) (set uint64) {
	for _, r := range row {
		set |= 1 << r
	}
	return set
}

// A sparse graph: degrees are binomial, servers equally likely at every place of the order in which they are drawn.
func TestComputedSparseLaw(t *testing.T) {
	for _, n := range []int{1 << 14, 3 << 29} { // the second skips a quarter of all words
		p := MeanDegreeProbability(n, 30)
		c := computed(t, Config{Ports: 1 << 30, Servers: n, Seed: 8}, p)
		const cells = 64
		degrees, first, last, all := make([]int, 200), make([]int, cells), make([]int, cells), make([]int, cells)
		successive := make([]int, 8*8)
		cell := func(x uint32, cells uint64) int { return int(uint64(x) * cells / uint64(n)) }
		var s RowScratch
		for port := range uint32(30_000) {
			row := c.Unsorted(&s, port)
			degrees[len(row)]++
			if len(row) < 2 {
				continue
			}
			first[cell(row[0], cells)]++
			last[cell(row[len(row)-1], cells)]++
			for i, r := range row {
				all[cell(r, cells)]++
				if i%2 == 1 {
					successive[cell(row[i-1], 8)*8+cell(r, 8)]++
				}
			}
		}
		law := make([]float64, len(degrees))
		for d := range law {
			law[d] = distuv.Binomial{N: float64(n), P: p}.Prob(float64(d))
		}
		chiSquare(t, fmt.Sprintf("degrees among %d servers", n), degrees, law)
		chiSquare(t, "first servers", first, uniform(cells))
		chiSquare(t, "last servers", last, uniform(cells))
		chiSquare(t, "servers", all, uniform(cells))
		// A server is never followed by itself: at 2^14 servers that lowers 8 of 64 cells by a share of 8/2^14, far below what the test
		// sees.
		chiSquare(t, "successive servers", successive, uniform(64))
	}
}

// Every pair of servers is equally likely to be in a row, over many seeds and over the ports of one seed, for rows short and dense.
func TestComputedPairs(t *testing.T) {
	const n = 12
	for _, d := range []int{2, 5, 6, 7, 10} {
		for _, what := range []string{"ports", "seeds"} {
			counts := make([]int, n*n)
			var s RowScratch
			// The pairs of a row depend on each other, so one of each row is counted: its places in the row go through all d (d-1) in turn.
			for i := range 32 * 1260 { // 1260 is a multiple of every d (d-1)
				cfg, port := Config{Ports: 1 << 20, Servers: n, Seed: 1}, uint32(i)
				if what == "seeds" {
					cfg.Seed, port = uint64(i), 0
				}
				row := ascending(computedRegular(t, cfg, d).Unsorted(&s, port))
				first := i % d
				x, y := row[first], row[(first+1+i/d%(d-1))%d]
				counts[x*n+y]++
			}
			prob := uniform(n * n)
			for x := range n {
				for y := range n {
					prob[x*n+y] = 1. / (n * (n - 1))
				}
				prob[x*n+x] = 0
			}
			chiSquare(t, fmt.Sprintf("pairs of %d of %d servers over %s", d, n, what), counts, prob)
		}
	}
}

// Neighbouring ports, ports at powers of two, and one port under neighbouring seeds, share servers no more often than chance has it.
func TestComputedRowsIndependent(t *testing.T) {
	const n, ports, p = 64, 20_000, 0.25
	g, h := computed(t, Config{Ports: MaxPorts, Servers: n, Seed: 9}, p), computed(t, Config{Ports: MaxPorts, Servers: n, Seed: 10}, p)
	law := make([]float64, n+1)
	for k := range law {
		law[k] = distuv.Binomial{N: n, P: p * p}.Prob(float64(k))
	}
	joint := make([]float64, 16)
	for i := range joint {
		joint[i] = float64([]float64{(1 - p) * (1 - p), p * (1 - p), p * (1 - p), p * p}[i%4]) / 4
	}
	var s RowScratch
	for _, c := range []struct {
		what  string
		other func(port uint32) []uint32
	}{
		{"neighbouring ports", func(port uint32) []uint32 { return g.Unsorted(&s, port+1) }},
		{"ports 2^16 apart", func(port uint32) []uint32 { return g.Unsorted(&s, port+1<<16) }},
		{"ports 2^30 apart", func(port uint32) []uint32 { return g.Unsorted(&s, port+1<<30) }},
		{"neighbouring seeds", func(port uint32) []uint32 { return h.Unsorted(&s, port) }},
		{"neighbouring seeds and ports", func(port uint32) []uint32 { return h.Unsorted(&s, port+1) }},
	} {
		common := make([]int, n+1)
		cells := make([]int, 16) // membership of a server in the two rows, for four servers
		for port := range uint32(ports) {
			own := rowSet(g.Unsorted(&s, port))
			other := rowSet(c.other(port))
			common[popcount(own&other)]++
			r := port % 4
			cells[r*4+uint32(own>>(16*r)&1)*2+uint32(other>>(16*r)&1)]++
		}
		chiSquare(t, "common servers of "+c.what, common, law)
		chiSquare(t, "membership in "+c.what, cells, joint)
	}
	// First draws of neighbouring ports: the words of two rows are not shifted copies of each other.
	const cells = 8
	first := make([]int, cells*cells)
	big := computedRegular(t, Config{Ports: MaxPorts, Servers: 1 << 30, Seed: 11}, 3)
	for port := range uint32(ports) {
		a := big.Unsorted(&s, port)[0]
		b := big.Unsorted(&s, port+1)[0]
		first[a>>27*cells+b>>27]++
	}
	chiSquare(t, "first servers of neighbouring ports", first, uniform(cells*cells))
}
