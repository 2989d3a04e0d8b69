// Package policy says what routing rules there are, and with which parameters each is used: one place for all models.
//
// A [Policy] is a [Rule] and what the rule reads; both are comparable values. What a rule does with a job is written in the engine of the model: package
// kernel for the bipartite one, and the packages below it for the others. Everything here may be called concurrently. There are no units but the slots of
// Policy.Period.
package policy
