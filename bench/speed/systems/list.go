package systems

import (
	"shardq/kernel/policy"
)

// systems lists the systems of the literature, in the order of the table.
func systems() []system {
	curve := func(response, tolerance float64) []check {
		return []check{{quantity: "mean response", of: meanResponse, known: exactly(response), tolerance: tolerance, source: ofCurves}}
	}
	limit := func(of check, tolerance float64, source string) check {
		of.quantity, of.of, of.tolerance, of.source = "mean response", meanResponse, tolerance, source
		return of
	}
	lowerBound := limit(check{known: leastResponse}, 0.01, "lower bound, reached in the limit")
	return []system{
		{"jfsq", "bipartite JFSQ", "weng2020-2048", []string{"ports.exponent=1"}, []check{fourTypes(policy.JFSQ, 4.343806)}},
		{"jfiq", "bipartite JFIQ", "weng2020-jfiq", nil, []check{fourTypes(policy.JFIQ, 5.865374)}},
		{"jsq", "bipartite JSQ", "weng2020-jsq", nil, []check{fourTypes(policy.JSQ, 5.142299)}},
		{"jiq", "bipartite JIQ", "weng2020-jiq", nil, []check{fourTypes(policy.JIQ, 6.071521)}},
		{
			"theorem2",
			"graph of theorem 2",
			"weng2020-theorem2",
			nil,
			[]check{chain("servers.count=4", "servers.buffer=3", "ports.load=0.5", "graph.epsilon=0.04"), lowerBound},
		},
		{
			"theorem3",
			"graph of theorem 3",
			"weng2020-theorem3",
			nil,
			[]check{chain("servers.count=4", "servers.buffer=3", "ports.load=0.5", "graph.epsilon=0.04"), lowerBound},
		},
		{"hyper-exponential", "hyper-exponential service", "weng2020-figure5", nil, []check{
			{
				sets: []string{
					"servers={count: 1, buffer: inf, types: [{name: one, rate: 1}]}", "ports={count: 1, load: 0.7}",
					"graph={kind: complete}", "policy={name: jsq}",
				},
				setting:  "one server, no limit, load 0.7",
				quantity: "mean response", of: meanResponse, known: pollaczek, source: "Pollaczek-Khinchine",
			},
			{
				sets: []string{
					"servers={buffer: 4, list: [{rate: 1}, {rate: 0.25}]}", "ports={list: [{rate: 1, neighbours: [0, 1]}]}",
					"graph={kind: explicit}",
					"service={law: hyper-exponential, probabilities: [0.8, 0.2], rates: [1.6, 0.4]}", "policy={name: jfsq}",
				},
				setting:  "two servers, buffer 4, load 0.8, another law",
				quantity: "mean response", of: meanResponse, known: solvedCase("h2-one-port-jfsq"), source: ofChain,
			},
		}},
		{"jsq-d", "JSQ(2)", "mukherjee2018-jsq-d", nil, []check{{
			sets: []string{"servers.count=100", "policy.replacement=true"}, jobs: 2e7,
			quantity: "jobs per server", of: jobsPerServer, known: within(2.39309, 0.00049), source: "published simulation, N = 100",
		}}},
		{
			"jiq-jsq-d",
			"JIQ, else JSQ(2)",
			"mukherjee2016-jiq-jsq-d",
			nil,
			[]check{chain("servers.count=4", "servers.buffer=5", "ports.load=0.9")},
		},
		{"jsq-2-2", "JSQ-(2,2)", "gardner2020-jsq-2-2", nil, []check{
			limit(check{sets: []string{"servers.count=20000"}, jobs: 1e7, warmup: 100, known: twoClassLimit}, 0.002, "mean-field limit"),
			chain("servers.count=6", "servers.buffer=3"),
		}},
		{"halfin-whitt", "JSQ, Halfin-Whitt regime", "banerjee2019-halfin-whitt", nil, []check{{
			sets: []string{
				"servers.count=100",
			}, quantity: "(N - Q1) / sqrt N", of: idleScaled, known: exactly(1), source: "sqrt N E|X_1| = beta, any N",
		}}},
		{"jsq-clique", "JSQ on the clique", "mukherjee2018-clique", nil, []check{{
			sets: []string{
				"servers.count=2",
				"ports.load=0.8",
			}, quantity: "mean response", of: meanResponse, known: exactly(2.955737), tolerance: rounded6,
			source: ofChain,
		}}},
		{
			"jsq-erdos-renyi",
			"JSQ on an Erdos-Renyi graph",
			"mukherjee2018-erdos-renyi",
			nil,
			[]check{chain("servers.count=6", "servers.buffer=3", "graph.mean_degree=2")},
		},
		{
			"jsq-random-regular",
			"JSQ on a random regular graph",
			"mukherjee2018-random-regular",
			nil,
			[]check{chain("servers.count=6", "servers.buffer=3", "graph.degree=3")},
		},
		{"jsq-ring", "JSQ on a ring", "mukherjee2018-ring", nil, []check{chain("servers.count=5", "servers.buffer=3")}},
		{"jsq-torus", "JSQ on a torus", "mukherjee2018-torus", nil, []check{chain("servers.count=9", "servers.buffer=2")}},
		{"supermarket-erdos-renyi", "supermarket on an Erdos-Renyi graph", "budhiraja2019-erdos-renyi", nil, []check{
			limit(
				check{sets: []string{"servers.count=4096", "graph.mean_degree=512"}, jobs: 6e6, warmup: 150, known: supermarketLimit},
				0.005,
				"T_2 of many servers, dense graph",
			),
			chain("servers.count=6", "servers.buffer=3", "graph.mean_degree=2"),
		}},
		{"supermarket-random-regular", "supermarket on a random regular graph", "budhiraja2019-random-regular", nil, []check{
			chain("servers.count=6", "servers.buffer=3", "graph.degree=3"),
		}},
		{"supermarket-ring", "supermarket on a ring", "budhiraja2019-ring", nil, []check{chain("servers.count=5", "servers.buffer=3")}},
		{"jiq-slotted", "JIQ, slotted", "zhou2017-jiq", nil, curve(6.78, readCurve)},
		{"jbt-d", "JBT-10", "zhou2017-jbt", nil, curve(6.67, readCurve)},
		{"jbtg-d", "JBTG-2, two pools of servers", "zhou2017-jbtg", nil, []check{{
			quantity: "mean response", of: meanResponse, known: exactly(6.10), tolerance: 0.05, source: "long independent runs",
		}}},
		{"sq-d-m", "SQ(2,3)", "zhou2017-sq-2-3", nil, curve(8.08, readCurve)},
		{"tabs", "TABS", "mukherjee2017-tabs", nil, []check{chain("servers.count=4", "servers.buffer=4")}},
		{"pools", "JSQ over pools", "mukherjee2020-pools", nil, []check{{
			sets: []string{
				"servers.count=1000",
			}, warmup: 20, quantity: "tasks a pool", of: measure("mean_tasks"), known: tasksPerPool, source: ofPool,
		}}},
		{"pools-capped", "JSQ and JSQ(2) over pools with a cap", "mukherjee2020-pools-capped", nil, []check{{
			sets: []string{
				"servers.count=1",
			}, quantity: "loss", of: measure("blocking"), known: erlangLoss, source: "Erlang's formula, one pool",
		}}},
	}
}
