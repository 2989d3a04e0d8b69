package validation

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/bench/fault"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/stats"
	"shardq/bench/study"
)

// FalseAlarm bounds the probability that a check of a correct program fails by chance, over all its comparisons together: each of n
// comparisons fails if a deviation at least so large has probability below FalseAlarm/n. With one seed the answer is always the same.
const FalseAlarm = 1e-4

// CheckConfig says what to check. The zero value is the full check.
type CheckConfig struct {
	Quick    bool   // fewer and shorter runs: some 30 s on two cores instead of minutes
	Seed     uint64 // of all runs
	Workers  int    // runs at a time; 0: one for each core
	Groups   []string
	Progress func(CheckProgress) // called after each part, from one goroutine at a time; nil for silence
}

// CheckProgress tells how far a check is.
type CheckProgress struct {
	Done, Total int     // parts
	Share       float64 // of the work, roughly
	Name        string  // of the part that has ended
}

// CheckRow is one comparison.
type CheckRow struct {
	Group    string
	Case     string
	Quantity string
	Source   string // of the expected value

	Expected, ExpectedErr float64 // the latter is a standard error; 0 if exact
	Tolerance             float64 // how far the expected value may be from that of the system, besides
	Measured, StdErr      float64 // StdErr is 0 where nothing is random
	// Deviation is what exceeds the tolerance, in standard errors, with a sign; NaN where nothing is random.
	Deviation float64
	P         float64 // probability of at least this deviation by chance
	Failed    bool
}

// CheckReport is the outcome of a check.
type CheckReport struct {
	Rows    []CheckRow
	Quick   bool
	Seed    uint64
	Partial bool // interrupted: rows are missing
	Wall    time.Duration
}

// Failed returns the comparisons that failed.
func (r *CheckReport) Failed() (rows []CheckRow) {
	for _, row := range r.Rows {
		if row.Failed {
			rows = append(rows, row)
		}
	}
	return rows
}

// The groups, in the order of the report.
const (
	exactGroup     = "exact cases"
	referenceGroup = "reference values"
	systemGroup    = "small systems"
	slottedGroup   = "slotted systems"
	poolGroup      = "pools and elastic servers"
	coverageGroup  = "coverage of intervals"
	shardGroup     = "independence of shards"
	tieGroup       = "uniform ties"
)

// CheckGroups returns the names of the groups of comparisons in their order.
func CheckGroups() []string {
	return []string{exactGroup, referenceGroup, systemGroup, slottedGroup, poolGroup, coverageGroup, shardGroup, tieGroup}
}

// part is a part of a check: one run or a few, and what is compared. Which rows it gives depends on the effort alone, never on what is
// measured.
type part struct {
	group, name string
	quick       bool    // also in quick checks
	jobs        float64 // about how many jobs it simulates in a full check, 0 if hardly any
	run         func(ctx context.Context, e effort) ([]CheckRow, error)
}

// effort says how long the runs of a part are.
type effort struct {
	quick bool
	seed  uint64
}

// quickJobs is about how many jobs a run has in a quick check.
const quickJobs = 8e5

// scale returns by how much a run of so many jobs is cut.
func (e effort) scale(jobs float64) float64 {
	if e.quick && jobs > quickJobs {
		return quickJobs / jobs
	}
	return 1
}

// RunCheck compares the program with everything that is known about it. If ctx ends, the report has the comparisons made so far and the
// error is that of the context.
func RunCheck(ctx context.Context, cfg CheckConfig) (*CheckReport, error) {
	parts, err := checkParts(cfg)
	if err != nil {
		return nil, err
	}
	e := effort{cfg.Quick, cfg.Seed}
	r := &CheckReport{Quick: cfg.Quick, Seed: e.seed}
	start := time.Now()
	found := make([][]CheckRow, len(parts))
	err = runParts(ctx, cfg, e, parts, found)
	r.Partial = ctx.Err() != nil
	if err != nil && !r.Partial {
		return nil, err
	}
	for _, rows := range found {
		r.Rows = append(r.Rows, rows...)
	}
	judge(r.Rows)
	r.Wall = time.Since(start)
	return r, ctx.Err()
}

// judge decides which comparisons failed, given all of them.
func judge(rows []CheckRow) {
	for i := range rows {
		rows[i].Failed = !(rows[i].P >= FalseAlarm/float64(len(rows)))
	}
}

// checkParts returns the parts of a check.
func checkParts(cfg CheckConfig) (parts []part, err error) {
	for _, name := range cfg.Groups {
		if !slices.Contains(CheckGroups(), name) {
			return nil, fmt.Errorf("validation: no group of checks %q, want some of %q", name, CheckGroups())
		}
	}
	for _, list := range []func() ([]part, error){exactParts, referenceParts, systemParts, slottedParts, poolParts, coverageParts,
		shardParts, tieParts} {
		group, err := list()
		if err != nil {
			return nil, err
		}
		for _, p := range group {
			if (p.quick || !cfg.Quick) && (cfg.Groups == nil || slices.Contains(cfg.Groups, p.group)) {
				parts = append(parts, p)
			}
		}
	}
	return parts, nil
}

// runParts runs all parts, the longest ones first, and puts what they found in place.
func runParts(ctx context.Context, cfg CheckConfig, e effort, parts []part, found [][]CheckRow) error {
	work := func(p *part) float64 { return 1e5 + float64(p.jobs*e.scale(p.jobs)) }
	order := make([]int, len(parts))
	total := 0.0
	for i := range parts {
		order[i] = i
		total += work(&parts[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(work(&parts[b]), work(&parts[a])) })
	workers := cfg.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	var (
		mu     sync.Mutex // of all below
		next   int
		ended  int
		did    float64
		failed error
		wait   sync.WaitGroup
	)
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		if next == len(order) || failed != nil || ctx.Err() != nil {
			return -1
		}
		next++
		return order[next-1]
	}
	for range min(workers, len(parts)) {
		wait.Go(func() {
			for i := take(); i >= 0; i = take() {
				p := &parts[i]
				rows, err := p.caught(ctx, e)
				for j := range rows {
					rows[j].Group = p.group
				}
				mu.Lock()
				if err == nil {
					found[i] = rows
				} else if failed == nil {
					failed = fmt.Errorf("validation: %s: %s: %w", p.group, p.name, err)
				}
				ended++
				did += work(p)
				if cfg.Progress != nil {
					cfg.Progress(CheckProgress{ended, len(parts), did / total, p.group + ": " + p.name})
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return failed
}

// caught makes a panic of one part an error.
func (p *part) caught(ctx context.Context, e effort) (rows []CheckRow, err error) {
	defer fault.Caught(&err)
	return p.run(ctx, e)
}

// valueRow compares an estimate with a known value, by Student's t with the degrees of freedom of its interval. The tolerance is absolute.
func valueRow(name, quantity, source string, expected, expectedErr, tolerance float64, got stats.Estimate) CheckRow {
	r := CheckRow{
		Case: name, Quantity: quantity, Source: source, Expected: expected, ExpectedErr: expectedErr, Tolerance: tolerance,
		Measured: got.Value, StdErr: got.StdErr,
	}
	far := got.Value - expected
	excess := math.Copysign(max(0, math.Abs(far)-tolerance-float64(1e-12*math.Abs(expected))), far)
	both := math.Hypot(got.StdErr, expectedErr)
	switch {
	case math.IsNaN(far) || !(got.Batches > 1): // nothing was measured: a failure
		r.Deviation, r.P = math.NaN(), 0
	case excess == 0:
		r.P = 1
	case !(both > 0):
		r.Deviation, r.P = math.Copysign(math.Inf(1), far), 0
	default:
		r.Deviation = excess / both
		r.P = 2 * distuv.StudentsT{Sigma: 1, Nu: float64(got.Batches - 1)}.Survival(math.Abs(r.Deviation))
	}
	return r
}

// lawRow compares counts with what is expected of them by chi-square: expected is the number of degrees of freedom. Counts that are too
// even are wrong too.
func lawRow(name, quantity, source string, observed []uint64, expected []float64) CheckRow {
	chi, p := stats.ChiSquare(observed, expected)
	freedom := -1.0
	for _, x := range expected {
		if x > 0 {
			freedom++
		}
	}
	r := CheckRow{
		Case:     name,
		Quantity: quantity,
		Source:   source,
		Expected: freedom,
		Measured: chi,
		StdErr:   math.Sqrt(2 * freedom),
		P:        2 * min(p, 1-p),
	}
	r.Deviation = (chi - freedom) / r.StdErr
	return r
}

// runText runs a scenario given as text on one shard, with the seed of the effort and its length cut to it. jobs is about how many the text
// asks for.
func (e effort) runText(ctx context.Context, name, text string, jobs float64) (*result.Result, error) {
	sc, err := input.Parse(name, []byte(text), nil)
	if err != nil {
		return nil, err
	}
	return e.run(ctx, sc, jobs)
}

// run is runText for a scenario that has been read.
func (e effort) run(ctx context.Context, sc *scenario.Scenario, jobs float64) (*result.Result, error) {
	sc.Run.Seed = e.seed
	sc.Run.Measure *= e.scale(jobs)
	if sc.Model == scenario.Slotted {
		sc.Run.Measure = math.Ceil(sc.Run.Measure)
	}
	return study.Run(ctx, sc, study.Options{Shards: 1})
}
