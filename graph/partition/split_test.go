package partition

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"pgregory.net/rapid"

	"shardq/graph"
)

// drawGraph draws a small graph of any shape: isolated ports and servers, stars, empty ones.
func drawGraph(t *rapid.T) *graph.CSR {
	servers := rapid.IntRange(1, 80).Draw(t, "servers")
	rows := rapid.SliceOfN(rapid.SliceOfNDistinct(rapid.Uint32Range(0, uint32(servers-1)), 0, min(servers, 12), rapid.ID[uint32]), 1, 80).
		Draw(t, "rows")
	g, err := graph.Explicit(rows, servers)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func split(t testing.TB, g graph.Graph, cfg Config) *Parts {
	t.Helper()
	parts, err := Split(g, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := parts.Validate(g); err != nil {
		t.Fatal(err)
	}
	return parts
}

func remoteShare(t testing.TB, g graph.Graph, parts *Parts) float64 {
	t.Helper()
	r, err := Measure(g, parts, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.RemoteShare()
}

// consecutive returns blocks of equal numbers of ports and of servers.
func consecutive(t testing.TB, g graph.Graph, k int) *Parts {
	t.Helper()
	ports, err1 := Blocks([]Run{{g.Ports(), 1}}, k)
	servers, err2 := Blocks([]Run{{g.Servers(), 1}}, k)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return &Parts{K: k, Ports: ports, Servers: servers}
}

// Everything is in a part, no part is too large, and the order as it was is never better.
func TestSplitKeepsItsBounds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := drawGraph(rt)
		cfg := Config{
			K:      rapid.OneOf(rapid.IntRange(1, 6), rapid.IntRange(1, 100)).Draw(rt, "k"),
			Slack:  rapid.SampledFrom([]float64{0, 0.001, 0.1, 1}).Draw(rt, "slack"),
			Passes: rapid.IntRange(0, 3).Draw(rt, "passes"),
		}
		parts := split(t, g, cfg)
		slack := cfg.Slack
		if slack == 0 {
			slack = DefaultSlack
		}
		for what, of := range map[string][]uint32{"ports": parts.Ports, "servers": parts.Servers} {
			room := max((len(of)+cfg.K-1)/cfg.K, int((1+slack)*float64(len(of))/float64(cfg.K)))
			for k, n := range sizes(of, cfg.K) {
				if n > room {
					rt.Fatalf("part %d has %d of %d %s, want at most %d", k, n, len(of), what, room)
				}
			}
		}
		start := newSplitter(g, Config{K: cfg.K})
		start.blocks()
		r, err := Measure(g, parts, nil)
		if err != nil {
			rt.Fatal(err)
		}
		if before := start.cut(); r.RemoteEdges > before {
			rt.Fatalf("%d remote edges, blocks of consecutive ids have %d", r.RemoteEdges, before)
		}
	})
}

// Separate pieces that fit are kept whole, whatever their numbers.
func TestSplitFindsComponents(t *testing.T) {
	for _, k := range []int{2, 4, 8} {
		g := renumbered(t, planted(t, 800, 8, 5, 0, 1), uint64(k))
		if share := remoteShare(t, g, split(t, g, Config{K: k})); share != 0 {
			t.Errorf("%d parts of 8 components: %.4f of the edges are remote", k, share)
		}
	}
}

// A ring in any order: cut in k places, each of which parts reach*(reach+1) edges.
func TestSplitFindsRing(t *testing.T) {
	const n, reach = 3000, 7
	g := renumbered(t, ring(t, n, reach), 2)
	for _, k := range []int{2, 3, 8} {
		best := float64(k*reach*(reach+1)) / float64(g.Edges())
		if share := remoteShare(t, g, split(t, g, Config{K: k})); share > 1.2*best {
			t.Errorf("%d parts: %.5f of the edges are remote, the best is %.5f", k, share, best)
		}
	}
}

// A square in any order: at most a third more than cutting it into squares does (into two halves for k = 2).
func TestSplitFindsGrid(t *testing.T) {
	const side, reach = 64, 2
	ordered := grid(t, side, reach)
	g := renumbered(t, ordered, 3)
	for k, across := range map[int]int{2: 1, 4: 2, 16: 4} {
		squares := &Parts{K: k}
		for i := range side * side {
			squares.Ports = append(squares.Ports, uint32(i/side*(k/across)/side*across+i%side*across/side))
		}
		squares.Servers = squares.Ports
		best := remoteShare(t, ordered, squares)
		share := remoteShare(t, g, split(t, g, Config{K: k}))
		t.Logf("%d parts: %.4f remote, squares %.4f", k, share, best)
		if share > 4./3*best {
			t.Errorf("%d parts: %.4f of the edges are remote, squares have %.4f", k, share, best)
		}
	}
}

// Clusters with edges between them, in any order: nearly all edges within clusters stay within parts, where parts hold whole clusters.
func TestSplitFindsPlantedClusters(t *testing.T) {
	for _, c := range []struct {
		n, clusters, k int
		noise, within  float64 // share of the locality that must be found
	}{
		{2000, 2, 2, 0.1, 0.98}, {2000, 4, 4, 0.1, 0.98}, {2000, 8, 2, 0.1, 0.98}, {2000, 8, 4, 0.1, 0.95}, {2000, 64, 2, 0.1, 0.95},
		{2000, 64, 4, 0.1, 0.90}, {4000, 64, 16, 0.1, 0.80}, {2000, 4, 4, 0.3, 0.90}, {2000, 64, 2, 0.3, 0.80},
	} {
		g := renumbered(t, planted(t, c.n, c.clusters, 10, c.noise, 7), 8)
		blind := 1 - 1/float64(c.k) // remote share of a division that knows nothing
		perfect := c.noise * blind  // remote share if parts are unions of clusters
		share := remoteShare(t, g, split(t, g, Config{K: c.k}))
		found := (blind - share) / (blind - perfect)
		t.Logf("%+v: found %.3f", c, found)
		if found < c.within {
			t.Errorf("%+v: found %.3f of the locality", c, found)
		}
	}
}

// On random graphs there is little to find, but what is found is no worse than what was there, and parts stay balanced.
func TestSplitRandomDoesNoHarm(t *testing.T) {
	for _, k := range []int{2, 16} {
		g := random(t, 3000, 20, 4)
		before, err := Measure(g, consecutive(t, g, k), nil)
		if err != nil {
			t.Fatal(err)
		}
		after, err := Measure(g, split(t, g, Config{K: k}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if after.RemoteEdges > before.RemoteEdges || after.PortBalance > 1.03 || after.ServerBalance > 1.03 {
			t.Errorf("%d parts: %+v after %+v", k, after, before)
		}
	}
}

// The result is a function of the graph: the same bytes on every machine, every time, and however the graph is stored.
func TestSplitGolden(t *testing.T) {
	digest := func(p *Parts) uint64 {
		d := xxhash.New()
		for _, part := range append(append([]uint32{}, p.Ports...), p.Servers...) {
			d.Write([]byte{byte(part), byte(part >> 8)})
		}
		return d.Sum64()
	}
	for _, c := range []struct {
		name string
		g    graph.Graph
		want uint64
	}{
		{"ring", renumbered(t, ring(t, 500, 6), 1), 0x9f2e668bcf6f861c},
		{"planted", renumbered(t, planted(t, 500, 4, 6, 0.2, 1), 1), 0x90b44bb2e07bef81},
		{"random", random(t, 500, 10, 1), 0xc9eedfc46594ce42},
	} {
		got := digest(split(t, c.g, Config{K: 3}))
		if got != c.want {
			t.Errorf("%s: digest %#x, want %#x", c.name, got, c.want)
		}
		same, err := View(c.g, &Order{Ports: identity(c.g.Ports()), Servers: identity(c.g.Servers())})
		if err != nil {
			t.Fatal(err)
		}
		if again := digest(split(t, same, Config{K: 3})); again != got {
			t.Errorf("%s: digest %#x through a view, want %#x", c.name, again, got)
		}
	}
}

func identity(n int) []uint32 {
	ids := make([]uint32, n)
	for i := range ids {
		ids[i] = uint32(i)
	}
	return ids
}

func TestSplitErrors(t *testing.T) {
	g := ring(t, 10, 1)
	for want, cfg := range map[string]Config{
		"0 parts, want 1 to 4096":    {},
		"5000 parts, want 1 to 4096": {K: 5000},
		"slack -0.1, want 0 to 1":    {K: 2, Slack: -0.1},
		"slack NaN, want 0 to 1":     {K: 2, Slack: math.NaN()},
		"-1 passes, want 1 or more":  {K: 2, Passes: -1},
	} {
		if parts, err := Split(g, cfg); parts != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := Split(graph.Complete{L: 5, N: 5}, Config{K: 2}); !errors.Is(err, ErrNoLocality) {
		t.Errorf("complete graph: %v", err)
	}
}

// The sample has all ports of a server of few, and of a server of many each port equally often.
func TestSample(t *testing.T) {
	g := ring(t, 50, 3)
	s := newSample(g)
	for r := range uint32(50) {
		of := map[uint32]bool{}
		for _, p := range s.of(r) {
			of[p] = true
			if d := (p + 50 - r) % 50; d > 3 && d < 47 {
				t.Errorf("server %d: port %d is not a neighbour", r, p)
			}
		}
		if len(of) != 7 {
			t.Errorf("server %d: %d ports, want 7", r, len(of))
		}
	}
	const ports, servers = 40, 4000
	hits := make([]int, ports)
	s = newSample(graph.Complete{L: ports, N: servers})
	for r := range uint32(servers) {
		for _, p := range s.of(r) {
			hits[p]++
		}
	}
	// Each is binomial(4000, 1/5): mean 800, standard deviation 25.3. Six of them are exceeded with probability 2e-9, by one of 40 with
	// 8e-8.
	for p, n := range hits {
		if math.Abs(float64(n)-servers*sampled/ports) > 6*math.Sqrt(servers*0.2*0.8) {
			t.Errorf("port %d is in %d samples, want about %d", p, n, servers*sampled/ports)
		}
	}
}
