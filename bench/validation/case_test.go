package validation

import (
	"context"
	"fmt"
	"math"
	"testing"

	"shardq/bench/oracle"
	"shardq/bench/result"
	"shardq/bench/scenario/input"
	"shardq/bench/stats"
	"shardq/bench/study"
)

// deviation is one estimate beside the value it must have.
type deviation struct {
	Case, Quantity string
	Want           float64
	Got            stats.Estimate
	Point          bool // Got has no interval of its own
}

// errors returns the deviation in standard errors: NaN where there is no interval, 0 where rounding is all that deviates.
func (d deviation) errors() float64 {
	switch {
	case d.Point:
		return math.NaN()
	case d.relative() < 1e-12:
		return 0
	}
	return math.Abs(d.Got.Value-d.Want) / d.Got.StdErr
}

// relative returns the deviation divided by the known value.
func (d deviation) relative() float64 { return math.Abs(d.Got.Value-d.Want) / math.Abs(d.Want) }

// String says what deviates by how much.
func (d deviation) String() string {
	return fmt.Sprintf(
		"%s: %s = %.9g, known %.9g (%.2f standard errors, %.3f %%)",
		d.Case,
		d.Quantity,
		d.Got.Value,
		d.Want,
		d.errors(),
		100*d.relative(),
	)
}

// run runs a scenario given as text.
func run(ctx context.Context, name, text string) (*result.Outcome, error) {
	sc, err := input.Parse(name, []byte(text), nil)
	if err != nil {
		return nil, err
	}
	r, err := study.Run(ctx, sc, study.Options{})
	if err != nil {
		return nil, err
	}
	return r.Outcomes[0], nil
}

// compareExact runs an exactly solved system and compares every answer that both sides have.
func compareExact(ctx context.Context, c oracle.Case, jobs float64) ([]deviation, error) {
	o, err := run(ctx, c.Name, caseText(c, jobs))
	if err != nil {
		return nil, err
	}
	list := []deviation{
		{c.Name, "mean response", c.Exact.MeanResponse, o.Estimate("mean_response"), false},
		{c.Name, "mean number", c.Exact.MeanNumber, o.Estimate("mean_number"), false},
		{c.Name, "blocking", c.Exact.Blocking, o.Estimate("blocking"), false},
	}
	for i, q := range c.Exact.Quantiles {
		list = append(
			list,
			deviation{c.Name, fmt.Sprintf("quantile %v of response", q.P), q.Value, o.Estimate(result.Quantiles()[i].Key()), false},
		)
	}
	for r := range c.Exact.Utilisation {
		list = append(
			list,
			deviation{
				c.Name,
				fmt.Sprintf("utilisation of server %d", r),
				c.Exact.Utilisation[r],
				stats.Estimate{Value: o.Servers[r].Utilisation},
				true,
			},
			deviation{
				c.Name,
				fmt.Sprintf("mean queue of server %d", r),
				c.Exact.MeanQueue[r],
				stats.Estimate{Value: o.Servers[r].MeanQueue},
				true,
			},
		)
	}
	return list, nil
}

// TestExactCases: all answers of all exactly solved systems within 4 standard errors and 0.3 %. Seeds are fixed, so this cannot fail by
// chance; with a fresh seed each comparison would fail with probability 6e-5.
func TestExactCases(t *testing.T) {
	cases, err := oracle.LoadCases("")
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 12 {
		t.Fatalf("%d cases, want 12", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			jobs := 2e7
			if c.Exact.Blocking < 0.03 {
				jobs = 8e7 // rare events take longer to count
			}
			list, err := compareExact(context.Background(), c, jobs)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range list {
				if d.errors() > 4 || d.relative() > 0.003 {
					t.Error(d)
				}
			}
		})
	}
}
