package input

import "shardq/bench/scenario"

// models has the models in the order of messages.
var models = [...]string{string(scenario.Bipartite), string(scenario.Slotted), string(scenario.Elastic), string(scenario.Pools)}

// model reads the key model, which decides what the other sections may say. It returns false if it is wrong.
func (top section) model(s *scenario.Scenario) bool {
	s.Model = scenario.Bipartite
	top.reader.model = top.values["model"]
	if !top.has("model") {
		return true
	}
	name, ok := top.choice("model", models[:]...)
	s.Model = scenario.Model(name)
	return ok
}

// elastic reads the section elastic.
func (r *reader) elastic(sec section, s *scenario.Scenario) {
	sec.fill(s, s)
	power, _ := sec.child("power", s)
	power.fill(s, s)
}
