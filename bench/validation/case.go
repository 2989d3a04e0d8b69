package validation

import (
	"context"
	"fmt"
	"math"
	"strings"

	"shardq/bench/oracle"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/bench/study"
)

// Deviation is one estimate beside the value it must have.
type Deviation struct {
	Case, Quantity string
	Want           float64
	Got            stats.Estimate
	Point          bool // Got has no interval of its own
}

// Errors returns the deviation in standard errors: NaN where there is no interval, 0 where rounding is all that deviates.
func (d Deviation) Errors() float64 {
	switch {
	case d.Point:
		return math.NaN()
	case d.Relative() < 1e-12:
		return 0
	}
	return math.Abs(d.Got.Value-d.Want) / d.Got.StdErr
}

// Relative returns the deviation divided by the known value.
func (d Deviation) Relative() float64 { return math.Abs(d.Got.Value-d.Want) / math.Abs(d.Want) }

// String says what deviates by how much.
func (d Deviation) String() string {
	return fmt.Sprintf("%s: %s = %.9g, known %.9g (%.2f standard errors, %.3f %%)", d.Case, d.Quantity, d.Got.Value, d.Want, d.Errors(), 100*d.Relative())
}

// run runs a scenario given as text.
func run(ctx context.Context, name, text string) (*result.Outcome, error) {
	sc, err := scenario.Parse(name, []byte(text), nil)
	if err != nil {
		return nil, err
	}
	r, err := study.Run(ctx, sc, study.Options{})
	if err != nil {
		return nil, err
	}
	return r.Outcomes[0], nil
}

// caseText writes an exactly solved system as a scenario of about the given number of jobs.
func caseText(c oracle.Case, jobs float64) string {
	var b strings.Builder
	s := &c.System
	fmt.Fprintf(&b, "name: %s\nservers:\n  buffer: %d\n  list:\n", c.Name, s.Buffer)
	for _, rate := range s.Rates {
		fmt.Fprintf(&b, "    - {rate: %v}\n", rate)
	}
	b.WriteString("ports:\n  list:\n")
	for _, p := range s.Ports {
		fmt.Fprintf(&b, "    - {rate: %v, neighbours: [%s]}\n", p.Rate, strings.Trim(strings.ReplaceAll(fmt.Sprint(p.Neighbours), " ", ", "), "[]"))
	}
	fmt.Fprintf(&b, "graph: {kind: explicit}\npolicy: {name: %s", s.Policy)
	if s.D > 0 {
		fmt.Fprintf(&b, ", d: %d, replacement: %v", s.D, s.Replacement)
	}
	measure := jobs / s.ArrivalRate()
	fmt.Fprintf(&b, "}\nrun: {seed: 1, warmup: %.0f, measure: %.0f}\n", math.Min(1000, measure/10), measure)
	return b.String()
}

// Exact runs an exactly solved system and compares every answer that both sides have.
func Exact(ctx context.Context, c oracle.Case, jobs float64) ([]Deviation, error) {
	o, err := run(ctx, c.Name, caseText(c, jobs))
	if err != nil {
		return nil, err
	}
	list := []Deviation{
		{c.Name, "mean response", c.Exact.MeanResponse, o.Estimate("mean_response"), false},
		{c.Name, "mean number", c.Exact.MeanNumber, o.Estimate("mean_number"), false},
		{c.Name, "blocking", c.Exact.Blocking, o.Estimate("blocking"), false},
	}
	for i, q := range c.Exact.Quantiles {
		list = append(list, Deviation{c.Name, fmt.Sprintf("quantile %v of response", q.P), q.Value, o.Estimate(result.Quantiles()[i].Key()), false})
	}
	for r := range c.Exact.Utilisation {
		list = append(list,
			Deviation{c.Name, fmt.Sprintf("utilisation of server %d", r), c.Exact.Utilisation[r], stats.Estimate{Value: o.Servers[r].Utilisation}, true},
			Deviation{c.Name, fmt.Sprintf("mean queue of server %d", r), c.Exact.MeanQueue[r], stats.Estimate{Value: o.Servers[r].MeanQueue}, true})
	}
	return list, nil
}
