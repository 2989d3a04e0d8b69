package policy

import "fmt"

// Rule is a routing rule. A rule of one name is the same rule in every model that has it. Values are stable: new rules come at the end.
type Rule uint8

// The rules. "Least" compares the number of jobs, the one in service included; ties are uniform unless said otherwise.
const (
	JFSQ    Rule = iota // least jobs, ties to the fastest, remaining ties uniform
	JFIQ                // fastest idle neighbour; none idle: a uniform neighbour
	JSQ                 // least jobs
	JIQ                 // uniform idle neighbour; none idle: a uniform neighbour
	Random              // a uniform neighbour
	Fastest             // largest service rate whatever the state
	JSQD                // least jobs among D sampled neighbours
	JIQJSQD             // uniform idle neighbour; none idle: least jobs among D sampled neighbours
	// Supermarket is for graphs on servers: least jobs among the port's own server and D-1 sampled ones of its other neighbours (Budhiraja,
	// Mukherjee and Wu 2019).
	Supermarket
	// TwoClass samples DFast neighbours of the first type and DSlow of the second (Gardner et al. 2020). An idle fast one takes the job.
	// Otherwise, if a slow one is idle, it takes the job with probability PSlow, and with 1-PSlow the shortest sampled fast queue.
	// Otherwise the shortest sampled fast queue takes it with probability PFast, and with 1-PFast the shortest sampled slow one.
	TwoClass
	SQD   // least jobs among D sampled servers, once a batch
	SQDM  // the same among D sampled servers and the Memory best of the last look
	JBTD  // a uniform one of the servers known to be at or below a threshold, the least of D servers sampled every Period slots
	JBTGD // the same, servers being drawn in proportion to their rates
	TABS  // of servers that are switched off: an idle one; else one with a job, while one is set up

	rules = iota
)

var names = [rules]string{
	JFSQ: "jfsq", JFIQ: "jfiq", JSQ: "jsq", JIQ: "jiq", Random: "random", Fastest: "fastest", JSQD: "jsq-d", JIQJSQD: "jiq-jsq-d",
	Supermarket: "supermarket", TwoClass: "jsq-2-2", SQD: "sq-d", SQDM: "sq-d-m", JBTD: "jbt-d", JBTGD: "jbtg-d", TABS: "tabs",
}

// String returns the name used in scenario files.
func (r Rule) String() string {
	if r >= rules {
		return fmt.Sprintf("rule(%d)", int(r))
	}
	return names[r]
}

// Samples reports whether the rule draws D servers.
func (r Rule) Samples() bool { return r.reads(keyD.Name) }

// reads reports whether the rule reads a key in the models that have it.
func (r Rule) reads(key string) bool {
	for _, m := range Models() {
		if d := Describe(m, r); d.Reads(key) {
			return true
		}
	}
	return false
}
