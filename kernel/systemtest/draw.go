package systemtest

import (
	"context"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// Draw draws a small system of any shape that the engine accepts: stored, computed and complete graphs, isolated ports, all policies,
// buffers that need every width of state, loads from light to overload, equal and unequal port rates.
func Draw(t *rapid.T) *kernel.System {
	sys := &kernel.System{
		Buffer: rapid.SampledFrom([]int{1, 2, 5, 0, 60, 1000}).Draw(t, "buffer"),
		Seed:   rapid.Uint64().Draw(t, "seed"),
	}
	sys.CoarseTicks = rapid.SampledFrom([]uint{0, 0, 26, 30}).Draw(t, "coarse")
	types := rapid.IntRange(1, 4).Draw(t, "types")
	rate := 1.0
	for range types {
		sys.Types = append(sys.Types, kernel.Type{Rate: rate, Count: rapid.IntRange(1, 12).Draw(t, "count")})
		rate *= rapid.SampledFrom([]float64{0.5, 0.25, 0.9}).Draw(t, "ratio")
	}
	n := sys.Servers()
	ports := rapid.IntRange(1, 20).Draw(t, "ports")
	switch rapid.IntRange(0, 4).Draw(t, "graph") {
	case 0:
		sys.Graph = graph.Complete{L: ports, N: n}
		if rapid.Bool().Draw(t, "part") {
			sys.Graph = graph.Complete{L: ports, N: n, Reach: rapid.IntRange(1, n).Draw(t, "reach")}
		}
	case 1:
		g, err := graph.NewComputed(
			graph.Config{Ports: ports, Servers: n, Seed: sys.Seed},
			rapid.SampledFrom([]float64{0.1, 0.5, 0.9}).Draw(t, "probability"),
		)
		if err != nil {
			t.Fatal(err)
		}
		sys.Graph = g
	default:
		rows := make([][]uint32, ports)
		sparsity := rapid.IntRange(0, 4).Draw(t, "sparsity")
		for i := range rows {
			for s := range n {
				if rapid.IntRange(0, sparsity).Draw(t, "edge") == 0 {
					rows[i] = append(rows[i], uint32(s))
				}
			}
		}
		g, err := graph.Explicit(rows, n)
		if err != nil {
			t.Fatal(err)
		}
		sys.Graph = g
	}
	if rapid.Bool().Draw(t, "rates") {
		for range ports {
			sys.PortRates = append(sys.PortRates, rapid.SampledFrom([]float64{0, 0.5, 1, 7}).Draw(t, "rate"))
		}
		sys.PortRates[0] = 1
	}
	if rapid.Bool().Draw(t, "start") {
		for range types {
			sys.StartBusy = append(sys.StartBusy, rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "busy"))
		}
	}
	sys.Arrivals = rapid.SampledFrom([]float64{0.3, 0.8, 0.95, 1.2}).Draw(t, "load") * sys.Capacity()
	sys.Policy = policy.Policy{
		Rule:        rapid.SampledFrom(policy.Rules(policy.Bipartite)).Draw(t, "rule"),
		D:           rapid.IntRange(1, 6).Draw(t, "d"),
		Replacement: rapid.Bool().Draw(t, "replacement"),
	}
	switch p := &sys.Policy; {
	case p.Rule == policy.Supermarket && sys.Graph.Ports() != n:
		sys.Graph, sys.PortRates = OnServers(t, n), nil
	case p.Rule == policy.TwoClass && n == 1:
		p.Rule = policy.JSQD
	case p.Rule == policy.TwoClass:
		fast := min(sys.Types[0].Count, n-1)
		sys.Types = []kernel.Type{{Rate: 1, Count: fast}, {Rate: 0.5, Count: n - fast}}
		if sys.StartBusy != nil {
			sys.StartBusy = []float64{sys.StartBusy[0], 0.5}
		}
		probability := rapid.SampledFrom([]float64{0, 0.3, 0.5, 0.9, 1})
		p.DFast, p.DSlow = p.D, rapid.IntRange(1, 4).Draw(t, "d slow")
		p.PFast, p.PSlow = probability.Draw(t, "p fast"), probability.Draw(t, "p slow")
	}
	if rapid.IntRange(0, 2).Draw(t, "phases") == 0 {
		sys.Service = Service(t)
	}
	return sys
}

// OnServers draws a graph between n servers: a port for each, whose row has the server itself.
func OnServers(t *rapid.T, n int) graph.Graph {
	if rapid.IntRange(0, 2).Draw(t, "clique") == 0 {
		return graph.Complete{L: n, N: n}
	}
	linked := make([]bool, n*n)
	sparsity := rapid.IntRange(0, 4).Draw(t, "sparsity")
	for i := range n {
		linked[i*n+i] = true
		for j := range i {
			edge := rapid.IntRange(0, sparsity).Draw(t, "edge") == 0
			linked[i*n+j], linked[j*n+i] = edge, edge
		}
	}
	rows := make([][]uint32, n)
	for i := range linked {
		if linked[i] {
			rows[i/n] = append(rows[i/n], uint32(i%n))
		}
	}
	g, err := graph.Explicit(rows, n)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Service draws a phase-type law.
func Service(t *rapid.T) *kernel.Phases {
	n := rapid.IntRange(1, 4).Draw(t, "phases")
	p := &kernel.Phases{}
	for range n {
		p.Rates = append(p.Rates, rapid.SampledFrom([]float64{0.5, 1, 1, 4}).Draw(t, "phase rate"))
		p.Start = append(p.Start, 0)
	}
	switch rapid.IntRange(0, 2).Draw(t, "law") {
	case 0: // mixture
		for j := range p.Start {
			p.Start[j] = 1 / float64(n)
		}
	case 1: // one after the other
		p.Start[0] = 1
		for j := range n {
			p.Routing = append(p.Routing, make([]float64, n))
			if j+1 < n {
				p.Routing[j][j+1] = 1
			}
		}
	default:
		p.Start[n-1] = 1
		for range n {
			row := make([]float64, n)
			for k := range row {
				row[k] = rapid.SampledFrom([]float64{0, 0.5, 0.9}).Draw(t, "routing") / float64(n)
			}
			p.Routing = append(p.Routing, row)
		}
	}
	return p.Unit()
}

// Form returns the system with its graph in one of the forms that it may have: all give the same trajectory.
func Form(t *rapid.T, sys *kernel.System) *kernel.System {
	other := *sys
	var err error
	switch form := rapid.SampledFrom([]string{"as it is", "stored", "packed"}).Draw(t, "form"); g := sys.Graph.(type) {
	case *graph.CSR:
		if form == "packed" {
			other.Graph, err = graph.Pack(context.Background(), nil, g, 1)
		}
	case *graph.Computed:
		switch form {
		case "stored":
			other.Graph, err = g.Stored(context.Background(), nil)
		case "packed":
			other.Graph, err = graph.Pack(context.Background(), nil, g, 2)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return &other
}

// Stops draws increasing ticks to stop at, within the first epochs.
func Stops(t *rapid.T) (stops []uint64) {
	at := uint64(0)
	for range rapid.IntRange(1, 3).Draw(t, "stops") {
		at += uint64(rapid.Int64Range(0, 1<<32).Draw(t, "step"))
		stops = append(stops, at)
	}
	return stops
}
