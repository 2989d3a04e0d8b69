package figures

import (
	"fmt"
	"math"

	"shardq/bench/picture"
	"shardq/bench/scenario"
	"shardq/bench/theory/bound"
	"shardq/bench/theory/meanfield"
)

const weng = "Weng, Zhou, Srikant 2020, Optimal load balancing in bipartite graphs"

// display is how policies are written in legends.
var display = map[string]string{"jfsq": "JFSQ", "jfiq": "JFIQ", "jsq": "JSQ", "jiq": "JIQ", "jsq-2-2": "JSQ-(2,2)"}

// figure2 is two speeds on a complete graph.
func figure2() Figure {
	return Figure{
		Name: "fig2", Title: "Two speeds on a complete graph", Source: weng + ", figure 2",
		Caption: "Mean response time against load on the complete graph of fast and slow servers, under the policies that know " +
			"speeds (JFSQ, " +
			"JFIQ), those that do not (JSQ, JIQ), " +
			"and JSQ-(2,2) with the probabilities that minimise its mean field at each load. Lines without marks: the lower " +
			"bound C*/lambda " +
			"that holds for any policy, " +
			"the mean field of JSQ-(2,2), and the limit of many servers of JSQ and JIQ.",
		Chosen: "100 servers, half of rate 1 and half of rate 1/4, buffers of 1000 jobs, the loads, and the length of the runs.",
		design: designFigure2,
	}
}

func designFigure2(d *design) {
	loads := pick(d.size, []float64{0.2, 0.4, 0.6, 0.8, 0.9}, []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95},
		[]float64{0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97})
	jobs := pick(d.size, 3e5, 1e7, 5e7)
	var s sweep
	var at *scenario.Scenario
	for _, policy := range []string{"jfsq", "jfiq", "jsq", "jiq", "jsq-2-2"} {
		for _, load := range loads {
			sets := []string{set("ports.load", load), set("policy.name", policy), set("run.measure", length(jobs, 62.5*load, 500)),
				set("run.warmup", 1000)}
			if policy != "jsq-2-2" {
				sets = append(sets, "run.engine=lumped")
			}
			j := d.job(fmt.Sprintf("%s at load %v", display[policy], load), "weng2020-figure2", sets...)
			s.add(display[policy], load, j)
			at = j.Scenario
		}
	}
	if d.err != nil {
		return
	}
	types := at.Types()
	arrivals := func(load float64) float64 { return load * at.Capacity() }
	xs := grid(loads, 20, false)
	d.draw = func(r recordSet) []picture.Panel {
		curves := s.curves(r, key("mean_response"))
		curves = append(curves,
			theoryCurve("lower bound", picture.Grey, xs, func(load float64) float64 { return bound.Of(types, arrivals(load)).LowerBound }),
			theoryCurve("JSQ, JIQ: limit", 2, xs, func(load float64) float64 { return uniformResponse(at, arrivals(load)) }),
			theoryCurve("JSQ-(2,2): mean field", 4, xs, func(load float64) float64 {
				_, _, response, err := meanfield.TwoClassOptimum(types, arrivals(load), 2, 2)
				if err != nil {
					return math.NaN()
				}
				return response
			}))
		return []picture.Panel{{
			Name: "response", Title: "Two speeds on a complete graph, N = 100", Curves: curves,
			X: picture.Axis{Label: "load", Short: "load"},
			Y: picture.Axis{Label: "mean response time [mean service time of a fast server]"},
		}}
	}
}

// uniformResponse is the limit of the mean response time under rules that take a uniform idle server.
func uniformResponse(sc *scenario.Scenario, arrivals float64) float64 {
	busy := 0.0
	types := sc.Types()
	for m, x := range bound.UniformBusy(types, arrivals) {
		busy += float64(types[m].Count) * x
	}
	return busy / arrivals
}

// figure3 and figure4 are four speeds on sparse random graphs that grow; the same runs make both.
func figure3() Figure {
	return Figure{
		Name: "fig3", Title: "Four speeds on sparse random graphs: response", Source: weng + ", figure 3, carried on from N = 2^11 to 2^20",
		Caption: "Mean response time of admitted jobs against the number of servers, N/4 of each of the rates 1, 1/2, 1/4 and " +
			"1/8, on random " +
			"bipartite graphs whose edge probability is the paper's. " +
			"Policies that know speeds fall towards the lower bound as N grows, with the degree, which grows as the root of ln " +
			"N: it is far " +
			"from the bound at any N that can be built. " +
			"Those that do not know speeds have another limit.",
		Chosen: "load 0.9, as many ports as servers, and the length of the runs. From 2^12 servers on, runs begin in the limit of many " +
			"servers instead of empty.",
		design: func(d *design) { designFigure34(d, "response") },
	}
}

func figure4() Figure {
	return Figure{
		Name: "fig4", Title: "Four speeds on sparse random graphs: blocking", Source: weng + ", figure 4, carried on from N = 2^11 to 2^20",
		Caption: "Share of jobs that are sent to a full server, in the runs of figure 3, with room for five jobs at each server. " +
			"An arrow is " +
			"the upper 95 % limit where no job was lost: " +
			"the policies that look at queue lengths lose none soon, while those that look for idle servers lose some as long as a job " +
			"now and then finds none.",
		Chosen: "load 0.9, as many ports as servers, and the length of the runs.",
		design: func(d *design) { designFigure34(d, "blocking") },
	}
}

func designFigure34(d *design, what string) {
	sizes := pick(d.size, append(powers(5, 11, 2), 1<<14), powers(5, 20, 1), powers(5, 23, 1))
	s, at := fourSpeeds(d, "weng2020-policies", sizes, pick(d.size, 6e5, 2e7, 6e7))
	if d.err != nil {
		return
	}
	low, high := float64(sizes[0]), float64(sizes[len(sizes)-1])
	d.draw = func(r recordSet) []picture.Panel {
		x := picture.Axis{Label: "servers N (as many ports)", Binary: true, Short: "N"}
		if what == "blocking" {
			return []picture.Panel{{
				Name: "blocking", Title: "Blocking, four speeds on sparse random graphs, load 0.9", Curves: s.curves(r, key("blocking")),
				X: x,
				Y: picture.Axis{Label: "share of jobs lost", Log: true},
			}}
		}
		curves := s.curves(r, key("mean_response"))
		curves = append(curves,
			level("lower bound", picture.Grey, low, high, bound.Of(at.Types(), at.ArrivalRate()).LowerBound),
			level("JSQ, JIQ: limit", 2, low, high, uniformResponse(at, at.ArrivalRate())))
		return []picture.Panel{{
			Name: "response", Title: "Mean response, four speeds on sparse random graphs, load 0.9", Curves: curves, X: x,
			Y: picture.Axis{Label: "mean response time [mean service time at rate 1]"},
		}}
	}
}

// fourSpeeds sweeps the four policies over sizes, and returns the last scenario for what theory says.
func fourSpeeds(d *design, builtin string, sizes []int, jobs float64) (s sweep, at *scenario.Scenario) {
	for _, policy := range []string{"jfsq", "jfiq", "jsq", "jiq"} {
		for _, n := range sizes {
			perServer := 0.9 * (1 + 0.5 + 0.25 + 0.125) / 4
			sets := []string{
				set("servers.count", n),
				set("policy.name", policy),
				set("run.measure", length(jobs, perServer*float64(n), 60)),
			}
			if n >= 1<<12 {
				sets = append(sets, "run.start=mean-field", "run.warmup=60")
			} else {
				sets = append(sets, "run.warmup=400")
			}
			j := d.job(fmt.Sprintf("%s at N = %s", display[policy], number(n)), builtin, sets...)
			s.add(display[policy], float64(n), j)
			at = j.Scenario
		}
	}
	return s, at
}

// figure5 is figure3 and figure4 with more variable service.
func figure5() Figure {
	return Figure{
		Name: "fig5", Title: "Hyper-exponential service", Source: weng + ", figure 5 (appendix D.3)",
		Caption: "As figures 3 and 4, with service times of two phases. The lower bound is the same: it depends on the law of service " +
			"only through its mean.",
		Chosen: "two phases with balanced means and squared coefficient of variation 4, load 0.9, as many ports as servers, and the " +
			"length of the runs.",
		design: func(d *design) {
			sizes := pick(d.size, append(powers(5, 9, 2), 1<<11), powers(5, 15, 1), powers(5, 20, 1))
			s, at := fourSpeeds(d, "weng2020-figure5", sizes, pick(d.size, 3e5, 6e6, 2e7))
			if d.err != nil {
				return
			}
			low, high := float64(sizes[0]), float64(sizes[len(sizes)-1])
			d.draw = func(r recordSet) []picture.Panel {
				x := picture.Axis{Label: "servers N (as many ports)", Binary: true, Short: "N"}
				bound := level("lower bound", picture.Grey, low, high, bound.Of(at.Types(), at.ArrivalRate()).LowerBound)
				return []picture.Panel{{
					Name: "response", Title: "Mean response, hyper-exponential service, load 0.9",
					Curves: append(s.curves(r, key("mean_response")), bound), X: x,
					Y: picture.Axis{Label: "mean response time [mean service time at rate 1]"},
				}, {
					Name: "blocking", Title: "Blocking, hyper-exponential service, load 0.9", Curves: s.curves(r, key("blocking")), X: x,
					Y: picture.Axis{Label: "share of jobs lost", Log: true},
				}}
			}
		},
	}
}

// grid returns the places of a theory: those of the simulation and n more, evenly from the first to the last.
func grid(xs []float64, n int, log bool) []float64 {
	out := append(between(xs[0], xs[len(xs)-1], n, log), xs...)
	return unique(out)
}
