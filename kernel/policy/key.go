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
	Help        string

	field func(*Policy) any // *int, *bool or *float64
}

// MostServers is the largest number of servers that a policy may sample or remember.
const MostServers = 1 << 31

// The keys of all policies.
var (
	keyD = Key{
		Name: "d", Type: Count, Least: 1, Most: MostServers, Needed: true, Grows: true,
		Want: "the number of servers that the policy samples, such as 2", Help: "servers sampled, or a rule such as {rule: log, factor: 1}",
		field: func(p *Policy) any { return &p.D },
	}
	keyReplacement = Key{
		Name: "replacement", Type: Switch, Most: 1, Help: "sample with replacement",
		field: func(p *Policy) any { return &p.Replacement },
	}
	keyDFast = Key{
		Name: "d_fast", Type: Count, Least: 1, Most: MostServers, Default: 2, Help: "servers of the faster type sampled",
		field: func(p *Policy) any { return &p.DFast },
	}
	keyDSlow = Key{
		Name: "d_slow", Type: Count, Least: 1, Most: MostServers, Default: 2, Help: "servers of the slower type sampled",
		field: func(p *Policy) any { return &p.DSlow },
	}
	keyPFast = Key{
		Name: "p_fast", Type: Chance, Most: 1, Needed: true, Optimal: true, Want: "a probability, or optimal",
		Help:  "probability of the shortest fast queue if no sampled server is idle",
		field: func(p *Policy) any { return &p.PFast },
	}
	keyPSlow = Key{
		Name: "p_slow", Type: Chance, Most: 1, Needed: true, Optimal: true, Want: "a probability, or optimal",
		Help:  "probability of an idle slow server if no sampled fast one is idle",
		field: func(p *Policy) any { return &p.PSlow },
	}
	keyMemory = Key{
		Name: "memory", Type: Count, Least: 1, Most: MostServers, Needed: true,
		Want: "the number of servers remembered, such as 3", Help: "servers remembered from the last look",
		field: func(p *Policy) any { return &p.Memory },
	}
	keyPeriod = Key{
		Name: "period", Type: Count, Least: 1, Most: 1e12, Needed: true,
		Want: "the slots between two samples, such as 1000", Help: "slots between two samples",
		field: func(p *Policy) any { return &p.Period },
	}
)

// AllKeys returns the keys of all policies, in the order of files.
func AllKeys() []Key {
	return []Key{keyD, keyReplacement, keyDFast, keyDSlow, keyPFast, keyPSlow, keyMemory, keyPeriod}
}

// Place returns where a policy has the value of the key, as a *int, *bool or *float64.
func (k Key) Place(p *Policy) any { return k.field(p) }

// Value returns the value of the key in a policy; 1 is true.
func (k Key) Value(p Policy) float64 {
	switch v := k.field(&p).(type) {
	case *int:
		return float64(*v)
	case *float64:
		return *v
	case *bool:
		if *v {
			return 1
		}
	}
	return 0
}

// Set sets the key in a policy. Counts are whole numbers; 1 is true.
func (k Key) Set(p *Policy, value float64) {
	switch v := k.field(p).(type) {
	case *int:
		*v = int(value)
	case *float64:
		*v = value
	case *bool:
		*v = value != 0
	}
}
