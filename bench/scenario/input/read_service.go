package input

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/bench/scenario"
	"shardq/kernel"
)

// serviceLaws returns the laws that a model reads, the default first.
func serviceLaws(m scenario.Model) []string {
	return scenario.Table.Find("service", m).Find("law", m).Offers(m)
}

// service reads the section service, which may be left out, after the servers.
func (r *reader) service(sec section, s *scenario.Scenario) {
	laws := serviceLaws(s.Model)
	if sec.values == nil || !sec.need("law", strings.Join(laws, ", ")) {
		return
	}
	if at := sec.values["law"]; at.Kind == yaml.ScalarNode && !slices.Contains(laws, at.Value) {
		for _, o := range scenario.LawOptions {
			if o.Name == at.Value {
				r.unread(r.model, sec.node, "service.law", "is %s, which model %s reads, not model %s; want %s", o.Name, o.Models[0],
					s.Model, strings.Join(laws, ", "))
				return
			}
		}
	}
	sec, ok := sec.choose(s, s, laws)
	if !ok {
		return
	}
	sec.unreadKeys(s)
	if !sec.needs(s) || s.Service.Law == scenario.HyperExponential && !sec.hyperExponential() {
		return
	}
	sec.fill(s, s)
	switch v := &s.Service; v.Law {
	case scenario.HyperExponential:
		sec.law(s, v.Probabilities)
	case scenario.PhaseType:
		if v.Routing != nil {
			sec.law(s, v.Start)
		}
	case scenario.Bursty:
		sec.bursty(s)
	}
}

// hyperExponential checks that scv is given, or probabilities and rates.
func (sec section) hyperExponential() bool {
	switch pair := sec.has("probabilities") || sec.has("rates"); {
	case sec.has("scv"):
		for _, key := range []string{"probabilities", "rates"} {
			if n := sec.values[key]; n != nil {
				sec.fail(n, sec.sub(key), "given beside service.scv, want either scv or probabilities and rates")
				delete(sec.values, key)
			}
		}
		return true
	case !pair:
		sec.fail(sec.node, sec.path, "missing key, want scv, or probabilities and rates")
		return false
	}
	return sec.need("probabilities", "the probability of each phase") && sec.need("rates", "the rate of each phase")
}

// law checks the phases as a whole, if each part could be read; start has the probabilities with which service begins in each.
func (sec section) law(s *scenario.Scenario, start []float64) {
	v := &s.Service
	if start == nil || v.Rates == nil {
		return
	}
	law := kernel.Phases{Start: start, Rates: v.Rates, Routing: v.Routing}
	err := law.Validate()
	if err == nil {
		err = s.Phases().Validate()
	}
	if err != nil {
		lines := strings.Split(err.Error(), "\n")
		sec.fail(sec.node, sec.path, "%s", strings.TrimPrefix(lines[0], "kernel: service: "))
	}
}

// bursty checks the number of jobs that are served at a time.
func (sec section) bursty(s *scenario.Scenario) {
	for _, t := range s.Types() {
		if t.Rate > s.Service.Burst {
			n := sec.node
			if sec.has("burst") {
				n = sec.values["burst"]
			}
			sec.fail(n, sec.sub("burst"),
				"is %g, want at least %g, the rate of the fastest servers: rate/burst is the probability of a burst", s.Service.Burst,
				t.Rate)
			return
		}
	}
}
