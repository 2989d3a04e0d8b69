// Command shardq simulates load balancing on bipartite graphs, exactly and on all cores. Start with
//
//	shardq run quickstart
//
// Results go to the standard output, everything else to the standard error. Exit codes: 0 done, 1 the run failed, 2 bad input or usage,
// 3 a check failed, 130 interrupted, with a partial result printed. The command line has no logic of its own: every command fills a
// configuration and calls the packages below bench.
package main
