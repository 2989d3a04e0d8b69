package policy

import "fmt"

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

// Messages is what a policy says and hears, per arriving job.
type Messages struct {
	Queries float64 // a dispatcher asks a server for its number of jobs
	Replies float64 // a server answers
	Reports float64 // a server says something unasked, such as that it is idle
	Scheme  string  // in one line, who tells whom what
}

// Total returns all messages per arriving job.
func (m Messages) Total() float64 { return m.Queries + m.Replies + m.Reports }

// Costs returns what a policy of a model costs. In the bipartite model and of pools that is a convention, not a measurement: there is a
// dispatcher at each port, which remembers no queue lengths. The engines of the other models count their messages, and Scheme alone is set.
//
//   - jfsq and jsq ask every neighbour for every job.
//   - jsq-d, supermarket and jsq-2-2 ask the servers that they sample: each sampled server once without replacement, each draw with.
//   - jfiq and jiq ask nobody. A server reports when it becomes idle, once, to the one list of idle servers that all dispatchers share
//     ([V], as in [J]); a job that takes it strikes it off. In the long run there are as many reports as jobs that join idle servers.
//   - jiq-jsq-d does the same, and asks d sampled servers for a job whose port has no idle neighbour.
//   - random and fastest need nothing.
//
// Where a port is a server, its own queue costs no message. Sending the job itself is not counted.
func Costs(m Model, p Policy, t Traffic) Messages {
	d := Describe(m, p.Rule)
	if d.cost == nil {
		return Messages{}
	}
	return d.cost(p, t)
}

const idleReports = "a report to one list of idle servers whenever a server becomes idle"

// asks is the cost of so many queries that are answered.
func asks(servers float64, scheme string) Messages {
	servers = max(0, servers)
	return Messages{Queries: servers, Replies: servers, Scheme: scheme}
}

// only is the cost of a rule whose messages, if it has any, are counted elsewhere.
func only(scheme string) func(Policy, Traffic) Messages {
	return func(Policy, Traffic) Messages { return Messages{Scheme: scheme} }
}

// stateless is the cost of a rule that needs to know nothing.
func stateless(Policy, Traffic) Messages {
	return Messages{Scheme: "none: the choice does not look at the state"}
}

// askNeighbours is the cost of a look at all neighbours.
func askNeighbours(_ Policy, t Traffic) Messages {
	if t.Local {
		return asks(t.Degree-1, "a query to each neighbour but the port's own server, and its reply")
	}
	return asks(t.Degree, "a query to each neighbour, and its reply")
}

// drawn returns the servers of a sample that are asked, and what they are.
func drawn(p Policy, t Traffic) (servers float64, what string) {
	if p.Replacement {
		return float64(p.D), fmt.Sprintf("%d draws with replacement", p.D)
	}
	return t.Sampled, fmt.Sprintf("%d sampled neighbours", p.D)
}

func askSample(p Policy, t Traffic) Messages {
	servers, what := drawn(p, t)
	return asks(servers, "a query to each of "+what+", and its reply")
}

func askOthers(p Policy, t Traffic) Messages {
	servers, _ := drawn(p, t)
	if p.Replacement && t.Degree <= 1 {
		servers = 1 // nobody to draw
	}
	return asks(servers-1, fmt.Sprintf("a query to each of d-1 = %d sampled neighbours, and its reply; the port's own server is local",
		p.D-1))
}

func askClasses(p Policy, t Traffic) Messages {
	return asks(t.SampledFast+t.SampledSlow,
		fmt.Sprintf("a query to each of %d sampled fast and %d sampled slow neighbours, and its reply", p.DFast, p.DSlow))
}

func reportIdle(_ Policy, t Traffic) Messages {
	return Messages{Reports: t.JoinedIdle, Scheme: idleReports}
}

func reportIdleOrAsk(p Policy, t Traffic) Messages {
	servers, what := drawn(p, t)
	m := asks(servers*t.NoneIdle, idleReports+"; with no idle neighbour a query to each of "+what+", and its reply")
	m.Reports = t.JoinedIdle
	return m
}
