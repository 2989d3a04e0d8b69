package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"shardq/bench/fault"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/bench/study"
)

// Comparison is how the policies of a scenario compare that met the same random numbers: with the same seed all have the same arrivals, and
// the same potential departures at every server, so that most of the chance in their results is common and drops out of differences.
type Comparison struct {
	Policies []string       // names of those compared, in the order of the scenario
	Measures []Compared     // the one that policies are ranked by first; nil if an interruption left fewer than two policies
	Result   *result.Result // of each policy by itself
	Left     []string       // policies that an interruption left out
	Notes    []string       // what was not done as the scenario has it
}

// Compared is a comparison by one measure; less is better.
type Compared struct {
	Name, Key string // in reports and in JSON
	Share     bool   // shown in per cent
	Unit      string
	Values    []stats.Estimate
	Ranks     []Rank // from the best
	Pairs     []Pair // every two policies, in the order of the ranks, so that differences are not negative
}

// Rank is the place of a policy. Its true place is between Best and Worst for all policies at once with probability 1 - FamilyLevel at
// least: as many are better as were found to be significantly better, and more if those that could not be told apart are. Both are 0 for a
// policy without a mean.
type Rank struct {
	Policy      int // index
	Best, Worst int
}

// Run runs every policy of a scenario on the same random numbers and compares them, ranked by the measure of the key by, or the most
// important one if it is "". Errors are those of study.Run; an interrupted comparison has the policies that were done, and compares them if
// there are two.
//
// A difference and its interval of 95 % are those of one pair by itself. That a difference is significant is said family-wise: the
// probability that any pair of one measure is called different that is not is at most FamilyLevel, by the method of Holm.
func Run(ctx context.Context, sc *scenario.Scenario, opt study.Options, by string) (*Comparison, error) {
	if n := len(sc.Policies); n < 2 {
		return nil, fault.Input(fmt.Errorf("compare: %d policy to compare, want two or more, such as --policies jfsq,jsq", n))
	}
	if err := ranked(sc, by); err != nil {
		return nil, fault.Input(err)
	}
	r, alike, err := runAlike(ctx, sc, opt)
	if r == nil || r.Empty() {
		return nil, err
	}
	c := &Comparison{Result: r}
	if alike {
		if c.compare(by); c.Measures == nil && err == nil {
			err = errFew
		}
	} else {
		c.Left = names(r.Outcomes)
		c.Notes = append(c.Notes, "interrupted before all policies were measured after the same warm-up: each has its own here")
	}
	if sc.Run.Precision != nil {
		c.Notes = append(c.Notes, "run.precision is for single policies: all were measured for run.measure")
	}
	return c, err
}

// runAlike runs all policies with batches at the same times: for run.measure, after one warm-up. Where policies find warm-ups of their own
// that differ, all run again with the longest. If that is interrupted before it has two policies, the result is that of the first time,
// which is not alike.
func runAlike(ctx context.Context, sc *scenario.Scenario, opt study.Options) (r *result.Result, alike bool, err error) {
	same := *sc
	same.Run.Precision, same.Run.Most = nil, 0
	r, err = study.Run(ctx, &same, opt)
	if err != nil || !same.Run.AutoWarmup {
		return r, true, err
	}
	shortest, longest := math.Inf(1), 0.0
	for _, o := range r.Outcomes {
		shortest, longest = min(shortest, o.Scenario.Run.Warmup), max(longest, o.Scenario.Run.Warmup)
	}
	if shortest == longest {
		return r, true, nil
	}
	same.Run.AutoWarmup, same.Run.Warmup = false, longest
	again, err := study.Run(ctx, &same, opt)
	if err != nil && (again == nil || len(complete(again)) < 2) {
		r.Partial = true
		return r, false, err
	}
	return again, true, err
}

// ranked refuses a measure that the scenario does not have.
func ranked(sc *scenario.Scenario, by string) error {
	if keys := study.RankedBy(sc); by != "" && !slices.Contains(keys, by) {
		return fmt.Errorf("compare: policies cannot be ranked by %q here, want one of %s", by, strings.Join(keys, ", "))
	}
	return nil
}

// errFew says that runs were too short for statistics.
var errFew = errors.New("compare: fewer than two policies have statistics")

// complete are the outcomes that can be compared.
func complete(r *result.Result) (list []*result.Outcome) {
	for _, o := range r.Outcomes {
		if !o.Partial && o.Gauges != nil {
			list = append(list, o)
		}
	}
	return list
}

// names are those of the policies.
func names(outcomes []*result.Outcome) (list []string) {
	for _, o := range outcomes {
		list = append(list, o.Policy.String())
	}
	return list
}

// compare compares the policies that are complete.
func (c *Comparison) compare(by string) {
	list := complete(c.Result)
	for _, o := range c.Result.Outcomes {
		if !slices.Contains(list, o) {
			c.Left = append(c.Left, o.Policy.String())
		}
	}
	if len(list) < 2 {
		c.Left = names(c.Result.Outcomes)
		return
	}
	c.Policies = names(list)
	for g := range list[0].Gauges {
		var gauges []*result.Gauge
		for _, o := range list {
			gauges = append(gauges, &o.Gauges[g])
		}
		c.Measures = append(c.Measures, compareBy(gauges))
	}
	if i := slices.IndexFunc(c.Measures, func(m Compared) bool { return m.Key == by }); i > 0 {
		m := c.Measures[i]
		c.Measures = append([]Compared{m}, slices.Delete(c.Measures, i, i+1)...)
	}
}

// compareBy compares policies by one measure.
func compareBy(gauges []*result.Gauge) Compared {
	m := Compared{Name: gauges[0].Name, Key: gauges[0].Key, Share: gauges[0].Share, Unit: gauges[0].Unit}
	order := make([]int, len(gauges))
	for i, g := range gauges {
		order[i] = i
		m.Values = append(m.Values, g.Value())
	}
	slices.SortStableFunc(order, func(a, b int) int { // what has no mean comes last
		x, y := m.Values[a].Value, m.Values[b].Value
		if math.IsNaN(x) || math.IsNaN(y) {
			return cmp.Compare(b2i(math.IsNaN(x)), b2i(math.IsNaN(y)))
		}
		return cmp.Compare(x, y)
	})
	for i, better := range order {
		for _, worse := range order[i+1:] {
			m.Pairs = append(m.Pairs, pair(worse, better, gauges[worse], gauges[better]))
		}
	}
	holm(m.Pairs)
	known := 0
	for _, e := range m.Values {
		known += b2i(!math.IsNaN(e.Value))
	}
	for _, policy := range order {
		if math.IsNaN(m.Values[policy].Value) {
			m.Ranks = append(m.Ranks, Rank{Policy: policy})
			continue
		}
		rank := Rank{Policy: policy, Best: 1, Worst: known}
		for _, p := range m.Pairs {
			switch {
			case p.A == policy && p.Standing == Higher, p.B == policy && p.Standing == Lower:
				rank.Best++
			case p.A == policy && p.Standing == Lower, p.B == policy && p.Standing == Higher:
				rank.Worst--
			}
		}
		m.Ranks = append(m.Ranks, rank)
	}
	return m
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
