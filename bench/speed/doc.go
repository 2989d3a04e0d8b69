// Package speed measures how fast the engine is, beside two honest baselines: the plain loop that a good programmer writes in an afternoon,
// and the floor that memory sets. All run in one process by turns, so that ratios hold when the machine's speed drifts.
package speed
