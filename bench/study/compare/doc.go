// Package compare runs the policies of a scenario on the same random numbers and says how they differ.
//
// With the same seed all policies meet the same arrivals, and servers offer them the same departures. Differences are estimated from
// batches that belong together, so that what policies owe to these drops out: they are known far better than values. A difference and its
// interval are those of one pair by itself; significance and ranks are for all pairs of a measure together.
//
// Times are in units of the model. What is not known is NaN in Go and null in JSON. A [Comparison] is read-only once it is made; [Run] may
// be called concurrently.
package compare
