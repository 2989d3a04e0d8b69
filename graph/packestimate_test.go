package graph

import (
	"context"
	"math"
	"testing"
)

// checkEstimate returns how many times the memory of a random graph its estimate is, which must not be less than one.
func checkEstimate(t *testing.T, ports, servers int, mean float64) float64 {
	t.Helper()
	p := min(mean/float64(servers), 1)
	g, err := PackBernoulli(context.Background(), Config{Ports: ports, Servers: servers, Seed: 2}, p)
	if err != nil {
		t.Fatal(err)
	}
	estimate := EstimatePackedBytes(ports, servers, EstimateEdges(ports, servers, p))
	if estimate < g.Bytes() {
		t.Errorf(
			"%d ports, %d servers, degree %v: %d bytes in blocks of %d, estimated %d",
			ports,
			servers,
			mean,
			g.Bytes(),
			g.block,
			estimate,
		)
	}
	return float64(estimate) / float64(g.Bytes())
}

func TestEstimatePackedBytes(t *testing.T) {
	for _, c := range []struct {
		ports, servers int
		mean           float64
	}{
		{1 << 15, 1 << 20, 30}, {1 << 15, 1 << 16, 30}, {1 << 14, 1 << 20, 86}, {1<<15 + 1, 1 << 28, 5}, {1 << 15, 300, 4},
		{1 << 14, 1000, 60},
		{3000, 1 << 18, 400}, {2000, 1 << 16, 1000}, {1 << 14, 100, 99}, {1 << 14, 100, 100}, {1 << 14, 1 << 20, 0},
		{1 << 14, 1 << 20, 0.5},
		{20, 1 << 20, 9000}, {4, 1 << 20, 50_000}, {1 << 15, 1 << 24, 17}, {1 << 15, 1 << 22, 45}, {1, 1, 1},
	} {
		if ratio := checkEstimate(t, c.ports, c.servers, c.mean); ratio > 1.03 {
			t.Errorf("%+v: the estimate is %.3f times the memory", c, ratio)
		}
	}
	// Degrees one after the other: sizes of a block change on the way, and near a change the estimate may be that of the next.
	sum, count := 0.0, 0
	for mean := 4.0; mean < 110; mean *= 1.08 {
		ratio := checkEstimate(t, 1<<13, 1<<22, mean)
		if ratio > 1.3 {
			t.Errorf("degree %v: the estimate is %.3f times the memory", mean, ratio)
		}
		sum += ratio
		count++
	}
	if sum/float64(count) > 1.06 {
		t.Errorf("estimates are %.3f times the memory on average", sum/float64(count))
	}
	if EstimatePackedBytes(1, 1<<28+1, 1) != math.MaxUint64 || EstimatePackedRegularBytes(1, 1<<28+1, 1) != math.MaxUint64 {
		t.Error("an estimate for too many servers")
	}
	if got := EstimatePackedBytes(MaxPorts, 1<<28, MaxPorts<<28); got < 4*MaxPorts<<28 {
		t.Errorf("the largest graph: %d bytes", got)
	}
}

func TestEstimatePackedRegularBytes(t *testing.T) {
	for _, ports := range []int{1, 2, 1000, 1001} {
		for _, degree := range []int{0, 1, 2, 13, 30, 31, 500, 9000} {
			for _, servers := range []int{9000, 1 << 18, 1 << 28} {
				if degree == 9000 && (ports > 2 || servers > 1<<20) {
					continue
				}
				g, err := PackRegular(context.Background(), Config{Ports: ports, Servers: servers, Seed: 1}, degree)
				if err != nil {
					t.Fatal(err)
				}
				if got := EstimatePackedRegularBytes(ports, servers, degree); got != g.Bytes() {
					t.Errorf(
						"%d ports, %d servers, degree %d: %d bytes in blocks of %d, estimated %d",
						ports,
						servers,
						degree,
						g.Bytes(),
						g.block,
						got,
					)
				}
			}
		}
	}
}

func TestPacksWell(t *testing.T) {
	for _, c := range []struct {
		ports, servers int
		edges          uint64
		want           bool
	}{
		{1 << 20, 1 << 20, 30 << 20, true},
		{1 << 20, 1 << 20, 86 << 20, true},
		{1 << 20, 1 << 16, 30 << 20, true},
		{1 << 22, 1 << 28, 200 << 22, true},
		{1 << 24, 1 << 28, 30 << 24, false},    // blocks of 256 bytes for 210
		{1 << 22, 1<<28 + 1, 200 << 22, false}, // too many servers
		{1 << 15, 1 << 20, 30 << 15, false},    // 4 MiB
		{1 << 15, 1 << 20, 33 << 15, true},
		{1 << 20, 1 << 20, 3 << 20, false}, // short rows
		{1 << 20, 1 << 20, 4 << 20, false}, // a block of a line is no less than rows of 16 bytes and their offsets
		{1 << 14, 1 << 20, 1000 << 14, true},
		{1 << 14, 1 << 20, 1001 << 14, false}, // long rows
		{1, 1, 1, false},
	} {
		if got := PacksWell(c.ports, c.servers, c.edges); got != c.want {
			t.Errorf(
				"%+v: %v; %d bytes packed, %d as rows",
				c,
				got,
				EstimatePackedBytes(c.ports, c.servers, c.edges),
				EstimateBytes(c.ports, c.edges),
			)
		}
	}
}
