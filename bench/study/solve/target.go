package solve

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"shardq/bench/fault"
	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/scenario"
)

// Target is a condition on a measure, such as mean_response<=1.05*bound.
type Target struct {
	Measure string  // one of scenario.Measures
	AtLeast bool    // the measure is to be at least the limit, not at most
	Factor  float64 // the limit, in units of Of
	Of      Yard
}

// Yard is what a limit is a multiple of.
type Yard string

// The yards.
const (
	Unit     Yard = ""       // a number
	OfBound  Yard = "bound"  // the lower bound on the mean response time, as a result has it
	OfTheory Yard = "theory" // the first value of the mean response time that a result has from theory
)

// ParseTarget reads a condition: a measure, <= or >=, and a number, a number of per cent, or a multiple of bound or theory.
func ParseTarget(text string) (Target, error) {
	fail := func(what string) (Target, error) {
		return Target{}, fmt.Errorf(
			"solve: target %q: %s; want a condition such as mean_response<=1.05*bound, blocking<=0.1%% or quantile_0.99<=12",
			text,
			what,
		)
	}
	at := strings.IndexAny(text, "<>")
	if at < 0 {
		return fail("no <= or >=")
	}
	t := Target{Measure: strings.TrimSpace(text[:at]), AtLeast: text[at] == '>'}
	if names := scenario.Measures(scenario.Bipartite); !slices.Contains(names, t.Measure) {
		return fail(fmt.Sprintf("unknown measure %q, want one of %s", t.Measure, strings.Join(names, ", ")))
	}
	limit := strings.TrimSpace(strings.TrimPrefix(text[at+1:], "="))
	factor, of, product := strings.Cut(limit, "*")
	factor, of = strings.TrimSpace(factor), strings.TrimSpace(of)
	switch {
	case product:
		t.Of = Yard(of)
	case limit == string(OfBound) || limit == string(OfTheory):
		factor, t.Of = "1", Yard(limit)
	}
	if t.Of != Unit && t.Of != OfBound && t.Of != OfTheory || product && t.Of == Unit {
		return fail(fmt.Sprintf("a multiple of %q, want one of bound or theory", of))
	}
	if t.Of != Unit && t.Measure != "mean_response" {
		return fail(fmt.Sprintf("%s is of the mean response time, want a number", t.Of))
	}
	number, percent := strings.CutSuffix(factor, "%")
	v, ok := scenario.ParseDecimal(strings.TrimSpace(number))
	if !ok || !(v > 0) || math.IsInf(v, 1) {
		return fail(fmt.Sprintf("the limit %q is no positive number", factor))
	}
	if percent {
		v /= 100
	}
	t.Factor = v
	return t, nil
}

// String returns the condition as it is read.
func (t Target) String() string {
	sign, limit := "<=", strconv.FormatFloat(t.Factor, 'g', -1, 64)
	if t.AtLeast {
		sign = ">="
	}
	if t.Of != Unit {
		limit += "*" + string(t.Of)
	}
	return t.Measure + sign + limit
}

// words says the condition within a sentence: "a mean response time within 5 % of the lower bound".
func (t Target) words() string {
	what := map[string]string{
		"mean_response": "a mean response time", "mean_waiting": "a mean waiting time", "mean_service": "a mean service time",
		"mean_number": "a mean number of jobs",
		"blocking":    "a blocking probability",
	}[t.Measure]
	if q, ok := strings.CutPrefix(t.Measure, "quantile_"); ok {
		what = "a " + q + " quantile of the response time"
	}
	side := "at most"
	if t.AtLeast {
		side = "at least"
	}
	number := strconv.FormatFloat(t.Factor, 'g', 6, 64)
	yard := map[Yard]string{OfBound: "the lower bound", OfTheory: "the value of theory"}[t.Of]
	switch {
	case t.Measure == "blocking":
		return fmt.Sprintf("%s of %s %s %%", what, side, strconv.FormatFloat(float64(100*t.Factor), 'g', 6, 64))
	case t.Of == Unit:
		return fmt.Sprintf("%s of %s %s", what, side, number)
	case !t.AtLeast && t.Factor > 1 && t.Factor < 2:
		return fmt.Sprintf("%s within %s %% of %s", what, strconv.FormatFloat(float64(100*(t.Factor-1)), 'g', 4, 64), yard)
	}
	return fmt.Sprintf("%s of %s %s times %s", what, side, number, yard)
}

// limit returns the limit that the target sets for a run: a number, or a multiple of what theory knows.
func (t Target) limit(o *result.Outcome) (float64, error) {
	switch t.Of {
	case OfBound:
		if o.Bound == nil {
			return nan, fault.Input(fmt.Errorf("solve: target %s: model %s has no lower bound, want a number", t, o.Scenario.Model))
		}
		bound, _ := o.Bound.Bound()
		return float64(t.Factor * bound), nil
	case OfTheory:
		if value, _, ok := o.Theory(t.Measure); ok {
			return float64(t.Factor * value), nil
		}
		or := ", want a number"
		if o.Bound != nil {
			or += " or a multiple of bound"
		}
		return nan, fault.Input(fmt.Errorf("solve: target %s: theory has no value of the mean response time for this scenario%s", t, or))
	}
	return t.Factor, nil
}

// shown formats a value of the measure.
func (t Target) shown(v float64) report.Cell {
	if t.Measure == "blocking" {
		return report.Percent(v, 3)
	}
	return report.Number(v, 5)
}
