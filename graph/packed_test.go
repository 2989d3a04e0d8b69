package graph

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"shardq/alloc"
	"shardq/graph/isa"
	"shardq/graph/rng"
)

// pairedServers returns N at and around the powers of two where the width of an id changes, and a few others.
func pairedServers() []int {
	all := []int{1, 2, 3, 100}
	for k := 7; k <= maxWidth; k++ {
		all = append(all, 1<<k-1, 1<<k, 1<<k+1)
	}
	return slices.DeleteFunc(all, func(n int) bool { return n > 1<<maxWidth })
}

// rowsOfDegrees draws a uniform row of each degree.
func rowsOfDegrees(seed uint64, servers int, degrees []int) [][]uint32 {
	rows := make([][]uint32, len(degrees))
	seq := rng.NewSequence(seed)
	s := sampler{n: uint64(servers)}
	for p, d := range degrees {
		rows[p] = make([]uint32, d)
		s.subset(rows[p], &seq)
	}
	return rows
}

// checkPacked compares every way to look at a packed graph with the graph that it stands for.
func checkPacked(t rapid.TB, g *Packed, want Graph) {
	t.Helper()
	if g.Ports() != want.Ports() || g.Servers() != want.Servers() || g.Edges() != want.Edges() {
		t.Fatalf(
			"%d ports, %d servers, %d edges; want %d, %d, %d",
			g.Ports(),
			g.Servers(),
			g.Edges(),
			want.Ports(),
			want.Servers(),
			want.Edges(),
		)
	}
	most, apart := 0, 0
	buf := make([]uint32, g.MaxDegree()+Padding)
	var own []uint32
	for p := range uint32(g.Ports()) {
		row := want.Row(p, nil)
		most = max(most, len(row))
		if start := g.start(p); g.header(p, start) == spilled {
			apart++
		}
		if d := g.Degree(p); d != len(row) {
			t.Fatalf("port %d has degree %d, want %d", p, d, len(row))
		}
		if own = g.Row(p, own); !slices.Equal(own, row) {
			t.Fatalf("port %d: row %.200v, want %.200v", p, fmt.Sprint(own), fmt.Sprint(row))
		}
		for i := range buf {
			buf[i] = math.MaxUint32
		}
		got := g.Unpack(isa.Best, p, buf)
		if !slices.Equal(got, row) {
			t.Fatalf("port %d: unpacked %.200v, want %.200v", p, fmt.Sprint(got), fmt.Sprint(row))
		}
		for i, id := range got[:(len(got)+15)&^15] {
			if int(id) >= g.Servers() {
				t.Fatalf("port %d of degree %d: entry %d is %d, no server of %d", p, len(row), i, id, g.Servers())
			}
		}
	}
	if g.MaxDegree() != most || g.Spilled() != apart {
		t.Fatalf("largest degree %d and %d rows apart, want %d and %d", g.MaxDegree(), g.Spilled(), most, apart)
	}
	if err := Validate(context.Background(), g); err != nil {
		t.Fatal(err)
	}
	if hashOf(g) != hashOf(want) {
		t.Fatal("the hash is another")
	}
	_, block, lines := g.Blocks()
	if block%lineBytes != 0 || lines < 1 || lines*lineBytes > block {
		t.Fatalf("blocks of %d bytes, of which %d lines are fetched", block, lines)
	}
}

func pack1(t rapid.TB, g Graph) *Packed {
	t.Helper()
	packed, err := Pack(context.Background(), nil, g, 1)
	if err != nil {
		t.Fatal(err)
	}
	return packed
}

// Any rows at any number of servers: none, a few, many, and one that is much longer than the others.
func TestPackedRows(t *testing.T) {
	servers := pairedServers()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom(servers).Draw(t, "servers")
		degree := rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 4), rapid.IntRange(0, 70), rapid.IntRange(14, 18), rapid.IntRange(0, 1000))
		degrees := rapid.SliceOfN(degree, 1, 30).Draw(t, "degrees")
		for i := range degrees {
			degrees[i] = min(degrees[i], n)
			if n > 1<<16 { // the bit set of a dense row takes its time
				degrees[i] = min(degrees[i], n/denseShare)
			}
		}
		rows := rowsOfDegrees(rapid.Uint64().Draw(t, "seed"), n, degrees)
		for _, row := range rows { // extremes of the ids
			if d := len(row); d > 0 && rapid.Bool().Draw(t, "extreme") {
				if row[0] = 0; d > 1 || rapid.Bool().Draw(t, "last") {
					row[d-1] = uint32(n - 1)
				}
			}
		}
		g, err := Explicit(rows, n)
		if err != nil {
			t.Fatal(err)
		}
		checkPacked(t, pack1(t, g), g)
	})
}

// Every width that there is, at the largest ids that it holds.
func TestPackedWidths(t *testing.T) {
	seen := map[uint]bool{}
	for _, n := range pairedServers() {
		degrees := []int{0, 1, min(n, 16), min(n, 17), min(n, 40), 0, min(n, 33)}
		rows := rowsOfDegrees(uint64(n), n, degrees)
		for _, row := range rows {
			if len(row) > 0 {
				row[len(row)-1] = uint32(n - 1)
			}
		}
		g := explicit(t, rows, n)
		packed := pack1(t, g)
		checkPacked(t, packed, g)
		seen[packed.Width()] = true
		if w := packed.Width(); w%2 != 0 || w < 8 || uint64(n) > 1<<w || w > 8 && uint64(n) <= 1<<(w-2) {
			t.Errorf("ids of %d bits for %d servers", w, n)
		}
	}
	if len(seen) != (maxWidth-8)/2+1 {
		t.Errorf("widths %v, want every even one from 8 to %d", seen, maxWidth)
	}
}

// Rows that do not fit into a block: a few long ones, all of them, more than a header can count.
func TestPackedSpills(t *testing.T) {
	repeat := func(n int, degrees ...int) []int { return slices.Repeat(degrees, n) }
	for name, c := range map[string]struct {
		servers   int
		degrees   []int
		least     int // rows kept apart
		most      int
		wantBytes int // of a block; 0: any
	}{
		"skewed":                {1 << 20, append(repeat(2000, 3), 5000, 2, 4000, 4000, 1), 3, 3, 64},
		"skewed, odd ones":      {1 << 20, append(repeat(2000, 3), 2, 5000, 0, 300), 2, 2, 64},
		"short beside long":     {1 << 16, append(repeat(1000, 12), 29, 1, 1, 29), 0, 0, 64},
		"one of two":            {1 << 16, append(repeat(1000, 12), 20, 13, 13, 20), 2, 2, 64},
		"both of two":           {1 << 16, append(repeat(1000, 12), 40, 41, 40, 40), 4, 4, 64},
		"all":                   {30_000, repeat(2, 20_000, 19_999), 4, 4, 64},
		"all, alone":            {30_000, []int{20_000}, 1, 1, 64},
		"beyond a header":       {100_000, []int{65_534, 65_535, 65_536, 100_000, 1}, 4, 4, 64},
		"long beside nothing":   {30_000, []int{0, 20_000, 20_000, 0, 0}, 2, 2, 64},
		"largest block":         {200, repeat(300, 200), 0, 0, 448},
		"empty":                 {10, repeat(7, 0), 0, 0, 64},
		"one port without rows": {1, []int{0}, 0, 0, 64},
		"one server":            {1, []int{1, 0, 1}, 0, 0, 64},
	} {
		t.Run(name, func(t *testing.T) {
			g := explicit(t, rowsOfDegrees(1, c.servers, c.degrees), c.servers)
			packed := pack1(t, g)
			checkPacked(t, packed, g)
			if n := packed.Spilled(); n < c.least || n > c.most {
				t.Errorf("%d rows kept apart, want %d to %d", n, c.least, c.most)
			}
			if c.wantBytes > 0 && packed.block != c.wantBytes {
				t.Errorf("blocks of %d bytes, want %d", packed.block, c.wantBytes)
			}
		})
	}
}

// Random graphs are the same in both forms, drawn or computed, with an odd number of ports as with an even one.
func TestPackedRandomGraphs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := Config{
			Ports:   rapid.OneOf(rapid.IntRange(1, 40), rapid.IntRange(blockRows-2, blockRows+2)).Draw(t, "ports"),
			Servers: rapid.SampledFrom([]int{1, 2, 77, 1000, 1 << 16, 1<<20 + 1, 1 << maxWidth}).Draw(t, "servers"),
			Seed:    rapid.Uint64().Draw(t, "seed"),
			Workers: rapid.IntRange(0, 3).Draw(t, "workers"),
		}
		mean := rapid.Float64Range(0, min(40, float64(cfg.Servers))).Draw(t, "mean degree")
		p := mean / float64(cfg.Servers)
		var packed *Packed
		var want Graph
		var err, err2 error
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			packed, err = PackBernoulli(context.Background(), cfg, p)
			want, err2 = Bernoulli(context.Background(), cfg, p)
		case 1:
			packed, err = PackRegular(context.Background(), cfg, int(mean))
			want, err2 = Regular(context.Background(), cfg, int(mean))
		case 2:
			var c *Computed
			if c, err = NewComputed(cfg, p); err == nil {
				packed, err = Pack(context.Background(), nil, c, cfg.Workers)
				want = c
			}
		case 3:
			cfg.Servers = min(cfg.Servers, 77)
			c := Complete{L: cfg.Ports, N: cfg.Servers}
			packed, err = Pack(context.Background(), nil, c, cfg.Workers)
			want = c
		}
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		checkPacked(t, packed, want)
	})
}

// What is known of a graph does not depend on its form, its memory aside.
func TestPackedDescribe(t *testing.T) {
	cfg := Config{Ports: 3001, Servers: 2000, Seed: 8}
	g := bernoulli(t, cfg, MeanDegreeProbability(2000, 5))
	packed, err := PackBernoulli(context.Background(), cfg, MeanDegreeProbability(2000, 5))
	if err != nil {
		t.Fatal(err)
	}
	want, got := describeOf(g), describeOf(packed)
	if got.Bytes != packed.Bytes() || got.BytesPerEdge != float64(got.Bytes)/float64(got.Edges) {
		t.Errorf("%d bytes, %v an edge; want %d", got.Bytes, got.BytesPerEdge, packed.Bytes())
	}
	want.Bytes, want.BytesPerEdge = got.Bytes, got.BytesPerEdge
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-stored +packed):\n%s", diff)
	}
	wantCount, wantFirst := isolatedOf(g)
	if count, first := isolatedOf(packed); count != wantCount || first != wantFirst || count == 0 {
		t.Errorf("%d isolated ports, first %d; want %d, %d", count, first, wantCount, wantFirst)
	}
}

// The same bytes, whatever the number of threads and the arena; Release gives all of them back.
func TestPackIndependentOfWorkers(t *testing.T) {
	degrees := slices.Repeat([]int{30, 7, 0, 31, 29}, 3*blockRows/5+17)
	degrees[5], degrees[2*blockRows], degrees[2*blockRows+1] = 500, 3000, 2000
	skewed := explicit(t, rowsOfDegrees(3, 1<<18, degrees), 1<<18)
	p := MeanDegreeProbability(1<<20, 30)
	for name, build := range map[string]func(Config) (*Packed, error){
		"bernoulli": func(c Config) (*Packed, error) { return PackBernoulli(context.Background(), c, p) },
		"regular":   func(c Config) (*Packed, error) { return PackRegular(context.Background(), c, 12) },
		"skewed":    func(c Config) (*Packed, error) { return Pack(context.Background(), c.Arena, skewed, c.Workers) },
	} {
		var want *Packed
		for _, workers := range []int{1, 2, 3, 7, 0} {
			for _, backing := range []alloc.Backing{alloc.Heap, alloc.Auto} {
				arena := alloc.New(alloc.Config{Backing: backing})
				g, err := build(Config{Ports: 3*blockRows + 17, Servers: 1 << 20, Seed: 4, Workers: workers, Arena: arena})
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = g
					continue
				}
				same := bytes.Equal(g.data, want.data) && slices.Equal(g.rest, want.rest) && slices.Equal(g.starts, want.starts)
				if !same || g.block != want.block || g.edges != want.edges || g.degree != want.degree || g.Bytes() != want.Bytes() {
					t.Errorf("%s: %d workers, %v: other bytes", name, workers, backing)
				}
				for range 2 {
					if err := g.Release(); err != nil {
						t.Error(err)
					}
				}
				if use := arena.Usage(); len(use) != 0 || g.Edges() != 0 || g.Bytes() != 0 || g.Spilled() != 0 {
					t.Errorf("%s: after Release: %v, %d edges, %d bytes", name, use, g.Edges(), g.Bytes())
				}
			}
		}
	}
}

func TestPackRefusals(t *testing.T) {
	for want, build := range map[string]func() error{
		"graph: 268435457 servers are too many for packed rows, want at most 268435456": func() error {
			_, err := PackRegular(context.Background(), Config{Ports: 1, Servers: 1<<28 + 1}, 1)
			return err
		},
		"graph: 2147483648 servers are too many for packed rows": func() error {
			_, err := Pack(context.Background(), nil, Complete{L: 1, N: MaxServers}, 0)
			return err
		},
		"graph: edge probability 1.5 is not in [0, 1]": func() error {
			_, err := PackBernoulli(context.Background(), Config{Ports: 1, Servers: 1}, 1.5)
			return err
		},
		"graph: edge probability NaN is not in [0, 1]": func() error {
			_, err := PackBernoulli(context.Background(), Config{Ports: 1, Servers: 1}, math.NaN())
			return err
		},
		"graph: degree 6, want 0 to the 5 servers": func() error {
			_, err := PackRegular(context.Background(),
				Config{Ports: 1, Servers: 5}, 6)
			return err
		},
		"graph: 0 ports, want 1 to": func() error {
			_, err := PackBernoulli(context.Background(), Config{Servers: 1},
				0.5)
			return err
		},
		"graph: 0 servers, want 1 to": func() error { _, err := PackRegular(context.Background(), Config{Ports: 1}, 0); return err },
		"graph: -1 workers, want 1 or more": func() error {
			_, err := Pack(context.Background(), nil, Complete{L: 1, N: 1},
				-1)
			return err
		},
	} {
		if err := build(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, ok := alloc.Available(); !ok {
		t.Log("this system does not say what memory it has")
		return
	}
	if _, err := PackRegular(context.Background(), Config{Ports: 1 << 16, Servers: 1 << 28}, 1<<28); err == nil {
		t.Error("64 TiB are accepted")
	}
}

// Peak memory is that of the result, and nothing else of note comes from the heap.
func TestPackMemory(t *testing.T) {
	arena := alloc.New(alloc.Config{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	g, err := PackBernoulli(
		context.Background(),
		Config{Ports: 1 << 17, Servers: 1 << 17, Seed: 1, Arena: arena},
		MeanDegreeProbability(1<<17, 30),
	)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if limit := g.Bytes() + g.Bytes()/10 + 4<<20; arena.Peak() > limit {
		t.Errorf("peak of %d bytes for a graph of %d", arena.Peak(), g.Bytes())
	}
	if heap := after.TotalAlloc - before.TotalAlloc; arena.Huge() > 0 && heap > g.Bytes()/5 {
		t.Errorf("%d bytes of heap besides a graph of %d", heap, g.Bytes())
	}
	if err := g.Release(); err != nil {
		t.Error(err)
	}
	if len(arena.Usage()) != 0 {
		t.Errorf("after Release: %v", arena.Usage())
	}
}

// Memory of sparse random graphs by a formula of its own: blocks of three lines hold up to so many edges of two rows, of which the longer
// one has to go if they have more.
func TestPackedBytesPerEdge(t *testing.T) {
	const ports, mean = 1 << 15, 30
	for _, c := range []struct {
		servers, holds int // edges of two rows in 192 - 2*2 bytes, at 16 and 20 bits an edge
		least, most    float64
	}{
		{1 << 16, 94, 3.19, 3.22}, // 3.2 bytes an edge, nearly nothing apart
		{1 << 20, 75, 3.25, 3.32},
	} {
		g, err := PackBernoulli(
			context.Background(),
			Config{Ports: ports, Servers: c.servers, Seed: 1},
			MeanDegreeProbability(c.servers, mean),
		)
		if err != nil {
			t.Fatal(err)
		}
		sum := distuv.Binomial{N: 2 * float64(c.servers), P: MeanDegreeProbability(c.servers, mean)}
		share, bytes := 0.0, 192.0
		for s := c.holds + 1; s < 200; s++ {
			share += sum.Prob(float64(s))
			// The longer of two rows with s edges has s/2 + sqrt(s/(2 pi)) on average.
			bytes += sum.Prob(float64(s)) * (8 + 4*(float64(s)/2+math.Sqrt(float64(s)/(2*math.Pi))))
		}
		got := float64(g.Bytes()) / float64(g.Edges())
		// The mean degree is within 6 deviations of its mean, 6 / sqrt(30 ports) = 0.6 %.
		if want := bytes / (2 * mean); math.Abs(got/want-1) > 0.007 || got < c.least || got > c.most {
			t.Errorf("%d servers: %v bytes an edge, want %v, between %v and %v", c.servers, got, want, c.least, c.most)
		}
		pairs := float64(ports / 2)
		if apart, want := float64(g.Spilled()), pairs*share; math.Abs(apart-want) > 6*math.Sqrt(want)+6 || apart > 0.03*ports {
			t.Errorf("%d servers: %v rows kept apart, want %v, a few per cent of %d", c.servers, apart, want, ports)
		}
	}
}
