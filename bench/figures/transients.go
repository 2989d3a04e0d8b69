package figures

import (
	"fmt"

	"shardq/bench/picture"
	"shardq/bench/theory/meanfield"
)

// transients is occupancies against time.
func transients() Figure {
	return Figure{
		Name: "transient", Title: "From an empty system: occupancies against time", Source: "Mukherjee, Borst, van Leeuwaarden, " +
			"Whiting 2018, " +
			"Universality of power-of-d load balancing in many-server systems",
		Caption: "Shares of servers with i jobs or more against time, averaged over replications, beside the differential equations of " +
			"the limit of many servers (dashed). " +
			"Two choices at load 0.9; the shortest of all queues at load 1.2, where no server has two jobs before all have one; " +
			"servers that " +
			"are switched off when idle, all of them on at the start.",
		Chosen: "loads, sizes, and the number of replications.",
		design: designTransients,
	}
}

func designTransients(d *design) {
	times := between(0, 8, 33, false)[1:]
	replications := pick(d.size, 20, 200, 1000)
	n := pick(d.size, 500, 2000, 10000)
	transient := func(label, builtin string, n int, times []float64, sets ...string) *Job {
		j := d.job(label, builtin, append([]string{set("servers.count", n), set("run.replications", replications), "run.warmup=0",
			set("run.measure", times[len(times)-1])}, sets...)...)
		j.Times = times
		return j
	}
	two := transient(fmt.Sprintf("two choices, N = %d", n), "mukherjee2018-jsq-d", n, times, "run.engine=lumped")
	few := transient("two choices, N = 50", "mukherjee2018-jsq-d", 50, times, "run.engine=lumped")
	all := transient(fmt.Sprintf("shortest of all, N = %d", n), "mukherjee2018-jsq-d", n, times, "run.engine=lumped", "ports.load=1.2",
		"policy.name=jsq")
	longer := between(0, 60, 41, false)[1:]
	many := 10 * n // convergence is slow
	tabs := transient(fmt.Sprintf("tabs, N = %d", many), "mukherjee2017-tabs", many, longer)
	if d.err != nil {
		return
	}
	field := func(j *Job) ([]meanfield.Moment, []float64, error) {
		xs := between(0, 8, 161, false)
		sc := j.Scenario
		setting := meanfield.System{Types: sc.Types(), Arrivals: sc.ArrivalRate(), Policy: sc.Policies[0]}
		m, err := meanfield.Trajectory(setting, nil, xs)
		return m, xs, err
	}
	twoField, xs, err := field(two)
	if err != nil {
		d.err = err
		return
	}
	allField, _, err := field(all)
	if err != nil {
		d.err = err
		return
	}
	e := tabs.Scenario.Elastic
	elasticTimes := between(0, 60, 241, false)
	elasticField, err := meanfield.ElasticTrajectory(tabs.Scenario.Load(), e.Standby, e.Setup, 0, meanfield.Elastic{}, elasticTimes)
	if err != nil {
		d.err = err
		return
	}
	d.draw = func(r recordSet) []picture.Panel {
		x := picture.Axis{Label: "time [mean service times]", Short: "time", Zero: true}
		y := picture.Axis{Label: "share of servers", Zero: true}
		var several []picture.Curve
		for k := 1; k <= 3; k++ {
			several = append(several, series(r[two], fmt.Sprintf("%d or more, N = %d", k, n), tailKey(k), k-1, times))
		}
		several = append(several, series(r[few], "2 or more, N = 50", tailKey(2), 4, times))
		several = append(several, levels(twoField, xs, 3)...)
		var shortest []picture.Curve
		for k := 1; k <= 3; k++ {
			shortest = append(shortest, series(r[all], fmt.Sprintf("%d or more", k), tailKey(k), k-1, times))
		}
		shortest = append(shortest, levels(allField, xs, 3)...)
		var elastic []picture.Curve
		for i, s := range []struct{ name, key string }{{"busy", "busy"}, {"off", "off"}, {"in setup", "setup"}} {
			elastic = append(elastic, series(r[tabs], s.name, s.key, i, longer))
		}
		for i, s := range []struct {
			name string
			of   func(meanfield.Moment) float64
		}{{"limit: busy", func(m meanfield.Moment) float64 { return m.Tail[0][0] }},
			{"limit: off", func(m meanfield.Moment) float64 { return m.Off }},
			{"limit: in setup", func(m meanfield.Moment) float64 { return m.Setup }}} {
			c := picture.Curve{Name: s.name, Kind: picture.Theory, Style: i}
			for k, m := range elasticField {
				c.Points = append(c.Points, picture.Point{X: elasticTimes[k], Y: picture.Exact(s.of(m))})
			}
			elastic = append(elastic, c)
		}
		return []picture.Panel{
			{Name: "two-choices", Title: "Two choices from an empty system, load 0.9", Curves: several, X: x, Y: y},
			{
				Name:   "shortest",
				Title:  fmt.Sprintf("Shortest of all queues from an empty system, load 1.2, N = %d", n),
				Curves: shortest,
				X:      x,
				Y:      y,
			},
			{Name: "tabs", Title: fmt.Sprintf("TABS from servers all on, load 0.7, N = %d", many), Curves: elastic, X: x, Y: y},
		}
	}
}

// series is a quantity of a transient against time.
func series(r *Record, name, key string, style int, times []float64) picture.Curve {
	c := picture.Curve{Name: name, Style: style}
	for i, v := range r.Series[key] {
		c.Points = append(c.Points, picture.Point{X: times[i], Y: v})
	}
	return c
}

// levels are the shares of a limit against time.
func levels(field []meanfield.Moment, times []float64, deepest int) (list []picture.Curve) {
	for k := 1; k <= deepest; k++ {
		c := picture.Curve{Name: fmt.Sprintf("limit: %d or more", k), Kind: picture.Theory, Style: k - 1}
		for i, m := range field {
			c.Points = append(c.Points, picture.Point{X: times[i], Y: picture.Exact(m.Level([]float64{1}, k))})
		}
		list = append(list, c)
	}
	return list
}
