package limits

import (
	"fmt"
	"math"

	"shardq/kernel"

	"shardq/bench/theory/bound"
	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/mixture"
	"shardq/bench/theory/queue"
	"shardq/kernel/policy"
)

// Setting is what the known results about a system depend on.
type Setting struct {
	meanfield.System
	Graph GraphClass
}

// GraphClass is what is to be known about a graph for its limits.
type GraphClass int

// The classes.
const (
	CompleteGraph  GraphClass = iota // every port reaches every server
	BipartiteGraph                   // any other graph of ports and servers
	ServerGraph                      // a graph between servers
)

// Line is one known value of the mean response time of admitted jobs.
type Line struct {
	Name   string
	Value  float64 // in the unit of time of the rates
	Source string
	Holds  string // under what condition
	Bound  bool   // it is a lower bound, not a value or a limit
}

// line returns a value or a limit.
func line(name string, value float64, source, holds string) Line {
	return Line{Name: name, Value: value, Source: source, Holds: holds}
}

// Where limits come from.
const (
	classic     = "classic queue"
	weng        = "Weng, Zhou, Srikant 2020, theorem 1"
	mitzenmach  = "Mitzenmacher 2001; Vvedenskaya, Dobrushin, Karpelevich 1996"
	universal   = "Mukherjee, Borst, van Leeuwaarden, Whiting, Universality of power-of-d load balancing"
	diffusion   = "Mukherjee et al., Universality of load balancing schemes on the diffusion scale"
	topologies  = "Mukherjee, Borst, van Leeuwaarden 2018"
	supermarket = "Budhiraja, Mukherjee, Wu 2019"
	stolyar     = "Stolyar 2015, Pull-based load distribution in large-scale heterogeneous service systems"
	refinedWith = "refined mean field: Gast, Van Houdt 2017"
	refinedSans = "refined mean field, sampling without replacement: Gast, Van Houdt 2017; Gast, Bortolussi, Tribastone 2019"
	gardner     = "Gardner, Jaleel, Wickeham, Doroudi 2020"
	idleField   = "mean field: a uniform idle server takes each job"
)

// largestPool is the largest number of servers for which M/M/N is computed.
const largestPool = 1 << 20

// Of returns what is known about the mean response time of a system: exact values where there are some, and its limit as the number of
// servers grows. It is empty at a load of 1 or more, but for systems with buffers that are exactly known, and where nothing is known. The
// lower bound of [bound.Of] is not repeated but where it is the limit.
func Of(s Setting) []Line {
	if len(s.Types) == 0 || !(s.Arrivals > 0) {
		return nil
	}
	lines := s.exact()
	if limit := bound.Of(s.Types, s.Arrivals); limit.Stable {
		if s.Service == nil {
			lines = append(lines, s.exponential(limit)...)
		} else {
			lines = append(lines, s.general()...)
		}
	} else if s.Service == nil && s.Buffer > 0 {
		lines = append(lines, s.overloaded()...)
	}
	return lines
}

// rule returns what there is to know about the rule of the policy.
func (s *Setting) rule() policy.Descriptor { return policy.Describe(policy.Bipartite, s.Policy.Rule) }

// exact returns what holds for any number of servers.
func (s *Setting) exact() []Line {
	if s.Graph != CompleteGraph {
		return nil
	}
	n := s.Servers()
	rule := s.rule()
	switch {
	case n == 1:
		return s.separate(s.Types, "one server")
	case rule.Limit == policy.Separate || rule.Limit == policy.PowerOfD && rule.Sample == policy.SampleAny && s.Policy.D == 1:
		return s.separate(s.Types, "each server on its own")
	case rule.Limit == policy.FastestAlone:
		return s.separate(s.Types[:1], "each of the fastest servers on its own")
	case s.Service != nil || s.Buffer > 0 || len(s.Types) > 1:
		return nil
	}
	var lines []Line
	mu := s.Types[0].Rate
	if rho := s.Arrivals / (mu * float64(n)); rho < 1 {
		if n <= largestPool {
			lines = append(lines, Line{
				Name: fmt.Sprintf("M/M/%d, one queue for all servers", n), Value: queue.MMc(s.Arrivals, mu, n).Response, Source: classic,
				Holds: "a lower bound: no policy with a queue at each server can be faster", Bound: true,
			})
		}
		if n == 2 && s.Policy.Rule == policy.JIQ {
			lines = append(lines, line("JIQ of two servers", (1+rho)/((1-rho)*(1+2*rho))/mu, "closed form", "exact"))
		}
	}
	return lines
}

// separate returns the response time where each server of the given types gets the same Poisson stream, whatever the states.
func (s *Setting) separate(types []kernel.Type, who string) []Line {
	n := 0
	for _, t := range types {
		n += t.Count
	}
	lambda := s.Arrivals / float64(n)
	name := ""
	sum, admitted := 0.0, 0.0
	for _, t := range types {
		var q queue.Means
		switch {
		case s.Service == nil && s.Buffer > 0:
			name = fmt.Sprintf("M/M/1/%d", s.Buffer)
			q = queue.MM1b(lambda, t.Rate, s.Buffer)
		case s.Buffer > 0:
			return nil
		case lambda >= t.Rate:
			return nil
		case s.Service == nil:
			name = "M/M/1"
			q = queue.MM1(lambda, t.Rate)
		default:
			name = "M/G/1 (Pollaczek-Khinchine)"
			q = queue.PollaczekKhinchine(lambda, t.Rate, mixture.SCV(s.Service))
		}
		share := float64(t.Count) * (1 - q.Blocking)
		sum += share * q.Response
		admitted += share
	}
	return []Line{line(name, sum/admitted, classic, "exact: "+who)}
}

// exponential returns the limits under exponential service, at a load below 1.
func (s *Setting) exponential(limit bound.Limit) []Line {
	grows := "as N grows"
	switch s.Graph {
	case BipartiteGraph:
		grows = "as N grows, if the graph is well connected"
	case ServerGraph:
		grows = "as N grows, if the mean degree grows without bound"
	}
	uniform := func(name, source string) []Line { // a uniform idle server, if there always is one
		if len(s.Types) == 1 {
			return []Line{line(name+": nobody waits", 1/s.Types[0].Rate, source, grows)}
		}
		if s.Graph != CompleteGraph {
			return nil
		}
		n := float64(s.Servers())
		busy := 0.0
		for m, x := range bound.UniformBusy(s.Types, s.Arrivals) {
			busy += float64(s.Types[m].Count) / n * x
		}
		return []Line{line(name+": nobody waits, speed is ignored", busy*n/s.Arrivals, idleField, grows)}
	}
	switch p, rule := s.Policy, s.rule(); rule.Limit {
	case policy.LowerBound:
		return []Line{line("lower bound C*/lambda", limit.LowerBound, weng, grows)}
	case policy.NobodyWaits:
		switch {
		case rule.AsksIdle && rule.Lengths:
			return uniform("JIQ with JSQ(d)", diffusion)
		case rule.AsksIdle:
			return uniform("JIQ", stolyar)
		case s.Graph == ServerGraph:
			return uniform("JSQ", topologies)
		}
		return uniform("JSQ", universal)
	case policy.PowerOfD:
		switch {
		case rule.Sample == policy.SampleOthers:
			return s.powerOfD(
				supermarket,
				"as N grows, if the least degree grows without bound and degrees are nearly equal within components",
			)
		case s.Graph != CompleteGraph:
			return s.powerOfD(mitzenmach, "as N grows on the complete graph")
		}
		return s.powerOfD(mitzenmach, grows)
	case policy.FastOrSlow:
		response, _, _, err := meanfield.TwoClass(s.Types, s.Arrivals, p.DFast, p.DSlow, p.PFast, p.PSlow)
		if err != nil || s.Buffer > 0 && !s.roomy() {
			return nil
		}
		if s.Graph != CompleteGraph {
			grows = "as N grows on the complete graph"
		}
		return []Line{line(fmt.Sprintf("mean field of JSQ-(%d,%d)", p.DFast, p.DSlow), response, gardner, grows)}
	}
	return nil
}

// powerOfD returns T_d, with the buffer.
func (s *Setting) powerOfD(source, holds string) []Line {
	d := s.Policy.D
	if len(s.Types) > 1 || d < 2 {
		return nil
	}
	mu := s.Types[0].Rate
	rho := s.Arrivals / (mu * float64(s.Servers()))
	name := fmt.Sprintf("T_%d of JSQ(%d)", d, d)
	if s.Buffer > 0 {
		response, blocking, _ := meanfield.PowerOfDBuffer(rho, d, s.Buffer)
		if blocking > 0 {
			name = fmt.Sprintf("JSQ(%d) with buffer %d", d, s.Buffer)
		}
		return append([]Line{line(name, response/mu, source, holds)}, s.refined(rho)...)
	}
	return append([]Line{line(name, meanfield.Supermarket(d, rho)/mu, source, holds)}, s.refined(rho)...)
}

// refined returns the limit of JSQ(d) on a complete graph with its term of 1/N, where that is a correction.
func (s *Setting) refined(rho float64) []Line {
	n := s.Servers()
	if s.Graph != CompleteGraph || s.Policy.Rule != policy.JSQD || n < 2 {
		return nil
	}
	r, err := meanfield.RefinePowerOfD(rho, s.Policy.D, s.Buffer, s.Policy.Replacement)
	if err != nil {
		return nil
	}
	limit, response := r.Response(math.MaxInt), r.Response(n)
	if !(math.Abs(response-limit) < 0.5*limit) {
		return nil // not a small correction
	}
	source := refinedSans
	if s.Policy.Replacement {
		source = refinedWith
	}
	return []Line{
		line(fmt.Sprintf("JSQ(%d) of %d servers", s.Policy.D, n), response/s.Types[0].Rate, source, "but for terms of the order of 1/N^2"),
	}
}

// overloaded returns the limits with buffers at a load of 1 or more.
func (s *Setting) overloaded() []Line {
	if s.Graph == CompleteGraph && s.Policy.Rule == policy.JSQD {
		return s.powerOfD(mitzenmach, "as N grows")
	}
	return nil
}

// roomy reports whether the buffer is so large that its bound does not show in the mean field of TwoClass.
func (s *Setting) roomy() bool {
	p := s.Policy
	_, fast, slow, err := meanfield.TwoClass(s.Types, s.Arrivals, p.DFast, p.DSlow, p.PFast, p.PSlow)
	return err == nil && max(len(fast), len(slow)) < s.Buffer
}

// general returns the limits under other laws of service, at a load below 1.
func (s *Setting) general() []Line {
	// Without routing the law is hyper-exponential, and its hazard rate decreases, as the theorem asks for.
	if s.Policy.Rule == policy.JIQ && s.Graph == CompleteGraph && len(s.Types) == 1 && s.Service.Routing == nil {
		return []Line{line("JIQ: nobody waits", 1/s.Types[0].Rate, stolyar, "as N grows")}
	}
	return nil
}
