package plots

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"strings"
	"testing"

	"shardq/bench/result"
	"shardq/bench/speed"
)

// pictured is a report with something to draw.
func pictured() *speed.Report {
	r := &speed.Report{}
	host := result.Host{L1: 1 << 15, L2: 1 << 20, L3: 1 << 40}
	add := func(l speed.Line) {
		l.Host, l.Unit = host, "job"
		r.Lines = append(r.Lines, l)
	}
	for e := 10; e <= 26; e += 2 {
		system := fmt.Sprintf("servers=%d/degree=30/load=0.8/graph=computed/policy=jfiq", 1<<e)
		add(speed.Line{Workload: "cost", Case: system, Contestant: "engine, 1 shard", Shards: 1, NsJob: 20 + float64(e)})
		add(
			speed.Line{
				Workload:   "engine",
				Case:       strings.Replace(system, "computed", "stored", 1),
				Contestant: "plain loop",
				Shards:     1,
				NsJob:      100 + 20*float64(e),
			},
		)
	}
	system := "servers=1048576/degree=30/load=0.8/graph=stored/policy=jfsq"
	add(speed.Line{Workload: "scale", Case: system, Contestant: "engine, 2 shards", Shards: 2, Ratio: 1.7, Against: "engine, 1 shard"})
	for _, p := range []int{2, 4, 8, 16, 32} {
		add(
			speed.Line{
				Workload:   "scale",
				Case:       system,
				Contestant: "predicted",
				Shards:     p,
				Ratio:      0.85 * float64(p),
				Against:    "engine, 1 shard",
				Predicted:  true,
			},
		)
	}
	return r
}

func TestPlots(t *testing.T) {
	list, err := Draw(pictured())
	if err != nil {
		t.Fatal(err)
	}
	words := map[string][]string{
		"cost": {
			"servers N (as many ports)", "time per job [ns]", "2^20", "engine, jfiq, computed", "plain loop, jfiq, stored",
			"states fill L1 (32.0 KiB)", "states fill L2",
		},
		"speedup": {"shards, a core each", "times as fast as one shard", "N = 2^20, degree 30, stored", "in proportion", ">32<"},
	}
	if len(list) != 2 {
		t.Fatalf("%d pictures, want 2", len(list))
	}
	for _, p := range list {
		var svg, again, bitmap bytes.Buffer
		for _, w := range []*bytes.Buffer{&svg, &again} {
			if err := p.Write(w, "svg"); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range words[p.Name] {
			if !strings.Contains(svg.String(), want) {
				t.Errorf("%s: no %q in the SVG", p.Name, want)
			}
		}
		if strings.Contains(svg.String(), "states fill L3") {
			t.Error("a cache beyond the largest system is marked")
		}
		if !bytes.Equal(svg.Bytes(), again.Bytes()) {
			t.Errorf("%s: two drawings differ", p.Name)
		}
		if err := p.Write(&bitmap, "png"); err != nil {
			t.Fatal(err)
		}
		image, err := png.Decode(&bitmap)
		if err != nil {
			t.Fatal(err)
		}
		if size := image.Bounds().Size(); size.X < 600 || size.Y < 400 {
			t.Errorf("%s: %v pixels", p.Name, size)
		}
		if err := p.Write(&bitmap, "gif?"); err == nil {
			t.Errorf("%s: no error of an unknown format", p.Name)
		}
	}
}

// TestPlotsNeedData: a session without series to show has no pictures.
func TestPlotsNeedData(t *testing.T) {
	for _, r := range []*speed.Report{{},
		{Lines: []speed.Line{{Workload: "rng", NsJob: 3}, {Workload: "cost", Case: "servers=8/degree=30", NsJob: 3, Unit: "job",
			Shards: 1}}}} {
		if list, err := Draw(r); err != nil || len(list) != 0 {
			t.Errorf("%d pictures, error %v", len(list), err)
		}
	}
}

// FuzzDraw: whatever numbers lines hold, they are drawn or refused.
func FuzzDraw(f *testing.F) {
	f.Add("1e999", 2, 1e300, 3.0)
	f.Add("0x1p60", 0, 0.0, -1.0)
	f.Add("1024", -1, math.NaN(), math.Inf(1))
	f.Fuzz(func(t *testing.T, servers string, shards int, ratio, ns float64) {
		r := &speed.Report{}
		system := "servers=" + servers + "/degree=30/graph"
		r.Lines = append(r.Lines, speed.Line{
			Workload: "scale", Case: system, Contestant: fmt.Sprintf("engine, %d shards", shards), Shards: shards, Ratio: ratio,
			Against: "engine, 1 shard",
		})
		for _, digit := range []string{"", "1", "2"} {
			r.Lines = append(
				r.Lines,
				speed.Line{
					Workload:   "cost",
					Case:       "servers=" + servers + digit + "/degree=30",
					Contestant: "x",
					Shards:     1,
					NsJob:      ns,
					Unit:       "job",
				},
			)
		}
		Draw(r) // may refuse, may not panic
	})
}
