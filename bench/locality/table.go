package locality

import (
	"errors"
	"strconv"

	"shardq/bench/report"
	"shardq/graph"
	"shardq/graph/partition"
)

// table reports the locality as numbered, in parts, and renumbered.
func (s *numbered) table(parts *partition.Parts, order *partition.Order) (report.Table, error) {
	t := report.Table{Notes: []string{
		`"as numbered" and "renumbered": blocks of consecutive ids of equal rate, such as shards have; balance: largest part / mean`,
		"remote: port and server are in different parts; halo: servers of other parts that the ports of a part see",
	}}
	for _, name := range []string{"division", "part", "ports", "servers", "edges", "remote edges", "remote claims", "halo", "port balance",
		"server balance"} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	add := func(division string, g graph.Graph, of *partition.Parts, rates []float64, details bool) error {
		r, err := partition.Measure(g, of, rates)
		if err != nil {
			return err
		}
		t.Add(
			report.Text(division),
			report.Text("all"),
			report.Int(g.Ports()),
			report.Int(g.Servers()),
			report.Int(r.Edges),
			report.Percent(r.RemoteShare(), 3),
			report.Percent(r.RemoteClaims, 3),
			report.Int(r.Halo()),
			report.Number(r.PortBalance, 4),
			report.Number(r.ServerBalance, 4),
		)
		for k := range r.Parts {
			if p := &r.Parts[k]; details {
				t.Add(report.Text(division), report.Text(strconv.Itoa(k)), report.Int(p.Ports), report.Int(p.Servers), report.Int(p.Edges),
					report.Percent(p.RemoteShare(), 3), report.Percent(p.RemoteClaims, 3), report.Int(p.Halo), report.Cell{}, report.Cell{})
			}
		}
		return nil
	}
	before, err1 := s.blocks(s.rates, parts.K)
	renumbered, err2 := partition.View(s, order)
	rates := permuted(s.rates, order.Ports)
	after, err3 := s.blocks(rates, parts.K)
	if err := errors.Join(err1, err2, err3); err != nil {
		return t, err
	}
	if len(s.types) > 1 {
		t.Notes = append(
			t.Notes,
			"servers are numbered by type and parts are kept together within types only, so blocks of servers do not follow parts",
		)
	}
	return t, errors.Join(
		add("as numbered", s, before, s.rates, false),
		add("parts", s, parts, s.rates, true),
		add("renumbered", renumbered, after, rates, false))
}
