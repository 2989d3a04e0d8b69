package graph

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shardq/alloc"
	"shardq/graph/isa"
	"shardq/graph/rng"
)

func computed(t testing.TB, cfg Config, p float64) *Computed {
	t.Helper()
	c, err := NewComputed(cfg, p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func computedRegular(t testing.TB, cfg Config, degree int) *Computed {
	t.Helper()
	c, err := NewComputedRegular(cfg, degree)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// literalRow is the definition of a row, step by step and slowly: the servers in the order in which they are drawn, or ascending if they
// are the complement of those drawn. degree returns the degree that belongs to a uniform word.
func literalRow(seed, port uint64, n uint64, degree func(word uint64) int) []uint32 {
	key := rng.NewKey(seed, 64)
	h := rng.Mix64((uint64(key.K0) | uint64(key.K1)<<32) + (port+1)*0x9E3779B97F4A7C15)
	k0, k1 := uint32(h&0xffffffff), uint32(h>>32)
	d := uint64(degree(rng.Mix64(h ^ 0xD6E8FEB86659FD93)))
	want := d
	if 2*d > n {
		want = n - d
	}
	named := map[uint32]bool{}
	var order []uint32
	for i := uint32(0); uint64(len(order)) < want; i++ {
		x := k0 + i*0x9E3779B9
		x ^= x >> 17
		x *= 0xed5ad4bb
		x ^= x >> 11
		x += k1
		x *= 0xac4c1b51
		x ^= x >> 15
		x *= 0x31848bab
		x ^= x >> 14
		m := uint64(x) * n
		if m%(1<<32) < (1<<32)%n {
			continue
		}
		if server := uint32(m >> 32); !named[server] {
			named[server] = true
			order = append(order, server)
		}
	}
	if 2*d <= n {
		return order
	}
	var rest []uint32
	for x := range uint32(n) {
		if !named[x] {
			rest = append(rest, x)
		}
	}
	return rest
}

func ascending(row []uint32) []uint32 {
	row = slices.Clone(row)
	slices.Sort(row)
	return row
}

// checkRow compares the two forms of a row, and its degree, with the definition.
func checkRow(t rapid.TB, c *Computed, s *RowScratch, port uint32, want []uint32) {
	t.Helper()
	got := c.Unsorted(s, port)
	if !slices.Equal(got, want) {
		t.Fatalf(
			"port %d of %d servers: drawn %d servers %.200v, want %d: %.200v",
			port,
			c.Servers(),
			len(got),
			fmt.Sprint(got),
			len(want),
			fmt.Sprint(want),
		)
	}
	if cap(got) < len(got)+Padding {
		t.Fatalf("port %d: %d readable entries beyond %d, want %d", port, cap(got)-len(got), len(got), Padding)
	}
	for i, x := range got[:len(got)+Padding] {
		if int(x) >= c.Servers() {
			t.Fatalf("port %d: entry %d of a row of %d is %d, no server of %d", port, i, len(got), x, c.Servers())
		}
	}
	row := c.Row(port, nil)
	if !slices.Equal(row, ascending(want)) {
		t.Fatalf("port %d: the row is not the sorted draw: %.200v", port, fmt.Sprint(row))
	}
	if c.Degree(port) != len(want) {
		t.Fatalf("port %d: degree %d for a row of %d", port, c.Degree(port), len(want))
	}
	for i := 1; i < len(row); i++ {
		if row[i] <= row[i-1] {
			t.Fatalf("port %d: server %d follows server %d", port, row[i], row[i-1])
		}
	}
}

// Sizes at which something changes: small ones, powers of two (no word is skipped) and their neighbours, sizes for which nearly a quarter
// or half of the words is skipped, the largest.
var manyServers = []int{
	1, 2, 3, 5, 7, 8, 63, 64, 65, 255, 256, 257, 511, 512, 513, 1000, 4095, 4096, 4097, 1 << 20, 1_000_000_000, 1<<30 + 1, 1<<31 - 1,
	1 << 31,
}

func TestComputedRegularFollowsDefinition(t *testing.T) {
	var s RowScratch // one for all graphs: nothing of one may leak into another
	for _, n := range manyServers {
		degrees := []int{0, 1, 2, 3, 15, 16, 17, 30, 31, 32, 33, 100, longRow - 1, longRow, longRow + 1, 700}
		if n <= 1000 {
			degrees = append(degrees, n/2-1, n/2, n/2+1, n-2, n-1, n)
		}
		for _, d := range degrees {
			if d < 0 || d > n || d >= longRow && n > 1<<20 { // the bit set of 2^31 servers takes its time
				continue
			}
			c := computedRegular(t, Config{Ports: MaxPorts, Servers: n, Seed: uint64(n)}, d)
			for _, port := range []uint32{0, 1, 2, MaxPorts - 1} {
				checkRow(t, c, &s, port, literalRow(uint64(n), uint64(port), uint64(n), func(uint64) int { return d }))
			}
		}
	}
}

func TestComputedFollowsDefinition(t *testing.T) {
	var scratch RowScratch
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(1, 300), rapid.IntRange(1, 5000), rapid.SampledFrom(manyServers)).Draw(t, "servers")
		p := rapid.OneOf(rapid.SampledFrom([]float64{0, 0.5, 1}), rapid.Float64Range(0, 1)).Draw(t, "probability")
		if n > 5000 {
			p *= 200 / float64(n)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		cfg := Config{Ports: MaxPorts, Servers: n, Seed: seed}
		c, err := NewComputed(cfg, p)
		if err != nil {
			t.Fatal(err)
		}
		binomial, err := rng.NewBinomial(n, p)
		if err != nil {
			t.Fatal(err)
		}
		scratch.ISA = rapid.SampledFrom(isa.Levels()).Draw(t, "level")
		first := rapid.Uint32Range(0, MaxPorts-4).Draw(t, "port")
		for port := first; port < first+4; port++ {
			checkRow(t, c, &scratch, port, literalRow(seed, uint64(port), uint64(n), binomial.Count))
		}
	})
}

// The stamps of the table of duplicates wrap after 255 rows; small N have many duplicates.
func TestComputedManyRowsInOneScratch(t *testing.T) {
	var s RowScratch
	c := computedRegular(t, Config{Ports: 2000, Servers: 61, Seed: 5}, 30)
	for port := range uint32(2000) {
		checkRow(t, c, &s, port, literalRow(5, uint64(port), 61, func(uint64) int { return 30 }))
	}
	// Residues of 4096 that agree without being duplicates.
	wide := computedRegular(t, Config{Ports: 300, Servers: 1 << 31, Seed: 6}, longRow-1)
	for port := range uint32(300) {
		checkRow(t, wide, &s, port, literalRow(6, uint64(port), 1<<31, func(uint64) int { return longRow - 1 }))
	}
}

// words promises servers even where it writes beyond what it returns, and must leave the rest of dst alone.
func TestWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.Uint32Range(1, 1<<31), rapid.Just(uint32(3<<29)), rapid.Uint32Range(1, 100)).Draw(t, "n")
		want := rapid.IntRange(1, 200).Draw(t, "want")
		k0, k1, first := rapid.Uint32().Draw(t, "k0"), rapid.Uint32().Draw(t, "k1"), rapid.Uint32().Draw(t, "first")
		generic := make([]uint32, want+Padding)
		have, next := wordsGeneric(generic, want, k0, k1, n, -n%n, first)
		if have != want || next-first < uint32(want) {
			t.Fatalf("%d servers from %d words, want %d", have, next-first, want)
		}
		const guard = 0xdeadbeef
		dst := slices.Repeat([]uint32{guard}, want+Padding+1)
		s := RowScratch{}
		have, last := s.words(dst[:want+Padding:want+Padding], want, k0, k1, n, -n%n, first)
		if have < want || have > want+Padding || last-first < next-first {
			t.Fatalf("%d servers from %d words, want %d", have, last-first, want)
		}
		all := make([]uint32, have)
		if _, next = wordsGeneric(all, have, k0, k1, n, -n%n, first); last-first < next-first {
			t.Fatalf("%d servers, but the next word is %d, want %d or a later one", have, last, next)
		}
		if dst[want+Padding] != guard {
			t.Fatal("written outside")
		}
		if !slices.Equal(dst[:have], all) || !slices.Equal(generic[:want], all[:want]) {
			t.Fatalf("servers %v and %v, want %v", dst[:have], generic[:want], all)
		}
		for _, x := range dst[want : want+Padding] {
			if x >= n && x != guard {
				t.Fatalf("%d is no server of %d", x, n)
			}
		}
	})
}

// Stored, the graph in memory is the same graph, whatever the number of threads and the arena.
func TestComputedStored(t *testing.T) {
	for name, c := range map[string]func(Config) *Computed{
		"sparse":  func(cfg Config) *Computed { return computed(t, cfg, MeanDegreeProbability(cfg.Servers, 20)) },
		"dense":   func(cfg Config) *Computed { cfg.Servers = 70; return computed(t, cfg, 0.6) },
		"long":    func(cfg Config) *Computed { cfg.Ports = 200; return computed(t, cfg, 0.15) },
		"regular": func(cfg Config) *Computed { return computedRegular(t, cfg, 12) },
	} {
		base := Config{Ports: 2*blockRows + 17, Servers: 5000, Seed: 4}
		g := c(base)
		if err := Validate(context.Background(), g); err != nil {
			t.Error(err)
		}
		hash, description := hashOf(g), describeOf(g)
		for workers, backing := range map[int]alloc.Backing{1: alloc.Heap, 3: alloc.Auto, 0: alloc.Heap} {
			cfg := base
			cfg.Workers = workers
			arena := alloc.New(alloc.Config{Backing: backing})
			stored, err := c(cfg).Stored(context.Background(), arena)
			if err != nil {
				t.Fatal(err)
			}
			if hashOf(stored) != hash {
				t.Errorf("%s, %d workers, %v: the stored graph is another", name, workers, backing)
			}
			want := describeOf(stored)
			want.Bytes, want.BytesPerEdge = 0, 0
			if diff := cmp.Diff(want, description); diff != "" {
				t.Errorf("%s (-stored +computed):\n%s", name, diff)
			}
			if err := arena.Release(); err != nil {
				t.Error(err)
			}
		}
	}
	if g := computed(t, Config{Ports: 100, Servers: 50, Seed: 1}, 1); hashOf(g) != hashOf(Complete{L: 100, N: 50}) {
		t.Error("probability 1 is not the complete graph")
	}
}

func TestComputedIsolated(t *testing.T) {
	c := computed(t, Config{Ports: 5000, Servers: 1000, Seed: 3}, MeanDegreeProbability(1000, 4))
	stored, err := c.Stored(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	wantCount, wantFirst := isolatedOf(stored)
	if count, first := isolatedOf(c); count != wantCount || first != wantFirst || count == 0 {
		t.Errorf("%d isolated ports, first %d; want %d, %d", count, first, wantCount, wantFirst)
	}
	for _, c := range []struct {
		g     *Computed
		count int
	}{
		{computed(t, Config{Ports: 10, Servers: 10}, 0), 10}, {computed(t, Config{Ports: 10, Servers: 10}, 1), 0},
		{computedRegular(t, Config{Ports: 10, Servers: 10}, 0), 10}, {computedRegular(t, Config{Ports: 10, Servers: 10}, 1), 0},
	} {
		if count, first := isolatedOf(c.g); count != c.count || first != 0 {
			t.Errorf("%d isolated ports, first %d; want %d, 0", count, first, c.count)
		}
	}
}

// What is expected of a graph too large to read must be near to what is found in one that can be read.
func TestComputedExpectation(t *testing.T) {
	for _, c := range []*Computed{
		computed(t, Config{Ports: 20_000, Servers: 10_000, Seed: 1}, MeanDegreeProbability(10_000, 3)),
		computedRegular(t, Config{Ports: 20_000, Servers: 10_000, Seed: 1}, 2),
	} {
		got, want := c.Expect(), describeOf(c)
		// Sums of 10,000 or more nearly independent terms, each with a standard deviation below its mean: six deviations are 6 %.
		for _, x := range [][2]float64{
			{float64(got.Edges), float64(want.Edges)}, {got.PortDegree.Mean, want.PortDegree.Mean},
			{got.ServerDegree.Mean, want.ServerDegree.Mean},
		} {
			if !(math.Abs(x[0]/x[1]-1) < 0.06) {
				t.Errorf("expected %v, found %v", x[0], x[1])
			}
		}
		for _, x := range [][2]int{
			{got.PortDegree.Isolated, want.PortDegree.Isolated}, {got.ServerDegree.Isolated, want.ServerDegree.Isolated},
		} {
			if !(math.Abs(float64(x[0]-x[1])) <= 6*math.Sqrt(float64(x[0]))) {
				t.Errorf("%d isolated expected, found %d", x[0], x[1])
			}
		}
	}
	billion := describeOf(computedRegular(t, Config{Ports: 1_000_000_000, Servers: 1_000_000_000}, 30))
	if !billion.Expected || billion.Edges != 30_000_000_000 || billion.PortDegree != (Degrees{Min: 30, Max: 30, Mean: 30}) ||
		billion.Bytes != 0 {
		t.Errorf("a billion ports: %+v", billion)
	}
	if edges := computed(t, Config{Ports: 1 << 20, Servers: 1 << 20}, MeanDegreeProbability(1<<20, 30)).MeanEdges(); edges != 30<<20 {
		t.Errorf("%v expected edges", edges)
	}
}

// What is counted is what is there; of a graph too large for that, what is expected, at once, unless the degrees are certain.
func TestCount(t *testing.T) {
	sparse := computed(t, Config{Ports: 5000, Servers: 500, Seed: 3}, 0.004)
	listed, err := sparse.Stored(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	isolated, _ := isolatedOf(listed)
	for _, c := range []struct {
		name string
		g    Graph
		want Counts
	}{
		{"computed", sparse, Counts{Edges: listed.Edges(), Isolated: isolated}},
		{"stored", listed, Counts{Edges: listed.Edges(), Isolated: isolated}},
		{"complete", Complete{L: MaxPorts, N: MaxServers}, Counts{Edges: MaxPorts * MaxServers}},
		{"regular", computedRegular(t, Config{Ports: MaxPorts, Servers: MaxServers}, 7), Counts{Edges: 7 * MaxPorts}},
		{"no edges", computedRegular(t, Config{Ports: MaxPorts, Servers: MaxServers}, 0), Counts{Isolated: MaxPorts}},
		// (1 - p)^N = e^-1, but for a relative 2^-32.
		{"huge", computed(t, Config{Ports: MaxPorts, Servers: MaxServers}, 1.0/MaxServers),
			Counts{Edges: MaxPorts, Isolated: int(MaxPorts*math.Exp(-1) + 0.5), Expected: true}},
	} {
		if got := Count(c.g); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	if s := describeOf(computed(t, Config{Ports: MaxPorts, Servers: 1000}, 1e-6)); !s.Expected {
		t.Error("2^31 ports with few edges were read")
	}
}

// A row depends on (seed, port) alone: fewer ports give the same first rows.
func TestComputedRowIndependentOfPorts(t *testing.T) {
	g, h := computed(t, Config{Ports: 3000, Servers: 1000, Seed: 5}, 0.02), computed(t, Config{Ports: 10, Servers: 1000, Seed: 5}, 0.02)
	for p := range uint32(10) {
		if a, b := g.Row(p, nil), h.Row(p, nil); !slices.Equal(a, b) {
			t.Errorf("port %d: %v among 3000 ports, %v among 10", p, a, b)
		}
	}
	if hashOf(computed(t, Config{Ports: 10, Servers: 1000, Seed: 6}, 0.02)) == hashOf(h) {
		t.Error("two seeds give one graph")
	}
}

// These values must never change: they are what makes results comparable between machines and releases.
func TestComputedGolden(t *testing.T) {
	for _, c := range []struct {
		name string
		g    *Computed
		want uint64
	}{
		{"mean degree", computed(t, Config{Ports: 4096, Servers: 1 << 20, Seed: 2}, MeanDegreeProbability(1<<20, 30)), 0x77ed38e31b780e3a},
		{"dense", computed(t, Config{Ports: 1000, Servers: 1000, Seed: 3}, 0.7), 0xa046da755f8e94bf},
		{"regular", computedRegular(t, Config{Ports: 4096, Servers: 1_000_000_000, Seed: 4}, 8), 0x730a94805e3d33ad},
	} {
		if got := hashOf(c.g); got != c.want {
			t.Errorf("%s: hash %#x, want %#x", c.name, got, c.want)
		}
	}
}

func TestComputedConcurrent(t *testing.T) {
	c := computed(t, Config{Ports: 2000, Servers: 500, Seed: 1}, 0.1)
	want := hashOf(c)
	stored, err := c.Stored(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if hashOf(c) != want || c.Edges() != stored.Edges() {
				t.Error("concurrent readers see different graphs")
			}
		})
	}
	wg.Wait()
}

func TestComputedRefusals(t *testing.T) {
	for _, p := range []float64{-0.1, 1.1, math.NaN(), math.Inf(1)} {
		if _, err := NewComputed(Config{Ports: 1, Servers: 1}, p); err == nil {
			t.Errorf("probability %v is accepted", p)
		}
	}
	for _, d := range []int{-1, 6} {
		if _, err := NewComputedRegular(Config{Ports: 5, Servers: 5}, d); err == nil {
			t.Errorf("degree %d of 5 servers is accepted", d)
		}
	}
	if _, err := NewComputed(Config{}, 0.5); err == nil {
		t.Error("no ports are accepted")
	}
	if _, err := NewComputedRegular(Config{}, 1); err == nil {
		t.Error("no ports are accepted")
	}
}

// Rows into memory that is there already allocate nothing.
func TestComputedRowsDoNotAllocate(t *testing.T) {
	c := computed(t, Config{Ports: 1 << 20, Servers: 1 << 20, Seed: 1}, MeanDegreeProbability(1<<20, 30))
	var s RowScratch
	port := uint32(0)
	for range 1000 {
		c.Unsorted(&s, port)
		port++
	}
	if n := testing.AllocsPerRun(1000, func() { c.Unsorted(&s, port); port++ }); n > 0 {
		t.Errorf("%v allocations a row", n)
	}
}
