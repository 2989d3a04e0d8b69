package speed

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Series is points of a plot that belong together.
type Series struct {
	Name   string
	Points []Point // by X, which differ
}

// Point is a place in a plot.
type Point struct{ X, Y float64 }

// CostBySize returns ns per job on one core against the number of servers, one series for each combination of contestant, policy and graph
// that has at least three sizes.
func (r *Report) CostBySize() []Series {
	found := seriesSet{}
	for _, l := range r.Lines {
		servers := number(l.Case, "servers")
		if servers == 0 || l.NsJob <= 0 || l.Unit != "job" || l.Predicted || l.Shards != 1 ||
			l.Workload != "engine" && l.Workload != "cost" ||
			field(l.Case, "degree") != "30" ||
			strings.Count(l.Contestant, ",") > 1 { // not one of several instruction sets
			continue
		}
		found.add(
			strings.TrimSuffix(l.Contestant, ", 1 shard")+", "+field(l.Case, "policy")+", "+cmp.Or(field(l.Case, "graph"), stored),
			servers,
			l.NsJob,
		)
	}
	return found.list(3)
}

// SpeedUps returns how many times as fast as one shard more of them are, against their number: what was measured, and under the same names
// what the model predicts.
func (r *Report) SpeedUps() (measured, predicted []Series) {
	seen, foretold := seriesSet{}, seriesSet{}
	for _, l := range r.Lines {
		servers := number(l.Case, "servers")
		if servers == 0 || l.Workload != "scale" || l.Ratio <= 0 || l.Against != "engine, 1 shard" ||
			strings.HasPrefix(l.Contestant, "predicted at best") {
			continue
		}
		name := fmt.Sprintf("N = 2^%.0f, degree %s, %s", math.Log2(servers), field(l.Case, "degree"), field(l.Case, "graph"))
		switch {
		case l.Predicted:
			foretold.add(name, float64(l.Shards), l.Ratio)
		case l.Contestant == fmt.Sprintf("engine, %d shards", l.Shards):
			seen.add(name, 1, 1)
			seen.add(name, float64(l.Shards), l.Ratio)
		}
	}
	return seen.list(1), foretold.list(1)
}

// seriesSet collects points by series and x; the last one added stands.
type seriesSet map[string]map[float64]float64

func (s seriesSet) add(name string, x, y float64) {
	if s[name] == nil {
		s[name] = map[float64]float64{}
	}
	s[name][x] = y
}

// list returns the series of at least so many points, by name.
func (s seriesSet) list(least int) (list []Series) {
	for name, points := range s {
		if len(points) < least {
			continue
		}
		one := Series{Name: name}
		for x, y := range points {
			one.Points = append(one.Points, Point{x, y})
		}
		slices.SortFunc(one.Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b Series) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// field returns the value of a key in a case's name, or "".
func field(name, key string) string {
	for part := range strings.SplitSeq(name, "/") {
		if k, v, ok := strings.Cut(part, "="); ok && k == key {
			return v
		}
	}
	return ""
}

// number returns the value of a key as a number, or 0.
func number(name, key string) float64 {
	v, err := strconv.ParseFloat(field(name, key), 64)
	if err != nil {
		return 0
	}
	return v
}
