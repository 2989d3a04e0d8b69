package policy

import "slices"

// Descriptor says everything about a rule in a model that does not need the model's engine.
type Descriptor struct {
	Model Model
	Rule  Rule
	Keys  []Key // what it reads besides its name, in the order of files

	// How it chooses.
	Sample      Sample
	Lengths     bool // it compares numbers of jobs
	AsksIdle    bool // it asks first which servers are idle
	Searches    bool // it looks at all servers that a job may go to, not only at a sample
	FasterFirst bool // of servers that are as good otherwise it takes one of the fastest
	Remembers   bool // servers come from a memory, which can be empty

	// What it needs.
	OwnServer bool // a graph on servers, where each port has a server of its own
	Rates     int  // servers of exactly so many service rates; 0 is any

	// servers of one type with equal numbers of jobs are interchangeable to it, so that counts of them suffice on a complete graph
	Lumpable bool
	Limit    Limit

	inOrder func(Policy) bool // nil: never
	sends   func(Policy) string
	cost    func(Policy, Traffic) Messages
}

// Sample says which servers a rule draws, apart from the one that a tie is broken for.
type Sample uint8

// The samples.
const (
	NoSample      Sample = iota
	SampleAny            // D of the servers that a job may go to
	SampleOthers         // the port's own server and D-1 others
	SampleByClass        // DFast of the faster servers and DSlow of the slower ones
)

// Limit says what becomes of the mean response time of a bipartite system as servers grow in number.
type Limit uint8

// The limits.
const (
	NoLimit      Limit = iota // none is known
	Separate                  // each server is a queue of its own at any number of servers
	FastestAlone              // each of the fastest servers is
	LowerBound                // the least response time of any policy
	NobodyWaits               // every job finds an idle server, speed being ignored
	PowerOfD                  // the fixed point of queues that take the least of D
	FastOrSlow                // the fixed point of TwoClass
)

// Describe returns what there is to know about a rule in a model; the zero Descriptor, which has no model, if the model does not have it.
func Describe(m Model, r Rule) Descriptor {
	for _, d := range table(m) {
		if d.Rule == r {
			d.Model = m
			return d
		}
	}
	return Descriptor{}
}

// table returns the descriptors of a model in the order in which they are listed.
func table(m Model) []Descriptor {
	for i := range models {
		if models[i].name == m {
			return models[i].rules
		}
	}
	return nil
}

// LeastKey reports whether it takes the server with the fewest jobs of all that a job may go to.
func (d *Descriptor) LeastKey() bool { return d.Searches && d.Lengths && !d.AsksIdle }

// Samples reports whether it draws D servers.
func (d *Descriptor) Samples() bool { return d.Sample == SampleAny || d.Sample == SampleOthers }

// Reads reports whether it reads a key.
func (d *Descriptor) Reads(key string) bool {
	return slices.ContainsFunc(d.Keys, func(k Key) bool { return k.Name == key })
}

// InOrder reports whether choices have to be made in the order of time even if the servers chosen are as good as they looked: whether a
// better server that turns up, or goes, can change a choice to a server that stays the same.
func (d *Descriptor) InOrder(p Policy) bool { return d.inOrder != nil && d.inOrder(p) }

// Sends says in one line where a policy of the rule sends a job; "" of the zero Descriptor.
func (d *Descriptor) Sends(p Policy) string {
	if d.sends == nil {
		return ""
	}
	return d.sends(p)
}

// Sends says in one line where a policy of a model sends a job; "" if the model does not have it.
func Sends(m Model, p Policy) string {
	d := Describe(m, p.Rule)
	return d.Sends(p)
}

// always is the sentence of a rule whose parameters change nothing about it.
func always(text string) func(Policy) string { return func(Policy) string { return text } }
