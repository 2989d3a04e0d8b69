package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"shardq/bench/fault"
	"shardq/bench/scenario"
	"shardq/bench/stats"
)

// Comparison is how the policies of a scenario compare that met the same random numbers: with the same seed all have the same arrivals, and the same
// potential departures at every server, so that most of the chance in their results is common and drops out of differences.
type Comparison struct {
	Policies []string   // names, in the order of the scenario
	Measures []Compared // the one that policies are ranked by first
	Result   *Result    // of each policy by itself
	Left     []string   // policies that an interruption left out
	Notes    []string   // what was not done as the scenario has it
}

// Compared is a comparison by one measure; less is better.
type Compared struct {
	Name, Key string // in reports and in JSON
	Share     bool   // shown in per cent
	Values    []stats.Estimate
	Ranks     []Rank // from the best
	Pairs     []Pair // every two policies, in the order of the ranks, so that differences are not negative
}

// Rank is the place of a policy. Its true place is between Best and Worst for all policies at once with probability 1 - FamilyLevel at least: as many are
// better as were found to be significantly better, and more if those that could not be told apart are. Both are 0 for a policy
// without a mean.
type Rank struct {
	Policy      int // index
	Best, Worst int
}

// Compare runs every policy of a scenario on the same random numbers and compares them, ranked by the measure of the key by, or the most important one if
// it is "". Errors are those of Run; an interrupted comparison has the policies that were done, if there are two.
//
// A difference and its interval of 95 % are those of one pair by itself. That a difference is significant is said family-wise: the probability that any
// pair of one measure is called different that is not is at most FamilyLevel, by the method of Holm.
func Compare(ctx context.Context, sc *scenario.Scenario, opt Options, by string) (*Comparison, error) {
	if n := policyCount(sc); n < 2 {
		return nil, fault.Input(fmt.Errorf("experiment: %d policy to compare, want two or more, such as --policies jfsq,jsq", n))
	}
	if err := ranked(sc, by); err != nil {
		return nil, fault.Input(err)
	}
	result, err := runAlike(ctx, sc, opt)
	if result == nil {
		return nil, err
	}
	c, failed := compareResult(result, by)
	if failed != nil {
		if err == nil {
			err = failed
		}
		return nil, err
	}
	if sc.Run.Precision != nil {
		c.Notes = append(c.Notes, "run.precision is for single policies: all were measured for run.measure")
	}
	return c, err
}

// runAlike runs all policies with batches at the same times: for run.measure, after one warm-up. Where policies find warm-ups of their own that differ, all
// run again with the longest.
func runAlike(ctx context.Context, sc *scenario.Scenario, opt Options) (*Result, error) {
	same := *sc
	same.Run.Precision, same.Run.Most = nil, 0
	result, err := Run(ctx, &same, opt)
	if err != nil || !same.Run.AutoWarmup {
		return result, err
	}
	shortest, longest := math.Inf(1), 0.0
	found := func(run *scenario.RunSection) {
		shortest, longest = min(shortest, run.Warmup), max(longest, run.Warmup)
	}
	for _, o := range result.Outcomes {
		found(&o.Scenario.Run)
	}
	for _, f := range result.Findings {
		found(&f.Scenario.Run)
	}
	if shortest == longest {
		return result, nil
	}
	same.Run.AutoWarmup, same.Run.Warmup = false, longest
	return Run(ctx, &same, opt)
}

// gaugeKeys returns the keys of the measures that policies of a scenario can be ranked by.
func gaugeKeys(sc *scenario.Scenario) []string {
	bounded := sc.Buffer() > 0
	switch {
	case sc.Model == scenario.Pools && bounded:
		return []string{"blocking", "found_tasks", "messages_per_job"}
	case sc.Model == scenario.Pools:
		return []string{"found_tasks", "messages_per_job"}
	case sc.Model == scenario.Slotted || !isModel(sc) && !bounded:
		return []string{"mean_response", "messages_per_job"}
	}
	return []string{"mean_response", "blocking", "messages_per_job"}
}

// ranked refuses a measure that the scenario does not have.
func ranked(sc *scenario.Scenario, by string) error {
	if keys := gaugeKeys(sc); by != "" && !slices.Contains(keys, by) {
		return fmt.Errorf("experiment: policies cannot be ranked by %q here, want one of %s", by, strings.Join(keys, ", "))
	}
	return nil
}

// errFew says that an interruption left nothing to compare.
var errFew = errors.New("experiment: fewer than two policies to compare")

// compareResult compares the policies of a result that are complete.
func compareResult(r *Result, by string) (*Comparison, error) {
	c := &Comparison{Result: r}
	var list []contender
	for _, p := range r.contenders() {
		if p.partial || p.gauges == nil {
			c.Left = append(c.Left, p.name)
			continue
		}
		list = append(list, p)
		c.Policies = append(c.Policies, p.name)
	}
	if len(list) < 2 {
		return nil, errFew
	}
	for g := range list[0].gauges {
		var gauges []*gauge
		for i := range list {
			gauges = append(gauges, &list[i].gauges[g])
		}
		c.Measures = append(c.Measures, compareBy(gauges))
	}
	if i := slices.IndexFunc(c.Measures, func(m Compared) bool { return m.Key == by }); i > 0 {
		m := c.Measures[i]
		c.Measures = append([]Compared{m}, slices.Delete(c.Measures, i, i+1)...)
	}
	return c, nil
}

// compareBy compares policies by one measure.
func compareBy(gauges []*gauge) Compared {
	m := Compared{Name: gauges[0].name, Key: gauges[0].key, Share: gauges[0].share}
	order := make([]int, len(gauges))
	for i, g := range gauges {
		order[i] = i
		m.Values = append(m.Values, g.value())
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
