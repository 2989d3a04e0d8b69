package systems

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"shardq/bench/oracle"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/stats"
	"shardq/bench/study"
	"shardq/bench/theory/bound"
	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/mixture"
	"shardq/bench/theory/queue"
	"shardq/bench/validation"
	"shardq/kernel/policy"
)

// check is a setting of a system whose answer is known. The first policy of the scenario counts.
type check struct {
	sets      []string // of the scenario; nil: the run of the scenario as it is
	setting   string   // the same in words; "": sets are short enough to be shown
	jobs      float64  // to simulate after the warm-up, over all replications; 0: usualJobs
	warmup    float64  // of each of checkRuns replications, in units of time; 0: usualWarmup
	quantity  string
	of        func(*result.Result) stats.Estimate
	known     func(*scenario.Scenario) (value, stdErr float64, err error)
	tolerance float64 // relative
	source    string
}

// Runs of checks fill up to checkRuns cores, and have the same digits on any number. With a limit on the amount
// of a run they simulate fewer jobs, by the quotient of that and quickPart.
const (
	checkRuns   = 4
	usualJobs   = 1.6e7
	quickPart   = 4e6
	usualWarmup = 1000
)

// reference runs a check. usual is the result of the scenario as it is.
func (cfg Config) reference(ctx context.Context, y system, c check, usual *result.Result) (*Reference, error) {
	sc, err := input.BuiltinWith(y.scenario, c.sets...)
	if err != nil {
		return nil, err
	}
	result := usual
	if c.sets != nil {
		jobs, warmup := c.jobs, c.warmup
		if jobs == 0 {
			jobs = usualJobs
		}
		if warmup == 0 {
			warmup = usualWarmup
		}
		if cfg.Amount > 0 {
			jobs *= min(1, cfg.Amount/quickPart)
		}
		sc.Run.Replications = checkRuns
		sc.Run.Warmup, sc.Run.Measure = warmup, jobs/sc.ArrivalRate()/checkRuns
		sc.Policies = sc.Policies[:1]
		if result, err = study.Run(ctx, sc, study.Options{}); err != nil {
			return nil, err
		}
	}
	r := &Reference{Setting: c.words(), Sets: c.sets, Quantity: c.quantity, Source: c.source, Tolerance: c.tolerance}
	if r.Known, r.KnownErr, err = c.known(sc); err != nil {
		return nil, err
	}
	got := c.of(result)
	if math.IsNaN(got.Value) {
		return nil, errors.New("nothing was measured: the run is too short")
	}
	r.Measured = got.Value
	if got.Known() {
		r.Half, r.StdErr = got.HalfWidth, got.StdErr
	}
	r.judge()
	return r, nil
}

// words says how the scenario was changed.
func (c check) words() string {
	switch {
	case c.setting != "":
		return c.setting
	case c.sets == nil:
		return "as it is"
	}
	return strings.Join(c.sets, " ")
}

// exactly is a known value without error.
func exactly(value float64) func(*scenario.Scenario) (float64, float64, error) {
	return within(value, 0)
}

// within is a known value with its standard error.
func within(value, stdErr float64) func(*scenario.Scenario) (float64, float64, error) {
	return func(*scenario.Scenario) (float64, float64, error) { return value, stdErr, nil }
}

// The quantities of checks.

func meanResponse(r *result.Result) stats.Estimate { return r.Outcomes[0].Estimate("mean_response") }

// jobsPerServer is the mean number of jobs at a server.
func jobsPerServer(r *result.Result) stats.Estimate {
	o := r.Outcomes[0]
	e, n := o.Estimate("mean_number"), float64(o.Scenario.Servers())
	e.Value, e.HalfWidth, e.StdErr = e.Value/n, e.HalfWidth/n, e.StdErr/n
	return e
}

// idleScaled is the mean of (N - Q_1) / sqrt N.
func idleScaled(r *result.Result) stats.Estimate {
	if o := r.Outcomes[0].Observed; o != nil {
		return o.Idle.Mean
	}
	return stats.Unknown()
}

// measure returns the measure of a key of JSON.
func measure(key string) func(*result.Result) stats.Estimate {
	return func(r *result.Result) stats.Estimate { return r.Outcomes[0].Estimate(key) }
}

// Sources that several systems have.
const (
	ofChain   = "stationary equations"
	ofCurves  = "curves of Zhou et al. 2017"
	ofPool    = "Poisson law of all tasks"
	rounded6  = 1e-6 // tolerance of values with seven digits
	readCurve = 0.02 // of values read off curves
)

// chain is a check against the law of the chain of a system so small that it can be computed.
func chain(sets ...string) check {
	return check{sets: sets, quantity: "mean response", of: meanResponse, known: solve, source: ofChain}
}

// solve computes the mean response of the first policy of a small scenario.
func solve(sc *scenario.Scenario) (value, stdErr float64, err error) {
	switch sc.Model {
	case scenario.Bipartite:
		twin, err := validation.OracleOf(sc, 0)
		if err != nil {
			return 0, 0, err
		}
		exact, err := oracle.Exact(twin)
		if err != nil {
			return 0, 0, err
		}
		return exact.MeanResponse, 0, nil
	case scenario.Elastic:
		exact, err := oracle.ExactElastic(oracle.Elastic{
			Servers: sc.Servers(), Buffer: sc.Buffer(), Rate: sc.Types()[0].Rate, Arrivals: sc.ArrivalRate(), Standby: sc.Elastic.Standby,
			Setup: sc.Elastic.Setup,
		})
		if err != nil {
			return 0, 0, err
		}
		return exact.MeanResponse.Mean, 0, nil
	}
	return 0, 0, fmt.Errorf("no chain of model %s", sc.Model)
}

// twoClassLimit is the mean response of JSQ-(d_F, d_S) on infinitely many servers.
func twoClassLimit(sc *scenario.Scenario) (value, stdErr float64, err error) {
	p := sc.Policies[0]
	response, _, _, err := meanfield.TwoClass(sc.Types(), sc.ArrivalRate(), p.DFast, p.DSlow, p.PFast, p.PSlow)
	return response, 0, err
}

// leastResponse is the least mean response under any policy that loses no job.
func leastResponse(sc *scenario.Scenario) (value, stdErr float64, err error) {
	return bound.Of(sc.Types(), sc.ArrivalRate()).LowerBound, 0, nil
}

// tasksPerPool is the mean of the Poisson law of all tasks, for each pool.
func tasksPerPool(sc *scenario.Scenario) (value, stdErr float64, err error) {
	return sc.ArrivalRate() / sc.Capacity(), 0, nil
}

// erlangLoss is the loss of one pool with a cap.
func erlangLoss(sc *scenario.Scenario) (value, stdErr float64, err error) {
	return queue.ErlangB(sc.ArrivalRate()/sc.Types()[0].Rate, sc.Buffer()), 0, nil
}

// pollaczek is the mean response of M/G/1.
func pollaczek(sc *scenario.Scenario) (value, stdErr float64, err error) {
	return queue.PollaczekKhinchine(sc.ArrivalRate(), sc.Types()[0].Rate, mixture.SCV(sc.Phases())).Response, 0, nil
}

// solvedCase is the mean response of an exactly solved system with service in phases.
func solvedCase(name string) func(*scenario.Scenario) (float64, float64, error) {
	return func(*scenario.Scenario) (float64, float64, error) {
		cases, err := oracle.PhaseCases()
		if err != nil {
			return 0, 0, err
		}
		for _, c := range cases {
			if c.Name == name {
				return c.Exact.MeanResponse, 0, nil
			}
		}
		return 0, 0, fmt.Errorf("no solved case %s", name)
	}
}

// supermarketLimit is the mean response with so many choices on infinitely many servers of rate 1.
func supermarketLimit(sc *scenario.Scenario) (value, stdErr float64, err error) {
	response, _ := meanfield.PowerOfD(sc.Load(), sc.Policies[0].D)
	return response, 0, nil
}

// fourTypes is a setting of four servers of four speeds on a complete graph, with the mean response to six decimals.
func fourTypes(rule policy.Rule, response float64) check {
	return check{
		sets:     []string{"servers.count=4", "ports.count=1", "ports.load=0.8", "graph.kind=complete", "policy.name=" + rule.String()},
		setting:  "N = 4, one port, load 0.8",
		quantity: "mean response", of: meanResponse, known: exactly(response), tolerance: rounded6, source: ofChain,
	}
}
