package input_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/cespare/xxhash/v2"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/graph"
)

// TestWeng2020ProbabilityIsOne: a scenario and the library draw the same graph: the probabilities are equal bit for bit, and those that
// results on record were made with.
func TestWeng2020ProbabilityIsOne(t *testing.T) {
	d := xxhash.New()
	for _, n := range []int{
		1, 2, 3, 10, 32, 100, 128, 512, 1000, 2048, 4096, 10_000, 1 << 16, 100_000, 1 << 20, 1_000_000, 1 << 23, 1 << 27, 1_000_000_000,
		1 << 30,
	} {
		for _, load := range []float64{0.01, 0.1, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99, 0.999} {
			s := &scenario.Scenario{Graph: scenario.GraphSection{Kind: scenario.Bernoulli, Rule: scenario.Weng2020}}
			s.Server.Count, s.Port.Load = n, load
			p := graph.Weng2020Probability(n, load)
			if got := s.EdgeProbability(); math.Float64bits(got) != math.Float64bits(p) {
				t.Errorf("%d servers at load %v: the scenario has %v, the library %v", n, load, got, p)
			}
			d.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(p)))
		}
	}
	if got := d.Sum64(); got != 0x601243e424a62b5f {
		t.Errorf("the probabilities of 280 pairs have the hash %#x: graphs are others than those on record", got)
	}
}

// TestBuiltinProbabilities: the bits that results on record were made with.
func TestBuiltinProbabilities(t *testing.T) {
	const whole, weng = 0x3ff0000000000000, 0x3f9fca51c588f620
	want := map[string]uint64{
		"banerjee2019-halfin-whitt": whole, "budhiraja2019-erdos-renyi": 0x3f689415d039c266,
		"budhiraja2019-random-regular": 0x3f5062b9357bd6ef,
		"gardner2020-jsq-2-2":          whole, "mukherjee2016-jiq-jsq-d": whole, "mukherjee2018-clique": whole,
		"mukherjee2018-erdos-renyi": 0x3f689415d039c266,
		"mukherjee2018-jsq-d":       whole, "mukherjee2018-jsq-log": whole, "mukherjee2018-jsq-sqrt-log": whole,
		"mukherjee2018-random-regular": 0x3f5062b9357bd6ef,
		"quickstart":                   0x3f94000000000000, "weng2020-2048": weng, "weng2020-figure2": whole, "weng2020-figure5": weng,
		"weng2020-jfiq": weng, "weng2020-jiq": weng,
		"weng2020-jsq": weng, "weng2020-million": 0x3f156eda94dbf93d, "weng2020-policies": weng, "zhao2021-super-halfin-whitt": whole,
	}
	for _, info := range input.Builtins() {
		s, err := input.Builtin(info.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		bits, known := want[info.Name]
		if got := math.Float64bits(s.EdgeProbability()); known && got != bits {
			t.Errorf("%s: the edge probability has bits %#x, on record %#x", info.Name, got, bits)
		}
		delete(want, info.Name)
	}
	for name := range want {
		t.Errorf("%s is no scenario any more", name)
	}
}
