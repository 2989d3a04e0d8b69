package solve

import (
	"fmt"
	"math"
	"strconv"

	"shardq/bench/report"
	"shardq/bench/scenario"
)

// scale is how a parameter is divided.
type scale int

const (
	geometric scale = iota // equal ratios
	linear
)

// parameter is what is known about a path that a search can go over.
type parameter struct {
	path  string
	whole bool
	scale scale
	from  float64
	to    func(sc *scenario.Scenario) float64
	now   func(sc *scenario.Scenario) float64 // value in the scenario; 0 if it has none
	// more is what a larger value does to response times and the number in system, less to blocking: +1 increases them, -1 decreases them,
	// 0 is not known.
	more, lost int
	phrase     func(value string) string // how an answer names a value: "a mean degree of 38"
}

// parameters lists the paths whose range and effect are known.
func parameters() []parameter {
	servers := func(sc *scenario.Scenario) float64 { return float64(sc.Servers()) }
	a := func(what string) func(string) string {
		return func(value string) string { return "a " + what + " of " + value }
	}
	return []parameter{
		{
			"graph.mean_degree",
			true,
			geometric,
			1,
			servers,
			func(sc *scenario.Scenario) float64 { return sc.Graph.MeanDegree },
			-1,
			-1,
			a("mean degree"),
		},
		{
			"graph.degree",
			true,
			geometric,
			1,
			servers,
			func(sc *scenario.Scenario) float64 { return float64(sc.Graph.Degree) },
			-1,
			-1,
			a("degree"),
		},
		{"policy.d", true, geometric, 1, servers, sampleSize, -1, -1, a("sample size")},
		{"ports.load", false, linear, 0.01, highestLoad, func(sc *scenario.Scenario) float64 { return sc.Port.Load }, +1, +1, a("load")},
		{"ports.rate", false, geometric, 1e-3, func(sc *scenario.Scenario) float64 { return float64(highestLoad(sc) * sc.Capacity()) },
			func(sc *scenario.Scenario) float64 { return sc.Port.Rate }, +1, +1, func(value string) string {
				return "an arrival rate of " +
					value
			}},
		{
			"servers.count",
			true,
			geometric,
			1,
			func(*scenario.Scenario) float64 { return 1 << 24 },
			servers,
			-1,
			-1,
			func(value string) string { return "N = " + value },
		},
		{
			"servers.buffer",
			true,
			geometric,
			1,
			func(*scenario.Scenario) float64 { return 1000 },
			func(sc *scenario.Scenario) float64 { return float64(sc.Buffer()) },
			+1,
			-1,
			a("buffer"),
		},
	}
}

func sampleSize(sc *scenario.Scenario) float64 { return float64(sc.Policies[0].D) }

// highestLoad is the end of a search over loads that is not given another: just below 1, where queues that have room grow for ever.
func highestLoad(*scenario.Scenario) float64 { return 0.999 }

// parameterOf returns what is known of a path, or a parameter of unknown range and effect.
func parameterOf(path string) parameter {
	for _, p := range parameters() {
		if p.path == path {
			return p
		}
	}
	return parameter{path: path, scale: linear, phrase: func(value string) string { return path + " = " + value }}
}

// effect is what a larger value does to a measure.
func (p parameter) effect(measure string) int {
	if measure == "blocking" {
		return p.lost
	}
	return p.more
}

// between returns a value that halves the way from a to b, strictly between them, or NaN if there is none.
func (p parameter) between(a, b float64) float64 {
	if a > b {
		a, b = b, a
	}
	m := float64((a + b) / 2)
	if p.scale == geometric && a > 0 {
		m = math.Sqrt(float64(a * b))
	}
	if p.whole {
		m = min(max(math.Round(m), a+1), b-1)
	}
	if !(a < m && m < b) {
		return math.NaN()
	}
	return p.round(m)
}

// round keeps values short, so that they are written in a scenario as they are shown.
func (p parameter) round(v float64) float64 {
	if p.whole {
		return math.Round(v)
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	return short
}

// beyond returns the next value from x towards an end.
func (p parameter) beyond(x, end float64) float64 {
	next := float64((x + end) / 2)
	if p.scale == geometric {
		next = float64(2 * x)
		if end < x {
			next = x / 2
		}
	}
	next = p.round(next)
	if end > x && (next >= end || next <= x) || end < x && (next <= end || next >= x) {
		return end
	}
	if p.scale == linear && math.Abs(end-next) < 0.02*math.Abs(end) { // nearly there
		return end
	}
	return next
}

// text writes a value for a scenario.
func (p parameter) text(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// shown writes a value for a reader, of a parameter that is known to about the width given.
func (p parameter) shown(v, width float64) string {
	if p.whole {
		return report.Int(int64(v)).String()
	}
	if !(width > 0) {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	places := min(max(1-int(math.Floor(math.Log10(width))), 0), 9)
	return strconv.FormatFloat(v, 'f', places, 64)
}

// check reports a path or range that a search cannot go over.
func (p parameter) check(from, to float64) error {
	switch {
	case !(from < to):
		return fmt.Errorf("solve: search over %s from %g to %g: want the first below the second", p.path, from, to)
	case p.scale == geometric && !(from > 0):
		return fmt.Errorf("solve: search over %s from %g: want a positive number", p.path, from)
	case p.whole && (from != math.Trunc(from) || to != math.Trunc(to)):
		return fmt.Errorf("solve: search over %s from %g to %g: want whole numbers", p.path, from, to)
	}
	return nil
}
