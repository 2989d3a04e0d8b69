// Package isa is the instruction set that a run uses: one level, chosen once, which every package with assembly obeys.
//
// A level is passed on from where a run is configured (shard.Config, graph.Config) to what holds the hot loops: routers, generators of
// events, rows of graphs. There is nothing global, so runs of one process may have different levels. The zero value is [Best].
//
// At Generic no assembly runs, prefetches included: all is plain Go. At AVX2 no instruction of AVX-512 runs. A level changes speed only,
// never a result. What no level governs is PAUSE in the spinning of package sync: it is in every processor of the architecture and
// computes nothing.
//
// # Concurrency
//
// Levels are values; all functions may be called by any goroutine.
package isa
