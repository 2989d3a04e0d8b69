package speed

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// WriteBenchmarks writes the measurements in the format of Go benchmarks, which benchstat and its like read: a line each, named
//
//	Benchmark<Workload>/<case>/contestant=<contestant>/shards=<shards>-<cores>
//
// after lines about the machine, which stand again where they change. Times and speeds are in ns and counts of the unit of the line (ns/job
// and jobs/s); figures are in their own units. Predictions, and lines that say why there is no measurement, are left out. Each line is one
// iteration, whose time is a median over rounds already: for a comparison with intervals measure several times and put the outputs one
// after the other.
func (r *Report) WriteBenchmarks(w io.Writer) error {
	out := bufio.NewWriter(w)
	machine := ""
	for _, l := range r.Lines {
		metrics := l.metrics()
		if metrics == "" {
			continue
		}
		if m := l.machine(); m != machine {
			machine = m
			fmt.Fprint(out, m)
		}
		fmt.Fprintf(out, "%s\t1%s\n", l.benchmark(), metrics)
	}
	return out.Flush() // has the first error of all
}

// machine is what the format calls configuration: a line of key and value each.
func (l *Line) machine() string {
	var out strings.Builder
	for _, c := range []struct{ key, value string }{
		{"goos", l.Host.OS}, {"goarch", l.Host.Arch}, {"pkg", "shardq/bench/speed"}, {"cpu", l.Host.CPU}, {"go", l.Host.Go},
		{"shardq", l.Version},
	} {
		if value := strings.Join(strings.Fields(c.value), " "); value != "" {
			fmt.Fprintf(&out, "%s: %s\n", c.key, value)
		}
	}
	return out.String()
}

// benchmark is the line's name. Parts of names have no spaces, and slashes only where a part ends.
func (l *Line) benchmark() string {
	name := "Benchmark" + word(l.Workload, true)
	if l.Case != "" {
		name += "/" + word(l.Case, false)
	}
	name += "/contestant=" + strings.ReplaceAll(word(l.Contestant, false), "/", "_")
	if l.Shards > 0 {
		name += fmt.Sprintf("/shards=%d", l.Shards)
	}
	return name + fmt.Sprintf("-%d", max(1, l.Host.Cores))
}

// metrics are pairs of a value and a unit, each after a tab; "" for a line that is no measurement.
func (l *Line) metrics() string {
	if l.Contestant == "" || l.Predicted {
		return ""
	}
	var out strings.Builder
	add := func(value float64, unit string) {
		if unit != "" && !math.IsNaN(value) && !math.IsInf(value, 0) {
			fmt.Fprintf(&out, "\t%s %s", strconv.FormatFloat(value, 'g', -1, 64), unit)
		}
	}
	if unit := word(l.Unit, false); l.NsJob > 0 && unit != "" {
		add(l.NsJob, "ns/"+unit)
		add(l.PerSecond, unit+"s/s")
	}
	add(l.Figure, word(l.FigureUnit, false))
	return out.String()
}

// word makes a word of a text, with a capital letter if it is to have one.
func word(text string, capital bool) string {
	return strings.Map(func(r rune) rune {
		first := capital
		capital = false
		switch {
		case unicode.IsSpace(r):
			return '_'
		case !unicode.IsPrint(r), r == unicode.ReplacementChar:
			return '?'
		case first:
			return unicode.ToUpper(r)
		}
		return r
	}, text)
}
