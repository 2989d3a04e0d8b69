package partition

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The report agrees with its definition, edge by edge.
func TestMeasure(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := drawGraph(rt)
		parts := drawParts(rt, g)
		rates := rapid.SliceOfN(rapid.Float64Range(0, 10), g.Ports(), g.Ports()).Draw(rt, "rates")
		if rapid.Bool().Draw(rt, "equal rates") {
			rates = nil
		}
		got, err := Measure(g, parts, rates)
		if err != nil {
			rt.Fatal(err)
		}
		type seen struct{ part, server uint32 }
		halo := map[seen]bool{}
		want := Report{Parts: make([]PartReport, parts.K)}
		jobs, remoteJobs := make([]float64, parts.K), make([]float64, parts.K)
		for p := range uint32(g.Ports()) {
			part := parts.Ports[p]
			row := g.Row(p, nil)
			of := &want.Parts[part]
			of.Ports++
			for _, r := range row {
				rate := 1.0
				if rates != nil {
					rate = rates[p]
				}
				want.Edges++
				of.Edges++
				jobs[part] += rate / float64(len(row))
				if parts.Servers[r] != part {
					want.RemoteEdges++
					of.RemoteEdges++
					remoteJobs[part] += rate / float64(len(row))
					halo[seen{part, r}] = true
				}
			}
		}
		for _, part := range parts.Servers {
			want.Parts[part].Servers++
		}
		near := func(what string, got, part, all float64) {
			if all == 0 && got != 0 || all > 0 && math.Abs(got-part/all) > 1e-9 {
				rt.Fatalf("%s %v, want %v of %v", what, got, part, all)
			}
		}
		allJobs, allRemote, allHalo := 0.0, 0.0, 0
		mostPorts, mostServers := 0, 0
		for k := range want.Parts {
			near("claims", got.Parts[k].RemoteClaims, remoteJobs[k], jobs[k])
			near("edges", got.Parts[k].RemoteShare(), float64(want.Parts[k].RemoteEdges), float64(want.Parts[k].Edges))
			want.Parts[k].RemoteClaims = got.Parts[k].RemoteClaims
			for s := range halo {
				if s.part == uint32(k) {
					want.Parts[k].Halo++
				}
			}
			allJobs += jobs[k]
			allRemote += remoteJobs[k]
			allHalo += want.Parts[k].Halo
			mostPorts, mostServers = max(mostPorts, want.Parts[k].Ports), max(mostServers, want.Parts[k].Servers)
		}
		near("claims", got.RemoteClaims, allRemote, allJobs)
		near("edges", got.RemoteShare(), float64(want.RemoteEdges), float64(want.Edges))
		near("port balance", got.PortBalance, float64(mostPorts*parts.K), float64(g.Ports()))
		near("server balance", got.ServerBalance, float64(mostServers*parts.K), float64(g.Servers()))
		want.RemoteClaims, want.PortBalance, want.ServerBalance = got.RemoteClaims, got.PortBalance, got.ServerBalance
		if !reflect.DeepEqual(*got, want) {
			rt.Fatalf("got %+v, want %+v", *got, want)
		}
		if got.Halo() != allHalo {
			rt.Fatalf("halo %d, want %d", got.Halo(), allHalo)
		}
	})
}

func TestMeasureErrors(t *testing.T) {
	g := ring(t, 4, 1)
	good := consecutive(t, g, 2)
	for want, c := range map[string]struct {
		parts *Parts
		rates []float64
	}{
		"0 parts, want 1 to 4096":                                  {&Parts{}, nil},
		"parts of 3 ports and 4 servers, the graph has 4 and 4":    {&Parts{2, good.Ports[:3], good.Servers}, nil},
		"server 1 is in part 2, want 0 to 1":                       {&Parts{2, good.Ports, []uint32{0, 2, 1, 1}}, nil},
		"port 3 is in part 7, want 0 to 1":                         {&Parts{2, []uint32{0, 0, 1, 7}, good.Servers}, nil},
		"1 rates for 4 ports":                                      {good, []float64{1}},
		"rate -1 of port 2 is not a finite number of at least 0":   {good, []float64{1, 1, -1, 1}},
		"rate +Inf of port 0 is not a finite number of at least 0": {good, []float64{math.Inf(1), 1, 1, 1}},
	} {
		if _, err := Measure(g, c.parts, c.rates); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Blocks are consecutive and of equal rate, up to one id at each end.
func TestBlocks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		runs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Run {
			return Run{rapid.IntRange(0, 20).Draw(t, "count"), float64(rapid.IntRange(0, 5).Draw(t, "rate"))}
		}), 1, 6).Draw(rt, "runs")
		k := rapid.IntRange(1, 9).Draw(rt, "k")
		parts, err := Blocks(runs, k)
		if err != nil {
			rt.Fatal(err)
		}
		var rates []float64
		total, largest := 0.0, 0.0
		for _, r := range runs {
			for range r.Count {
				rates = append(rates, r.Rate)
				total += r.Rate
				largest = max(largest, r.Rate)
			}
		}
		if len(parts) != len(rates) {
			rt.Fatalf("%d ids, want %d", len(parts), len(rates))
		}
		if total == 0 { // equal
			total, largest = float64(len(rates)), 1
			for i := range rates {
				rates[i] = 1
			}
		}
		sum := make([]float64, k)
		for i, part := range parts {
			if int(part) >= k || i > 0 && part < parts[i-1] {
				rt.Fatalf("parts %v", parts)
			}
			sum[part] += rates[i]
		}
		for part, s := range sum {
			if len(rates) > 0 && math.Abs(s-total/float64(k)) > largest+1e-9 {
				rt.Fatalf("part %d of %d has rate %v of %v", part, k, s, total)
			}
		}
	})
	if _, err := Blocks(nil, 0); err == nil {
		t.Error("0 blocks are accepted")
	}
}
