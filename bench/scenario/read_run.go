package scenario

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"unicode"

	"go.yaml.in/yaml/v3"

	"shardq/kernel/policy"
)

// Numbers outside these bounds are taken for mistakes: they would not survive the arithmetic of a run.
const (
	minPositive = 1e-12
	maxNumber   = 1e12
)

// run reads the section run, after the graph, the service and the policies.
func (r *reader) run(n *yaml.Node, s *Scenario) {
	run := &s.Run
	sec, ok := r.section(n, "run", "seed", "warmup", "measure", "precision", "most", "start", "replications", "batches", "engine", "observe")
	if !ok {
		return
	}
	sec.need("warmup", "the time before statistics begin, such as 100, or auto")
	sec.need("measure", "the time that statistics cover, such as 1000")
	sec.autoWarmup(run)
	if s.Model == Slotted {
		warmup, _ := sec.slots("warmup", 0)
		measure, _ := sec.slots("measure", 1)
		run.Warmup, run.Measure = float64(warmup), float64(measure)
	} else {
		run.Warmup, _ = sec.number("warmup", 0, maxNumber)
		run.Measure, _ = sec.number("measure", minPositive, maxNumber)
	}
	if n := sec.values["seed"]; n != nil {
		seed, err := strconv.ParseUint(n.Value, 10, 64)
		if err != nil || !plain(n) {
			r.fail(n, "run.seed", "is %s, want a whole number from 0 to %d", describe(n), uint64(math.MaxUint64))
		}
		run.Seed = seed
	}
	if v, ok := sec.integer("replications", 1, 1e6); ok {
		run.Replications = int(v)
	}
	if v, ok := sec.integer("batches", 2, 1e5); ok {
		run.Batches = int(v)
	}
	sec.precision(s)
	sec.start(s)
	sec.engine(s)
	sec.observe(s)
}

// slots reads a number of slots.
func (sec section) slots(key string, least int64) (int64, bool) {
	n := sec.values[key]
	if v, ok := sec.integer(key, least, maxNumber); ok || n == nil {
		return v, ok
	}
	sec.errs[len(sec.errs)-1].Message += ": model slotted counts slots"
	return 0, false
}

// start reads the state in which the run begins.
func (sec section) start(s *Scenario) {
	start, ok := sec.choice("start", string(Empty), string(MeanField))
	switch {
	case !ok:
	case s.Model != Bipartite && Start(start) != Empty:
		sec.unread(sec.reader.model, sec.values["start"], sec.sub("start"), "is %s, which model bipartite alone reads, not model %s; want empty", start, s.Model)
	default:
		s.Run.Start = Start(start)
	}
}

// engine reads how the run is simulated.
func (sec section) engine(s *Scenario) {
	n := sec.values["engine"]
	engine, ok := sec.choice("engine", string(Full), string(Lumped))
	if !ok || Engine(engine) == Full {
		return
	}
	if s.Model != Bipartite {
		sec.unread(sec.reader.model, n, sec.sub("engine"), "is lumped, which model bipartite alone reads: model %s has an engine of its own; want it left out", s.Model)
		return
	}
	s.Run.Engine = Lumped
	if kind := s.Graph.Kind; kind != "" && !s.Graph.reachesAll() { // no kind: reported with the graph
		sec.fail(n, sec.sub("engine"), "is lumped, which counts servers and so needs graph.kind complete or clique, not %s; want full", kind)
	}
	if law := s.Service.Law; law != Exponential {
		sec.fail(n, sec.sub("engine"), "is lumped, which needs service.law exponential, not %s; want full", law)
	}
	for _, p := range s.Policies {
		if p.Rule == policy.Supermarket || p.Rule == policy.TwoClass {
			sec.fail(n, sec.sub("engine"), "is lumped, which does not have policy %v; want full", p.Rule)
		}
	}
}

// mostLooks is the largest number of looks at the occupancies that is not taken for a mistake.
const mostLooks = 1e7

// observe reads the time between two looks at the occupancies.
func (sec section) observe(s *Scenario) {
	if s.Model == Bipartite && s.Graph.reachesAll() && s.Port.HalfinWhitt > 0 {
		s.Run.Observe = 1
	}
	v, ok := sec.number("observe", 0, maxNumber)
	if !ok {
		return
	}
	n := sec.values["observe"]
	switch {
	case v > 0 && s.Run.Measure/v > mostLooks:
		sec.fail(n, sec.sub("observe"), "is %s, which makes %.3g looks in a run.measure of %g, want at most %g", describe(n), s.Run.Measure/v, s.Run.Measure, mostLooks)
	case v > 0 && v < minPositive:
		sec.fail(n, sec.sub("observe"), "is %s, want 0 or a number from %g to %g", describe(n), minPositive, maxNumber)
	case v > 0 && s.Model != Bipartite:
		sec.unread(sec.reader.model, n, sec.sub("observe"), "read by model bipartite alone, not by model %s; want it left out", s.Model)
	case v > 0 && s.Graph.Kind != "" && !s.Graph.reachesAll():
		sec.fail(n, sec.sub("observe"), "is %s, but only a complete graph or a clique has occupancies to look at, not kind %s; want 0", describe(n), s.Graph.Kind)
	default:
		s.Run.Observe = v
	}
}

// label reads a name that will stand in tables.
func (s section) label(key string) string {
	const longest = 100
	text, ok := s.word(key)
	if !ok {
		return ""
	}
	if len(text) > longest {
		s.fail(s.values[key], s.sub(key), "has %d bytes, want at most %d", len(text), longest)
	}
	for _, c := range text {
		if !unicode.IsPrint(c) {
			s.fail(s.values[key], s.sub(key), "has the unprintable character %s, want text", fmt.Sprintf("%U", c))
			break
		}
	}
	return text
}

// fileName reads the name of a file. One that the scenario file gives is relative to the folder of that file.
func (s section) fileName(key string) string {
	name, ok := s.word(key)
	if !ok || fromSet(s.values[key]) || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(s.file), name)
}
