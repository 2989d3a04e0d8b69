package figures

import (
	"fmt"
	"math"

	"shardq/bench/picture"
	"shardq/bench/theory/diffusion"
)

// halfinWhitt is the scaled occupancies near full load.
func halfinWhitt() Figure {
	return Figure{
		Name: "halfin-whitt", Title: "Join the shortest queue near full load",
		Source: "Banerjee, Mukherjee 2019, Join-the-shortest queue diffusion limit in Halfin-Whitt regime; " +
			"Zhao, Banerjee, Mukherjee 2021, Many-server asymptotics in the super-Halfin-Whitt scaling window",
		Caption: "Load 1 - beta/√N: the number of servers with two jobs or more, over √N, has an exponential tail, " +
			"and the number of idle servers, over √N, has mean exactly beta for every N and a Gaussian tail, so that its " +
			"density falls off faster than any exponential. Both tend to the law of a reflected diffusion, which is simulated " +
			"too. Load 1 - " +
			"beta N^-0.65: the number of jobs beyond one a server, over N^0.65, tends to the law Gamma(2, beta).",
		Chosen: "beta = 1, alpha = 0.65, the sizes, a look at the occupancies every half unit of time, and the length of the runs. " +
			"The rate of the exponential is that of the diffusion between its quantiles 0.9 and 0.999.",
		design: designHalfinWhitt,
	}
}

func designHalfinWhitt(d *design) {
	jobs := pick(d.size, 1e7, 2e8, 2e9)
	sizes := pick(d.size, []int{100, 400, 1600}, []int{100, 400, 1600, 6400}, []int{100, 400, 1600, 6400, 25600})
	var scaled, super []*Job
	for _, n := range sizes {
		scaled = append(scaled, d.job(fmt.Sprintf("N = %d", n), "banerjee2019-halfin-whitt",
			set("servers.count", n), "run.observe=0.5", "run.warmup=100",
			set("run.measure", length(min(jobs, 2e6*float64(n)), float64(n), 1000))))
	}
	larger := pick(d.size, []int{256, 1024}, []int{256, 1024, 4096, 16384}, []int{256, 1024, 4096, 16384, 65536})
	for _, n := range larger {
		super = append(super, d.job(fmt.Sprintf("super-Halfin-Whitt, N = %s", number(n)), "zhao2021-super-halfin-whitt",
			set("servers.count", n), "run.observe=0.5", "run.warmup=300",
			set("run.measure", length(min(jobs, 2e6*float64(n)), float64(n), 2000))))
	}
	if d.err != nil {
		return
	}
	d.draw = func(r recordSet) []picture.Panel {
		var second, idle, excess []picture.Curve
		for i, j := range scaled {
			name := fmt.Sprintf("N = %d", sizes[i])
			second = append(second, picture.Curve{Name: name, Kind: picture.Steps, Style: i, Points: tailOf(r[j].Histograms["second"])})
			idle = append(idle, picture.Curve{Name: name, Kind: picture.Steps, Style: i, Points: densityOf(r[j].Histograms["idle"])})
		}
		for i, j := range super {
			excess = append(
				excess,
				picture.Curve{Name: "N = " + number(larger[i]), Kind: picture.Steps, Style: i, Points: tailOf(r[j].Histograms["excess"])},
			)
		}
		notes := []string{
			fmt.Sprintf(
				"Looks are not independent, so that the ends of the tails, where few are left, are uncertain; fewer than %d are not drawn.",
				fewLooks,
			),
		}
		if law, err := (diffusion.HalfinWhitt{Beta: 1, Seed: 1, Time: pick(d.size, 250.0, 1000, 4000)}).Simulate(); err != nil {
			notes = append(notes, "No diffusion: "+err.Error()+".")
		} else {
			second = append(second, theoryCurve("diffusion, simulated", 6, between(0, law.WaitingQuantile(0.9995), 50, false),
				law.WaitingTail))
			idle = append(idle, theoryCurve("diffusion, simulated", 6, between(0.05, law.IdleQuantile(0.9995), 50, false),
				func(x float64) float64 {
					return (law.IdleTail(x-0.05) - law.IdleTail(x+0.05)) / 0.1
				}))
			rate, from := law.WaitingDecay(), law.WaitingQuantile(0.9)
			second = append(second, theoryCurve(fmt.Sprintf("exponential of rate %.2f", rate), picture.Grey,
				[]float64{from, 2*law.WaitingQuantile(0.999) - from},
				func(x float64) float64 { return 0.1 * math.Exp(-rate*(x-from)) }))
		}
		most := 0.0
		for _, c := range excess {
			most = max(most, c.Points[len(c.Points)-1].X)
		}
		excess = append(excess, theoryCurve("Gamma(2, 1)", picture.Grey, between(0, most, 60, false), diffusion.Gamma2{Beta: 1}.Tail))
		return []picture.Panel{
			{Name: "second", Title: "Halfin-Whitt regime: servers with two jobs or more", Curves: second,
				X: picture.Axis{Label: "x", Short: "x"}, Y: picture.Axis{Label: "share of time with Q2 / √N ≥ x", Log: true}, Notes: notes},
			{Name: "idle", Title: "Halfin-Whitt regime: idle servers", Curves: idle,
				X: picture.Axis{Label: "x = (N - Q1) / √N", Short: "x"}, Y: picture.Axis{Label: "density", Log: true}},
			{Name: "excess", Title: "Super-Halfin-Whitt regime: jobs beyond one a server", Curves: excess,
				X: picture.Axis{Label: "x", Short: "x"}, Y: picture.Axis{Label: "share of time with (jobs - N) / N^0.65 ≥ x", Log: true}},
		}
	}
}

// fewLooks is the number of looks below which a share is noise.
const fewLooks = 10

// tailOf returns the share of looks at or above each bin's lower end, from 0 on, as far as enough looks are left.
func tailOf(h Histogram) (points []picture.Point) {
	total := h.total()
	left := total
	for i, n := range h.Counts {
		if left < fewLooks {
			break
		}
		if bin := h.First + i; bin >= 0 {
			points = append(points, picture.Point{X: float64(bin) / 10, Y: picture.Exact(float64(left) / float64(total))})
		}
		left -= n
	}
	return points
}

// densityOf returns the density in the middle of each bin with enough looks.
func densityOf(h Histogram) (points []picture.Point) {
	total := h.total()
	for i, n := range h.Counts {
		y := math.NaN()
		if n >= fewLooks {
			y = float64(n) / float64(total) / binWidth
		}
		points = append(points, picture.Point{X: (float64(h.First+i) + 0.5) / 10, Y: picture.Exact(y)})
	}
	return points
}
