package scenario

import (
	"go.yaml.in/yaml/v3"

	"shardq/graph/rng"
)

// minLoad is the smallest load that is not taken for a mistake.
const minLoad = 1e-6

// arrivals reads how many jobs come in all: load, rate or halfin_whitt, or else the law of a batch.
func (sec section) arrivals(s *Scenario) {
	p := &s.Port
	batch := sec.values["batch"]
	law := batch != nil && batch.Kind == yaml.MappingNode
	given := sec.oneOf(!sec.has("list") && !law, "load", "rate", "halfin_whitt")
	if given != "" && law {
		sec.fail(sec.values[given], sec.sub(given), "given beside the law of ports.batch, want it left out: the batches say how many jobs arrive")
	}
	p.Load, _ = sec.number("load", minLoad, 1e3)
	p.Rate, _ = sec.number("rate", minPositive, maxNumber)
	sec.halfinWhitt(s)
	sec.batch(p)
}

// halfinWhitt reads halfin_whitt, the beta of a load 1 - beta N^-alpha, and alpha.
func (sec section) halfinWhitt(s *Scenario) {
	p := &s.Port
	if !sec.has("halfin_whitt") {
		if n := sec.values["alpha"]; n != nil {
			sec.fail(n, sec.sub("alpha"), "not read without ports.halfin_whitt, want it left out")
		}
		return
	}
	beta, ok := sec.number("halfin_whitt", minPositive, maxNumber)
	alpha := 0.5
	if sec.has("alpha") {
		v, good := sec.number("alpha", 1e-3, 10)
		alpha, ok = v, ok && good
	}
	if !ok || s.Server.Count == 0 {
		return
	}
	if load := 1 - float64(beta*rng.Pow(float64(s.Server.Count), -alpha)); load < minLoad {
		sec.fail(sec.values["halfin_whitt"], sec.sub("halfin_whitt"), "is %g, which makes a load of 1 - %g * %d^-%g = %.4g, want at least %g",
			beta, beta, s.Server.Count, alpha, load, minLoad)
		return
	}
	p.HalfinWhitt, p.Alpha = beta, alpha
}

// batch reads poisson or {sizes: [..], probabilities: [..]}, the law of the jobs that arrive in a slot.
func (sec section) batch(p *PortSection) {
	n := sec.values["batch"]
	if n == nil || n.Kind == yaml.ScalarNode && n.Value == "poisson" {
		return
	}
	if n.Kind != yaml.MappingNode {
		sec.fail(n, sec.sub("batch"), "is %s, want poisson or {sizes: [..], probabilities: [..]}", describe(n))
		return
	}
	sub, _ := sec.section(n, sec.sub("batch"), "sizes", "probabilities")
	if !sub.need("sizes", "the possible numbers of jobs") || !sub.need("probabilities", "the probability of each size") {
		return
	}
	sizes, probabilities := sub.integers("sizes", 0, 1<<30), sub.probabilities("probabilities")
	if sizes == nil || probabilities == nil {
		return
	}
	if len(sizes) != len(probabilities) {
		sub.fail(sub.values["probabilities"], sub.sub("probabilities"), "has %d numbers, but there are %d sizes", len(probabilities), len(sizes))
		return
	}
	p.BatchSizes, p.BatchProbabilities = sizes, probabilities
	if !(p.meanBatch() >= minPositive) {
		sub.fail(sub.values["sizes"], sub.sub("sizes"), "no job ever arrives, want a size above 0 with a probability above 0")
	}
}
