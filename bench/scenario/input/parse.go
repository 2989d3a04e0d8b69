package input

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/bench/scenario"
	"shardq/kernel/policy"
)

// MaxBytes is the size of the largest scenario file. The tree of a file takes up to 90 times its size, and a second for each 3 MiB.
const MaxBytes = 4 << 20

// Parse reads a scenario from the text of a file. The name stands in error messages, gives the scenario its name if the text does not, and
// its folder is what relative paths in the text start from. The error is of type [Errors].
func Parse(name string, data []byte, sets []Set) (*scenario.Scenario, error) {
	r := &reader{file: name, sets: sets}
	if len(data) > MaxBytes {
		return nil, scenario.Errors{{File: name, Message: fmt.Sprintf(
			"more than %d bytes, which is the most; long lists belong into files: a graph by graph.kind file, rates by ports.rates.file",
			MaxBytes,
		)}}
	}
	root, err := parseTree(data)
	if err != nil {
		p := scenario.Problem{File: name, Line: 1, Column: 1, Message: "not YAML: " + err.Error()}
		if e := (syntaxError{}); errors.As(err, &e) && e.line > 0 {
			p.Line = e.line
		}
		return nil, scenario.Errors{p}
	}
	if isNull(root) { // an empty file can still be filled by flags
		root.Kind, root.Tag = yaml.MappingNode, "!!map"
	}
	for i, set := range sets {
		if err := applySet(root, set, i); err != nil {
			r.errs = append(r.errs, scenario.Problem{File: set.String(), Message: err.Error()})
		}
	}
	r.refuseReferences(root)
	if r.errs != nil {
		return nil, r.errs.Sorted()
	}
	s := r.scenario(root)
	if err := r.errs.Sorted(); err != nil {
		return nil, err
	}
	return s, nil
}

// Load reads a scenario file.
func Load(path string, sets []Set) (*scenario.Scenario, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	defer f.Close()
	var data bytes.Buffer
	if _, err := io.Copy(&data, io.LimitReader(f, MaxBytes+1)); err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	return Parse(path, data.Bytes(), sets)
}

// scenario reads the root section.
func (r *reader) scenario(root *yaml.Node) *scenario.Scenario {
	s := &scenario.Scenario{}
	top, ok := r.open(root, "", &scenario.Table)
	if !ok || !top.model(s) {
		return nil
	}
	s.Name = strings.Trim(strings.TrimSuffix(filepath.Base(r.file), filepath.Ext(r.file)), "<>") // as in <stdin>
	if top.has("name") {
		s.Name = top.label("name")
	}
	s.Service.Law = serviceLaws(s.Model)[0]
	top.unreadByModel(s)
	// Checks against another section are left out where that one is wrong: one fault should give one message.
	for _, part := range []struct {
		name string
		read func(section, *scenario.Scenario)
	}{
		{"servers", r.servers},
		{"ports", func(sec section, s *scenario.Scenario) { r.ports(sec, s, peekGraph(top.values["graph"])) }},
		{"graph", r.graph},
		{"service", r.service},
		{"policy", r.policies},
		{"elastic", r.elastic},
		{"run", r.run},
		{"kernel", r.kernel},
	} {
		k := scenario.Table.Find(part.name, s.Model)
		if k == nil || k.Need != "" && !top.need(k.Name, strings.ReplaceAll(k.Need, scenario.FirstPolicy, policy.Names(s.Model)[0])) {
			continue
		}
		if sec, ok := top.child(k.Name, s); ok {
			part.read(sec, s)
		}
	}
	return s
}
