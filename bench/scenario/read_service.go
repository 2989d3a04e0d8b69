package scenario

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/kernel"
)

// The laws of service.
const (
	Exponential      = "exponential"
	HyperExponential = "hyper-exponential"
	Erlang           = "erlang"
	PhaseType        = "phase-type"
	Poisson          = "poisson" // slotted: of the jobs that a server serves in a slot
	Bursty           = "bursty"  // slotted: now and then many jobs in one slot
)

// serviceLaws returns the laws that a model reads, the default first.
func serviceLaws(m Model) []string {
	switch m {
	case Bipartite:
		return []string{Exponential, HyperExponential, Erlang, PhaseType}
	case Slotted:
		return []string{Poisson, Bursty}
	}
	return []string{Exponential}
}

// lawKeys returns the keys that a law reads.
func lawKeys(law string) []string {
	switch law {
	case HyperExponential:
		return []string{"scv", "probabilities", "rates"}
	case Erlang:
		return []string{"phases"}
	case PhaseType:
		return []string{"start", "rates", "routing"}
	case Bursty:
		return []string{"burst"}
	}
	return nil
}

// service reads the section service, which may be left out, after the servers.
func (r *reader) service(n *yaml.Node, s *Scenario) {
	laws := serviceLaws(s.Model)
	s.Service.Law = laws[0]
	if n == nil {
		return
	}
	all := []string{"scv", "probabilities", "rates", "phases", "start", "routing", "burst"}
	sec, ok := r.section(n, "service", append([]string{"law"}, all...)...)
	if !ok || !sec.need("law", strings.Join(laws, ", ")) {
		return
	}
	if law := sec.values["law"]; law.Kind == yaml.ScalarNode && !contains(laws, law.Value) {
		for _, m := range models {
			if contains(serviceLaws(Model(m)), law.Value) {
				r.unread(r.model, n, "service.law", "is %s, which model %s reads, not model %s; want %s", law.Value, m, s.Model, strings.Join(laws, ", "))
				return
			}
		}
	}
	law, ok := sec.choice("law", laws...)
	if !ok {
		return
	}
	s.Service.Law = law
	sec.onlyKeys("law", "law "+law, all, lawKeys(law))
	switch law {
	case HyperExponential:
		sec.hyperExponential(s)
	case Erlang:
		if sec.need("phases", "the number of phases") {
			phases, _ := sec.integer("phases", 1, kernel.MaxPhases)
			s.Service.Phases = int(phases)
		}
	case PhaseType:
		sec.phaseType(s)
	case Bursty:
		sec.bursty(s)
	}
}

// onlyKeys reports those of the keys all that the value of the key choice does not read, and takes them out. It returns false if it has reported any.
func (s section) onlyKeys(choice, what string, all, read []string) bool {
	good := true
	for _, key := range all {
		n := s.values[key]
		if n == nil || contains(read, key) {
			continue
		}
		want := "nothing"
		if len(read) > 0 {
			want = strings.Join(read, ", ")
		}
		before := len(s.errs)
		s.unread(s.values[choice], n, s.sub(key), "not read by %s, which takes %s", what, want)
		good = good && len(s.errs) == before
		delete(s.values, key)
	}
	return good
}

// hyperExponential reads scv, or probabilities and rates.
func (sec section) hyperExponential(s *Scenario) {
	if sec.has("scv") {
		for _, key := range []string{"probabilities", "rates"} {
			if n := sec.values[key]; n != nil {
				sec.fail(n, sec.sub(key), "given beside service.scv, want either scv or probabilities and rates")
			}
		}
		s.Service.SCV, _ = sec.number("scv", 1, 1e6)
		return
	}
	if !sec.has("probabilities") && !sec.has("rates") {
		sec.fail(sec.node, sec.path, "missing key, want scv, or probabilities and rates")
		return
	}
	if sec.need("probabilities", "the probability of each phase") && sec.need("rates", "the rate of each phase") {
		s.Service.Probabilities, s.Service.Rates = sec.probabilities("probabilities"), sec.numbers("rates", minPositive, maxNumber)
		sec.law(s)
	}
}

// phaseType reads start, rates and routing.
func (sec section) phaseType(s *Scenario) {
	complete := sec.need("start", "the probability that service begins in each phase")
	complete = sec.need("rates", "the rate of each phase") && complete
	complete = sec.need("routing", "for each phase the probabilities of the next ones; what they lack to 1 ends the service") && complete
	if !complete {
		return
	}
	v := &s.Service
	v.Start, v.Rates = sec.probabilities("start"), sec.numbers("rates", minPositive, maxNumber)
	good := true
	for i, row := range sec.list("routing", "a list of a row for each phase") {
		key := strconv.Itoa(i) // a row is read as a key of a section, so that a fault in it has its place
		list := section{sec.reader, sec.node, sec.sub("routing"), map[string]*yaml.Node{key: row}}.numbers(key, 0, 1)
		v.Routing, good = append(v.Routing, list), good && list != nil
	}
	if !good {
		v.Routing = nil
	}
	if v.Routing != nil {
		sec.law(s)
	}
}

// law checks the phases as a whole, if each part could be read.
func (sec section) law(s *Scenario) {
	v := &s.Service
	start := v.Start
	if v.Law == HyperExponential {
		start = v.Probabilities
	}
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

// bursty reads the number of jobs that are served at a time.
func (sec section) bursty(s *Scenario) {
	s.Service.Burst = 10
	if v, ok := sec.integer("burst", 1, 1<<20); ok {
		s.Service.Burst = float64(v)
	}
	for _, t := range s.Types() {
		if t.Rate > s.Service.Burst {
			n := sec.node
			if sec.has("burst") {
				n = sec.values["burst"]
			}
			sec.fail(n, sec.sub("burst"), "is %g, want at least %g, the rate of the fastest servers: rate/burst is the probability of a burst", s.Service.Burst, t.Rate)
			return
		}
	}
}
