package graph

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"shardq/alloc"
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

// endsAnywhere fails unless work returns the error of its context whenever that ends, and leaves no memory in the arena. It returns the
// number of looks.
func endsAnywhere(t *testing.T, work func(ctx context.Context, arena *alloc.Arena) error) int64 {
	t.Helper()
	arena := alloc.New(alloc.Config{})
	all := &countdown{Context: context.Background(), most: 1 << 40}
	if err := work(all, arena); err != nil {
		t.Fatal(err)
	}
	n := all.looks.Load()
	for most := int64(0); most < n; most += 1 + n/20 {
		err := work(&countdown{Context: context.Background(), most: most}, arena)
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("ended at look %d of %d: error %v", most+1, n, err)
		}
		if use := arena.Usage(); len(use) != 0 {
			t.Fatalf("ended at look %d of %d: memory is left: %v", most+1, n, use)
		}
	}
	return n
}

// A builder stops wherever it is, and gives its memory back.
func TestBuildersStop(t *testing.T) {
	const n = 5000
	cfg := Config{Ports: n, Servers: n, Seed: 3, Workers: 1}
	type build = func(ctx context.Context, cfg Config) (interface{ Release() error }, error)
	for name, b := range map[string]build{
		"bernoulli": func(ctx context.Context, cfg Config) (interface{ Release() error }, error) {
			return Bernoulli(ctx, cfg, 0.01)
		},
		"regular": func(ctx context.Context, cfg Config) (interface{ Release() error }, error) {
			return Regular(ctx, cfg, 20)
		},
		"packed bernoulli": func(ctx context.Context, cfg Config) (interface{ Release() error }, error) {
			return PackBernoulli(ctx, cfg, 0.01)
		},
		"packed regular": func(ctx context.Context, cfg Config) (interface{ Release() error }, error) {
			return PackRegular(ctx, cfg, 20)
		},
		"blocks": func(ctx context.Context, cfg Config) (interface{ Release() error }, error) {
			return Blocks(ctx, cfg, []int{n / 2, n}, func(_, block int) float64 { return 0.01 * float64(block+1) })
		},
		"packed blocks": func(ctx context.Context, cfg Config) (interface{ Release() error }, error) {
			return PackBlocks(ctx, cfg, []int{n / 2, n}, func(_, block int) float64 { return 0.01 * float64(block+1) })
		},
		"erdos-renyi": func(ctx context.Context, cfg Config) (interface{ Release() error }, error) {
			return ErdosRenyi(ctx, cfg, 0.002)
		},
		"random-regular, waited for": func(ctx context.Context, cfg Config) (interface{ Release() error }, error) {
			return RandomRegular(ctx, cfg, 3)
		},
		"random-regular, exchanged": func(ctx context.Context, cfg Config) (interface{ Release() error }, error) {
			cfg.Ports, cfg.Servers = 1200, 1200
			return RandomRegular(ctx, cfg, 10)
		},
		"random-regular, dense": func(ctx context.Context, cfg Config) (interface{ Release() error }, error) {
			cfg.Ports, cfg.Servers = 200, 200
			return RandomRegular(ctx, cfg, 80)
		},
		"random-regular, complement": func(ctx context.Context, cfg Config) (interface{ Release() error }, error) {
			cfg.Ports, cfg.Servers = 300, 300
			return RandomRegular(ctx, cfg, 280)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			looks := endsAnywhere(t, func(ctx context.Context, arena *alloc.Arena) error {
				cfg := cfg
				cfg.Arena = arena
				g, err := b(ctx, cfg)
				if err != nil {
					return err
				}
				return g.Release()
			})
			if looks < 4 {
				t.Errorf("%d looks at the context of %d rows", looks, n)
			}
			// Several workers stop too.
			many := cfg
			many.Workers = 4
			if _, err := b(&countdown{Context: context.Background(), most: 2}, many); !errors.Is(err, context.Canceled) {
				t.Errorf("4 workers: error %v", err)
			}
		})
	}
}

// So does all that reads or changes a graph.
func TestReadersStop(t *testing.T) {
	const n = 3000
	g, err := ErdosRenyi(context.Background(), Config{Ports: n, Servers: n, Seed: 1}, 0.03)
	if err != nil {
		t.Fatal(err)
	}
	computed, err := NewComputed(Config{Ports: n, Servers: n, Workers: 1}, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	var list, matrix bytes.Buffer
	if err := errors.Join(WriteEdgeList(&list, g), WriteMatrixMarket(&matrix, g)); err != nil {
		t.Fatal(err)
	}
	reversed := make([]uint32, n)
	for v := range reversed {
		reversed[v] = uint32(n - 1 - v)
	}
	// in has a copy of g in the arena, from which what is made of it comes.
	in := func(ctx context.Context, arena *alloc.Arena, do func(*CSR) (*CSR, error)) error {
		own, err := store(context.Background(), Config{Arena: arena}, copied(g))
		if err != nil {
			return err
		}
		h, err := do(own)
		if err != nil {
			return released(own, err)
		}
		return errors.Join(h.Release(), own.Release())
	}
	for name, work := range map[string]func(ctx context.Context, arena *alloc.Arena) error{
		"edge list": func(ctx context.Context, arena *alloc.Arena) error {
			g, err := ReadEdgeList(ctx, bytes.NewReader(list.Bytes()), "list", ReadOptions{Arena: arena})
			if err != nil {
				return err
			}
			return g.Release()
		},
		"matrix": func(ctx context.Context, arena *alloc.Arena) error {
			g, err := ReadMatrixMarket(ctx, bytes.NewReader(matrix.Bytes()), "matrix", ReadOptions{Arena: arena})
			if err != nil {
				return err
			}
			return g.Release()
		},
		"closed": func(ctx context.Context, arena *alloc.Arena) error {
			return in(ctx, arena, func(g *CSR) (*CSR, error) { return Closed(ctx, g) })
		},
		"relabel": func(ctx context.Context, arena *alloc.Arena) error {
			return in(ctx, arena, func(g *CSR) (*CSR, error) { return Relabel(ctx, g, reversed) })
		},
		"renumber": func(ctx context.Context, arena *alloc.Arena) error {
			return in(ctx, arena, func(g *CSR) (*CSR, error) { return Renumber(ctx, g, reversed) })
		},
		"pack": func(ctx context.Context, arena *alloc.Arena) error {
			p, err := Pack(ctx, arena, g, 1)
			if err != nil {
				return err
			}
			return p.Release()
		},
		"validate": func(ctx context.Context, _ *alloc.Arena) error { return Validate(ctx, g) },
		"describe": func(ctx context.Context, _ *alloc.Arena) error {
			_, err := Describe(ctx, g)
			return err
		},
		"hash": func(ctx context.Context, _ *alloc.Arena) error {
			_, err := Hash(ctx, g)
			return err
		},
		"hash of a complete graph": func(ctx context.Context, _ *alloc.Arena) error {
			_, err := Hash(ctx, Complete{L: 1 << 20, N: 1 << 20})
			return err
		},
		"isolated": func(ctx context.Context, _ *alloc.Arena) error {
			c, err := NewComputed(Config{Ports: n, Servers: n, Workers: 1}, 0.01) // a computed one remembers
			if err != nil {
				return err
			}
			count, first, err := Isolated(ctx, c)
			if wantCount, wantFirst := isolatedOf(computed); err == nil && (count != wantCount || first != wantFirst) {
				t.Errorf("%d isolated ports, first %d; want %d, %d", count, first, wantCount, wantFirst)
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			if looks := endsAnywhere(t, work); looks < 2 {
				t.Errorf("%d looks at the context", looks)
			}
		})
	}
}

// A computed graph that was interrupted can be looked at later.
func TestComputedAfterInterruption(t *testing.T) {
	c, err := NewComputed(Config{Ports: 10_000, Servers: 100, Workers: 1}, 0.02)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Isolated(&countdown{Context: context.Background(), most: 3}, c); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	stored, err := c.Stored(context.Background(), nil)
	if err != nil || stored.Edges() != c.Edges() {
		t.Errorf("%d edges, want %d; %v", c.Edges(), stored.Edges(), err)
	}
}

// The name of a file is said with why it was not read to its end.
func TestInterruptedFile(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Read(ctx, strings.NewReader("0 0\n"), "edges.txt", ReadOptions{})
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "edges.txt") {
		t.Errorf("error %v", err)
	}
}
