package known

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"shardq/bench/scenario"
	"shardq/bench/theory/bound"
	"shardq/bench/theory/limits"
	"shardq/kernel/policy"
)

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
		lower = fmt.Sprintf(
			"the buffer of %d is less than max(6, 2 sqrt(tau_K)) = %d, with which it is known to; the constant of the paper is lost",
			sc.Buffer(),
			bounds.BufferLeast,
		)
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
		what := fmt.Sprintf(
			"for eps = %.4g it asks that no %d of %d servers be missed by arrivals of a rate above %.4g",
			eps,
			c.Least,
			c.Servers,
			c.Most,
		)
		e := bound.Evidence{How: fmt.Sprintf("the graph has about %.3g edges, too many to look at", float64(s.edges))}
		if s.graph != nil {
			e = c.Check(s.graph, s.rates, sc.ArrivalRate(), visits)
		} else if miss := s.missing(); miss != nil {
			if log := c.UnionBound(sc.Ports(), sc.ArrivalRate(), miss); log < math.Log(1e-3) {
				e = bound.Evidence{Verdict: bound.Holds, Probability: math.Exp(log), How: "by the law of the graph: the number " +
					"of sets times the tail of a binomial law"}
			} else if log := c.AnySet(sc.Ports(), sc.ArrivalRate(), miss); log < math.Log(1e-3) {
				e = bound.Evidence{Verdict: bound.Fails, Probability: math.Exp(log), How: fmt.Sprintf(
					"by the law of the graph: a counterexample is any set chosen without looking at it, which ports miss with "+
						"probability %.3g", miss(c.Least))}
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
		s.say(
			section,
			"assumption 2, by construction",
			"holds",
			fmt.Sprintf("for eps = %g, with a probability of at least 1 - 2^-%d over the draw of the graph", sc.Graph.Epsilon,
				sc.Servers()+sc.Ports()-1),
			wengTheorem+", theorem 2",
		)
	case scenario.Theorem3:
		s.say(
			section,
			"assumption 2, by construction",
			"holds",
			fmt.Sprintf("for eps = %g, with a probability of at least 1 - 2/binom(N, N p1) over the draw of the graph",
				sc.Graph.Epsilon),
			wengTheorem+", theorem 3",
		)
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
	if sc.Graph.Kind.Facts().Law != scenario.AlikePorts {
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
