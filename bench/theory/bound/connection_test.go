package bound_test

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"shardq/bench/theory/bound"
	"shardq/bench/theory/theorytest"
	"shardq/graph"
)

// TestConnectionSmall: what all sets say lies between what the adversary finds and what the certificates bound.
func TestConnectionSmall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 10).Draw(t, "servers")
		rows := make([][]uint32, rapid.IntRange(1, 12).Draw(t, "ports"))
		rates := make([]float64, len(rows))
		sum := 0.0
		for l := range rows {
			mask := rapid.IntRange(1, 1<<n-1).Draw(t, "row")
			for r := range n {
				if mask>>r&1 == 1 {
					rows[l] = append(rows[l], uint32(r))
				}
			}
			rates[l] = rapid.Float64Range(0.1, 2).Draw(t, "rate")
			sum += rates[l]
		}
		g, err := graph.Explicit(rows, n)
		if err != nil {
			t.Fatal(err)
		}
		servers := rapid.IntRange(1, n).Draw(t, "of the type")
		c := bound.Connection{
			Servers: servers,
			Least:   rapid.IntRange(1, servers).Draw(t, "least"),
			Most:    sum * rapid.Float64Range(0, 0.6).Draw(t, "most"),
		}
		all, ok, degrees, adversary, spectral := c.Evidences(g, rates, sum)
		if !ok {
			t.Fatal("not enumerated")
		}
		const rounding = 1e-9
		if adversary.Missed > all.Missed+rounding || degrees.Missed < all.Missed-rounding ||
			spectral.Missed != 0 && spectral.Missed < all.Missed-rounding {
			t.Errorf("all %+v, degrees %+v, adversary %+v, spectral %+v", all, degrees, adversary, spectral)
		}
		if all.Verdict == bound.Fails && (degrees.Verdict == bound.Holds || spectral.Verdict == bound.Holds) ||
			all.Verdict == bound.Holds && adversary.Verdict == bound.Fails || all.Verdict == bound.Unknown {
			t.Errorf(
				"verdicts differ: all %v, degrees %v, adversary %v, spectral %v",
				all.Verdict,
				degrees.Verdict,
				adversary.Verdict,
				spectral.Verdict,
			)
		}
		for _, e := range []bound.Evidence{all, adversary} { // the set is missed by so much
			in := map[uint32]bool{}
			for _, r := range e.Set {
				in[r] = true
			}
			missed := 0.0
			for l, row := range rows {
				hit := false
				for _, r := range row {
					hit = hit || in[r]
				}
				if !hit {
					missed += rates[l]
				}
			}
			if len(in) != c.Least || math.Abs(missed-e.Missed) > rounding {
				t.Errorf("set %v of %d servers is missed by %v, said %v", e.Set, c.Least, missed, e.Missed)
			}
		}
	})
}

func random(t *testing.T, ports, servers, degree int) graph.Graph {
	t.Helper()
	g, err := graph.Regular(context.Background(), graph.Config{Ports: ports, Servers: servers, Seed: 7}, degree)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestConnectionLarge(t *testing.T) {
	complete := graph.Complete{L: 500, N: 500}
	dense, sparse := random(t, 500, 500, 480), random(t, 500, 500, 30)
	for _, c := range []struct {
		name  string
		g     graph.Graph
		check bound.Connection
		want  bound.Verdict
	}{
		{"complete", complete, bound.Connection{Servers: 500, Least: 1, Most: 0}, bound.Holds},
		{"too few servers", sparse, bound.Connection{Servers: 10, Least: 11, Most: 0}, bound.Holds},
		{"by degrees", dense, bound.Connection{Servers: 500, Least: 21, Most: 0}, bound.Holds},
		{"by both degrees", random(t, 500, 500, 250), bound.Connection{Servers: 500, Least: 250, Most: 495}, bound.Holds},
		{"by the singular value", sparse, bound.Connection{Servers: 500, Least: 250, Most: 100}, bound.Holds},
		{"adversary", sparse, bound.Connection{Servers: 500, Least: 50, Most: 20}, bound.Fails},
		{"no port", random(t, 500, 500, 1), bound.Connection{Servers: 200, Least: 100, Most: 200}, bound.Fails},
		{"between", sparse, bound.Connection{Servers: 500, Least: 250, Most: 17}, bound.Unknown},
	} {
		e := c.check.Check(c.g, nil, 500, 0)
		if e.Verdict != c.want || e.How == "" {
			t.Errorf("%s: %v, want %v: %s (%v missed, probability %v)", c.name, e.Verdict, c.want, e.How, e.Missed, e.Probability)
		}
	}
	if e := (bound.Connection{Servers: 500, Least: 100, Most: 1}).Check(sparse, nil, 500, 100); e.Verdict != bound.Unknown {
		t.Errorf("too many edges: %+v", e)
	}
}

// TestUnionBound: with one set, the bound of Chernoff on a binomial law; impossible and certain cases.
func TestUnionBound(t *testing.T) {
	half := func(int) float64 { return 0.5 }
	one := bound.Connection{Servers: 3, Least: 3, Most: 79}
	theorytest.Near(t, "one set", one.UnionBound(100, 100, half), -100*(0.8*math.Log(1.6)+0.2*math.Log(0.4)), 1e-12)
	theorytest.Near(
		t,
		"all sets",
		bound.Connection{Servers: 3, Least: 2, Most: 79}.UnionBound(100, 100, half),
		math.Log(3)-100*(0.8*math.Log(1.6)+0.2*math.Log(0.4)),
		1e-12,
	)
	theorytest.Near(t, "likely", bound.Connection{Servers: 3, Least: 3, Most: 40}.UnionBound(100, 100, half), 0, 0)
	theorytest.Near(
		t,
		"one given set",
		bound.Connection{Servers: 3, Least: 2, Most: 20}.AnySet(100, 100, half),
		-100*(0.8*math.Log(1.6)+0.2*math.Log(0.4)),
		1e-12,
	)
	theorytest.Near(
		t,
		"any set, none missed",
		bound.Connection{Servers: 3, Least: 2, Most: 0}.AnySet(100, 100, half),
		100*math.Log(0.5),
		1e-12,
	)
	theorytest.Near(t, "any set, few missed", bound.Connection{Servers: 3, Least: 2, Most: 60}.AnySet(100, 100, half), 0, 0)
	if v := (bound.Connection{Servers: 3, Least: 3, Most: 100}).UnionBound(100, 100, half); !math.IsInf(v, -1) {
		t.Errorf("impossible: %v", v)
	}
}
