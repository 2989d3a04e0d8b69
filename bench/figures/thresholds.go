package figures

import (
	"fmt"
	"slices"

	"shardq/bench/picture"
)

const zhou = "Zhou, Wu, Tan, Sun, Shroff 2017, Designing low-complexity heavy-traffic delay-optimal load balancing schemes"

// slottedPolicy is a policy of the slotted model with the overrides that choose it.
type slottedPolicy struct {
	name string
	sets []string
}

func withPolicy(name, yaml string) slottedPolicy {
	return slottedPolicy{name, []string{"policy=" + yaml}}
}

// published are read off the curves of the paper, to about 1 % and 3 % at the last load.
var (
	publishedLoads = []float64{0.3, 0.5, 0.7, 0.9, 0.93, 0.95, 0.97, 0.99}
	published      = map[string][]float64{
		"JIQ":     {2.03, 3.02, 4.07, 6.78, 8.37, 10.42, 15.22, 41.45},
		"SQ(2)":   {2.12, 3.52, 5.76, 11.49, 13.63, 15.73, 19.51, 31.47},
		"SQ(2,3)": {2.03, 3.05, 4.39, 8.08, 9.75, 11.40, 14.48, 25.00},
		"JBT-2":   {2.03, 3.10, 4.42, 7.87, 9.20, 10.82, 14.12, 28.68},
		"JBT-10":  {2.02, 3.01, 4.07, 6.67, 7.94, 9.25, 11.69, 22.03},
		"JSQ":     {2.03, 3.01, 4.04, 5.60, 6.19, 6.85, 8.33, 15.83},
	}
	publishedPeriods  = []float64{10, 50, 100, 300, 500, 700, 1000}
	publishedMessages = map[string][]float64{
		"JBT-2":  {1.377, .935, .869, .815, .787, .796, .773},
		"JBT-5":  {1.796, .920, .787, .689, .659, .655, .649},
		"JBT-10": {2.634, .979, .755, .590, .558, .545, .535},
	}
	publishedDelays = map[string][]float64{
		"JBT-2":  {22.72, 24.21, 24.74, 26.12, 26.65, 26.97, 26.92},
		"JBT-10": {18.62, 19.39, 19.82, 20.84, 20.85, 21.15, 21.66},
	}
)

// thresholds is the paper on join below threshold.
func thresholds() Figure {
	return Figure{
		Name: "jbt", Title: "Join below threshold", Source: zhou,
		Caption: "In every slot a batch of jobs goes to one server. Mean response time against load for N = 10, for N = 50 and for " +
			"bursty service; messages a slot and response time against the period T " +
			"after which the threshold is drawn anew. Crosses: numbers read off the paper's curves, to about 1 %, and 3 % at load 0.99.",
		Chosen: "the length of the runs, and for N = 50 and bursty service the loads, T = 1000, and the policies shown.",
		design: designThresholds,
	}
}

func designThresholds(d *design) {
	// slots is the length of a run, longer near full load, where memory is long.
	slots := func(load float64) float64 {
		switch {
		case d.size == Quick:
			return 1e5
		case load < 0.9:
			return pick(d.size, 0, 1.5e6, 1e7)
		case load < 0.96:
			return pick(d.size, 0, 3e6, 2e7)
		}
		return pick(d.size, 0, 6e6, 1e8)
	}
	policies := []slottedPolicy{
		withPolicy("JSQ", "{name: jsq}"), withPolicy("JBT-10", "{name: jbt-d, d: 10, period: 1000}"),
		withPolicy("JBT-2", "{name: jbt-d, d: 2, period: 1000}"),
		withPolicy(
			"SQ(2,3)",
			"{name: sq-d-m, d: 2, memory: 3}",
		), withPolicy("SQ(2)", "{name: sq-d, d: 2}"), withPolicy("JIQ", "{name: jiq}"),
	}
	loads := pick(d.size, []float64{0.3, 0.5, 0.7, 0.9, 0.95}, publishedLoads, publishedLoads)
	systems := []struct {
		name, title, builtin string
		sets                 []string
	}{
		{"response-10", "Join below threshold, N = 10", "zhou2017-jbt", nil},
		{"response-50", "Join below threshold, N = 50", "zhou2017-jbt", []string{"servers.count=50"}},
		{"bursty", "Join below threshold, N = 10, bursty service", "zhou2017-bursty", nil},
	}
	byLoad := make([]sweep, len(systems))
	for i, sys := range systems {
		for _, policy := range policies {
			for _, load := range loads {
				sets := append(append([]string{set("ports.load", load)}, sys.sets...), policy.sets...)
				sets = append(sets, set("run.warmup", slots(load)/5), set("run.measure", slots(load)))
				j := d.job(fmt.Sprintf("%s, %s, load %v", policy.name, sys.name, load), sys.builtin, sets...)
				byLoad[i].add(policy.name, load, j)
			}
		}
	}
	load := pick(d.size, 0.9, 0.99, 0.99)
	periods := pick(d.size, []float64{10, 100, 1000}, publishedPeriods, publishedPeriods)
	var byPeriod sweep
	for _, sample := range []int{2, 5, 10} {
		for _, period := range periods {
			j := d.job(fmt.Sprintf("JBT-%d, T = %v, load %v", sample, period, load), "zhou2017-jbt", set("ports.load", load),
				fmt.Sprintf("policy={name: jbt-d, d: %d, period: %.0f}", sample, period), set("run.warmup", slots(load)/5),
				set("run.measure", slots(load)))
			byPeriod.add(fmt.Sprintf("JBT-%d", sample), period, j)
		}
	}
	idle := d.job(fmt.Sprintf("JIQ, load %v", load), "zhou2017-jbt", set("ports.load", load), "policy={name: jiq}",
		set("run.warmup", slots(load)/5), set("run.measure", slots(load)))
	if d.err != nil {
		return
	}
	d.draw = func(r recordSet) []picture.Panel {
		var panels []picture.Panel
		for i, sys := range systems {
			curves := byLoad[i].curves(r, key("mean_response"))
			grow(byLoad[i], r, curves)
			if i == 0 {
				curves = append(curves, crosses(byLoad[i].names, published, publishedLoads, loads))
			}
			panels = append(panels, picture.Panel{
				Name: sys.name, Title: sys.title, Curves: curves,
				X: picture.Axis{Label: "load", Short: "load"}, Y: picture.Axis{Label: "mean response time [slots]", Log: true},
			})
		}
		x := picture.Axis{Label: "period T of the threshold [slots]", Log: true, Short: "T"}
		messages := byPeriod.curves(r, key("messages_per_batch"))
		delays := byPeriod.curves(r, key("mean_response"))
		grow(byPeriod, r, delays)
		ends := []float64{periods[0], periods[len(periods)-1]}
		jiq := picture.Curve{Name: "JIQ", Style: 5}
		for _, at := range ends {
			jiq.Points = append(jiq.Points, picture.Point{X: at, Y: r[idle].value("messages_per_batch")})
		}
		messages = append(messages, jiq)
		if load == 0.99 {
			messages = append(messages, crosses(byPeriod.names, publishedMessages, publishedPeriods, periods))
			delays = append(delays, crosses(byPeriod.names, publishedDelays, publishedPeriods, periods))
		}
		return append(panels,
			picture.Panel{Name: "messages", Title: fmt.Sprintf("Messages against the period, N = 10, load %v", load), Curves: messages,
				X: x,
				Y: picture.Axis{Label: "messages a slot with an arrival", Zero: true}},
			picture.Panel{Name: "period", Title: fmt.Sprintf("Response against the period, N = 10, load %v", load), Curves: delays, X: x,
				Y: picture.Axis{Label: "mean response time [slots]"}})
	}
}

// crosses are published numbers of all curves where something was simulated, as one curve without a line.
func crosses(names []string, values map[string][]float64, xs, simulated []float64) picture.Curve {
	c := picture.Curve{Name: "published, read off", Kind: picture.Published, Style: picture.Grey}
	for _, name := range names {
		for i, y := range values[name] {
			if slices.Contains(simulated, xs[i]) {
				c.Points = append(c.Points, picture.Point{X: xs[i], Y: picture.Exact(y)})
			}
		}
	}
	return c
}

// grow marks the points of systems that do not stay bounded: they have no mean.
func grow(s sweep, r recordSet, curves []picture.Curve) {
	for i, name := range s.names {
		for k, at := range s.by[name] {
			switch p := &curves[i].Points[k]; r[at.job].Verdict {
			case "growing":
				p.Y, p.State = picture.Missing(), "growing"
			case "undecided":
				p.State = "undecided"
			}
		}
	}
}

// twoPools is the figure on stability.
func twoPools() Figure {
	return Figure{
		Name: "jbt-two-pools", Title: "Two pools of servers: which policies are stable", Source: zhou,
		Caption: "Five servers ten times as fast as five others. Policies without regard to speed send too much to the slow ones: " +
			"SQ(2) is unstable from load 0.409 on, JIQ between 0.7 and 0.9. " +
			"First picture: the jobs by which the system grows in a slot, 0 if it is stable. Second: mean response times; an arrow at " +
			"the upper edge is a system that was found to grow, which has no mean, " +
			"whatever a run of some length would show.",
		Chosen: "the loads, T = 1000, and the length of the runs. The verdict is that of a test on the means of consecutive " +
			"parts of the run; " +
			"a point at which it is undecided has no mark in the second picture.",
		design: designTwoPools,
	}
}

func designTwoPools(d *design) {
	slots := pick(d.size, 1e5, 4e6, 2e7)
	loads := pick(d.size, []float64{0.3, 0.5, 0.7, 0.9}, []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95},
		[]float64{0.1, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97})
	var s sweep
	for _, policy := range []slottedPolicy{
		withPolicy("JSQ", "{name: jsq}"), withPolicy("JBTG-10", "{name: jbtg-d, d: 10, period: 1000}"),
		withPolicy("JBTG-2", "{name: jbtg-d, d: 2, period: 1000}"),
		withPolicy("JBT-2", "{name: jbt-d, d: 2, period: 1000}"), withPolicy("SQ(2)", "{name: sq-d, d: 2}"),
		withPolicy("JIQ", "{name: jiq}"),
	} {
		for _, load := range loads {
			s.add(policy.name, load, d.job(fmt.Sprintf("%s, load %v", policy.name, load), "zhou2017-jbtg",
				append([]string{set("ports.load", load), set("run.warmup", slots/10), set("run.measure", slots)}, policy.sets...)...))
		}
	}
	if d.err != nil {
		return
	}
	d.draw = func(r recordSet) []picture.Panel {
		growth := s.curves(r, key("growth_per_slot"))
		for i, name := range s.names {
			for k, at := range s.by[name] {
				if r[at.job].Verdict == "stable" { // what a run of some length ends with, over its length, is not growth
					growth[i].Points[k].Y = picture.Exact(0)
				}
			}
		}
		response := s.curves(r, key("mean_response"))
		grow(s, r, response)
		for i := range response {
			for k := range response[i].Points {
				if p := &response[i].Points[k]; p.State == "undecided" {
					p.Y = picture.Missing()
				}
			}
		}
		x := picture.Axis{Label: "load", Short: "load"}
		return []picture.Panel{
			{Name: "growth", Title: "Five servers of rate 10, five of rate 1: growth", Curves: growth, X: x,
				Y:     picture.Axis{Label: "growth of the number in system [jobs a slot]"},
				Notes: []string{"Systems found to be stable are drawn at 0."}},
			{Name: "response", Title: "Five servers of rate 10, five of rate 1: response", Curves: response, X: x,
				Y: picture.Axis{Label: "mean response time [slots]", Log: true}},
		}
	}
}
