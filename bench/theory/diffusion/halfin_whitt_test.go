package diffusion_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/bench/theory/chain"
	"shardq/bench/theory/diffusion"
	"shardq/bench/theory/theorytest"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// TestDiffusionIdentities: what the equations of the means say exactly. Bounds are 6 standard errors, plus half of what has been
// extrapolated.
func TestDiffusionIdentities(t *testing.T) {
	for _, beta := range []float64{0.5, 1, 2} {
		law, err := diffusion.HalfinWhitt{Beta: beta, Seed: 3, Replications: 16, Time: 500}.Simulate()
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, got, want float64, errs ...diffusion.Estimate) {
			t.Helper()
			bound := 0.0
			for _, e := range errs {
				bound += 6*e.StdErr + e.Discretisation/2
			}
			if math.Abs(got-want) > bound {
				t.Errorf("beta %v: %s is %v, want %v within %v", beta, what, got, want, bound)
			}
			t.Logf("beta %v: %s %v, want %v, bound %v", beta, what, got, want, bound)
		}
		check("E -X1", law.Idle.Value, beta, law.Idle)
		check("E X1 X2", law.Product.Value, -beta*law.Waiting.Value/2, law.Product, law.Waiting)
		check("E X1^2", law.IdleSquare.Value, 1+beta*beta-beta*law.Waiting.Value/2, law.IdleSquare, law.Waiting)
		theorytest.Near(t, "median", law.WaitingTail(law.WaitingQuantile(0.5)), 0.5, 1e-6)
		theorytest.Near(t, "idle median", law.IdleTail(law.IdleQuantile(0.3)), 0.7, 1e-6)
		if !(law.WaitingDecay() > 0 && law.Waiting.Discretisation < 0.05*law.Waiting.Value) {
			t.Errorf("%v, %+v", law.WaitingDecay(), law.Waiting)
		}
		again, err := diffusion.HalfinWhitt{Beta: beta, Seed: 3, Replications: 16, Time: 500}.Simulate()
		if err != nil || *again != *law {
			t.Error("a second run differs")
		}
	}
	if _, err := (diffusion.HalfinWhitt{}).Simulate(); err == nil {
		t.Error("beta 0")
	}
}

func TestGamma2(t *testing.T) {
	for _, beta := range []float64{0.3, 2} {
		g, want := diffusion.Gamma2{Beta: beta}, distuv.Gamma{Alpha: 2, Beta: beta}
		theorytest.Near(t, "mean", g.Mean(), want.Mean(), 1e-14)
		theorytest.Near(t, "variance", g.Variance(), want.Variance(), 1e-14)
		for _, q := range []float64{0.01, 0.5, 0.9, 0.999} {
			theorytest.Near(t, fmt.Sprintf("quantile %v", q), g.Quantile(q), want.Quantile(q), 1e-9)
			theorytest.Near(t, "tail", g.Tail(g.Quantile(q)), 1-q, 1e-13)
		}
	}
	g := diffusion.Gamma2{Beta: 1}
	if !math.IsNaN(g.Quantile(2)) || !math.IsInf(g.Quantile(1), 1) || g.Quantile(0) > 1e-7 || g.Tail(-1) != 1 {
		t.Error("ends")
	}
}

// TestDiffusionExact: scaled means of finite systems, solved exactly with room for two jobs (three are never seen), tend to those of the
// diffusion at rate 1/sqrt N.
func TestDiffusionExact(t *testing.T) {
	const beta = 1.5
	law, err := diffusion.HalfinWhitt{Beta: beta, Seed: 1}.Simulate()
	if err != nil {
		t.Fatal(err)
	}
	var off []float64
	for _, n := range []int{36, 144} {
		root := math.Sqrt(float64(n))
		e, err := chain.Solve(
			chain.System{Types: []kernel.Type{{Rate: 1, Count: n}}, Ports: []chain.Port{{Rate: float64(n) - beta*root}}, Buffer: 2,
				Policy: policy.Policy{Rule: policy.JSQ}},
			20_000,
		)
		if err != nil {
			t.Fatal(err)
		}
		theorytest.Near(t, "blocking", e.Blocking, 0, 1e-5)
		off = append(off, e.Tail[0][1]*root)
	}
	limit := 2*off[1] - off[0]
	t.Logf("%v, extrapolated %v, diffusion %+v", off, limit, law.Waiting)
	if bound := 5*law.Waiting.StdErr + 0.02; math.Abs(limit-law.Waiting.Value) > bound {
		t.Errorf("E X2 = %v, finite systems tend to %v", law.Waiting.Value, limit)
	}
	if first, second := off[0]-law.Waiting.Value, off[1]-law.Waiting.Value; !(math.Abs(second) < math.Abs(first)) {
		t.Errorf("off by %v, then by %v", first, second)
	}
}
