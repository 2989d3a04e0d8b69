package figures

import (
	"fmt"
	"math"

	"shardq/bench/picture"
	"shardq/bench/theory/meanfield"
)

const (
	topologiesPaper  = "Mukherjee, Borst, van Leeuwaarden 2018, Asymptotically optimal load balancing topologies"
	supermarketPaper = "Budhiraja, Mukherjee, Wu 2019, Supermarket model on graphs"
)

// family is a kind of graph whose size, or degree, grows.
type family struct {
	name, builtin string
	sets          func(n int) []string
}

// sweepSizes runs every family at every size, at load 0.9.
func sweepSizes(d *design, families []family, sizes []int, jobs float64) (s sweep) {
	for _, f := range families {
		for _, n := range sizes {
			sets := append(
				[]string{set("servers.count", n), set("run.measure", length(jobs, 0.9*float64(n), 100)), "run.warmup=200"},
				f.sets(n)...)
			s.add(f.name, float64(n), d.job(fmt.Sprintf("%s at N = %s", f.name, number(n)), f.builtin, sets...))
		}
	}
	return s
}

// no sets nothing.
func no(int) []string { return nil }

// topologies is JSQ on graphs that are not complete.
func topologies() Figure {
	return Figure{
		Name: "topologies", Title: "Join the shortest queue on graphs between servers", Source: topologiesPaper,
		Caption: "A job arrives at a server and joins the shortest queue among it and its neighbours. On graphs whose mean degree grows, " +
			"slowly as it may, JSQ does as well as on the clique as N grows: " +
			"the mean waiting time falls to 0. On rings, tori and graphs of a bounded degree it does not. The second picture " +
			"keeps N and lets " +
			"the degree grow.",
		Chosen: "load 0.9, sizes, degrees, and the length of the runs.",
		design: designTopologies,
	}
}

func designTopologies(d *design) {
	sizes := pick(d.size, powers(6, 10, 2), powers(6, 18, 2), powers(6, 20, 2))
	jobs := pick(d.size, 6e5, 1.2e7, 6e7)
	families := []family{
		{"ring (degree 2)", "mukherjee2018-ring", no},
		{"torus (degree 4)", "mukherjee2018-torus", no},
		{"random regular, degree 10", "mukherjee2018-random-regular", no},
		{"Erdős-Rényi, mean degree ln N", "mukherjee2018-erdos-renyi", func(n int) []string {
			return []string{set("graph.mean_degree", math.Round(100*math.Log(float64(n)))/100)}
		}},
		{"Erdős-Rényi, mean degree √N", "mukherjee2018-erdos-renyi",
			func(n int) []string { return []string{set("graph.mean_degree", math.Sqrt(float64(n)))} }},
		{"clique", "mukherjee2018-clique", no},
	}
	size := sweepSizes(d, families, sizes, jobs)
	n := pick(d.size, 1<<10, 1<<14, 1<<16)
	regular, random, ring := "random regular", "Erdős-Rényi", "ring"
	var degree sweep
	for _, f := range []struct{ name, builtin, key string }{
		{ring, "mukherjee2018-ring", "graph.degree"}, {regular, "mukherjee2018-random-regular", "graph.degree"},
		{random, "mukherjee2018-erdos-renyi", "graph.mean_degree"},
	} {
		for _, k := range pick(d.size, powers(1, 7, 2), powers(1, 9, 1), powers(1, 10, 1)) {
			degree.add(f.name, float64(k), d.job(fmt.Sprintf("%s of degree %d, N = %s", f.name, k, number(n)), f.builtin,
				set("servers.count", n), set(f.key, k), set("run.measure", length(2*jobs, 0.9*float64(n), 100)), "run.warmup=200"))
		}
	}
	whole := d.job("clique, N = "+number(n), "mukherjee2018-clique", set("servers.count", n),
		set("run.measure", length(2*jobs, 0.9*float64(n), 100)), "run.warmup=200")
	if d.err != nil {
		return
	}
	d.draw = func(r recordSet) []picture.Panel {
		curves := size.curves(r, key("mean_response"))
		curves = append(curves,
			level("limit for growing degrees: no waiting", picture.Grey, float64(sizes[0]), float64(sizes[len(sizes)-1]), 1))
		waiting := degree.curves(r, key("mean_waiting"))
		note := "On the clique " + nothing(r[whole].value("mean_waiting")) + "."
		return []picture.Panel{{
			Name: "size", Title: "Join the shortest queue among neighbours, load 0.9", Curves: curves,
			X: picture.Axis{Label: "servers N", Binary: true, Short: "N"}, Y: picture.Axis{Label: "mean response time [mean service time]"},
		}, {
			Name: "degree", Title: fmt.Sprintf("Waiting against the degree, N = %s, load 0.9", number(n)), Curves: waiting,
			X: picture.Axis{
				Label:  "degree (mean degree)",
				Binary: true,
				Short:  "degree",
			}, Y: picture.Axis{Label: "mean waiting time [mean service time]", Log: true},
			Notes: []string{note},
		}}
	}
}

// nothing says how long jobs wait on the clique, where it may be too short to be seen.
func nothing(v picture.Value) string {
	if v.At == 0 {
		return "no job waited"
	}
	return fmt.Sprintf("jobs waited for %.2g ± %.1g on average", v.At, v.Half())
}

// supermarketGraphs is two choices on graphs that are not complete.
func supermarketGraphs() Figure {
	return Figure{
		Name: "supermarket-graphs", Title: "Two choices on graphs between servers", Source: supermarketPaper,
		Caption: "A job arrives at a server and joins the shorter of its queue and that of one neighbour, drawn at random. As the least " +
			"degree grows, occupancies tend to those of the complete graph, " +
			"the fixed point lambda^(2^i-1) of the mean field, and the mean response time to T_2, on the complete graph at a " +
			"distance of 1/N. " +
			"On graphs of bounded degree, such as rings, they do not.",
		Chosen: "load 0.9, sizes, degrees, and the length of the runs.",
		design: designSupermarket,
	}
}

func designSupermarket(d *design) {
	sizes := pick(d.size, powers(6, 10, 2), powers(6, 18, 2), powers(6, 20, 2))
	jobs := pick(d.size, 6e5, 1.2e7, 6e7)
	families := []family{
		{"ring (degree 2)", "budhiraja2019-ring", no},
		{"random regular, degree 10", "budhiraja2019-random-regular", no},
		{"Erdős-Rényi, mean degree (ln N)²", "budhiraja2019-erdos-renyi", func(n int) []string {
			l := math.Log(float64(n))
			return []string{set("graph.mean_degree", math.Round(100*l*l)/100)}
		}},
		{"complete graph", "mukherjee2018-jsq-d", no},
	}
	size := sweepSizes(d, families, sizes, jobs)
	n := pick(d.size, 1<<10, 1<<14, 1<<16)
	degrees := pick(d.size, powers(1, 7, 2), powers(1, 9, 1), powers(1, 10, 1))
	var degree sweep
	for _, f := range []struct{ name, builtin, key string }{
		{"ring", "budhiraja2019-ring", "graph.degree"}, {"random regular", "budhiraja2019-random-regular", "graph.degree"},
		{"Erdős-Rényi", "budhiraja2019-erdos-renyi", "graph.mean_degree"},
	} {
		for _, k := range degrees {
			degree.add(f.name, float64(k), d.job(fmt.Sprintf("%s of degree %d, N = %s", f.name, k, number(n)), f.builtin,
				set("servers.count", n), set(f.key, k), set("run.measure", length(2*jobs, 0.9*float64(n), 100)), "run.warmup=200"))
		}
	}
	const seeds = 5
	occupancy := map[string][]*Job{}
	names := []string{"ring (degree 2)", "random regular, degree 10", "complete graph"}
	for i, f := range []family{families[0], families[1], families[3]} {
		for seed := range seeds {
			occupancy[names[i]] = append(occupancy[names[i]], d.job(fmt.Sprintf("%s, occupancy, seed %d", f.name, seed+1), f.builtin,
				set("servers.count", n), set("run.seed", seed+1), set("run.measure", length(jobs, 0.9*float64(n), 100)), "run.warmup=200"))
		}
	}
	var near sweep
	for _, n := range pick(d.size, powers(3, 6, 1), powers(3, 10, 1), powers(3, 12, 1)) {
		const name = "JSQ(2) on the complete graph"
		near.add(name, float64(n), d.job(fmt.Sprintf("%s at N = %d, long", name, n), "mukherjee2018-jsq-d", set("servers.count", n),
			"policy.replacement=true",
			"run.engine=lumped", "run.warmup=200", set("run.measure", length(4*jobs, 0.9*float64(n), 100))))
	}
	if d.err != nil {
		return
	}
	limit, tail := meanfield.PowerOfD(0.9, 2)
	refined, err := meanfield.RefinePowerOfD(0.9, 2, 0, true)
	if err != nil {
		d.err = err
		return
	}
	d.draw = func(r recordSet) []picture.Panel {
		bySize := size.curves(r, key("mean_response"))
		bySize = append(bySize, level("mean field: T_2", picture.Grey, float64(sizes[0]), float64(sizes[len(sizes)-1]), limit))
		byDegree := degree.curves(r, key("mean_response"))
		byDegree = append(byDegree, level("mean field: T_2", picture.Grey, float64(degrees[0]), float64(degrees[len(degrees)-1]), limit))
		var levels []picture.Curve
		const deepest = 9
		for i, name := range names {
			c := picture.Curve{Name: name, Style: i}
			for k := 1; k <= deepest; k++ {
				var shares []float64
				for _, j := range occupancy[name] {
					shares = append(shares, r[j].reached(k).At)
				}
				if v := pooled(shares); v.At > 0 {
					c.Points = append(c.Points, picture.Point{X: float64(k), Y: v})
				}
			}
			levels = append(levels, c)
		}
		field := picture.Curve{Name: "mean field: 0.9^(2^i-1)", Kind: picture.Theory, Style: picture.Grey}
		for k, share := range tail[:min(deepest, len(tail))] {
			if share > 1e-9 {
				field.Points = append(field.Points, picture.Point{X: float64(k + 1), Y: picture.Exact(share)})
			}
		}
		gap := near.curves(r, func(r *Record, _ *Job) picture.Value {
			v := r.value("mean_response")
			return picture.Value{At: v.At - limit, Low: v.Low - limit, High: v.High - limit}
		})
		slope, _ := slopeOf(gap[0].Points)
		var xs []float64
		for _, p := range gap[0].Points {
			xs = append(xs, p.X)
		}
		law := theoryCurve("refined mean field: V/N", picture.Grey, xs, func(n float64) float64 { return refined.Response(int(n)) - limit })
		return []picture.Panel{{
			Name: "size", Title: "Two choices among neighbours, load 0.9", Curves: bySize,
			X: picture.Axis{Label: "servers N", Binary: true, Short: "N"}, Y: picture.Axis{Label: "mean response time [mean service time]"},
		}, {
			Name: "degree", Title: fmt.Sprintf("Two choices against the degree, N = %s, load 0.9", number(n)), Curves: byDegree,
			X: picture.Axis{Label: "degree (mean degree)", Binary: true, Short: "degree"},
			Y: picture.Axis{Label: "mean response time [mean service time]"},
		}, {
			Name: "occupancy", Title: fmt.Sprintf("Occupancy, N = %s, load 0.9", number(n)), Curves: append(levels, field),
			X: picture.Axis{Label: "jobs i", Short: "i"}, Y: picture.Axis{Label: "share of servers with i jobs or more", Log: true},
			Notes: []string{fmt.Sprintf("Error bars over %d seeds.", seeds)},
		}, {
			Name: "gap", Title: "How fast T_2 is approached on the complete graph, load 0.9", Curves: append(gap, law),
			X: picture.Axis{
				Label:  "servers N",
				Binary: true,
				Short:  "N",
			}, Y: picture.Axis{Label: "mean response time above T_2 [mean service time]", Log: true},
			Notes: []string{fmt.Sprintf("Slope fitted on both logarithmic axes: %.2f; theory says -1, and the constant (Gast and Van "+
				"Houdt 2017).", slope)},
		}}
	}
}

// slopeOf fits a power of x to points that are known to be above 0 by more than their intervals, each with the weight that its interval
// gives it, and returns the power and a point of the fit; NaN with fewer than two points.
func slopeOf(points []picture.Point) (power float64, at picture.Point) {
	var n, sx, sy, sxx, sxy float64
	for _, p := range points {
		if !(p.Y.Low > 0) || !p.Y.HasInterval() {
			continue
		}
		relative := p.Y.Half() / p.Y.At
		w := 1 / (relative * relative)
		x, y := math.Log(p.X), math.Log(p.Y.At)
		n, sx, sy, sxx, sxy = n+w, sx+w*x, sy+w*y, sxx+w*x*x, sxy+w*x*y
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx), picture.Point{X: math.Exp(sx / n), Y: picture.Exact(math.Exp(sy / n))}
}
