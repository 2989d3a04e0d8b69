package validation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"shardq/bench/result"
	"shardq/bench/scenario/input"
	"shardq/bench/stats"
)

// judged returns the verdict on one row among n in all.
func judged(row CheckRow, n int) bool {
	rows := make([]CheckRow, n)
	for i := range rows {
		rows[i].P = 1
	}
	rows[0] = row
	judge(rows)
	return !rows[0].Failed
}

// TestCheckVerdicts: what passes among 300 comparisons, and what does not.
func TestCheckVerdicts(t *testing.T) {
	known := func(value, stdErr float64) stats.Estimate {
		return stats.Estimate{Value: value, StdErr: stdErr, Batches: 64}
	}
	for _, c := range []struct {
		what string
		row  CheckRow
		want bool
		far  float64
	}{
		{"exact", valueRow("", "", "", 2, 0, 0, known(2, 0)), true, 0},
		{"rounding", valueRow("", "", "", 2, 0, 0, known(2*(1+1e-13), 0)), true, 0},
		{"4 standard errors", valueRow("", "", "", 2, 0, 0, known(2.04, 0.01)), true, 4},
		{"7 standard errors", valueRow("", "", "", 2, 0, 0, known(1.93, 0.01)), false, -7},
		{"7 of few batches", valueRow("", "", "", 2, 0, 0, stats.Estimate{Value: 1.93, StdErr: 0.01, Batches: 16}), true, -7},
		{"an expected value with an error", valueRow("", "", "", 2, 0.01, 0, known(2.07, 0.01)), true, 7 / math.Sqrt2},
		{"within tolerance", valueRow("", "", "", 2, 0, 0.1, known(2.07, 0.001)), true, 0},
		{"beyond tolerance", valueRow("", "", "", 2, 0, 0.05, known(2.07, 0.001)), false, 20},
		{"certain and wrong", valueRow("", "", "", 2, 0, 0, known(2.01, 0)), false, math.Inf(1)},
		{"nothing measured", valueRow("", "", "", 2, 0, 0, stats.Estimate{Value: math.NaN()}), false, math.NaN()},
		{"no interval", valueRow("", "", "", 2, 0, 0, stats.Estimate{Value: 2, StdErr: math.NaN(), Batches: 1}), false, math.NaN()},
		{"even counts", lawRow("", "", "", []uint64{95, 105, 102, 98}, []float64{100, 100, 100, 100}), true, (0.58 - 3) / math.Sqrt(6)},
		{"uneven counts", lawRow("", "", "", []uint64{150, 50, 100, 100}, []float64{100, 100, 100, 100}), false, (50 - 3) / math.Sqrt(6)},
		{"too even counts", lawRow("", "", "", slices.Repeat([]uint64{100}, 9), slices.Repeat([]float64{100}, 9)), false, -2},
		{"95 %", coverageRow("", 950, 1000), true, 0},
		{"92.5 %", coverageRow("", 925, 1000), true, -0.005 / math.Sqrt(0.95*0.05/1000)},
		{"88 %", coverageRow("", 880, 1000), false, -0.05 / math.Sqrt(0.95*0.05/1000)},
		{"all", coverageRow("", 1000, 1000), false, 0.03 / math.Sqrt(0.95*0.05/1000)},
		{"all of 100", coverageRow("", 100, 100), true, 0.03 / math.Sqrt(0.95*0.05/100)},
		{"agreement", agreementRow("", "", "", 12, 12), true, math.NaN()},
		{"no agreement", agreementRow("", "", "", 11, 12), false, math.NaN()},
	} {
		if got := judged(c.row, 300); got != c.want {
			t.Errorf("%s: passed %v, want %v; %+v", c.what, got, c.want, c.row)
		}
		if d := c.row.Deviation; !(math.Abs(d-c.far) < 1e-6 || d == c.far || math.IsNaN(d) && math.IsNaN(c.far)) {
			t.Errorf("%s: deviation %v, want %v", c.what, d, c.far)
		}
	}
}

// TestCheckFalseAlarms: for estimates of series of known mean, probabilities are what they say: of 2,000 about a hundredth are below .01,
// and a tenth below .1. (Binomial bounds of 6 standard deviations.)
func TestCheckFalseAlarms(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	const n = 2000
	below := map[float64]int{0.01: 0, 0.1: 0, 0.5: 0}
	for range n {
		series := make([]float64, stats.Batches)
		x := rnd.NormFloat64()
		for i := range series {
			series[i] = 3 + x
			x = 0.5*x + math.Sqrt(0.75)*rnd.NormFloat64()
		}
		row := valueRow("", "", "", 3, 0, 0, stats.Mean(series, stats.Config{}))
		for p := range below {
			if row.P < p {
				below[p]++
			}
		}
	}
	for p, got := range below {
		want, deviation := p*n, math.Sqrt(p*(1-p)*n)
		if math.Abs(float64(got)-want) > 6*deviation+0.15*want { // the intervals of the package miss a little of the correlation
			t.Errorf("%d of %d below %v", got, n, p)
		}
	}
}

// TestCheckFindsAFault: a value off by 2 % fails even in a quick check, and the true one passes.
func TestCheckFindsAFault(t *testing.T) {
	text := complete(1, 0.8, "5", "{name: random}", 1e3, 1e6)
	e := effort{quick: true, seed: 1}
	res, err := e.runText(context.Background(), "one", text, 8e5)
	if err != nil {
		t.Fatal(err)
	}
	truth := References()[0]
	for _, r := range References() {
		if r.Name == "one server, load 0.8, buffer 5" {
			truth = r
		}
	}
	want := truth.Answers[0].Want
	if !judged(valueRow("", "", "", want, 0, 0, res.Outcomes[0].Estimate("mean_response")), 500) {
		t.Error("the true value fails")
	}
	if judged(valueRow("", "", "", 1.02*want, 0, 0, res.Outcomes[0].Estimate("mean_response")), 500) {
		t.Error("a false value passes")
	}
}

// TestCheckParts: every group has parts, also in quick checks; no two have one name; the tables are complete.
func TestCheckParts(t *testing.T) {
	for _, quick := range []bool{false, true} {
		parts, err := checkParts(CheckConfig{Quick: quick})
		if err != nil {
			t.Fatal(err)
		}
		groups, names := map[string]int{}, map[string]bool{}
		for _, p := range parts {
			groups[p.group]++
			if key := p.group + p.name; names[key] {
				t.Errorf("two parts %s: %s", p.group, p.name)
			} else {
				names[key] = true
			}
		}
		for _, g := range CheckGroups() {
			if groups[g] == 0 {
				t.Errorf("quick %v: nothing in group %s", quick, g)
			}
		}
	}
	for _, c := range slottedCurves {
		if len(c.want) != len(slottedLoads) {
			t.Errorf("%s: %d values", c.policy, len(c.want))
		}
	}
	for _, c := range slottedTraffic {
		if len(c.messages) != len(slottedPeriods) || c.response != nil && len(c.response) != len(slottedPeriods) {
			t.Errorf("d = %d: %d and %d values", c.d, len(c.messages), len(c.response))
		}
	}
	if _, err := checkParts(CheckConfig{Groups: []string{"nonsense"}}); err == nil || !strings.Contains(err.Error(), "uniform ties") {
		t.Errorf("an unknown group: %v", err)
	}
}

// TestCheckRuns: some groups of a quick check, on one worker and on three: nothing fails, nothing depends on the workers, and every format
// can be written.
func TestCheckRuns(t *testing.T) {
	t.Parallel()
	check := func(workers int, groups ...string) *CheckReport {
		var told []CheckProgress
		r, err := RunCheck(context.Background(), CheckConfig{
			Quick: true, Workers: workers, Groups: groups, Progress: func(p CheckProgress) { told = append(told, p) },
		})
		if err != nil {
			t.Fatal(err)
		}
		if last := told[len(told)-1]; last.Done != len(told) || last.Done != last.Total || math.Abs(last.Share-1) > 1e-9 {
			t.Errorf("progress ends with %+v", last)
		}
		return r
	}
	one := check(1, tieGroup)
	three := check(3, tieGroup)
	if fmt.Sprint(one.Rows) != fmt.Sprint(three.Rows) {
		t.Error("rows depend on the number of workers")
	}
	shards, err := shardParts()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range shards[:2] { // the others in tests of the engine
		rows, err := p.run(context.Background(), effort{quick: true, seed: 2})
		if err != nil {
			t.Fatal(err)
		}
		one.Rows = append(one.Rows, rows...)
	}
	judge(one.Rows)
	for _, row := range one.Failed() {
		t.Errorf("failed: %+v", row)
	}
	for _, f := range result.Formats() {
		for _, brief := range []bool{false, true} {
			var out bytes.Buffer
			if err := one.Write(&out, f, brief); err != nil || out.Len() == 0 {
				t.Errorf("%s: %v", f, err)
			}
			switch text := out.String(); {
			case f == result.JSON:
				var back struct {
					Check struct {
						Passed      bool
						Comparisons []struct {
							Check  string
							Passed bool
							P      *float64
						}
					}
				}
				err := json.Unmarshal(out.Bytes(), &back)
				if c := back.Check; err != nil || !c.Passed || len(c.Comparisons) != len(one.Rows) || c.Comparisons[0].P == nil {
					t.Errorf("JSON: %v, %+v", err, back)
				}
			case f == result.Table && brief == strings.Contains(text, "jfsq, row of 99"):
				t.Errorf("brief %v:\n%s", brief, text)
			case strings.Contains(text, "FAILED"):
				t.Errorf("something failed:\n%s", text)
			}
		}
	}
	one.Rows[0].P = 0
	judge(one.Rows)
	var out bytes.Buffer
	if err := one.Write(&out, result.Table, true); err != nil || strings.Count(out.String(), "FAILED") != 2 {
		t.Errorf("one failed: %v\n%s", err, &out)
	}
}

// TestCheckInterrupted: what was done is in the report, marked as partial.
func TestCheckInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := RunCheck(ctx, CheckConfig{Quick: true, Workers: 1, Groups: []string{tieGroup}, Progress: func(CheckProgress) { cancel() }})
	if !errors.Is(err, context.Canceled) || r == nil || !r.Partial || len(r.Rows) == 0 || len(r.Failed()) > 0 {
		t.Fatalf("%v, %+v", err, r)
	}
	var out bytes.Buffer
	if err := r.Write(&out, result.Table, true); err != nil || !strings.Contains(out.String(), "partial: interrupted") {
		t.Errorf("%v\n%s", err, &out)
	}
}

// TestCheckSystemsAreBuiltIn: every small system is named after a built-in scenario.
func TestCheckSystemsAreBuiltIn(t *testing.T) {
	parts, err := systemParts()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		name, _, _ := strings.Cut(p.name, ",")
		if _, err := input.Builtin(name, nil); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}
