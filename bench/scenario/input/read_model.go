package input

import (
	"shardq/bench/scenario"
	"shardq/kernel/policy"
)

// model reads the key model, which decides what the other sections may say. It returns false if it is wrong.
func (top section) model(s *scenario.Scenario) bool {
	s.Model = scenario.Bipartite
	top.reader.model = top.values["model"]
	if !top.has("model") {
		return true
	}
	var names []string
	for _, m := range policy.Models() {
		names = append(names, string(m))
	}
	name, ok := top.choice("model", names...)
	s.Model = scenario.Model(name)
	return ok
}

// elastic reads the section elastic.
func (r *reader) elastic(sec section, s *scenario.Scenario) {
	sec.fill(s, s)
	power, _ := sec.child("power", s)
	power.fill(s, s)
}
