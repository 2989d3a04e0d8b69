package validation

import (
	"context"
	"fmt"
	"strings"

	"shardq/bench/oracle"
	"shardq/bench/result"
)

// fewEvents is the expected number of events below which a share of them is not compared: it would be too far from normal.
const fewEvents = 1000

// exactParts are the systems solved exactly, with exponential service and in phases.
func exactParts() (parts []part, err error) {
	const jobs = 1e7
	cases, err := oracle.LoadCases("")
	if err != nil {
		return nil, err
	}
	phases, err := oracle.PhaseCases()
	if err != nil {
		return nil, err
	}
	for _, c := range append(cases, phases...) {
		parts = append(parts, part{exactGroup, c.Name, true, jobs, func(ctx context.Context, e effort) ([]CheckRow, error) {
			text := caseText(c, jobs)
			if law := c.System.Service; law != nil {
				text = strings.Replace(text, "policy:", "service: "+phaseText(law)+"\npolicy:", 1)
			}
			res, err := e.runText(ctx, c.Name, text, jobs)
			if err != nil {
				return nil, err
			}
			const source = "stationary equations"
			o := res.Outcomes[0]
			rows := []CheckRow{
				valueRow(c.Name, "mean response", source, c.Exact.MeanResponse, 0, 0, o.Estimate("mean_response")),
				valueRow(c.Name, "mean number", source, c.Exact.MeanNumber, 0, 0, o.Estimate("mean_number")),
			}
			if c.Exact.Blocking*jobs*e.scale(jobs) >= fewEvents {
				rows = append(rows, valueRow(c.Name, "blocking", source, c.Exact.Blocking, 0, 0, o.Estimate("blocking")))
			}
			for i, q := range c.Exact.Quantiles {
				if q.P < 0.995 || !e.quick {
					rows = append(
						rows,
						valueRow(
							c.Name,
							fmt.Sprintf("%v quantile of response", q.P),
							source,
							q.Value,
							0,
							0,
							o.Estimate(result.Quantiles()[i].Key()),
						),
					)
				}
			}
			return rows, nil
		}})
	}
	return parts, nil
}

// phaseText writes the law of the exactly solved cases: hyper-exponential, or Erlang with equal rates.
func phaseText(law *oracle.Phases) string {
	if law.Next != nil {
		return fmt.Sprintf("{law: erlang, phases: %d}", len(law.Rates))
	}
	list := func(x []float64) string {
		return "[" + strings.Trim(strings.ReplaceAll(fmt.Sprint(x), " ", ", "), "[]") + "]"
	}
	return fmt.Sprintf("{law: hyper-exponential, probabilities: %s, rates: %s}", list(law.Start), list(law.Rates))
}
