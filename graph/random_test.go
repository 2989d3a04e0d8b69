package graph

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"shardq/alloc"
)

func bernoulli(t *testing.T, cfg Config, p float64) *CSR {
	t.Helper()
	g, err := Bernoulli(context.Background(), cfg, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := Validate(context.Background(), g); err != nil {
		t.Fatal(err)
	}
	return g
}

// The whole law of a row: each of the 2^N rows has probability p^d (1-p)^(N-d), so that edges are independent.
func TestBernoulliRowLaw(t *testing.T) {
	for _, p := range []float64{0.1, 0.5, 0.8} {
		const n = 5
		g := bernoulli(t, Config{Ports: 50_000, Servers: n, Seed: 7}, p)
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
		for port := range g.Ports() {
			set := 0
			for _, r := range g.Row(uint32(port), nil) {
				set |= 1 << r
			}
			counts[set]++
		}
		chiSquare(t, fmt.Sprintf("rows at p = %v", p), counts, prob)
	}
}

// A sparse graph: degrees are binomial, servers equally likely, gaps between neighbours geometric.
func TestBernoulliSparseLaw(t *testing.T) {
	const n, ports = 1 << 14, 30_000
	p := MeanDegreeProbability(n, 30)
	g := bernoulli(t, Config{Ports: ports, Servers: n, Seed: 8}, p)
	degrees, servers, gaps := make([]int, 200), make([]int, 64), make([]int, 8*n/30)
	for port := range ports {
		row := g.Row(uint32(port), nil)
		degrees[len(row)]++
		for i, r := range row {
			servers[r*64/n]++
			// A gap that the end of the row cuts off is not seen, so look only at those that begin in the first half and are shorter than
			// it.
			if i+1 < len(row) && r < n/2 && row[i+1]-r < uint32(len(gaps)) {
				gaps[row[i+1]-r]++
			}
		}
	}
	degreeLaw := make([]float64, len(degrees))
	for d := range degreeLaw {
		degreeLaw[d] = distuv.Binomial{N: n, P: p}.Prob(float64(d))
	}
	chiSquare(t, "degrees", degrees, degreeLaw)
	chiSquare(t, "servers", servers, uniform(64))
	gapLaw := make([]float64, len(gaps))
	for k := 1; k < len(gaps); k++ {
		gapLaw[k] = p * math.Pow(1-p, float64(k-1)) / (1 - math.Pow(1-p, float64(len(gaps)-1)))
	}
	chiSquare(t, "gaps", gaps, gapLaw)
	mean, sd := ports*float64(n)*p, math.Sqrt(ports*float64(n)*p*(1-p))
	if z := (float64(g.Edges()) - mean) / sd; math.Abs(z) > distuv.UnitNormal.Quantile(1-alarm/2) {
		t.Errorf("%d edges are %.1f standard deviations from the mean %v", g.Edges(), z, mean)
	}
}

// Neighbouring rows, and the same row under neighbouring seeds, share edges no more often than chance has it.
func TestBernoulliRowsIndependent(t *testing.T) {
	const n, ports = 64, 20_000
	const p = 0.25
	g := bernoulli(t, Config{Ports: ports, Servers: n, Seed: 9}, p)
	h := bernoulli(t, Config{Ports: ports, Servers: n, Seed: 10}, p)
	set := func(row []uint32) (s uint64) {
		for _, r := range row {
			s |= 1 << r
		}
		return s
	}
	counts := map[string][]int{"rows": make([]int, n+1), "seeds": make([]int, n+1)}
	for port := range ports - 1 {
		own := set(g.Row(uint32(port), nil))
		counts["rows"][popcount(own&set(g.Row(uint32(port+1), nil)))]++
		counts["seeds"][popcount(own&set(h.Row(uint32(port), nil)))]++
	}
	law := make([]float64, n+1)
	for k := range law {
		law[k] = distuv.Binomial{N: n, P: p * p}.Prob(float64(k))
	}
	for what, c := range counts {
		chiSquare(t, "common edges of neighbouring "+what, c, law)
	}
}

func popcount(x uint64) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

func TestBernoulliEdgeCases(t *testing.T) {
	for _, n := range []int{1, 2, 63, 64, 65, 1000} {
		cfg := Config{Ports: 100, Servers: n, Seed: 1}
		if g := bernoulli(t, cfg, 0); g.Edges() != 0 {
			t.Errorf("N = %d, p = 0: %d edges", n, g.Edges())
		}
		if g := bernoulli(t, cfg, math.SmallestNonzeroFloat64); g.Edges() != 0 {
			t.Errorf("N = %d, least p: %d edges", n, g.Edges())
		}
		if g := bernoulli(t, cfg, 1); hashOf(g) != hashOf(Complete{L: 100, N: n}) {
			t.Errorf("N = %d, p = 1 is not the complete graph", n)
		}
	}
	// One server: every row is a coin.
	g := bernoulli(t, Config{Ports: 50_000, Servers: 1, Seed: 2}, 0.3)
	chiSquare(t, "one server", []int{g.Ports() - int(g.Edges()), int(g.Edges())}, []float64{0.7, 0.3})
	for _, p := range []float64{-0.1, 1.1, math.NaN(), math.Inf(1)} {
		if _, err := Bernoulli(context.Background(), Config{Ports: 1, Servers: 1}, p); err == nil {
			t.Errorf("probability %v is accepted", p)
		}
	}
}

// Time is O(ports + edges): the largest N with few edges a row would take hours with a coin for every pair.
func TestBernoulliManyServers(t *testing.T) {
	g := bernoulli(t, Config{Ports: 20_000, Servers: MaxServers, Seed: 3}, MeanDegreeProbability(MaxServers, 5))
	eighths := make([]int, 8)
	for _, r := range g.Targets() {
		eighths[r>>28]++
	}
	chiSquare(t, "eighths of 2^31 servers", eighths, uniform(8))
}

func TestRegular(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(1, 100), rapid.IntRange(1, 100_000), rapid.Just(MaxServers)).Draw(t, "servers")
		d := rapid.IntRange(0, min(n, 200)).Draw(t, "degree")
		g, err := Regular(
			context.Background(),
			Config{Ports: rapid.IntRange(1, 50).Draw(t, "ports"), Servers: n, Seed: rapid.Uint64().Draw(t, "seed")},
			d,
		)
		if err != nil {
			t.Fatal(err)
		}
		if err := Validate(context.Background(), g); err != nil {
			t.Fatal(err)
		}
		for p := range g.Ports() {
			if g.Degree(uint32(p)) != d {
				t.Fatalf("port %d has %d neighbours, want %d", p, g.Degree(uint32(p)), d)
			}
		}
	})
	g, err := Regular(context.Background(), Config{Ports: 5000, Servers: 1000, Seed: 1}, 7)
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int, 1000)
	for _, r := range g.Targets() {
		counts[r]++
	}
	chiSquare(t, "servers", counts, uniform(1000))
	for _, d := range []int{-1, 6} {
		if _, err := Regular(context.Background(), Config{Ports: 5, Servers: 5}, d); err == nil {
			t.Errorf("degree %d of 5 servers is accepted", d)
		}
	}
}

// Results do not depend on the number of threads, nor on where the memory comes from.
func TestBuildIndependentOfWorkers(t *testing.T) {
	const ports = 3*blockRows + 17
	for name, build := range map[string]func(Config) (*CSR, error){
		"sparse": func(c Config) (*CSR, error) {
			return Bernoulli(context.Background(), c, MeanDegreeProbability(c.Servers, 20))
		},
		"dense":   func(c Config) (*CSR, error) { c.Servers = 100; return Bernoulli(context.Background(), c, 0.4) },
		"regular": func(c Config) (*CSR, error) { return Regular(context.Background(), c, 12) },
	} {
		var want *CSR
		for _, workers := range []int{1, 2, 3, 7, 0} {
			for _, backing := range []alloc.Backing{alloc.Heap, alloc.Auto} {
				g, err := build(
					Config{Ports: ports, Servers: 5000, Seed: 4, Workers: workers, Arena: alloc.New(alloc.Config{Backing: backing})},
				)
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = g
				}
				if hashOf(g) != hashOf(want) || g.Bytes() != want.Bytes() {
					t.Errorf("%s: %d workers, %v: another graph", name, workers, backing)
				}
				if g != want {
					if err := g.arena.Release(); err != nil {
						t.Error(err)
					}
				}
			}
		}
	}
}

// A row depends on (seed, port) alone: fewer ports give the same first rows.
func TestRowIndependentOfPorts(t *testing.T) {
	long, short := Config{Ports: 3000, Servers: 1000, Seed: 5}, Config{Ports: 10, Servers: 1000, Seed: 5}
	g, h := bernoulli(t, long, 0.02), bernoulli(t, short, 0.02)
	for p := range uint32(10) {
		if a, b := fmt.Sprint(g.Row(p, nil)), fmt.Sprint(h.Row(p, nil)); a != b {
			t.Errorf("port %d: %s among 3000 ports, %s among 10", p, a, b)
		}
	}
	long.Seed = 6
	if hashOf(bernoulli(t, long, 0.02)) == hashOf(g) {
		t.Error("two seeds give one graph")
	}
}

// These values must never change: they are what makes results comparable between machines and releases.
func TestRandomGraphsGolden(t *testing.T) {
	for _, c := range []struct {
		name string
		want uint64
		make func() (*CSR, error)
	}{
		{"weng2020", 0xb173309e4047d1ef, func() (*CSR, error) {
			return Bernoulli(context.Background(), Config{Ports: 4096, Servers: 2048, Seed: 1}, Weng2020Probability(2048, 0.9))
		}},
		{"mean degree", 0x825a2e3774202ced, func() (*CSR, error) {
			return Bernoulli(context.Background(), Config{Ports: 4096, Servers: 1 << 20, Seed: 2}, MeanDegreeProbability(1<<20, 30))
		}},
		{"nearly complete", 0x8868ca6b5ac93a53, func() (*CSR, error) {
			return Bernoulli(context.Background(), Config{Ports: 100, Servers: 100, Seed: 3}, 0.97)
		}},
		{"regular", 0xec509b40e10c4d86, func() (*CSR, error) {
			return Regular(context.Background(), Config{Ports: 1000, Servers: 1 << 30, Seed: 4}, 8)
		}},
	} {
		g, err := c.make()
		if err != nil {
			t.Fatal(err)
		}
		if got := hashOf(g); got != c.want {
			t.Errorf("%s: hash %#x, want %#x", c.name, got, c.want)
		}
	}
}

// Peak memory is that of the result, and nothing else of note comes from the heap.
func TestBuildMemory(t *testing.T) {
	arena := alloc.New(alloc.Config{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	g := bernoulli(t, Config{Ports: 1 << 17, Servers: 1 << 17, Seed: 1, Arena: arena}, MeanDegreeProbability(1<<17, 30))
	runtime.ReadMemStats(&after)
	if limit := g.Bytes() + g.Bytes()/10 + 4<<20; arena.Peak() > limit {
		t.Errorf("peak of %d bytes for a graph of %d", arena.Peak(), g.Bytes())
	}
	if heap := after.TotalAlloc - before.TotalAlloc; arena.Huge() > 0 && heap > g.Bytes()/10 {
		t.Errorf("%d bytes of heap besides a graph of %d", heap, g.Bytes())
	}
	if err := g.Release(); err != nil {
		t.Error(err)
	}
	if len(arena.Usage()) != 0 {
		t.Errorf("after Release: %v", arena.Usage())
	}
}

func TestEstimates(t *testing.T) {
	for _, c := range []struct {
		ports, servers int
		p              float64
	}{{1, 1, 0.5}, {1000, 1000, 0.03}, {1000, 1000, 0.999}, {1000, 10, 1}, {1000, 1000, 0}, {5000, 1 << 20, 1e-6}} {
		g := bernoulli(t, Config{Ports: c.ports, Servers: c.servers, Seed: 1}, c.p)
		edges := EstimateEdges(c.ports, c.servers, c.p)
		if edges < g.Edges() || edges > uint64(c.ports)*uint64(c.servers) {
			t.Errorf("%v: %d edges, estimated %d", c, g.Edges(), edges)
		}
		if mean := float64(c.ports) * float64(c.servers) * c.p; float64(edges) > mean+6*math.Sqrt(mean)+16 {
			t.Errorf("%v: estimate %d for a mean of %v", c, edges, mean)
		}
		if got := EstimateBytes(c.ports, g.Edges()); got != g.Bytes() {
			t.Errorf("%v: %d bytes, estimated %d", c, g.Bytes(), got)
		}
	}
	if got := EstimateEdges(MaxPorts, MaxServers, 1); got != 1<<62 {
		t.Errorf("the largest graph: %d edges", got)
	}
	if got := EstimateBytes(10, 1<<32); got != 8*11+4*(1<<32+Padding) {
		t.Errorf("2^32 edges: %d bytes", got)
	}
}

func TestConfigValidate(t *testing.T) {
	if err := (Config{Ports: 0, Servers: MaxServers + 1, Workers: -1}).Validate(); err == nil || err.Error() !=
		"graph: 0 ports, want 1 to 2147483648\ngraph: 2147483649 servers, want 1 to 2147483648\ngraph: -1 workers, want 1 or "+
			"more, or 0 for all cores" {
		t.Errorf("got %v", err)
	}
	if _, err := Bernoulli(context.Background(), Config{}, 0.5); err == nil {
		t.Error("no ports are accepted")
	}
	if _, err := Regular(context.Background(), Config{}, 1); err == nil {
		t.Error("no ports are accepted")
	}
}

// A graph that cannot fit is refused before work is done.
func TestBuildTooLarge(t *testing.T) {
	if _, ok := alloc.Available(); !ok {
		t.Log("this system does not say what memory it has")
		return
	}
	if _, err := Regular(context.Background(), Config{Ports: 1 << 16, Servers: MaxServers}, 1<<31); err == nil {
		t.Error("512 TiB are accepted")
	}
}
