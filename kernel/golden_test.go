package kernel_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/policy"
)

var update = flag.Bool("update", false, "write the digests of this build to testdata/digests.json")

// goldenSystem is a system whose digest after goldenEpochs epochs is on record.
type goldenSystem struct {
	name string
	sys  *kernel.System
}

const goldenEpochs = 8

// hashed is a stored graph in which a port has each server with probability about degree/servers, made here so that no generator is
// involved.
func hashed(t *testing.T, ports, servers, degree int) *graph.CSR {
	rows := make([][]uint32, ports)
	for p := range rows {
		for s := range servers {
			if int(rng.Mix32(uint32(p*servers+s))%uint32(servers)) < degree {
				rows[p] = append(rows[p], uint32(s))
			}
		}
	}
	g, err := graph.Explicit(rows, servers)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// golden returns the systems: first one for each rule in order, then other shapes.
func golden(t *testing.T) (systems []goldenSystem) {
	types := func(counts ...int) (types []kernel.Type) {
		for i, n := range counts {
			types = append(types, kernel.Type{Rate: 1 / float64(int(1)<<i), Count: n})
		}
		return types
	}
	add := func(name string, load float64, sys *kernel.System) {
		sys.Seed = uint64(len(systems) + 1)
		sys.Arrivals = load * sys.Capacity()
		systems = append(systems, goldenSystem{name, sys})
	}
	zipf := func(n int) (rates []float64) {
		for i := range n {
			rates = append(rates, 1/float64(i+1))
		}
		return rates
	}
	stored := hashed(t, 120, 100, 12)
	for i := range int(policy.Supermarket) { // the rules that any system may have
		rule := policy.Rule(i)
		buffer := []int{5, 1, 0, 5, 100, 0, 5, 1}[i]
		counts := [][]int{{25, 25, 25, 25}, {100}, {10, 90}, {30, 30, 40}}[i%4]
		add(fmt.Sprintf("stored/%v/buffer=%d", rule, buffer), 0.9, &kernel.System{
			Graph: stored, Types: types(counts...), Buffer: buffer, Policy: policy.Policy{Rule: rule, D: 2 + i%3,
				Replacement: rule == policy.JIQJSQD},
		})
	}
	for i := range int(policy.Supermarket) {
		rule := policy.Rule(i)
		buffer := []int{5, 1, 0, 5, 1, 5, 0, 5}[i]
		add(fmt.Sprintf("complete/%v/buffer=%d", rule, buffer), 0.8, &kernel.System{
			Graph: graph.Complete{L: 9, N: 50}, Types: types([][]int{{50}, {20, 30}, {5, 10, 35}, {1, 9, 20, 20}}[i%4]...), Buffer: buffer,
			Policy: policy.Policy{Rule: rule, D: 3}, PortRates: zipf(9),
		})
	}
	add("isolated ports, unequal rates, start shares", 1.2, &kernel.System{
		Graph: hashed(t, 200, 90, 2), Types: types(30, 30, 30), Buffer: 5, Policy: policy.Policy{Rule: policy.JFSQ}, PortRates: zipf(200),
		StartBusy: []float64{0, 0.5, 1},
	})
	add("long rows, 16-bit keys, large samples", 0.95, &kernel.System{
		Graph: hashed(t, 60, 300, 150), Types: types(100, 100, 100), Buffer: 1000, Policy: policy.Policy{Rule: policy.JSQD, D: 40},
	})
	add("long rows, searched", 1.1, &kernel.System{
		Graph: hashed(t, 60, 300, 150), Types: types(100, 200), Buffer: 2, Policy: policy.Policy{Rule: policy.JFSQ},
	})
	add("more servers than have counters of their own", 0.7, &kernel.System{
		Graph: hashed(
			t,
			700,
			kernel.PerServerLimit+200,
			20,
		), Types: types(600, 600), Buffer: 5, Policy: policy.Policy{Rule: policy.JFIQ}, StartBusy: []float64{0.5, 0.5},
	})
	add("one server", 0.5, &kernel.System{Graph: graph.Complete{L: 1, N: 1}, Types: types(1), Policy: policy.Policy{Rule: policy.JSQ}})
	add("equal ticks", 0.9, &kernel.System{
		Graph: stored, Types: types(50, 50), Buffer: 5, Policy: policy.Policy{Rule: policy.JSQ}, CoarseTicks: 26,
	})
	ring := make([][]uint32, 60)
	for v := range ring {
		for _, d := range []int{0, 1, 2, 58, 59} {
			ring[v] = append(ring[v], uint32((v+d)%60))
		}
		slices.Sort(ring[v])
	}
	rings, err := graph.Explicit(ring, 60)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []graph.Graph{rings, graph.Complete{L: 60, N: 60}} {
		for _, replacement := range []bool{false, true} {
			add(fmt.Sprintf("supermarket on %T, replacement %v", g, replacement), 0.9, &kernel.System{
				Graph: g, Types: types(60), Policy: policy.Policy{Rule: policy.Supermarket, D: 3, Replacement: replacement},
			})
		}
		for _, p := range [][2]float64{{0.9, 0.4}, {0.3, 0.2}} {
			add(fmt.Sprintf("two classes on %T, %v", g, p), 0.9, &kernel.System{
				Graph: g, Types: types(20, 40), Buffer: 5, Policy: policy.Policy{Rule: policy.TwoClass, DFast: 2, DSlow: 2, PFast: p[0],
					PSlow: p[1]},
			})
		}
	}
	two := &kernel.Phases{Start: []float64{0.8, 0.2}, Rates: []float64{1.6, 0.4}}
	erlang := &kernel.Phases{Start: []float64{1, 0, 0}, Rates: []float64{3, 3, 3}, Routing: [][]float64{{0, 1, 0}, {0, 0, 1}, {0, 0, 0}}}
	add("hyper-exponential, busy at the start", 0.9, &kernel.System{
		Graph: stored, Types: types(50, 50), Buffer: 5, Policy: policy.Policy{Rule: policy.JFSQ}, Service: two,
		StartBusy: []float64{0.5, 0.5},
	})
	add("hyper-exponential, idle servers asked for", 0.9, &kernel.System{
		Graph: stored, Types: types(10, 90), Policy: policy.Policy{Rule: policy.JFIQ}, Service: two,
	})
	add(
		"erlang, complete",
		0.9,
		&kernel.System{
			Graph:   graph.Complete{L: 9, N: 50},
			Types:   types(50),
			Buffer:  60,
			Policy:  policy.Policy{Rule: policy.JSQ},
			Service: erlang,
		},
	)
	return systems
}

// TestGoldenDigests: the digests on record hold for the definition and for the fast run at every level, so they hold on every machine, with
// every Go release, and in builds with and without assembly. Run with -update to record those of this build: that is right only if the
// definition of a trajectory was meant to change.
func TestGoldenDigests(t *testing.T) {
	const file = "testdata/digests.json"
	systems := golden(t)
	if *update {
		record := map[string]string{}
		for _, g := range systems {
			ref, err := kernel.NewReference(g.sys)
			if err != nil {
				t.Fatal(err)
			}
			ref.Advance(goldenEpochs << 32)
			record[g.name] = fmt.Sprintf("%016x", ref.Digest())
		}
		text, err := json.MarshalIndent(record, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	record := map[string]string{}
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	if len(record) != len(systems) {
		t.Errorf("%d digests on record for %d systems", len(record), len(systems))
	}
	for _, g := range systems {
		t.Run(g.name, func(t *testing.T) {
			ref, err := kernel.NewReference(g.sys)
			if err != nil {
				t.Fatal(err)
			}
			ref.Advance(goldenEpochs << 32)
			want := record[g.name]
			if got := fmt.Sprintf("%016x", ref.Digest()); got != want {
				t.Errorf("reference: digest %s, on record %s: %+v", got, want, ref.Counters())
			}
			for level := isa.Generic; level <= isa.Available(); level++ {
				r := serial(t, g.sys, level)
				r.advance(goldenEpochs << 32)
				if got := fmt.Sprintf("%016x", r.digest()); got != want {
					t.Errorf("%v: digest %s, on record %s", level, got, want)
				}
			}
		})
	}
}
