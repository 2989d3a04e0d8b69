package oracle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// With 200 batches an estimate follows a t law of 199 degrees of freedom, which
// lies beyond 5.1 standard errors with probability 8e-7.
const (
	testBatches = 200
	testBound   = 5.1
)

// Every estimate agrees with the exact answer. Shares of which fewer than 400
// jobs are expected are left out: they are too far from normal for the bound.
func TestSimulateCases(t *testing.T) {
	const jobs = 200_000
	for i, c := range loadCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			res, err := Simulate(c.System, Run{Seed: uint64(i + 1), Jobs: jobs, Batches: testBatches})
			if err != nil {
				t.Fatal(err)
			}
			check := func(what string, got Estimate, want float64) {
				if d := got.Distance(want); !(d <= testBound) {
					t.Errorf("%s: %.6g (standard error %.2g) is %.1f standard errors from %.6g", what, got.Mean, got.SE, d, want)
				}
			}
			checkShare := func(what string, got Estimate, want, of float64) {
				if want*of >= 400 {
					check(what, got, want)
				}
			}
			want := c.Exact
			check("mean number", res.MeanNumber, want.MeanNumber)
			check("mean response", res.MeanResponse, want.MeanResponse)
			checkShare("blocking", res.Blocking, want.Blocking, jobs)
			for l, p := range c.System.Ports {
				checkShare(
					fmt.Sprint("blocking of port ", l),
					res.BlockingPerPort[l],
					want.BlockingPerPort[l],
					jobs*p.Rate/c.System.ArrivalRate(),
				)
			}
			for r := range want.Join {
				check(fmt.Sprint("utilisation of server ", r), res.Utilisation[r], want.Utilisation[r])
				check(fmt.Sprint("mean queue of server ", r), res.MeanQueue[r], want.MeanQueue[r])
				if len(res.Join[r]) > c.System.Buffer {
					t.Errorf("server %d held more than %d jobs", r, c.System.Buffer)
				}
				for k, p := range want.Join[r] {
					if p*jobs >= 400 {
						check(fmt.Sprint("join ", r, k), res.Join[r][k], p)
					}
				}
			}
			for _, q := range want.Quantiles {
				checkShare(fmt.Sprint("tail at quantile ", q.P), res.Tail(q.Value), 1-q.P, jobs)
			}
		})
	}
}

// An unbounded M/M/1 queue: response times are exponential of rate mu - lambda.
func TestSimulateUnbounded(t *testing.T) {
	res, err := Simulate(System{Rates: []float64{1}, Ports: []Port{{0.5, []int{0}}}, Policy: JSQ}, Run{Seed: 1, Batches: testBatches})
	if err != nil {
		t.Fatal(err)
	}
	for what, d := range map[string]float64{
		"response":    res.MeanResponse.Distance(2),
		"number":      res.MeanNumber.Distance(1),
		"utilisation": res.Utilisation[0].Distance(0.5),
		"tail":        res.Tail(4).Distance(math.Exp(-2)),
		"blocking":    res.Blocking.Distance(0),
	} {
		if !(d <= testBound) {
			t.Errorf("%s: %.1f standard errors", what, d)
		}
	}
	// The same order statistic from the definition.
	if q := res.Quantile(0.9); math.Abs(res.Tail(q).Mean-0.1) > 1e-5 || res.Quantile(1) != res.responses[len(res.responses)-1] {
		t.Errorf("a share %v of the jobs exceeds the 0.9 quantile %v", res.Tail(q).Mean, q)
	}
	if len(res.Join[0]) != len(res.JoinCount[0]) || len(res.Join[0]) < 8 {
		t.Errorf("joins: %v", res.JoinCount)
	}
}

// JSQ(2) with replacement on ten servers at load 0.7: known mean number of jobs
// per server 1.21930, standard error 0.00014.
func TestSimulatePowerOfTwo(t *testing.T) {
	s := System{Ports: []Port{{Rate: 7}}, Policy: JSQD, D: 2, Replacement: true}
	for r := range 10 {
		s.Rates = append(s.Rates, 1)
		s.Ports[0].Neighbours = append(s.Ports[0].Neighbours, r)
	}
	res, err := Simulate(s, Run{Seed: 1, Jobs: 500_000, Batches: testBatches})
	if err != nil {
		t.Fatal(err)
	}
	perServer := Estimate{res.MeanNumber.Mean / 10, math.Hypot(res.MeanNumber.SE/10, 0.00014)}
	if d := perServer.Distance(1.21930); !(d <= testBound) {
		t.Errorf("mean number per server %+v: %.1f standard errors", perServer, d)
	}
}

// Both routings agree, state by state: choose draws from the law of route. The
// bound on each of some 1,000 frequencies is passed with probability below 1e-7.
func TestChooseFollowsRoute(t *testing.T) {
	const draws = 20_000
	const bound = 5.6 // standard errors; the constant beside it covers rare choices
	rng := rand.New(rand.NewPCG(1, 2))
	neighbours := []int{0, 2, 3, 4, 5}
	twoRates := []float64{1, 3, 3, 1, 3, 1}
	for _, policy := range Policies() {
		for _, replacement := range []bool{false, true} {
			for _, d := range []int{1, 2, 3, 7} {
				s := System{
					Rates: []float64{1, 9, 2, 2, 1, 0.5}, Ports: []Port{{1, neighbours}}, Policy: policy, D: d, Replacement: replacement,
					DFast: d, DSlow: 2, PFast: 0.7, PSlow: 0.6,
				}
				if policy == TwoClass {
					s.Rates = twoRates
				}
				if sampling := slices.Contains([]string{JSQD, JIQJSQD, Supermarket, TwoClass}, policy); !sampling &&
					(replacement || d > 1) {
					continue
				}
				for _, jobs := range [][]int32{{0, 0, 0, 0, 0, 0}, {1, 0, 1, 1, 2, 1}, {3, 0, 0, 3, 0, 1}, {3, 3, 2, 3, 2, 1},
					{2, 0, 5, 4, 5, 4}} {
					law := make([]float64, len(s.Rates))
					newRouter(s).route(0, jobs, law)
					if math.Abs(sum(law)-1) > 1e-12 {
						t.Errorf("%s d=%d %v: law %v sums to %v", policy, d, jobs, law, sum(law))
					}
					count := make([]float64, len(s.Rates))
					for range draws {
						count[s.choose(0, func(r int) int { return int(jobs[r]) }, rng)]++
					}
					for r, p := range law {
						if diff := math.Abs(count[r] - draws*p); diff > bound*math.Sqrt(draws*p*(1-p))+10*math.Min(1, draws*p) {
							t.Errorf("%s d=%d replacement=%v jobs %v: server %d chosen %v times of %d, expected %v",
								policy, d, replacement, jobs, r, count[r], draws, draws*p)
						}
					}
				}
			}
		}
	}
}

// A port without neighbours is counted apart and enters no share.
func TestSimulateUnroutable(t *testing.T) {
	s := System{Rates: []float64{1}, Ports: []Port{{0.8, []int{0}}, {0.8, nil}}, Buffer: 5, Policy: Random}
	res, err := Simulate(s, Run{Seed: 3, Batches: testBatches})
	if err != nil {
		t.Fatal(err)
	}
	if diff := math.Abs(float64(res.Unroutable) - 100_000); diff > testBound*math.Sqrt(50_000) {
		t.Errorf("%d of 200000 jobs unroutable", res.Unroutable)
	}
	if d := res.Blocking.Distance(mustExact(t, s).Blocking); !(d <= testBound) || res.BlockingPerPort[1] != (Estimate{}) {
		t.Errorf("blocking %+v, by port %+v", res.Blocking, res.BlockingPerPort)
	}
}

// One seed, one result; another seed, another.
func TestSimulateSeeds(t *testing.T) {
	s := loadCases(t)[1].System
	var means []float64
	for _, seed := range []uint64{1, 1, 2} {
		res, err := Simulate(s, Run{Seed: seed, Jobs: 1000, Batches: 10})
		if err != nil {
			t.Fatal(err)
		}
		means = append(means, res.MeanResponse.Mean)
	}
	if means[0] != means[1] || means[0] == means[2] {
		t.Errorf("means %v", means)
	}
}

func TestSimulateRefuses(t *testing.T) {
	good := loadCases(t)[0].System
	for _, run := range []Run{{Jobs: 5, Batches: 10}, {Batches: 1}, {Warmup: -1}, {Jobs: -1}} {
		if _, err := Simulate(good, run); err == nil {
			t.Errorf("%+v accepted", run)
		}
	}
}

func TestValidate(t *testing.T) {
	bad := System{
		Rates: []float64{1, 0, math.Inf(1)}, Buffer: -1, Policy: JSQD,
		Ports: []Port{{math.NaN(), []int{0, 0}}, {1, []int{3}}, {1, []int{-1}}},
	}
	err := bad.Validate()
	for _, want := range []string{
		"server 1: rate 0", "server 2: rate +Inf", "port 0: rate NaN", "server 0 listed twice", "port 1: no server 3",
		"port 2: no server -1",
		"buffer -1", "sample size 0",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q not in %v", want, err)
		}
	}
	if err := (System{}).Validate(); err == nil || !strings.Contains(err.Error(), "no servers\noracle: no port with neighbours") {
		t.Errorf("empty system: %v", err)
	}
	if !slices.Contains(Policies(), JIQJSQD) {
		t.Error("policy missing")
	}
}

// The ratio estimator against its definition, and a batch without denominator.
func TestRatio(t *testing.T) {
	got := Ratio([]float64{1, 3}, []float64{2, 2})
	// residuals -1 and 1: standard error sqrt(2 * 2/1) / 4
	if got != (Estimate{1, 0.5}) {
		t.Errorf("got %+v", got)
	}
	if got := Ratio([]float64{0, 0}, []float64{0, 0}); got != (Estimate{}) {
		t.Errorf("got %+v", got)
	}
	if (Estimate{1, 0}).Distance(1) != 0 || !math.IsInf((Estimate{1, 0}).Distance(2), 1) {
		t.Error("distance with standard error 0")
	}
}
