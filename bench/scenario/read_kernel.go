package scenario

import "go.yaml.in/yaml/v3"

// kernel reads the section kernel, which may be left out, after the graph.
func (r *reader) kernel(n *yaml.Node, s *Scenario) {
	s.Kernel.Idle = AutoIdle
	if n == nil {
		return
	}
	sec, ok := r.section(n, "kernel", "idle")
	if !ok {
		return
	}
	idle, ok := sec.choice("idle", string(AutoIdle), string(KeyIdle), string(RowIdle), string(PortIdle), string(RankIdle))
	if !ok {
		return
	}
	s.Kernel.Idle = Idle(idle)
	switch kind := s.Graph.Kind; {
	case kind == "": // reported with the graph
	case s.Kernel.Idle == RankIdle && !s.Graph.reachesAll():
		sec.fail(sec.values["idle"], sec.sub("idle"), "is rank, which needs graph.kind complete, not %s; want auto, keys, row or port", kind)
	case s.Kernel.Idle != AutoIdle && s.Kernel.Idle != RankIdle && s.Graph.reachesAll():
		sec.fail(sec.values["idle"], sec.sub("idle"), "is %s, which looks at rows, and a complete graph has none; want auto or rank", idle)
	}
}
