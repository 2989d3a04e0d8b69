package known

import (
	"context"

	"shardq/bench/theory/messages"
	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// countedPorts is the largest number of ports whose rows are looked at to find what a policy costs in messages; beyond it the mean degree
// stands for all.
const countedPorts = 1 << 26

// lookAfter is the number of ports and edges that are looked at before a context is: some milliseconds.
const lookAfter = 1 << 18

// Traffic returns the means over arrivals that the messages of a policy depend on, as far as the graph decides them. If ctx ends before, it
// returns the error of ctx.
func Traffic(ctx context.Context, sys *kernel.System, onServers bool) (messages.Traffic, error) {
	t := messages.Traffic{Local: onServers}
	p, g := sys.Policy, sys.Graph
	rule := policy.Describe(policy.Bipartite, p.Rule)
	if !rule.Lengths {
		return t, nil // nobody is asked
	}
	fast, classes := 0, rule.Sample == policy.SampleByClass
	if classes {
		fast = sys.Types[0].Count
	}
	ports := g.Ports()
	_, complete := g.(graph.Complete)
	if complete {
		ports = 1 // all are alike
	}
	if ports > countedPorts {
		n := graph.Count(g)
		t.Degree = float64(n.Edges) / float64(ports)
		t.Sampled, t.SampledFast, t.SampledSlow = min(
			float64(p.D),
			t.Degree,
		), min(
			float64(p.DFast),
			t.Degree,
		), min(
			float64(p.DSlow),
			t.Degree,
		)
		return t, nil
	}
	total, done := 0.0, 0
	var buf []uint32
	for port := range uint32(ports) {
		if done > lookAfter {
			if err := ctx.Err(); err != nil {
				return t, err
			}
			done = 0
		}
		weight := 1.0
		if sys.PortRates != nil && !complete {
			weight = sys.PortRates[port]
		}
		degree := g.Degree(port)
		done++
		total += weight
		t.Degree += float64(weight * float64(degree))
		t.Sampled += float64(weight * float64(min(p.D, degree)))
		if classes {
			first := min(fast, degree) // of a complete graph
			if !complete {
				row := g.Row(port, buf)
				if _, stored := g.(*graph.CSR); !stored {
					buf = row
				}
				done += len(row)
				for first = 0; first < len(row) && int(row[first]) < fast; first++ {
				}
			}
			t.SampledFast += float64(weight * float64(min(p.DFast, first)))
			t.SampledSlow += float64(weight * float64(min(p.DSlow, degree-first)))
		}
	}
	for _, x := range []*float64{&t.Degree, &t.Sampled, &t.SampledFast, &t.SampledSlow} {
		*x /= total
	}
	return t, nil
}

// Communication returns what a policy costs in messages, given its traffic and all counts.
func Communication(p policy.Policy, t messages.Traffic, sum *kernel.Counters) messages.Communication {
	if sum.Arrived > 0 {
		idle := uint64(0)
		for _, row := range sum.Join {
			if len(row) > 0 {
				idle += row[0]
			}
		}
		t.JoinedIdle = float64(idle) / float64(sum.Arrived)
		t.NoneIdle = float64(sum.Arrived-sum.Unroutable-idle) / float64(sum.Arrived)
	}
	return messages.Of(p, t)
}
