package study

import (
	"fmt"

	"shardq/bench/scenario"
	"shardq/kernel/policy"
)

// ruleOf says in one line where a policy sends a job.
func ruleOf(p policy.Policy) string {
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

func remembers(p policy.Policy) bool {
	switch p.Rule {
	case policy.JIQ, policy.JBTD, policy.JBTGD:
		return true
	}
	return false
}

func schemeOf(m scenario.Model, p policy.Policy) string {
	switch m {
	case scenario.Elastic:
		return "a server reports when it becomes idle and when it is switched off; a setup is one order, counted as a query"
	case scenario.Pools:
		switch p.Rule {
		case policy.JSQ:
			return "every pool is asked and answers, for each task"
		case policy.JSQD:
			return "the sampled pools are asked and answer, for each task"
		}
		return "none"
	}
	switch p.Rule {
	case policy.JSQ:
		return "every server is asked and answers, in a slot with an arrival"
	case policy.SQD, policy.SQDM:
		return "the sampled servers are asked and answer, in a slot with an arrival"
	case policy.JIQ:
		return "a server reports when it becomes idle"
	case policy.JBTD, policy.JBTGD:
		return "the sampled servers are asked and answer once a period; a server at or below the threshold reports once"
	}
	return "none"
}
