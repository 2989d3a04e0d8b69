package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"shardq/bench/scenario"
	"shardq/bench/theory/bound"
	"shardq/bench/theory/chain"
	"shardq/bench/theory/diffusion"
	"shardq/bench/theory/limits"
	"shardq/bench/theory/meanfield"
	"shardq/graph"
	"shardq/kernel/policy"
)

// surveyor takes a survey.
type surveyor struct {
	Survey
	opt     SurveyOptions
	rates   []float64 // of the ports; nil: equal
	section string
	graph   graph.Graph // nil if it is too large to look at
	edges   uint64      // about, if it is
}

// Where facts come from.
const (
	wengTheorem  = "Weng, Zhou, Srikant 2020"
	fieldSource  = "mean field, fixed point of its differential equations"
	chainSource  = "balance equations of the Markov chain"
	halfinSource = "Eschenfeldt, Gamarnik 2018; Banerjee, Mukherjee 2019; simulated"
	gammaSource  = "Zhao, Banerjee, Mukherjee 2021"
)

// build builds the graph if it is small enough to be looked at.
func (s *surveyor) build() error {
	sc := s.Scenario
	most := uint64(quickEdges)
	if s.opt.Exact {
		most = exactEdges
	}
	complete := class(sc) == limits.CompleteGraph
	if s.edges, _ = graphSize(sc); !complete && s.edges > most {
		return nil
	}
	var err error
	s.graph, err = BuildGraph(s.ctx(), sc, nil)
	return err
}

// ctx returns the context of the survey.
func (s *surveyor) ctx() context.Context {
	if s.opt.Context == nil {
		return context.Background()
	}
	return s.opt.Context
}

// occupancy has the fixed point of the limit of many servers.
func (s *surveyor) occupancy(p policy.Policy) {
	const section = "occupancy in the limit"
	set := setting(s.Scenario, p)
	if set.Service != nil {
		return
	}
	m, err := meanfield.Rest(set.System, nil)
	if err != nil {
		if !strings.Contains(err.Error(), "is known for") {
			s.say(section, "fixed point", "not known", strings.TrimPrefix(err.Error(), "theory: "), fieldSource)
		}
		return
	}
	holds := "as N grows, on the complete graph"
	if set.Graph != limits.CompleteGraph {
		holds = "as N grows, on graphs as good as the complete one"
	}
	s.add(section, "jobs a server", m.Number, holds, fieldSource)
	shares := s.Theory.Shares
	for j := 1; j <= 6; j++ {
		if v := m.Level(shares, j); v > nearly {
			name := fmt.Sprintf("%d jobs or more", j)
			if j == 1 {
				name = "1 job or more"
			}
			s.add(section, name, v, "share of all servers", fieldSource).share()
		}
	}
	if set.Buffer > 0 {
		busy := 0.0
		for i, tail := range m.Tail {
			busy += tail[0] * s.Theory.Types[i].Rate * shares[i]
		}
		n := float64(s.Scenario.Servers())
		if lost := 1 - busy*n/set.Arrivals; lost > nearly {
			s.add(section, "blocking", lost, holds, fieldSource).share()
		}
	}
}

// theorem1 has the bounds of [W] and what is known about their assumptions.
func (s *surveyor) theorem1(p policy.Policy) {
	sc := s.Scenario
	if policy.Describe(policy.Bipartite, p.Rule).Limit != policy.LowerBound || sc.Phases() != nil || !s.Theory.Stable {
		return
	}
	const section = "theorem 1"
	bounds := bound.NewTheorem1(sc.Types(), sc.ArrivalRate(), sc.Buffer(), 0, -1)
	usable := bounds.Why == ""
	if !(bounds.EpsMost > 0) || sc.Buffer() == 0 {
		s.say(section, "bounds", "none", bounds.Why, wengTheorem)
		return
	}
	s.add(section, "eps at most", bounds.EpsMost, "beta_hat/4", wengTheorem)
	s.add(section, "eps at least", bounds.EpsLeast, "by assumption 1, for this N and buffer", wengTheorem)
	lower := fmt.Sprintf("the buffer is at least max(6, 2 sqrt(tau_K)) = %d", bounds.BufferLeast)
	if !bounds.BufferKnown() {
		lower = fmt.Sprintf("the buffer of %d is less than max(6, 2 sqrt(tau_K)) = %d, with which it is known to; the constant of the paper is lost", sc.Buffer(), bounds.BufferLeast)
	}
	word := "holds"
	switch {
	case !usable:
		word = "fails"
		lower = bounds.Why
	case !bounds.BufferKnown():
		word = "not known"
	}
	s.say(section, "assumption 1", word, lower, wengTheorem)

	eps, certain := bounds.EpsMost, class(sc) == limits.CompleteGraph
	if usable && !certain {
		eps = bounds.Busy.Eps
	}
	holds := s.connected(bounds, eps)
	if usable && !holds && eps < bounds.EpsMost {
		eps = bounds.EpsMost
		holds = s.connected(bounds, eps)
	}
	switch {
	case !usable:
		s.say(section, "bounds", "none", "no eps is valid at this N: assumption 1 fails for all of them", wengTheorem)
		return
	case !holds:
		s.say(section, "bounds", "none", "assumption 2 is not known to hold", wengTheorem)
		return
	}
	least, missed := eps, -1.0
	if certain {
		least, missed = 0, 0
	}
	bounds = bound.NewTheorem1(sc.Types(), sc.ArrivalRate(), sc.Buffer(), least, missed)
	condition := func(b bound.Best) string {
		text := fmt.Sprintf("eps = %.4g, N large enough", b.Eps)
		if !bounds.BufferKnown() {
			text += ", if assumption 1 holds"
		}
		return text
	}
	add := func(name string, b bound.Best, source string) *Fact {
		return s.add(section, name, b.Value, condition(b), wengTheorem+", theorem 1 "+source)
	}
	add("jobs a server of types up to K at most", bounds.Excess, "(i)")
	if bounds.K() < len(sc.Types()) {
		add("jobs a server at most", bounds.Busy, "(ii)")
	}
	add("blocking at most", bounds.Blocking, "(iii)").share()
	if v := bounds.Response(); v < math.Inf(1) {
		s.add(section, "mean response at most", v, condition(bounds.Busy)+"; by Little's law", wengTheorem+", theorem 1")
	}
}

// connected says what is known about assumption 2 for an eps, and whether it holds.
func (s *surveyor) connected(bounds bound.Theorem1, eps float64) bool {
	const section = "theorem 1"
	sc, all := s.Scenario, true
	visits := bound.MostEdgeVisits
	if s.opt.Exact {
		visits = 20 * exactEdges
	}
	for i, c := range bounds.Connected(eps) {
		name := fmt.Sprintf("assumption 2, %s", [...]string{"faster than K", "up to K"}[i])
		what := fmt.Sprintf("for eps = %.4g it asks that no %d of %d servers be missed by arrivals of a rate above %.4g", eps, c.Least, c.Servers, c.Most)
		e := bound.Evidence{How: fmt.Sprintf("the graph has about %.3g edges, too many to look at", float64(s.edges))}
		if s.graph != nil {
			e = c.Check(s.graph, s.rates, sc.ArrivalRate(), visits)
		} else if miss := s.missing(); miss != nil {
			if log := c.UnionBound(sc.Ports(), sc.ArrivalRate(), miss); log < math.Log(1e-3) {
				e = bound.Evidence{Verdict: bound.Holds, Probability: math.Exp(log), How: "by the law of the graph: the number of sets times the tail of a binomial law"}
			} else if log := c.AnySet(sc.Ports(), sc.ArrivalRate(), miss); log < math.Log(1e-3) {
				e = bound.Evidence{Verdict: bound.Fails, Probability: math.Exp(log), How: fmt.Sprintf(
					"by the law of the graph: a counterexample is any set chosen without looking at it, which ports miss with probability %.3g", miss(c.Least))}
			} else {
				e.How += "; neither does a union bound over the law of the graph show it"
			}
		}
		if e.Verdict != bound.Holds {
			all = false
		}
		how := e.How
		switch {
		case e.Verdict == bound.Unknown:
		case e.Probability > 0:
			how += fmt.Sprintf(", wrong with a probability of at most %.1e", e.Probability)
		}
		if len(e.Set) > 0 && e.Verdict == bound.Fails {
			how += fmt.Sprintf("; a rate of %.4g misses servers %s", e.Missed, s.names(e.Set))
		}
		s.say(section, name, e.Verdict.String(), what+": "+how, wengTheorem+", definition of well connected")
	}
	switch sc.Graph.Kind {
	case scenario.Theorem2:
		s.say(section, "assumption 2, by construction", "holds", fmt.Sprintf("for eps = %g, with a probability of at least 1 - 2^-%d over the draw of the graph", sc.Graph.Epsilon,
			sc.Servers()+sc.Ports()-1), wengTheorem+", theorem 2")
	case scenario.Theorem3:
		s.say(section, "assumption 2, by construction", "holds", fmt.Sprintf("for eps = %g, with a probability of at least 1 - 2/binom(N, N p1) over the draw of the graph",
			sc.Graph.Epsilon), wengTheorem+", theorem 3")
	}
	return all
}

// names lists the first of some servers by their external ids.
func (s *surveyor) names(set []uint32) string {
	const most = 8
	ids := s.Scenario.ServerIDs()
	var out []uint32
	for _, r := range set {
		if ids != nil {
			r = ids[r]
		}
		out = append(out, r)
	}
	slices.Sort(out)
	text := strings.Trim(fmt.Sprint(out[:min(most, len(out))]), "[]")
	if len(out) > most {
		text += " .."
	}
	return strings.ReplaceAll(text, " ", ", ")
}

// missing returns the probability that a port misses so many given servers, in random graphs with equal ports, and else nil.
func (s *surveyor) missing() func(servers int) float64 {
	sc := s.Scenario
	if s.rates != nil {
		return nil
	}
	n, degree := sc.Servers(), sc.Graph.Degree
	switch sc.Graph.Kind {
	case scenario.Bernoulli, scenario.Computed, scenario.Regular:
	default:
		return nil
	}
	if degree > 0 {
		return func(servers int) float64 {
			if degree > n-servers {
				return 0
			}
			log := 0.0 // all neighbours are among the others
			for i := range degree {
				log += math.Log1p(-float64(servers) / float64(n-i))
			}
			return math.Exp(log)
		}
	}
	p := sc.EdgeProbability()
	return func(servers int) float64 { return math.Exp(float64(servers) * math.Log1p(-p)) }
}

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
		s.add(section, "mean response", (float64(n)+g.Mean()*power)/(s.Theory.Load*float64(n))/mu, "at this N, to the first order", gammaSource)
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
			s.add(section, name, v.Value, fmt.Sprintf("standard error %.1g, error of the steps below %.1g; %s", v.StdErr, v.Discretisation, holds), source)
		}
		s.add(section, "mean of (N - Q1)/sqrt N", beta, "exact at every N and in the limit", "flow balance")
		scaled("mean of Q2/sqrt N", law.Waiting)
		scaled("mean square of (N - Q1)/sqrt N", law.IdleSquare)
		scaled("mean square of Q2/sqrt N", law.WaitingSquare)
		for _, q := range []float64{0.5, 0.9, 0.99} {
			s.add(section, fmt.Sprintf("%g quantile of (N - Q1)/sqrt N", q), law.IdleQuantile(q), "its tail is Gaussian", source)
			s.add(section, fmt.Sprintf("%g quantile of Q2/sqrt N", q), law.WaitingQuantile(q), "its tail is exponential", source)
		}
		s.add(section, "decay of the tail of Q2/sqrt N", law.WaitingDecay(), "rate of the exponential tail, fitted between the quantiles .9 and .999", source)
		s.add(section, "mean response", law.Response(n)/mu, "at this N, to the first order", source)
	}
}

// exact has the stationary law of small systems.
func (s *surveyor) exact(p policy.Policy) {
	const section = "exact"
	sc := s.Scenario
	most := quickStates
	if s.opt.Exact {
		most = exactStates
	}
	complete := class(sc) == limits.CompleteGraph
	small := chain.System{Types: sc.Types(), Buffer: sc.Buffer(), Policy: p, Service: sc.Phases(), Servers: sc.Graph.OnServers()}
	switch {
	case sc.Buffer() == 0:
		s.say(section, "stationary law", "not computed", "unbounded buffers have no finite chain: set servers.buffer to a large number", chainSource)
		return
	case !complete && (sc.Servers() > smallGraph || s.graph == nil):
		s.say(section, "stationary law", "not computed", fmt.Sprintf("more than %d states; servers on a graph are looked at one by one", most), chainSource)
		return
	}
	each := sc.ArrivalRate() / float64(sc.Ports())
	switch {
	case complete && !policy.Describe(policy.Bipartite, p.Rule).OwnServer:
		small.Ports = []chain.Port{{Rate: sc.ArrivalRate()}}
	case complete && sc.Servers()*sc.Buffer() > most:
	default:
		for l := range sc.Ports() {
			port := chain.Port{Rate: each}
			if s.rates != nil {
				port.Rate = s.rates[l]
			}
			if !complete {
				port.Neighbours = append([]uint32{}, s.graph.Row(uint32(l), make([]uint32, sc.Servers()+graph.Padding))...)
			}
			small.Ports = append(small.Ports, port)
		}
	}
	if small.Ports == nil {
		s.say(section, "stationary law", "not computed", fmt.Sprintf("more than %d states", most), chainSource)
		return
	}
	e, err := chain.Solve(small, most)
	if err != nil {
		hint := ""
		if !s.opt.Exact {
			hint = "; --exact allows more"
		}
		s.say(section, "stationary law", "not computed", strings.TrimPrefix(err.Error(), "theory: exact law: ")+hint, chainSource)
		return
	}
	holds := fmt.Sprintf("exact, %d states, about %.1f MB", e.States, float64(e.Bytes)/1e6)
	s.add(section, "mean response", e.Response, holds, chainSource)
	s.add(section, "blocking", e.Blocking, holds, chainSource).share()
	s.add(section, "jobs in system", e.Number, holds, chainSource)
	s.add(section, "utilisation", e.Utilisation, holds, chainSource).share()
	levels := []float64{0.5, 0.9, 0.99, 0.999}
	for i, v := range e.Quantiles(levels...) {
		s.add(section, fmt.Sprintf("%g quantile", levels[i]), v, "of the response time; "+holds, chainSource)
	}
}
