package messages

import (
	"fmt"

	"shardq/kernel/policy"
)

// Traffic is what the communication of a policy depends on, averaged over the jobs of a run.
type Traffic struct {
	// Of the port at which a job arrives, averaged over arrivals.
	Degree      float64 // neighbours
	Sampled     float64 // neighbours sampled without replacement: the mean of min(d, neighbours)
	SampledFast float64 // jsq-2-2: the mean of min(d_F, neighbours of the first type)
	SampledSlow float64 // jsq-2-2: the mean of min(d_S, neighbours of the second type)
	// Local says that a port is a server itself, one of its own neighbours, as in graphs between servers: asking it costs nothing.
	Local bool

	JoinedIdle float64 // share of the arriving jobs that joined an idle server
	NoneIdle   float64 // share of the arriving jobs whose port had no idle neighbour
}

// Communication is what a policy says and hears of a policy, per arriving job.
type Communication struct {
	Queries float64 // a dispatcher asks a server for its number of jobs
	Replies float64 // a server answers
	Reports float64 // a server says unasked that it is idle
	Scheme  string  // in one line, what is counted
}

// Total returns all messages per arriving job.
func (c Communication) Total() float64 { return c.Queries + c.Replies + c.Reports }

// Of returns what a policy costs. It is a convention, not a measurement: there is a dispatcher at each port, which remembers no queue lengths.
//
//   - jfsq and jsq ask every neighbour for every job.
//   - jsq-d, supermarket and jsq-2-2 ask the servers that they sample: each sampled server once without replacement, each draw with.
//   - jfiq and jiq ask nobody. A server reports when it becomes idle, once, to the one list of idle servers that all dispatchers share ([V], as in [J]);
//     a job that takes it strikes it off. In the long run there are as many reports as jobs that join idle servers.
//   - jiq-jsq-d does the same, and asks d sampled servers for a job whose port has no idle neighbour.
//   - random and fastest need nothing.
//
// Where a port is a server, its own queue costs no message. Sending the job itself is not counted.
func Of(p policy.Policy, t Traffic) Communication {
	own := 0.0 // servers asked for nothing
	if t.Local {
		own = 1
	}
	asks := func(servers float64, scheme string) Communication {
		servers = max(0, servers)
		return Communication{Queries: servers, Replies: servers, Scheme: scheme}
	}
	sampled, what := t.Sampled, fmt.Sprintf("%d sampled neighbours", p.D)
	if p.Replacement {
		sampled, what = float64(p.D), fmt.Sprintf("%d draws with replacement", p.D)
	}
	const reports = "a report to one list of idle servers whenever a server becomes idle"
	switch p.Rule {
	case policy.JFSQ, policy.JSQ:
		if t.Local {
			return asks(t.Degree-own, "a query to each neighbour but the port's own server, and its reply")
		}
		return asks(t.Degree, "a query to each neighbour, and its reply")
	case policy.JSQD:
		return asks(sampled, "a query to each of "+what+", and its reply")
	case policy.Supermarket:
		if p.Replacement && t.Degree <= 1 {
			sampled = 1 // nobody to draw
		}
		return asks(sampled-1, fmt.Sprintf("a query to each of d-1 = %d sampled neighbours, and its reply; the port's own server is local", p.D-1))
	case policy.TwoClass:
		return asks(t.SampledFast+t.SampledSlow,
			fmt.Sprintf("a query to each of %d sampled fast and %d sampled slow neighbours, and its reply", p.DFast, p.DSlow))
	case policy.JFIQ, policy.JIQ:
		return Communication{Reports: t.JoinedIdle, Scheme: reports}
	case policy.JIQJSQD:
		m := asks(sampled*t.NoneIdle, reports+"; with no idle neighbour a query to each of "+what+", and its reply")
		m.Reports = t.JoinedIdle
		return m
	}
	return Communication{Scheme: "none: the choice does not look at the state"}
}
