package kernel_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// drawFormula draws a graph on servers that is worked out row by row.
func drawFormula(t *rapid.T) graph.Graph {
	var g graph.Graph
	var err error
	switch rapid.SampledFrom([]string{"ring", "torus", "tree"}).Draw(t, "graph") {
	case "ring":
		n := rapid.IntRange(3, 400).Draw(t, "vertices")
		g, err = graph.Ring(n, 2*rapid.IntRange(1, min((n-1)/2, 80)).Draw(t, "half"))
	case "torus":
		g, err = graph.Torus(rapid.SliceOfN(rapid.IntRange(1, 7), 1, 3).Draw(t, "sides"))
	default:
		g, err = graph.Tree(rapid.IntRange(1, 400).Draw(t, "vertices"), rapid.IntRange(1, 90).Draw(t, "arity"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestFormulaRows: with rows that are worked out when they are needed, a run has the digest and the counters that it has with the same rows
// stored, at every level, and the state and the digest of the reference, under every rule. Rows are of 1 to 161 servers, so that they end
// anywhere in a vector.
func TestFormulaRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawFormula(t)
		n := g.Servers()
		rows := make([][]uint32, n)
		for v := range rows {
			rows[v] = append(rows[v], g.Row(uint32(v), nil)...)
		}
		stored, err := graph.Explicit(rows, n)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := graph.Pack(context.Background(), nil, g, 1)
		if err != nil {
			t.Fatal(err)
		}
		sys := &kernel.System{
			Types: []kernel.Type{{Rate: 1, Count: n}}, Seed: rapid.Uint64().Draw(t, "seed"),
			Buffer: rapid.SampledFrom([]int{2, 5, 0, 1000}).Draw(t, "buffer"), // keys of 8, 16 and 32 bits
			Policy: policy.Policy{
				Rule: rapid.SampledFrom(policy.Rules(policy.Bipartite)).Draw(t, "rule"),
				D:    rapid.IntRange(1, 4).Draw(t, "d"), Replacement: rapid.Bool().Draw(t, "replacement"),
			},
		}
		if fast := n / 3; fast > 0 && rapid.Bool().Draw(t, "two types") {
			sys.Types = []kernel.Type{{Rate: 2, Count: fast}, {Rate: 1, Count: n - fast}}
		}
		if p := &sys.Policy; p.Rule == policy.TwoClass {
			if len(sys.Types) != 2 {
				t.Skip("the rule wants two types")
			}
			p.DFast, p.DSlow, p.PFast, p.PSlow = 2, 2, 0.9, 0.5
		}
		sys.Arrivals = rapid.SampledFrom([]float64{0.5, 0.9}).Draw(t, "load") * sys.Capacity()
		until := rapid.Uint64Range(1<<28, 1<<33).Draw(t, "until") // up to two epochs
		sys.Graph = stored
		ref, err := kernel.NewReference(sys)
		if err != nil {
			t.Fatal(err)
		}
		ref.Advance(until)
		want := ref.Digest()
		for name, form := range map[string]graph.Graph{"computed": g, "stored": stored, "packed": packed} {
			sys.Graph = form
			for level := isa.Generic; level <= isa.Available(); level++ {
				r := serial(t, sys, level)
				r.advance(until)
				if got := r.digest(); got != want {
					t.Fatalf("%s rows at level %v: digest %016x, the reference has %016x", name, level, got, want)
				}
			}
		}
	})
}
