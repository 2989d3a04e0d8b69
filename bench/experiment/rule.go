package experiment

import (
	"fmt"

	"shardq/kernel/policy"
)

// RuleOf says in one line where a policy sends a job.
func RuleOf(p policy.Policy) string {
	const least = "the fewest jobs, the one in service included"
	sample := fmt.Sprintf("%d neighbours", p.D)
	switch {
	case p.Replacement:
		sample = fmt.Sprintf("%d uniform draws from the neighbours", p.D)
	case p.D == 1:
		sample = "1 neighbour"
	}
	switch p.Rule {
	case policy.JFSQ:
		return least + "; ties to the fastest, then uniform"
	case policy.JFIQ:
		return "the fastest idle neighbour, ties uniform; none idle: a uniform neighbour, full or not"
	case policy.JSQ:
		return least + "; ties uniform"
	case policy.JIQ:
		return "a uniform idle neighbour; none idle: a uniform neighbour, full or not"
	case policy.Random:
		return "a uniform neighbour, full or not"
	case policy.Fastest:
		return "a uniform one of the fastest neighbours, busy or not"
	case policy.JSQD:
		return least + ", of " + sample + "; ties uniform"
	case policy.JIQJSQD:
		return "a uniform idle neighbour; none idle: " + least + ", of " + sample
	case policy.Supermarket:
		others := fmt.Sprintf("%d sampled neighbours", p.D-1)
		switch {
		case p.Replacement:
			others = fmt.Sprintf("%d uniform draws from its neighbours", p.D-1)
		case p.D == 2:
			others = "1 sampled neighbour"
		}
		return least + ", of the own server and " + others + "; ties uniform"
	case policy.TwoClass:
		return fmt.Sprintf("of %d fast and %d slow neighbours: an idle fast one; else an idle slow one with probability %.4g, or the shortest fast queue; "+
			"none idle: the shortest fast queue with probability %.4g, or the shortest slow one", p.DFast, p.DSlow, p.PSlow, p.PFast)
	}
	return ""
}
