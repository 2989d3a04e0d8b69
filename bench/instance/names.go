package instance

import (
	"fmt"

	"shardq/bench/scenario"
	"shardq/kernel"
)

// PolicyName returns the name of a policy with its parameters, such as "jsq-d d=2" or "jsq-2-2 p=0.9,0.25" with p_fast and p_slow.
func PolicyName(p kernel.Policy) string {
	name := p.Rule.String()
	if p.Rule.Samples() {
		name += fmt.Sprintf(" d=%d", p.D)
		if p.Replacement {
			name += " with replacement"
		}
	}
	if p.Rule == kernel.TwoClass {
		if p.DFast != 2 || p.DSlow != 2 {
			name += fmt.Sprintf(" d=%d+%d", p.DFast, p.DSlow)
		}
		name += fmt.Sprintf(" p=%.4g,%.4g", p.PFast, p.PSlow)
	}
	return name
}

// ModelPolicyName returns the name of a policy with its parameters, such as "jbt-d d=2 period=1000".
func ModelPolicyName(p scenario.ModelPolicy) string {
	name := p.Name
	if p.D > 0 {
		name += fmt.Sprintf(" d=%d", p.D)
	}
	if p.Memory > 0 {
		name += fmt.Sprintf(" memory=%d", p.Memory)
	}
	if p.Period > 0 {
		name += fmt.Sprintf(" period=%d", p.Period)
	}
	if p.Replacement {
		name += " with replacement"
	}
	return name
}
