package figures

import (
	"bytes"

	"shardq/bench/picture"
	"shardq/bench/results"
	"shardq/bench/speed"
)

// speedOfEngine is this program's own figure, from measurements on file: times of other machines would not be those of this build.
func speedOfEngine() Figure {
	return Figure{
		Name: "speed", Title: "Cost of a job, and speed-up", Source: "measurements of this program, bench/results/speed.jsonl; " +
			"shardq bench " +
			"makes them anew",
		Caption: "Time that one job takes on one core against the number of servers, for graphs in memory and computed ones, " +
			"beside a plain " +
			"loop over the same system; " +
			"and how many times as fast several shards are as one, measured and predicted from the parts of the work.",
		Chosen: "mean degree 30, load 0.8, and the machine.",
		design: func(d *design) {
			d.draw = func(recordSet) []picture.Panel {
				r, err := speed.ReadLines(bytes.NewReader(results.Speed), "speed.jsonl")
				if err != nil {
					return nil
				}
				return []picture.Panel{costOfJob(r), speedUp(r)}
			}
			if _, err := speed.ReadLines(bytes.NewReader(results.Speed), "speed.jsonl"); err != nil {
				d.err = err
			}
		},
	}
}

// timings are series as curves, in styles 0, 1, 2 ...
func timings(list []speed.Series) (out []picture.Curve) {
	for i, s := range list {
		c := picture.Curve{Name: s.Name, Kind: picture.Timings, Style: i}
		for _, at := range s.Points {
			c.Points = append(c.Points, picture.Point{X: at.X, Y: picture.Exact(at.Y)})
		}
		out = append(out, c)
	}
	return out
}

// costOfJob is nanoseconds a job against the number of servers.
func costOfJob(r *speed.Report) picture.Panel {
	return picture.Panel{
		Name: "cost", Title: "Cost of a job on one core, mean degree 30, load 0.8", Curves: timings(r.CostBySize()),
		X: picture.Axis{Label: "servers N (as many ports)", Binary: true, Short: "N"},
		Y: picture.Axis{Label: "time per job [ns]", Log: true},
	}
}

// speedUp is times as fast as one shard against the number of shards.
func speedUp(r *speed.Report) picture.Panel {
	measured, predicted := r.SpeedUps()
	list := timings(measured)
	most := 2.0
	for _, c := range list[:len(list):len(list)] {
		for _, p := range timings(predicted) {
			if p.Name != c.Name {
				continue
			}
			p.Name, p.Kind, p.Style, p.Quiet = "predicted, "+c.Name, picture.Theory, c.Style, true
			most = max(most, p.Points[len(p.Points)-1].X)
			list = append(list, p)
		}
	}
	list = append(list, theoryCurve("in proportion", picture.Grey, []float64{1, most}, func(x float64) float64 { return x }))
	return picture.Panel{
		Name: "speed-up", Title: "Speed-up of several shards (dashed: predicted)", Curves: list,
		X: picture.Axis{Label: "shards, a core each", Binary: true, Short: "shards"},
		Y: picture.Axis{Label: "times as fast as one shard", Binary: true},
	}
}
