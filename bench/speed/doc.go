// Package speed measures how fast the engine is, beside honest baselines: the plain loops that a good programmer writes in an afternoon, and the
// floor that memory sets. What each workload is, what is timed, and what counts as a target met is written down in bench/SPEC.md.
//
// The workload systems stands apart: it runs every system of the literature from its scenario, and compares it with values that are known.
//
// Everything else that is compared runs in one process by turns, so that ratios hold when the machine's speed drifts. [Run] measures, [Report] holds the
// lines, writes them as JSON, lays them out as tables, and draws them.
package speed
