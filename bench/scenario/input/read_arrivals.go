package input

import (
	"go.yaml.in/yaml/v3"

	"shardq/bench/scenario"
	"shardq/graph/rng"
)

// arrivals checks that one key says how many jobs come in all: load, rate or halfin_whitt, or else the law of a batch.
func (sec section) arrivals(s *scenario.Scenario) {
	batch := sec.values["batch"]
	law := batch != nil && batch.Kind == yaml.MappingNode
	given, _ := sec.oneOf(!sec.has("list") && !law, s, "load")
	if given != "" && law {
		sec.fail(sec.values[given], sec.sub(given),
			"given beside the law of ports.batch, want it left out: the batches say how many jobs arrive")
	}
	if n := sec.values["alpha"]; n != nil && !sec.has("halfin_whitt") {
		sec.fail(n, sec.sub("alpha"), "not read without ports.halfin_whitt, want it left out")
		delete(sec.values, "alpha")
	}
}

// halfinWhitt checks halfin_whitt, the beta of a load 1 - beta N^-alpha, and alpha.
func (sec section) halfinWhitt(s *scenario.Scenario) {
	p := &s.Port
	beta, alpha := p.HalfinWhitt, p.Alpha
	if !sec.has("alpha") {
		alpha = 0.5
	}
	p.HalfinWhitt, p.Alpha = 0, 0
	if beta == 0 || alpha == 0 || s.Server.Count == 0 {
		return
	}
	if load := 1 - float64(beta*rng.Pow(float64(s.Server.Count), -alpha)); load < scenario.MinLoad {
		sec.fail(sec.values["halfin_whitt"], sec.sub("halfin_whitt"),
			"is %g, which makes a load of 1 - %g * %d^-%g = %.4g, want at least %g",
			beta, beta, s.Server.Count, alpha, load, scenario.MinLoad)
		return
	}
	p.HalfinWhitt, p.Alpha = beta, alpha
}

// batch reads the law of the jobs that arrive in a slot.
func (sec section) batch(s *scenario.Scenario) {
	sub, ok := sec.wordOrSection("batch", s)
	if !ok || !sub.needs(s) || !sub.fill(s, s) {
		return
	}
	p := &s.Port
	if sizes, probabilities := len(p.BatchSizes), len(p.BatchProbabilities); sizes != probabilities {
		sub.fail(sub.values["probabilities"], sub.sub("probabilities"), "has %d numbers, but there are %d sizes", probabilities, sizes)
	} else if !(p.MeanBatch() >= scenario.MinPositive) {
		sub.fail(sub.values["sizes"], sub.sub("sizes"), "no job ever arrives, want a size above 0 with a probability above 0")
	}
}

// wordOrSection reads a section in whose place a word may stand. It returns false if there is none.
func (sec section) wordOrSection(name string, s *scenario.Scenario) (section, bool) {
	k := sec.def.Find(name, s.Model, sec.chosen...)
	n := sec.values[name]
	switch {
	case n == nil || n.Kind == yaml.ScalarNode && n.Value == k.Word:
		return section{}, false
	case n.Kind != yaml.MappingNode:
		sec.fail(n, sec.sub(name), "is %s, want %s", describe(n), k.Want)
		return section{}, false
	}
	return sec.child(name, s)
}
