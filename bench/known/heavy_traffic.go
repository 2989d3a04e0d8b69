package known

import (
	"fmt"
	"math"

	"shardq/bench/theory/diffusion"
	"shardq/bench/theory/limits"
	"shardq/kernel/policy"
)

// heavyTraffic has the limits of one type of servers near full load.
func (s *surveyor) heavyTraffic(p policy.Policy) {
	sc := s.Scenario
	n := sc.Servers()
	rule := policy.Describe(policy.Bipartite, p.Rule)
	near := rule.Searches && rule.Lengths
	wide := rule.Limit == policy.PowerOfD && rule.Sample == policy.SampleAny && float64(p.D) > math.Sqrt(float64(n))*math.Log(float64(n))/4
	if !near && !wide || len(sc.Types()) > 1 || sc.Phases() != nil || class(sc) != limits.CompleteGraph || n < 30 || !s.Theory.Stable {
		return
	}
	root := math.Sqrt(float64(n))
	beta, alpha := (1-s.Theory.Load)*root, 0.5
	if sc.Port.HalfinWhitt > 0 {
		beta, alpha = sc.Port.HalfinWhitt, sc.Port.Alpha
	}
	mu := sc.Types()[0].Rate
	switch {
	case alpha > 0.5 && alpha < 1:
		const section = "super-Halfin-Whitt"
		g := diffusion.Gamma2{Beta: beta}
		power := math.Pow(float64(n), alpha)
		holds := fmt.Sprintf("N -> inf with 1 - load = %g N^-%g", beta, alpha)
		s.add(section, "mean of (jobs - N)/N^alpha", g.Mean(), holds, gammaSource+": Gamma(2, beta)")
		s.add(section, "standard deviation", math.Sqrt(g.Variance()), holds, gammaSource)
		for _, q := range []float64{0.5, 0.9, 0.99} {
			s.add(section, fmt.Sprintf("%g quantile", q), g.Quantile(q), holds, gammaSource)
		}
		s.add(section, "jobs in system", float64(n)+g.Mean()*power, "at this N, to the first order", gammaSource)
		s.add(
			section,
			"mean response",
			(float64(n)+g.Mean()*power)/(s.Theory.Load*float64(n))/mu,
			"at this N, to the first order",
			gammaSource,
		)
	case alpha == 0.5 && beta >= 0.1 && beta <= 6:
		const section = "Halfin-Whitt"
		law, err := diffusion.HalfinWhitt{Beta: beta}.Simulate()
		if err != nil {
			return
		}
		holds := fmt.Sprintf("N -> inf with N - beta sqrt N = arrivals, beta = %.4g", beta)
		if sc.Port.HalfinWhitt == 0 {
			holds += ", which this load and N come to"
		}
		source := fmt.Sprintf("%s in %d steps of %g", halfinSource, law.Steps, law.Step)
		scaled := func(name string, v diffusion.Estimate) {
			s.add(
				section,
				name,
				v.Value,
				fmt.Sprintf("standard error %.1g, error of the steps below %.1g; %s", v.StdErr, v.Discretisation, holds),
				source,
			)
		}
		s.add(section, "mean of (N - Q1)/sqrt N", beta, "exact at every N and in the limit", "flow balance")
		scaled("mean of Q2/sqrt N", law.Waiting)
		scaled("mean square of (N - Q1)/sqrt N", law.IdleSquare)
		scaled("mean square of Q2/sqrt N", law.WaitingSquare)
		for _, q := range []float64{0.5, 0.9, 0.99} {
			s.add(section, fmt.Sprintf("%g quantile of (N - Q1)/sqrt N", q), law.IdleQuantile(q), "its tail is Gaussian", source)
			s.add(section, fmt.Sprintf("%g quantile of Q2/sqrt N", q), law.WaitingQuantile(q), "its tail is exponential", source)
		}
		s.add(
			section,
			"decay of the tail of Q2/sqrt N",
			law.WaitingDecay(),
			"rate of the exponential tail, fitted between the quantiles .9 and .999",
			source,
		)
		s.add(section, "mean response", law.Response(n)/mu, "at this N, to the first order", source)
	}
}
