package policy

// KeyType says how a key is written.
type KeyType uint8

// The types.
const (
	Count  KeyType = iota // a whole number
	Switch                // true or false
	Chance                // a probability
)

// Key is a parameter of a policy as scenario files have it.
type Key struct {
	Name        string
	Type        KeyType
	Least, Most float64 // range of a number
	Needed      bool    // there is no default
	Default     float64 // what is meant where it is not given; 0 is false
	Grows       bool    // may also be a rule by which it grows with the number of servers
	Optimal     bool    // may also be the word optimal, together with the other keys for which that is so
	Want        string  // what is missing where a key that is needed is not there
	Help        string  // one sentence
	Unit        string  // "" is a pure number

	field func(*Policy) any // *int, *bool or *float64
}

// MostServers is the largest number of servers that a policy may sample or remember.
const MostServers = 1 << 31

// The keys of all policies.
var (
	keyD = Key{
		Name: "d", Type: Count, Least: 1, Most: MostServers, Needed: true, Grows: true,
		Want: "the number of servers that the policy samples, such as 2", Help: "The number of servers that the policy samples, or a section that says how it grows with N, from 1 to N.",
		field: func(p *Policy) any { return &p.D },
	}
	keyReplacement = Key{
		Name: "replacement", Type: Switch, Most: 1, Help: "Whether it samples with replacement.",
		field: func(p *Policy) any { return &p.Replacement },
	}
	keyDFast = Key{
		Name: "d_fast", Type: Count, Least: 1, Most: MostServers, Default: 2, Help: "The number of fast servers that it samples.",
		field: func(p *Policy) any { return &p.DFast },
	}
	keyDSlow = Key{
		Name: "d_slow", Type: Count, Least: 1, Most: MostServers, Default: 2, Help: "The number of slow servers that it samples.",
		field: func(p *Policy) any { return &p.DSlow },
	}
	keyPFast = Key{
		Name: "p_fast", Type: Chance, Most: 1, Needed: true, Optimal: true, Want: "a probability, or optimal",
		Help:  "The probability that the shortest fast queue takes a job where no sampled server is idle; optimal, with p_slow, is the least mean response.",
		field: func(p *Policy) any { return &p.PFast },
	}
	keyPSlow = Key{
		Name: "p_slow", Type: Chance, Most: 1, Needed: true, Optimal: true, Want: "a probability, or optimal",
		Help:  "The probability that an idle slow server takes a job where no sampled fast one is idle; optimal, with p_fast, is the least mean response.",
		field: func(p *Policy) any { return &p.PSlow },
	}
	keyMemory = Key{
		Name: "memory", Type: Count, Least: 1, Most: MostServers, Needed: true,
		Want: "the number of servers remembered, such as 3", Help: "The number of servers remembered from one slot to the next.",
		field: func(p *Policy) any { return &p.Memory },
	}
	keyPeriod = Key{
		Name: "period", Type: Count, Least: 1, Most: 1e12, Needed: true,
		Want: "the slots between two samples, such as 1000", Help: "The time between two samples.", Unit: "slots",
		field: func(p *Policy) any { return &p.Period },
	}
)

// AllKeys returns the keys of all policies, in the order of files.
func AllKeys() []Key {
	return []Key{keyD, keyReplacement, keyDFast, keyDSlow, keyPFast, keyPSlow, keyMemory, keyPeriod}
}

// Keys returns what the policy of that name reads in a model besides its name; none if the model does not have it.
func Keys(m Model, name string) []Key {
	r, err := Parse(m, name)
	if err != nil {
		return nil
	}
	return append([]Key(nil), Describe(m, r).Keys...)
}

// ThatRead returns the names of the policies of all models that read a key, each once.
func ThatRead(key string) []string {
	var names []string
	for r := range Rule(rules) {
		if r.reads(key) {
			names = append(names, r.String())
		}
	}
	return names
}

// Place returns where a policy has the value of the key: an *int, a *bool or a *float64.
func (k Key) Place(p *Policy) any { return k.field(p) }
