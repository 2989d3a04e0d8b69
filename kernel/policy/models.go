package policy

import "fmt"

// Model names a family of systems.
type Model string

// The models.
const (
	Bipartite Model = "bipartite" // ports, servers and a graph, in continuous time
	Slotted   Model = "slotted"   // batches to one server a slot
	Elastic   Model = "elastic"   // servers that are switched off when idle and set up when needed
	Pools     Model = "pools"     // pools of infinitely many servers
)

// models lists every model with its rules, in the order in which they are listed. A model is registered here.
var models = [...]struct {
	name  Model
	rules []Descriptor
}{
	{Bipartite, bipartite[:]},
	{Slotted, slotted[:]},
	{Elastic, elastic[:]},
	{Pools, pools[:]},
}

// Models returns all models.
func Models() []Model {
	var list []Model
	for i := range models {
		list = append(list, models[i].name)
	}
	return list
}

// slotted has the rules of the slotted model, whose engine counts the messages.
var slotted = [...]Descriptor{
	{
		Rule: JSQ, Lengths: true, Searches: true,
		sends: always("the shortest queue of all servers, ties uniform"), cost: only("every server is asked and answers, in a " +
			"slot with an arrival"),
	},
	{
		Rule: JIQ, AsksIdle: true, Searches: true, Remembers: true,
		sends: always("a uniform server that reported to be idle; none: a uniform server"),
		cost:  only("a server reports when it becomes idle"),
	},
	{
		Rule: SQD, Keys: []Key{keyD}, Sample: SampleAny, Lengths: true,
		sends: func(p Policy) string {
			return fmt.Sprintf("the shortest queue of %d sampled servers, ties uniform", p.D)
		}, cost: only(sampledAnswer),
	},
	{
		Rule: SQDM, Keys: []Key{keyD, keyMemory}, Sample: SampleAny, Lengths: true,
		sends: func(p Policy) string {
			return fmt.Sprintf("the shortest queue of %d sampled servers and the %d shortest of the last time", p.D, p.Memory)
		},
		cost: only(sampledAnswer),
	},
	{
		Rule:  Random,
		sends: always("a uniform server"), cost: only("none"),
	},
	{
		Rule: JBTD, Keys: []Key{keyD, keyPeriod}, Sample: SampleAny, Lengths: true, Remembers: true,
		sends: func(p Policy) string {
			return "a uniform server that " + belowThreshold(p) + "; none: a uniform server"
		}, cost: only(thresholdReports),
	},
	{
		Rule: JBTGD, Keys: []Key{keyD, keyPeriod}, Sample: SampleAny, Lengths: true, Remembers: true,
		sends: func(p Policy) string {
			return "a server, in proportion to the rates, that " + belowThreshold(p) + "; none: of all servers"
		},
		cost: only(thresholdReports),
	},
}

const (
	sampledAnswer    = "the sampled servers are asked and answer, in a slot with an arrival"
	thresholdReports = "the sampled servers are asked and answer once a period; a server at or below the threshold reports once"
)

func belowThreshold(p Policy) string {
	return fmt.Sprintf("reported a queue up to the threshold, the least of %d servers sampled every %d slots", p.D, p.Period)
}

// elastic has the rule of the elastic model, whose engine counts the messages.
var elastic = [...]Descriptor{
	{
		Rule: TABS, AsksIdle: true, Searches: true,
		sends: always("a uniform idle server; none idle: a uniform busy one, and a server that is off begins its setup"),
		cost:  only("a server reports when it becomes idle and when it is switched off; a setup is one order, counted as a query"),
	},
}

// pools has the rules of the model of pools, where lengths are numbers of tasks and Traffic.Degree is the number of pools.
var pools = [...]Descriptor{
	{
		Rule: JSQ, Lengths: true, Searches: true,
		sends: always("the fewest tasks of all pools, ties uniform"),
		cost: func(_ Policy, t Traffic) Messages {
			return asks(t.Degree, "every pool is asked and answers, for each task")
		},
	},
	{
		Rule: JSQD, Keys: []Key{keyD, keyReplacement}, Sample: SampleAny, Lengths: true,
		sends: func(p Policy) string {
			if p.Replacement {
				return fmt.Sprintf("the fewest tasks of %d uniform draws from the pools, ties uniform", p.D)
			}
			return fmt.Sprintf("the fewest tasks of %d sampled pools, ties uniform", p.D)
		},
		cost: func(p Policy, t Traffic) Messages {
			servers, _ := drawn(p, t)
			return asks(servers, "the sampled pools are asked and answer, for each task")
		},
	},
	{
		Rule:  Random,
		sends: always("a uniform pool, full or not"), cost: only("none"),
	},
}
