package figures

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"shardq/bench/picture"
	"shardq/bench/scenario/input"
)

// design is filled in by a figure: the jobs that it needs, and how to draw them once all have run.
type design struct {
	size Size
	jobs []*Job
	draw func(r recordSet) []picture.Panel
	err  error
}

// recordSet has the records of all jobs of a design.
type recordSet map[*Job]*Record

// job adds a run of a built-in scenario with overrides written as path=value. The first fault is kept in d.err.
func (d *design) job(label, builtin string, sets ...string) *Job {
	j := &Job{Label: label}
	sc, err := input.BuiltinWith(builtin, sets...)
	if err != nil && d.err == nil {
		d.err = fmt.Errorf("figures: %s: %w", label, err)
	}
	j.Scenario = sc
	d.jobs = append(d.jobs, j)
	return j
}

// set writes an override.
func set(path string, value any) string {
	if x, ok := value.(float64); ok {
		return path + "=" + strconv.FormatFloat(x, 'f', -1, 64)
	}
	return fmt.Sprintf("%s=%v", path, value)
}

// length returns a time in which so many jobs arrive at the given rate, to two digits, but at least least.
func length(jobs, rate, least float64) float64 {
	t := max(jobs/rate, least)
	unit := math.Pow(10, math.Floor(math.Log10(t))-1)
	return math.Round(t/unit) * unit
}

// sweep is a grid of jobs: for each curve the jobs by x, in the order in which they were added.
type sweep struct {
	names []string
	by    map[string][]sample
}

type sample struct {
	x   float64
	job *Job
}

// add adds a point of a curve.
func (s *sweep) add(curve string, x float64, j *Job) {
	if s.by == nil {
		s.by = map[string][]sample{}
	}
	if s.by[curve] == nil {
		s.names = append(s.names, curve)
	}
	s.by[curve] = append(s.by[curve], sample{x, j})
}

// curves draws one quantity of all jobs.
func (s *sweep) curves(r recordSet, of func(*Record, *Job) picture.Value) []picture.Curve {
	var list []picture.Curve
	for i, name := range s.names {
		c := picture.Curve{Name: name, Style: i}
		for _, at := range s.by[name] {
			c.Points = append(c.Points, picture.Point{X: at.x, Y: of(r[at.job], at.job)})
		}
		list = append(list, c)
	}
	return list
}

// key takes a value of a record as it is.
func key(name string) func(*Record, *Job) picture.Value {
	return func(r *Record, _ *Job) picture.Value { return r.value(name) }
}

// theoryCurve draws a function at the given places. Where it is NaN there is no point.
func theoryCurve(name string, style int, xs []float64, f func(x float64) float64) picture.Curve {
	c := picture.Curve{Name: name, Kind: picture.Theory, Style: style}
	for _, x := range xs {
		c.Points = append(c.Points, picture.Point{X: x, Y: picture.Exact(f(x))})
	}
	return c
}

// level draws a theory that does not depend on x.
func level(name string, style int, from, to, y float64) picture.Curve {
	return theoryCurve(name, style, []float64{from, to}, func(float64) float64 { return y })
}

// between returns n places from low to high at equal distances, or, on a logarithmic axis, at equal ratios.
func between(low, high float64, n int, log bool) []float64 {
	var out []float64
	for i := range n {
		part := float64(i) / float64(n-1)
		if log {
			out = append(out, low*math.Pow(high/low, part))
		} else {
			out = append(out, low+(high-low)*part)
		}
	}
	return out
}

// powers returns the powers of two from the one to the other exponent.
func powers(first, last, step int) []int {
	var out []int
	for e := first; e <= last; e += step {
		out = append(out, 1<<e)
	}
	return out
}

// number writes a number for labels: powers of two from 2^10 on as such.
func number(n int) string {
	if e := math.Log2(float64(n)); n >= 1024 && e == math.Floor(e) {
		return fmt.Sprintf("2^%.0f", e)
	}
	return strconv.Itoa(n)
}

// unique sorts numbers and leaves out those that are there already.
func unique(list []float64) []float64 {
	slices.Sort(list)
	return slices.Compact(list)
}
