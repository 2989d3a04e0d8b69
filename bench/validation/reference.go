package validation

import (
	"fmt"

	"shardq/bench/result"
	"shardq/bench/stats"
	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/queue"
)

// Reference is a scenario whose answers are known from a publication or in closed form.
type Reference struct {
	Name    string
	Source  string
	Bias    float64 // relative; how far the finite system may be from the limit that is known
	Answers []Answer
	text    string
}

// Answer is one known value.
type Answer struct {
	Quantity string
	Want     float64
	StdErr   float64 // of Want itself; 0 if exact
	of       func(*result.Outcome) stats.Estimate
}

func response(o *result.Outcome) stats.Estimate { return o.Estimate("mean_response") }
func blocking(o *result.Outcome) stats.Estimate { return o.Estimate("blocking") }

// perServer returns the mean number of jobs at a server.
func perServer(o *result.Outcome) stats.Estimate {
	n := float64(o.Scenario.Servers())
	e := o.Estimate("mean_number")
	e.Value, e.StdErr = e.Value/n, e.StdErr/n
	return e
}

// complete writes a scenario of n equal servers of rate 1 on a complete graph.
func complete(n int, load float64, buffer, policy string, warmup, measure float64) string {
	return fmt.Sprintf(`
servers: {count: %d, buffer: %s, types: [{share: 1, rate: 1}]}
ports: {count: 1, load: %v}
graph: {kind: complete}
policy: %s
run: {seed: 1, warmup: %v, measure: %v}
`, n, buffer, load, policy, warmup, measure)
}

// References lists the known values for the policies of the bipartite model, each with a run of a few seconds.
func References() []Reference {
	var list []Reference
	add := func(source string, bias float64, text, name string, answers ...Answer) {
		list = append(list, Reference{Name: name, Source: source, Bias: bias, Answers: answers, text: text})
	}
	meanResponse := func(want float64) Answer { return Answer{"mean response", want, 0, response} }
	blocked := func(want float64) Answer { return Answer{"blocking", want, 0, blocking} }

	for _, v := range []struct{ load, want float64 }{{.3, 1.144025}, {.5, 1.426321}, {.7, 2.108197}, {.8, 2.955737}, {.9, 5.474913},
		{.95, 10.486639}} {
		add("stationary equations", 0, complete(2, v.load, "inf", "{name: jsq}", 1e4, 5e6),
			fmt.Sprintf("two servers, jsq, load %v", v.load), meanResponse(v.want))
	}
	for _, rho := range []float64{.3, .5, .7, .9} {
		add("(1+rho)/((1-rho)(1+2rho))", 0, complete(2, rho, "inf", "{name: jiq}", 1e4, 5e6),
			fmt.Sprintf("two servers, jiq, load %v", rho), meanResponse((1+rho)/((1-rho)*(1+2*rho))))
	}
	for _, v := range []struct {
		load              float64
		policy            string
		response, blocked float64
	}{
		{.8, "jfiq", 5.865374, .075489}, {.8, "jfsq", 4.343806, .005004}, {.8, "jiq", 6.071521, .080043}, {.8, "jsq", 5.142299, .006831},
		{.9, "jfiq", 6.501931, .122696}, {.9, "jfsq", 5.628490, .022634}, {.9, "jiq", 6.620097, .126239}, {.9, "jsq", 6.260935, .026992},
	} {
		add("stationary equations", 0, fmt.Sprintf(`
servers: {count: 4, buffer: 5, types: [{share: 0.25, rate: 1}, {share: 0.25, rate: 0.5}, {share: 0.25, rate: 0.25}, {share: 0.25, rate: 0.125}]}
ports: {count: 1, load: %v}
graph: {kind: complete}
policy: {name: %s}
run: {seed: 1, warmup: 1e4, measure: 1e7}
`, v.load, v.policy), fmt.Sprintf("four servers of four speeds, %s, load %v", v.policy, v.load), meanResponse(v.response), blocked(v.blocked))
	}
	for _, v := range []struct {
		load         float64
		n            int
		want, stdErr float64
	}{
		{.7, 10, 1.21930, .00014}, {.7, 20, 1.17370, .00014}, {.7, 50, 1.14712, .00012}, {.7, 100, 1.13874, .00011},
		{.9, 10, 2.80030, .00076}, {.9, 20, 2.56615, .00065}, {.9, 50, 2.43495, .00054}, {.9, 100, 2.39309, .00049},
	} {
		add("published simulation", 0, complete(v.n, v.load, "inf", "{name: jsq-d, d: 2, replacement: true}", 1e3, 2e7/float64(v.n)),
			fmt.Sprintf("%d servers, jsq-2 with replacement, load %v", v.n, v.load), Answer{"jobs per server", v.want, v.stdErr, perServer})
	}
	for _, v := range []struct {
		d    int
		load float64
	}{{2, .5}, {2, .7}, {2, .8}, {2, .9}, {2, .95}, {3, .9}, {10, .9}} {
		add("limit of many servers (Vvedenskaya, Dobrushin, Karpelevich 1996; Mitzenmacher 2001)", 5e-4,
			complete(1<<15, v.load, "inf", fmt.Sprintf("{name: jsq-d, d: %d}", v.d), 200, 300),
			fmt.Sprintf("2^15 servers, jsq-%d, load %v", v.d, v.load), meanResponse(meanfield.Supermarket(v.d, v.load)))
	}
	for _, v := range []struct {
		rho float64
		b   int
	}{{.5, 1}, {.8, 5}, {.9, 20}, {1, 5}, {1.2, 10}} {
		q := queue.MM1b(v.rho, 1, v.b)
		add("M/M/1/b", 0, complete(1, v.rho, fmt.Sprint(v.b), "{name: random}", 1e3, 1e7),
			fmt.Sprintf("one server, load %v, buffer %d", v.rho, v.b), meanResponse(q.Response), blocked(q.Blocking))
	}
	for _, rho := range []float64{.5, .9} {
		add("M/M/1", 0, complete(1, rho, "inf", "{name: jsq}", 1e4, 1e7),
			fmt.Sprintf("one server, load %v, no limit", rho), meanResponse(queue.MM1(rho, 1).Response))
	}
	return list
}
