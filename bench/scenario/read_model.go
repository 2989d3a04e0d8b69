package scenario

import "go.yaml.in/yaml/v3"

// models has the models in the order of messages.
var models = [...]string{string(Bipartite), string(Slotted), string(Elastic), string(Pools)}

// model reads the key model, which decides what the other sections may say. It returns false if it is wrong.
func (top section) model(s *Scenario) bool {
	s.Model = Bipartite
	top.reader.model = top.values["model"]
	if !top.has("model") {
		return true
	}
	name, ok := top.choice("model", models[:]...)
	s.Model = Model(name)
	return ok
}

// sectionsOfModel reports sections that only another model reads.
func (top section) sectionsOfModel(s *Scenario) {
	for _, c := range []struct {
		key    string
		reader Model
	}{{"graph", Bipartite}, {"kernel", Bipartite}, {"elastic", Elastic}} {
		if n := top.values[c.key]; n != nil && s.Model != c.reader {
			top.unread(top.reader.model, n, c.key, "read by model %s alone, not by model %s; want it left out", c.reader, s.Model)
		}
	}
}

// elastic reads the section elastic, which may be left out.
func (r *reader) elastic(n *yaml.Node, s *Scenario) {
	e := &s.Elastic
	*e = ElasticSection{Standby: 1, Setup: 1, Power: Power{Busy: 1, Idle: 1, Setup: 1}}
	if n == nil {
		return
	}
	sec, ok := r.section(n, "elastic", "standby_rate", "setup_rate", "power")
	if !ok {
		return
	}
	if v, ok := sec.number("standby_rate", 0, maxNumber); ok {
		e.Standby = v
	}
	if v, ok := sec.number("setup_rate", minPositive, maxNumber); ok {
		e.Setup = v
	}
	if !sec.has("power") {
		return
	}
	power, ok := sec.section(sec.values["power"], sec.sub("power"), "busy", "idle", "setup", "off")
	if !ok {
		return
	}
	for _, c := range []struct {
		key   string
		value *float64
	}{{"busy", &e.Power.Busy}, {"idle", &e.Power.Idle}, {"setup", &e.Power.Setup}, {"off", &e.Power.Off}} {
		if v, ok := power.number(c.key, 0, maxNumber); ok {
			*c.value = v
		}
	}
}
