package validation

import (
	"context"
	"fmt"

	"shardq/bench/oracle"
	"shardq/bench/scenario/input"
	"shardq/bench/theory/queue"
)

// referenceParts are the published values and closed forms of the bipartite model.
func referenceParts() (parts []part, err error) {
	for _, r := range References() {
		sc, err := input.Parse(r.Name, []byte(r.text), nil)
		if err != nil {
			return nil, err
		}
		jobs := float64(sc.ArrivalRate() * sc.Run.Measure)
		// A quick run is too short for a heavy load, and its warm-up alone is long on many servers.
		quick := sc.Load() < 0.85 && float64(sc.ArrivalRate()*sc.Run.Warmup) < quickJobs || sc.Server.Buffer > 0 && sc.Load() < 0.95
		parts = append(parts, part{referenceGroup, r.Name, quick, jobs, func(ctx context.Context, e effort) ([]CheckRow, error) {
			res, err := e.runText(ctx, r.Name, r.text, jobs)
			if err != nil {
				return nil, err
			}
			var rows []CheckRow
			for _, a := range r.Answers {
				if a.Quantity == "blocking" && a.Want*jobs*e.scale(jobs) < fewEvents {
					continue
				}
				rows = append(rows, valueRow(r.Name, a.Quantity, r.Source, a.Want, a.StdErr, r.Bias*a.Want, a.of(res.Outcomes[0])))
			}
			return rows, nil
		}})
	}
	return append(parts, phasedParts()...), nil
}

// phasedParts are single servers with service in phases: the formula of Pollaczek and Khinchine.
func phasedParts() (parts []part) {
	for _, law := range []struct {
		name, text string
		scv        float64
	}{
		{"M/H2/1, scv 4", "{law: hyper-exponential, scv: 4}", 4},
		{"M/E2/1", "{law: erlang, phases: 2}", 0.5},
		{"M/E4/1", "{law: erlang, phases: 4}", 0.25},
	} {
		for _, load := range []float64{0.5, 0.8} {
			const measure = 1e7
			name := fmt.Sprintf("%s, load %v", law.name, load)
			text := complete(1, load, "inf", "{name: jsq}\nservice: "+law.text, 1e4, measure)
			parts = append(
				parts,
				part{referenceGroup, name, load < 0.7, load * measure, func(ctx context.Context, e effort) ([]CheckRow, error) {
					res, err := e.runText(ctx, name, text, load*measure)
					if err != nil {
						return nil, err
					}
					want := queue.PollaczekKhinchine(load, 1, law.scv).Response
					return []CheckRow{
						valueRow(name, "mean response", "Pollaczek-Khinchine", want, 0, 0, res.Outcomes[0].Estimate("mean_response")),
					}, nil
				}},
			)
		}
	}
	return parts
}

// systemParts are built-in scenarios cut down to a few servers, so that the law of their chain can be computed, and an identity for any
// number of servers.
func systemParts() (parts []part, err error) {
	const jobs = 4e6
	for _, s := range []struct {
		builtin string
		sets    []string
		quick   bool
	}{
		{"weng2020-policies", []string{"servers.count=4", "ports.load=0.5"}, true},
		{"weng2020-figure5", []string{"servers.count=4", "servers.buffer=2"}, true},
		{"weng2020-theorem2", []string{"servers.count=4", "servers.buffer=3", "graph.epsilon=0.01", "ports.load=0.7"}, false},
		{"weng2020-theorem3", []string{"servers.count=4", "servers.buffer=3", "graph.epsilon=0.01", "ports.load=0.7"}, false},
		{"gardner2020-jsq-2-2", []string{"servers.count=6", "servers.buffer=3"}, true},
		{"mukherjee2018-jsq-d", []string{"servers.count=4", "servers.buffer=5"}, false},
		{"mukherjee2016-jiq-jsq-d", []string{"servers.count=4", "servers.buffer=5", "ports.load=0.9"}, true},
		{"banerjee2019-halfin-whitt", []string{"servers.count=4", "servers.buffer=5"}, false},
		{"mukherjee2018-ring", []string{"servers.count=5", "servers.buffer=3"}, true},
		{"mukherjee2018-torus", []string{"servers.count=9", "servers.buffer=2"}, false},
		{"mukherjee2018-clique", []string{"servers.count=5", "servers.buffer=3"}, false},
		{"mukherjee2018-erdos-renyi", []string{"servers.count=6", "servers.buffer=3", "graph.mean_degree=2"}, true},
		{"mukherjee2018-random-regular", []string{"servers.count=6", "servers.buffer=3", "graph.degree=3"}, false},
		{"budhiraja2019-ring", []string{"servers.count=5", "servers.buffer=3"}, true},
		{"budhiraja2019-erdos-renyi", []string{"servers.count=6", "servers.buffer=3", "graph.mean_degree=2"}, false},
		{"budhiraja2019-random-regular", []string{"servers.count=6", "servers.buffer=3", "graph.degree=3"}, false},
	} {
		parts = append(parts, part{systemGroup, s.builtin, s.quick, jobs, func(ctx context.Context, e effort) ([]CheckRow, error) {
			sc, err := input.BuiltinWith(s.builtin, s.sets...)
			if err != nil {
				return nil, err
			}
			sc.Run.Warmup, sc.Run.Measure, sc.Run.Observe = 300, jobs/sc.ArrivalRate(), 0
			res, err := e.run(ctx, sc, jobs)
			if err != nil {
				return nil, err
			}
			var rows []CheckRow
			for i, o := range res.Outcomes {
				small, err := OracleOf(sc, i)
				if err != nil {
					return nil, err
				}
				exact, err := oracle.Exact(small)
				if err != nil {
					return nil, err
				}
				const source = "stationary equations"
				name := fmt.Sprintf("%s, %d servers, %s", s.builtin, sc.Servers(), o.Policy.Rule)
				rows = append(rows, valueRow(name, "mean response", source, exact.MeanResponse, 0, 0, o.Estimate("mean_response")))
				if exact.Blocking*jobs*e.scale(jobs) >= fewEvents {
					rows = append(rows, valueRow(name, "blocking", source, exact.Blocking, 0, 0, o.Estimate("blocking")))
				}
				rows = append(
					rows,
					valueRow(name, "0.9 quantile of response", source, exact.Quantile(0.9), 0, 0, o.Estimate("quantile_0.9")),
				)
			}
			return rows, nil
		}})
	}
	for _, n := range []int{25, 400} {
		name := fmt.Sprintf("banerjee2019-halfin-whitt, %d servers", n)
		parts = append(parts, part{systemGroup, name, n < 100, 4e6, func(ctx context.Context, e effort) ([]CheckRow, error) {
			sc, err := input.BuiltinWith("banerjee2019-halfin-whitt", fmt.Sprintf("servers.count=%d", n))
			if err != nil {
				return nil, err
			}
			sc.Run.Measure = 4e6 / sc.ArrivalRate()
			res, err := e.run(ctx, sc, 4e6)
			if err != nil {
				return nil, err
			}
			idle := res.Outcomes[0].Observed.Idle
			return []CheckRow{
				valueRow(name, "mean of "+idle.Name, "beta, exact for any number of servers", idle.Known, 0, 0, idle.Mean),
			}, nil
		}})
	}
	return parts, nil
}
