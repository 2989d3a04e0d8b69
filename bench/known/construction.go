package known

import (
	"fmt"

	"shardq/bench/instance"

	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/bench/theory/bound"
)

// Construction is what the graph of a theorem is drawn from, and what that comes to for the ports of a scenario.
type Construction struct {
	bound.Construction
	Edges      float64 // expected
	Full       [2]int  // ports that reach all servers of types faster than K, and of type K
	Degenerate bool    // nothing is left to chance: every port reaches all servers of types up to K
}

// Drawn returns the construction of a scenario whose graph is that of a theorem, and nil for other graphs.
func Drawn(sc *scenario.Scenario) (*Construction, error) {
	c, rates, err := instance.Construction(sc)
	if c == nil || err != nil {
		return nil, err
	}
	return &Construction{Construction: *c, Edges: c.Edges(rates), Full: c.Full(rates), Degenerate: c.Degenerate(rates)}, nil
}

// Block returns the construction as lines of a report.
func (c *Construction) Block() report.Block {
	b := report.Block{Title: "construction of the graph"}
	pair := func(x, y float64) report.Cell {
		return report.Text(fmt.Sprintf("%v, %v", report.Number(x, 4), report.Number(y, 4)))
	}
	b.Add("epsilon", report.Number(c.Epsilon, 4), fmt.Sprintf("at most beta_hat/4 = %v here; K = %d", report.Number(c.EpsilonMost, 4), c.K))
	b.Add("p1, p2", pair(c.P1, c.P2), "shares of the servers that few arrivals miss")
	b.Add("d1, d2", pair(c.D1, c.D2), "rates of the arrivals that may miss them, per server")
	b.Add("H1, H2", pair(c.H1, c.H2), "probability of an edge: port rate * H / (N d), at most 1")
	note := fmt.Sprintf(
		"%v of %v ports reach all servers faster than type K, %v all of type K",
		report.Int(c.Full[0]),
		report.Int(c.Ports),
		report.Int(c.Full[1]),
	)
	if c.Ends[0] == 0 {
		note = fmt.Sprintf("%v of %v ports reach all servers of type K", report.Int(c.Full[1]), report.Int(c.Ports))
	}
	if c.Degenerate {
		note = "degenerate: at this N, buffer and epsilon every port reaches all servers of types up to K"
	}
	b.Add("expected edges", report.Number(c.Edges, 4), note)
	holds := "holds"
	if !c.BufferFits() {
		holds = "is not known to hold"
	}
	b.Add(
		"assumption 1",
		report.Text(holds),
		fmt.Sprintf("it asks for a buffer of at least %d and at most %d at this N; it is %d", c.BufferLeast, c.BufferMost, c.Buffer),
	)
	return b
}
