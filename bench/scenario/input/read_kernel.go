package input

import "shardq/bench/scenario"

// kernel reads the section kernel after the graph.
func (r *reader) kernel(sec section, s *scenario.Scenario) {
	sec.fill(s, s)
	n := sec.values["idle"]
	switch idle, kind := s.Kernel.Idle, s.Graph.Kind; {
	case kind == "" || idle == scenario.AutoIdle: // no kind: reported with the graph
	case idle == scenario.RankIdle && !s.Graph.ReachesAll():
		sec.fail(n, sec.sub("idle"), "is rank, which needs graph.kind complete, not %s; want auto, keys, row or port", kind)
	case idle != scenario.RankIdle && s.Graph.ReachesAll():
		sec.fail(n, sec.sub("idle"), "is %s, which looks at rows, and a complete graph has none; want auto or rank", idle)
	}
}
