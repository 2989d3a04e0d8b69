package scenario

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// Numbers outside these bounds are taken for mistakes: they would not survive the arithmetic of a run.
const (
	minPositive = 1e-12
	maxNumber   = 1e12
)

// run reads the section run, after the graph.
func (r *reader) run(n *yaml.Node, s *Scenario) {
	run := &s.Run
	sec, ok := r.section(n, "run", "seed", "warmup", "measure", "start", "replications", "batches", "engine")
	if !ok {
		return
	}
	sec.need("warmup", "the time before statistics begin, such as 100")
	sec.need("measure", "the time that statistics cover, such as 1000")
	run.Warmup, _ = sec.number("warmup", 0, maxNumber)
	run.Measure, _ = sec.number("measure", minPositive, maxNumber)
	if n := sec.values["seed"]; n != nil {
		seed, err := strconv.ParseUint(n.Value, 10, 64)
		if err != nil || !plain(n) {
			r.fail(n, "run.seed", "is %s, want a whole number from 0 to %d", describe(n), uint64(math.MaxUint64))
		}
		run.Seed = seed
	}
	if start, ok := sec.choice("start", string(Empty), string(MeanField)); ok {
		run.Start = Start(start)
	}
	if v, ok := sec.integer("replications", 1, 1e6); ok {
		run.Replications = int(v)
	}
	if v, ok := sec.integer("batches", 2, 1e5); ok {
		run.Batches = int(v)
	}
	if engine, ok := sec.choice("engine", string(Full), string(Lumped)); ok {
		run.Engine = Engine(engine)
		if kind := s.Graph.Kind; run.Engine == Lumped && kind != Complete && kind != "" { // no kind: reported with the graph
			sec.fail(sec.values["engine"], sec.sub("engine"), "is lumped, which counts servers and so needs graph.kind complete, not %s; want full", kind)
		}
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
