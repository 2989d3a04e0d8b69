package validation

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"shardq/bench/fault"
	"shardq/bench/report"
	"shardq/bench/scenario/input"
	"shardq/bench/stats"
	"shardq/bench/study"
	"shardq/bench/theory/queue"
)

// CoverageCase is a small system with a known mean response time, run many times with different seeds to see how often the 95 % interval
// contains the truth. Some runs are of a given length, others go on until the interval is narrow enough, after a warm-up that they find
// themselves.
type CoverageCase struct {
	Name  string
	Truth float64
	text  string
}

// CoverageCases lists the cases.
func CoverageCases() []CoverageCase {
	return []CoverageCase{
		{"one server, load 0.8, buffer 10 (M/M/1/b)", queue.MM1b(0.8, 1, 10).Response,
			complete(1, 0.8, "10", "{name: random}", 100, 1e5)},
		{"four servers of four speeds, jfsq, load 0.8, buffer 5", 4.343806, `
servers: {count: 4, buffer: 5, types: [
  {share: 0.25, rate: 1}, {share: 0.25, rate: 0.5}, {share: 0.25, rate: 0.25}, {share: 0.25, rate: 0.125}]}
ports: {count: 1, load: 0.8}
graph: {kind: complete}
policy: {name: jfsq}
run: {seed: 1, warmup: 200, measure: 1e5}
`},
		{"four servers of four speeds, jfiq, load 0.8, buffer 5", 5.865374, fourSpeeds("jfiq", "warmup: 200, measure: 5e4")},
		{"one server, load 0.9 (M/M/1)", queue.MM1(0.9, 1).Response, complete(1, 0.9, "inf", "{name: random}", 1e4, 4e5)},
		{"M/M/1, load 0.9, until ± 5 %", queue.MM1(0.9, 1).Response, sequential(complete(1, 0.9, "inf", "{name: random}", 0, 1e5), "5%")},
		{"four speeds, jfsq, until ± 1 %", 4.343806, sequential(fourSpeeds("jfsq", "warmup: 0, measure: 1000"), "1%")},
		{"four speeds, jfiq, until ± 2 %", 5.865374, sequential(fourSpeeds("jfiq", "warmup: 0, measure: 1000"), "2%")},
	}
}

// fourSpeeds is a system of four servers at load .8.
func fourSpeeds(policy, run string) string {
	return fmt.Sprintf(`
servers: {count: 4, buffer: 5, types: [
  {share: 0.25, rate: 1}, {share: 0.25, rate: 0.5}, {share: 0.25, rate: 0.25}, {share: 0.25, rate: 0.125}]}
ports: {count: 1, load: 0.8}
graph: {kind: complete}
policy: {name: %s}
run: {seed: 1, %s}
`, policy, run)
}

// sequential lets a run without a warm-up find one, and go on until the mean response time has a precision.
func sequential(text, precision string) string {
	return strings.Replace(text, "warmup: 0,", "warmup: auto, precision: {mean_response: "+precision+"},", 1)
}

// Run runs the case with seeds 1 to runs, on all cores. The result does not depend on how runs are spread.
func (c CoverageCase) Run(ctx context.Context, runs int) (stats.Coverage, error) {
	estimates := make([]stats.Estimate, runs)
	errs := make([]error, runs)
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				estimates[i], errs[i] = c.one(ctx, i+1)
			}
		})
	}
	for i := range runs {
		next <- i
	}
	close(next)
	wait.Wait()
	var cover stats.Coverage
	for i, e := range estimates {
		if errs[i] != nil {
			return cover, errs[i]
		}
		cover.Add(e, c.Truth)
	}
	return cover, nil
}

func (c CoverageCase) one(ctx context.Context, seed int) (e stats.Estimate, err error) {
	defer fault.Caught(&err)
	sc, err := input.Parse(c.Name, []byte(c.text), []input.Set{{Path: "run.seed", Value: fmt.Sprint(seed)}})
	if err != nil {
		return stats.Estimate{}, err
	}
	r, err := study.Run(ctx, sc, study.Options{Shards: 1})
	if err != nil {
		return stats.Estimate{}, err
	}
	return r.Outcomes[0].Estimate("mean_response"), nil
}

// CoverageTable runs all cases.
func CoverageTable(ctx context.Context, runs int) (report.Table, error) {
	t := report.Table{Columns: []report.Column{{Name: "system"}, {Name: "runs"}, {Name: "true value inside the 95 % interval",
		Align: report.Right}, {Name: "interval below"}, {Name: "interval above"}}}
	for _, c := range CoverageCases() {
		cover, err := c.Run(ctx, runs)
		if err != nil {
			return t, err
		}
		t.Add(report.Text(c.Name), report.Int(cover.Runs), report.Percent(float64(cover.Hits)/float64(cover.Runs), 3),
			report.Int(cover.Below), report.Int(cover.Above))
	}
	return t, nil
}
