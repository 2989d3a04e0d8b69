package instance

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/graph"
	"shardq/graph/isa"
)

// countdown is a context that ends after so many looks at it.
type countdown struct {
	context.Context
	looks atomic.Int64
	most  int64
}

func (c *countdown) Err() error {
	if c.looks.Add(1) > c.most {
		return context.Canceled
	}
	return nil
}

const ownServers = `
servers: {count: 2000, buffer: 5, types: [{name: slow, share: 0.5, rate: 0.5}, {name: fast, share: 0.5, rate: 1}]}
ports: {load: 0.8}
graph: {kind: erdos-renyi, mean_degree: 12}
policy: {name: jfsq}
run: {warmup: 1, measure: 1}
`

// Whatever the kind of a graph, building it stops when the context ends, and memory is given back.
func TestGraphStops(t *testing.T) {
	folder := t.TempDir()
	file := func(name string, write func(f *os.File) error) string {
		f, err := os.Create(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(write(f), f.Close()); err != nil {
			t.Fatal(err)
		}
		return f.Name()
	}
	full := graph.Complete{L: 150, N: 200}
	edges := file("ports.txt", func(f *os.File) error { return graph.WriteEdgeList(f, full) })
	ring, err := graph.Ring(2000, 10)
	if err != nil {
		t.Fatal(err)
	}
	matrix := file("servers.mtx", func(f *os.File) error { return graph.WriteMatrixMarket(f, ring) })
	for _, c := range []struct{ base, graph string }{
		{small, "{kind: bernoulli, mean_degree: 12}"},
		{small, "{kind: bernoulli, mean_degree: 12, storage: packed}"},
		{small, "{kind: regular, degree: 12}"},
		{small, "{kind: regular, degree: 12, storage: packed}"},
		{small, "{kind: file, path: " + edges + "}"},
		{small, "{kind: theorem2, epsilon: 0.02}"},
		{small, "{kind: theorem3, epsilon: 0.02}"},
		{ownServers, "{kind: erdos-renyi, mean_degree: 12}"},
		{ownServers, "{kind: erdos-renyi, mean_degree: 12, storage: packed}"},
		{ownServers, "{kind: random-regular, degree: 3}"},
		{ownServers, "{kind: random-regular, degree: 12, storage: packed}"},
		{ownServers, "{kind: file, between: servers, path: " + matrix + "}"},
	} {
		sc := parse(t, c.base, input.Set{Path: "graph", Value: c.graph})
		arena := alloc.New(alloc.Config{})
		all := &countdown{Context: context.Background(), most: 1 << 40}
		if _, err := Graph(all, sc, arena, isa.Best); err != nil {
			t.Fatalf("%s: %v", c.graph, err)
		}
		if err := arena.Release(); err != nil {
			t.Fatal(err)
		}
		looks := all.looks.Load()
		for most := int64(0); most < looks-int64(len(sc.Policies)); most += 1 + looks/12 {
			arena := alloc.New(alloc.Config{})
			_, err := Graph(&countdown{Context: context.Background(), most: most}, sc, arena, isa.Best)
			if err == nil { // with several workers the number of looks differs a little
				if most < looks/2 {
					t.Errorf("%s, ended at look %d of %d: it was built", c.graph, most+1, looks)
				}
			} else if use := arena.Usage(); !errors.Is(err, fault.ErrInterrupted) || len(use) != 0 {
				t.Errorf("%s, ended at look %d of %d: error %v, memory %v", c.graph, most+1, looks, err, use)
			}
			if err := arena.Release(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A symmetric matrix is a graph between servers, and not one from ports to servers.
func TestSymmetricFile(t *testing.T) {
	const n = 2000
	var text strings.Builder
	fmt.Fprintf(&text, "%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n", n, n, n)
	for v := 2; v <= n; v++ {
		fmt.Fprintf(&text, "%d %d 1.5\n", v, v-1)
	}
	fmt.Fprintf(&text, "%d 1 1\n", n)
	path := filepath.Join(t.TempDir(), "ring.mtx")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	set := func(value string) *scenario.Scenario {
		return parse(t, ownServers, input.Set{Path: "servers.types", Value: "[{name: all, share: 1, rate: 1}]"},
			input.Set{Path: "graph", Value: value})
	}
	g, err := Graph(t.Context(), set("{kind: file, between: servers, path: "+path+"}"), nil, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	ring, err := Graph(t.Context(), set("{kind: ring, degree: 2}"), nil, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	if hash(t, g) != hash(t, ring) {
		t.Error("not a ring")
	}
	_, err = Graph(t.Context(), parse(t, small, input.Set{Path: "graph", Value: "{kind: file, path: " + path + "}"}), nil, isa.Best)
	if err == nil || !strings.Contains(err.Error(), "rows are ports and columns are servers") {
		t.Errorf("error %v", err)
	}
}
