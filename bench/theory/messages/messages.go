package messages

import "shardq/kernel/policy"

// Traffic is what the communication of a policy depends on, averaged over the jobs of a run.
type Traffic = policy.Traffic

// Communication is what a policy says and hears, per arriving job.
type Communication = policy.Messages

// Of returns what a policy of the bipartite model costs; see [policy.Costs] for the convention.
func Of(p policy.Policy, t Traffic) Communication { return policy.Costs(policy.Bipartite, p, t) }
