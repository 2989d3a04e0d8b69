// Package policy says what routing rules there are, in which models, and everything about them that needs no engine: one place for each
// fact.
//
// A [Policy] is a [Rule] and what the rule reads, comparable values that all engines and scenario files share. The [Descriptor] of a rule
// in a model has the keys that it reads, with their types and limits ([Key]), the sentence that reports print ([Sends]), what it draws and
// looks at, what it asks of a system, what it costs in messages ([Costs]), and how theory finds it. Engines, the reader of scenarios,
// theory and reports read it instead of knowing rules by name.
//
// What a rule does with a job is written in the engine of the model: package kernel for the bipartite one, and the packages below it for
// the others. So a new rule needs its constant and name (rule.go), its descriptor, its choice in the engine and in the sequential reference
// beside it; and a result of theory of its own, if it has one.
//
// An unknown name is an [UnknownError], which has the names that are known. Everything here may be called concurrently. The one unit is the
// slot of Policy.Period.
package policy
