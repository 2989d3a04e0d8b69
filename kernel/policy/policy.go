package policy

import "fmt"

// Policy is a routing rule with its parameters. What the rule does not read is 0.
type Policy struct {
	Rule        Rule
	D           int  // sample size; of Supermarket the port's own server is one of them
	Replacement bool // sample with replacement

	// Of TwoClass: sample sizes, and the probabilities that decide between a faster and a shorter queue.
	DFast, DSlow int
	PFast, PSlow float64

	Memory int // of SQDM: servers remembered
	Period int // of JBTD and JBTGD: slots between two samples
}

// String returns the name of the policy with its parameters, such as "jsq-d d=2 with replacement", "jbt-d d=2 period=1000", or "jsq-2-2
// p=0.9,0.25" with PFast and PSlow.
func (p Policy) String() string {
	name := p.Rule.String()
	if p.Rule.Samples() {
		name += fmt.Sprintf(" d=%d", p.D)
	}
	if p.Memory > 0 && p.Rule.reads(keyMemory.Name) {
		name += fmt.Sprintf(" memory=%d", p.Memory)
	}
	if p.Rule.reads(keyPeriod.Name) {
		name += fmt.Sprintf(" period=%d", p.Period)
	}
	if p.Replacement && p.Rule.reads(keyReplacement.Name) {
		name += " with replacement"
	}
	if p.Rule.reads(keyPFast.Name) {
		if p.DFast != 2 || p.DSlow != 2 {
			name += fmt.Sprintf(" d=%d+%d", p.DFast, p.DSlow)
		}
		name += fmt.Sprintf(" p=%.4g,%.4g", p.PFast, p.PSlow)
	}
	return name
}
