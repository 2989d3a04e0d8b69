package figures

import (
	"fmt"
	"strings"

	"shardq/bench/picture"
	"shardq/bench/theory/meanfield"
)

// elasticServers is TABS.
func elasticServers() Figure {
	return Figure{
		Name: "tabs", Title: "Servers that are switched off when idle", Source: "Mukherjee, Dhara, Borst, van Leeuwaarden 2017, Optimal " +
			"service elasticity in large-scale distributed systems",
		Caption: "TABS: a server that has been idle for a while is switched off, and one is set up when a job finds none idle. " +
			"States of the " +
			"servers and power against load; waiting and power against " +
			"the rate at which idle servers are switched off. Dashed: the limit of many servers, in which all servers that are " +
			"not busy are " +
			"off and no job waits, whatever the rates. " +
			"With finitely many servers there is a price: idle servers take power if they are switched off slowly, setups take " +
			"power if fast.",
		Chosen: "sizes, rates, load 0.7 of the last two pictures, powers (busy 1, idle 1/2, in setup 1, off 0), and the length of the " +
			"runs.",
		design: designElastic,
	}
}

func designElastic(d *design) {
	n := pick(d.size, 1000, 10000, 100000)
	jobs := pick(d.size, 6e5, 1e7, 5e7)
	loads := pick(
		d.size,
		[]float64{0.1, 0.3, 0.5, 0.7, 0.9},
		[]float64{
			0.1,
			0.2,
			0.3,
			0.4,
			0.5,
			0.6,
			0.7,
			0.8,
			0.9,
			0.95,
		},
		[]float64{0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98},
	)
	tabs := func(label string, n int, load, standby float64, sets ...string) *Job {
		return d.job(label, "mukherjee2017-tabs", append([]string{set("servers.count", n), set("ports.load", load),
			set("elastic.standby_rate", standby),
			set("run.measure", length(jobs, load*float64(n), 300)), "run.warmup=300"}, sets...)...)
	}
	var byLoad, power sweep
	for _, load := range loads {
		j := tabs(fmt.Sprintf("load %v", load), n, load, 0.1)
		byLoad.add("all", load, j)
		power.add("off at rate 0.1", load, j)
	}
	for _, standby := range []float64{0.01, 1} {
		for _, load := range loads {
			power.add(
				fmt.Sprintf("off at rate %v", standby),
				load,
				tabs(fmt.Sprintf("load %v, standby rate %v", load, standby), n, load, standby),
			)
		}
	}
	rates := pick(
		d.size,
		[]float64{0.01, 0.1, 1},
		[]float64{0.003, 0.01, 0.03, 0.1, 0.3, 1, 3},
		[]float64{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10},
	)
	var byRate sweep
	for _, n := range pick(d.size, []int{100, 1000}, []int{100, 1000, 10000}, []int{100, 1000, 10000, 100000}) {
		for _, standby := range rates {
			byRate.add(fmt.Sprintf("N = %d", n), standby, tabs(fmt.Sprintf("N = %d, standby rate %v", n, standby), n, 0.7, standby))
		}
	}
	if d.err != nil {
		return
	}
	d.draw = func(r recordSet) []picture.Panel {
		states := []string{"busy", "idle", "setup", "off"}
		var curves []picture.Curve
		for i, s := range states {
			c := picture.Curve{Name: map[string]string{"busy": "busy", "idle": "idle", "setup": "in setup", "off": "off"}[s], Style: i}
			for _, at := range byLoad.by["all"] {
				c.Points = append(c.Points, picture.Point{X: at.x, Y: r[at.job].value("" + s)})
			}
			curves = append(curves, c)
		}
		xs := grid(loads, 2, false)
		curves = append(curves,
			theoryCurve("limit: busy", 0, xs, func(load float64) float64 { return meanfield.ElasticRest(load, 0.1, 0.1).Busy() }),
			theoryCurve("limit: off", 3, xs, func(load float64) float64 { return meanfield.ElasticRest(load, 0.1, 0.1).Off }))
		powers := power.curves(r, key("power"))
		powers = append(powers,
			theoryCurve("limit: all others off", picture.Grey, xs, func(load float64) float64 { return load }),
			theoryCurve("never off", 6, xs, func(load float64) float64 { return load + (1-load)/2 }))
		x := picture.Axis{Label: "rate at which an idle server is switched off [1 / mean service time]", Log: true, Short: "standby rate"}
		ends := []float64{rates[0], rates[len(rates)-1]}
		byRatePower := append(byRate.curves(r, key("power")), level("limit of many servers", picture.Grey, ends[0], ends[1], 0.7))
		return []picture.Panel{
			{Name: "states", Title: fmt.Sprintf("TABS: states of %d servers", n), Curves: curves,
				X: picture.Axis{Label: "load", Short: "load"},
				Y: picture.Axis{Label: "share of servers", Zero: true}},
			{Name: "power", Title: fmt.Sprintf("TABS: power of %d servers", n), Curves: powers,
				X: picture.Axis{Label: "load", Short: "load"},
				Y: picture.Axis{Label: "mean power of a server [power when busy]", Zero: true}},
			{Name: "waiting", Title: "TABS: waiting against the standby rate, load 0.7",
				Curves: byRate.curves(r, key("mean_waiting")), X: x,
				Y: picture.Axis{Label: "mean waiting time [mean service time]", Log: true}},
			{Name: "standby", Title: "TABS: power against the standby rate, load 0.7", Curves: byRatePower, X: x,
				Y: picture.Axis{Label: "mean power of a server [power when busy]"}},
		}
	}
}

// infinitePools is pools of infinitely many servers.
func infinitePools() Figure {
	return Figure{
		Name: "pools", Title: "Pools in which no task waits", Source: "Mukherjee, Borst, van Leeuwaarden, Whiting 2020, " +
			"Asymptotic optimality " +
			"of power-of-d load balancing in large-scale systems",
		Caption: "Tasks join the pool with the fewest tasks, of all pools (JSQ) or of a sample. First picture: share of pools " +
			"with i tasks or " +
			"more, beside the fixed point of the fluid limit, in which JSQ leaves all pools " +
			"with 2 or 3 tasks. Second: the share of pools with more tasks than that falls to 0 as the number of pools grows if the " +
			"sample grows with it, and tends to a positive limit if it does not.",
		Chosen: "2.5 tasks a pool on average, the sizes, the samples (2, and ln N), and the length of the runs.",
		design: designPools,
	}
}

func designPools(d *design) {
	n := pick(d.size, 1000, 10000, 100000)
	jobs := pick(d.size, 4e5, 6e6, 3e7)
	policies := []slottedPolicy{
		withPolicy("JSQ", "{name: jsq}"), withPolicy("JSQ(ln N)", "{name: jsq-d, d: {rule: log}}"),
		withPolicy("JSQ(2)", "{name: jsq-d, d: 2}"), withPolicy("random", "{name: random}"),
	}
	const load = 2.5
	pool := func(label string, n int, p slottedPolicy) *Job {
		return d.job(label, "mukherjee2020-pools", append([]string{set("servers.count", n),
			set("run.measure", length(jobs, load*float64(n), 20)), "run.warmup=20"}, p.sets...)...)
	}
	occupancy := map[string]*Job{}
	var bySize sweep
	sizes := pick(d.size, powers(5, 11, 2), powers(5, 15, 2), powers(5, 19, 2))
	for _, p := range policies {
		occupancy[p.name] = pool(fmt.Sprintf("%s, %d pools", p.name, n), n, p)
	}
	for _, p := range policies[:3] {
		for _, n := range sizes {
			bySize.add(p.name, float64(n), pool(fmt.Sprintf("%s, N = %s", p.name, number(n)), n, p))
		}
	}
	if d.err != nil {
		return
	}
	two, err := meanfield.PoolsOfD(load, 2)
	if err == nil {
		var one []float64
		if one, err = meanfield.PoolsOfD(load, 1); err == nil {
			d.draw = func(r recordSet) []picture.Panel {
				return drawPools(r, n, sizes, policies, occupancy, bySize, two, one, load)
			}
		}
	}
	d.err = err
}

func drawPools(r recordSet, n int, sizes []int, policies []slottedPolicy, occupancy map[string]*Job, bySize sweep, two, one []float64,
	load float64) []picture.Panel {
	const deepest = 9
	var curves []picture.Curve
	for i, p := range policies {
		c := picture.Curve{Name: p.name, Style: i}
		for k := 1; k <= deepest; k++ {
			c.Points = append(c.Points, picture.Point{X: float64(k), Y: r[occupancy[p.name]].reached(k)})
		}
		curves = append(curves, c)
	}
	for _, t := range []struct {
		name  string
		style int
		tail  []float64
	}{{"limit of JSQ", 0, meanfield.PoolsLeast(load)}, {"limit of JSQ(2)", 2, two}, {"Poisson(2.5)", 3, one}} {
		c := picture.Curve{Name: t.name, Kind: picture.Theory, Style: t.style}
		for k := 1; k <= deepest; k++ {
			share := 0.0
			if k <= len(t.tail) {
				share = t.tail[k-1]
			}
			c.Points = append(c.Points, picture.Point{X: float64(k), Y: picture.Exact(share)})
		}
		curves = append(curves, c)
	}
	over := bySize.curves(r, key(tailKey(4)))
	var notes []string
	for _, c := range over {
		var none []string
		for _, at := range c.Points {
			if !at.Y.Known() || at.Y.At == 0 {
				none = append(none, number(int(at.X)))
			}
		}
		if none != nil {
			notes = append(notes, fmt.Sprintf("%s: no pool had 4 tasks in the runs of N = %s.", c.Name, strings.Join(none, ", ")))
		}
	}
	over = append(over, level("limit of JSQ(2)", 2, float64(sizes[0]), float64(sizes[len(sizes)-1]), two[3]))
	return []picture.Panel{
		{Name: "occupancy", Title: fmt.Sprintf("%d pools, 2.5 tasks a pool", n), Curves: curves,
			X: picture.Axis{Label: "tasks i", Short: "i"},
			Y: picture.Axis{Label: "share of pools with i tasks or more", Zero: true}},
		{Name: "size", Title: "Pools with 4 tasks or more, 2.5 tasks a pool", Curves: over,
			X: picture.Axis{
				Label:  "pools N",
				Binary: true,
				Short:  "N",
			}, Y: picture.Axis{Label: "share of pools with 4 tasks or more", Log: true}, Notes: notes},
	}
}
