// Package known is theory beside a scenario: what is known about it without simulating it, in the words and under the names of reports.
//
// A [Theory] has the lower bound on the mean response time and other values of it; [Of] works it out before a run, [Beside] beside what a
// run measured. A [Survey] is all that is known, a [Fact] a line: the value, the condition under which it holds, and its source. A [Curve]
// is the limit of many servers over time. The other models have a [Value] for each measure that theory gives. [Traffic] and [Communication]
// say what a policy costs in messages, and [Construction] what the graph of a theorem is drawn from.
//
// The mathematics is in the packages below bench/theory; here is only what of it belongs to which scenario.
//
// Times and rates are in units of the model; shares are between 0 and 1, and shown in per cent. What is not known is NaN in Go and null in
// JSON.
//
// Functions keep no state and may be called concurrently. What they return is read-only from then on, and may be read concurrently.
package known
