// Package speed measures how fast the engine is, beside honest baselines: the plain loops that a good programmer writes in an afternoon
// (package plain), and the floor that memory sets. What each workload is, what is timed, and what counts as a target met is written down in
// bench/SPEC.md.
//
// The workload systems stands apart: it runs every system of the literature from its scenario, and compares it with values that are known
// (package systems).
//
// Everything else that is compared runs in one process by turns, so that ratios hold when the machine's speed drifts. [Run] measures and
// takes the whole machine, so that two at once would measure each other. A [Report] holds the lines, writes them as JSON or as Go
// benchmarks, and lays them out as tables; package plots draws them. Times are in nanoseconds a job unless a line says what else it counts.
package speed
