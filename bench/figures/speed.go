package figures

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"shardq/bench/results"
	"shardq/bench/speed"
)

// speedOfEngine is this program's own figure, from measurements on file: times of other machines would not be those of this build.
func speedOfEngine() Figure {
	return Figure{
		Name: "speed", Title: "Cost of a job, and speed-up", Source: "measurements of this program, bench/results/speed.jsonl; shardq bench " +
			"makes them anew",
		Caption: "Time that one job takes on one core against the number of servers, for graphs in memory and computed ones, beside a plain " +
			"loop over the same system; " +
			"and how many times as fast several shards are as one, measured and predicted from the parts of the work.",
		Chosen: "mean degree 30, load 0.8, and the machine.",
		design: func(d *design) {
			d.draw = func(recordSet) []Panel {
				r, err := speed.ReadLines(bytes.NewReader(results.Speed), "speed.jsonl")
				if err != nil {
					return nil
				}
				return []Panel{costOfJob(r), speedUp(r)}
			}
			if _, err := speed.ReadLines(bytes.NewReader(results.Speed), "speed.jsonl"); err != nil {
				d.err = err
			}
		},
	}
}

// field returns the value of a key in the name of a case, written key=value/key=value, or "".
func field(name, key string) string {
	for part := range strings.SplitSeq(name, "/") {
		if k, v, ok := strings.Cut(part, "="); ok && k == key {
			return v
		}
	}
	return ""
}

// group collects points by curve; the last of several at one x stands.
type group map[string]map[float64]float64

func (g group) add(name string, x, y float64) {
	if g[name] == nil {
		g[name] = map[float64]float64{}
	}
	g[name][x] = y
}

// curves returns curves of at least so many points, by name.
func (g group) curves(least int) (list []Curve) {
	for name, points := range g {
		if len(points) < least {
			continue
		}
		c := Curve{Name: name, Kind: Timings}
		for x, y := range points {
			c.Points = append(c.Points, Point{X: x, Y: exact(y)})
		}
		slices.SortFunc(c.Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b Curve) int { return cmp.Compare(a.Name, b.Name) })
	for i := range list {
		list[i].Style = i
	}
	return list
}

// costOfJob is nanoseconds a job against the number of servers.
func costOfJob(r *speed.Report) Panel {
	g := group{}
	for _, l := range r.Lines {
		servers, err := strconv.ParseFloat(field(l.Case, "servers"), 64)
		if err != nil || l.NsJob <= 0 || l.Unit != "job" || l.Predicted || l.Shards != 1 || l.Workload != "engine" && l.Workload != "cost" ||
			field(l.Case, "degree") != "30" || strings.Count(l.Contestant, ",") > 1 { // not one of several instruction sets
			continue
		}
		name := strings.TrimSuffix(l.Contestant, ", 1 shard") + ", " + field(l.Case, "policy") + ", " + cmp.Or(field(l.Case, "graph"), "stored")
		g.add(name, servers, l.NsJob)
	}
	return Panel{
		Name: "cost", Title: "Cost of a job on one core, mean degree 30, load 0.8", Curves: g.curves(3),
		X: Axis{Label: "servers N (as many ports)", Binary: true, Short: "N"}, Y: Axis{Label: "time per job [ns]", Log: true},
	}
}

// speedUp is times as fast as one shard against the number of shards.
func speedUp(r *speed.Report) Panel {
	measured, predicted := group{}, group{}
	for _, l := range r.Lines {
		if l.Workload != "scale" || l.Ratio <= 0 || l.Against != "engine, 1 shard" || strings.HasPrefix(l.Contestant, "predicted at best") {
			continue
		}
		servers, err := strconv.ParseFloat(field(l.Case, "servers"), 64)
		if err != nil {
			continue
		}
		name := fmt.Sprintf("N = 2^%.0f, degree %s, %s", math.Log2(servers), field(l.Case, "degree"), field(l.Case, "graph"))
		switch {
		case l.Predicted:
			predicted.add(name, float64(l.Shards), l.Ratio)
		case l.Contestant == fmt.Sprintf("engine, %d shards", l.Shards):
			measured.add(name, 1, 1)
			measured.add(name, float64(l.Shards), l.Ratio)
		}
	}
	list := measured.curves(1)
	most := 2.0
	for _, c := range list[:len(list):len(list)] {
		points := predicted[c.Name]
		if points == nil {
			continue
		}
		p := group{c.Name: points}.curves(1)[0]
		p.Name, p.Kind, p.Style, p.Quiet = "predicted, "+c.Name, Theory, c.Style, true
		most = max(most, p.Points[len(p.Points)-1].X)
		list = append(list, p)
	}
	list = append(list, theoryCurve("in proportion", Grey, []float64{1, most}, func(x float64) float64 { return x }))
	return Panel{
		Name: "speed-up", Title: "Speed-up of several shards (dashed: predicted)", Curves: list,
		X: Axis{Label: "shards, a core each", Binary: true, Short: "shards"}, Y: Axis{Label: "times as fast as one shard", Binary: true},
	}
}
