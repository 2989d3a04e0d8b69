package scenario

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"shardq/kernel"
)

// Numbers outside these bounds are taken for mistakes: they would not survive the arithmetic of a run.
const (
	minPositive = 1e-12
	maxNumber   = 1e12
)

func (r *reader) servers(n *yaml.Node, s *Scenario) {
	sec, ok := r.section(n, "servers", "count", "buffer", "types", "list")
	if !ok {
		return
	}
	sec.buffer(&s.Server)
	count, counted := sec.integer("count", 1, kernel.MaxServers)
	switch sec.oneOf(true, "types", "list") {
	case "types":
		sec.need("count", "the number of servers")
		s.Server.Count = int(count)
		s.Server.Types = sec.types(int(count))
	case "list":
		s.Server.List = sec.serverList()
		if counted && s.Server.List != nil && int(count) != len(s.Server.List) {
			r.fail(sec.values["count"], "servers.count", "is %d, but servers.list has %d servers", count, len(s.Server.List))
		}
		s.Server.Count = len(s.Server.List)
	}
}

func (sec section) buffer(s *ServerSection) {
	n := sec.values["buffer"]
	if n == nil {
		return
	}
	if n.Kind == yaml.ScalarNode && (n.Value == "inf" || n.Value == ".inf") {
		return
	}
	v, ok := parseNumber(n)
	if !ok || v != math.Trunc(v) || !(v >= 1 && v <= kernel.MaxBuffer) {
		sec.fail(n, sec.sub("buffer"), "is %s, want a whole number of jobs from 1 to %d, or inf", describe(n), kernel.MaxBuffer)
		return
	}
	s.Buffer = int(v)
}

// types reads servers.types and, if count is positive, turns the shares into counts. It returns nil if anything is wrong.
func (sec section) types(count int) []ServerType {
	nodes := sec.list("types", "a list of types such as {share: 0.5, rate: 1}")
	var types []ServerType
	var shares []float64
	sum, good := 0.0, true
	for i, n := range nodes {
		entry, ok := sec.section(n, join(sec.sub("types"), strconv.Itoa(i)), "name", "share", "rate")
		if !ok {
			good = false
			continue
		}
		share, hasShare := entry.number("share", 0, 1)
		rate, hasRate := entry.number("rate", minPositive, maxNumber)
		entry.need("share", "the share of the servers")
		entry.need("rate", "a service rate")
		t := ServerType{Name: rateName(rate), Share: share, Rate: rate}
		if entry.has("name") {
			t.Name = entry.label("name")
		}
		good = good && hasShare && hasRate
		types, shares, sum = append(types, t), append(shares, share), sum+share
	}
	if len(types) > kernel.MaxTypes {
		sec.fail(sec.values["types"], sec.sub("types"), "has %d types, want at most %d", len(types), kernel.MaxTypes)
		return nil
	}
	if !good || types == nil {
		return nil
	}
	if math.Abs(sum-1) > 1e-9 {
		sec.fail(sec.values["types"], sec.sub("types"), "the shares sum to %.10g, want 1", sum)
		return nil
	}
	if count == 0 {
		return types
	}
	for i, c := range apportion(shares, count) {
		types[i].Count = c
		if c == 0 && shares[i] > 0 {
			sec.fail(nodes[i], join(sec.sub("types"), strconv.Itoa(i)), "a share of %g of %d servers is no server, want at least one", shares[i], count)
		}
	}
	return types
}

func (sec section) serverList() []float64 {
	nodes := sec.list("list", "a list of servers such as {rate: 1}")
	var rates []float64
	for i, n := range nodes {
		rate := 0.0
		if entry, ok := sec.section(n, join(sec.sub("list"), strconv.Itoa(i)), "rate"); ok && entry.need("rate", "a service rate") {
			rate, _ = entry.number("rate", minPositive, maxNumber)
		}
		rates = append(rates, rate)
	}
	return rates
}

func (r *reader) ports(n *yaml.Node, s *Scenario, kind Kind) {
	sec, ok := r.section(n, "ports", "count", "exponent", "load", "rate", "rates", "list")
	if !ok {
		return
	}
	p := &s.Port
	p.Load, _ = sec.number("load", 1e-6, 1e3)
	p.Rate, _ = sec.number("rate", minPositive, maxNumber)
	count, counted := sec.integer("count", 1, kernel.MaxPorts)
	sec.oneOf(!sec.has("list"), "load", "rate")
	if sec.has("list") {
		for _, key := range []string{"exponent", "rates"} {
			if sec.has(key) {
				r.fail(sec.values[key], sec.sub(key), "given beside ports.list, want it left out: the list has every port and its rate")
			}
		}
		p.List = sec.portList(s.Server.Count, kind)
		p.Count = len(p.List)
		if counted && p.List != nil && int(count) != len(p.List) {
			r.fail(sec.values["count"], "ports.count", "is %d, but ports.list has %d ports", count, len(p.List))
		}
		return
	}
	switch sec.oneOf(true, "count", "exponent") {
	case "count":
		p.Count = int(count)
	case "exponent":
		sec.exponent(s)
	}
	sec.rates(p)
	if kind == Explicit {
		r.fail(n, "ports.list", "missing, want the ports and their neighbours, since graph.kind is explicit")
	}
}

// exponent sets L = ceil(N^x). Powers within 1e-12 of a whole number count as that number, so that the last bit of a logarithm cannot matter.
func (sec section) exponent(s *Scenario) {
	x, ok := sec.number("exponent", 0, 10)
	if !ok || s.Server.Count == 0 {
		return
	}
	l := math.Ceil(power(float64(s.Server.Count), x) * (1 - 1e-12))
	if l > kernel.MaxPorts {
		sec.fail(sec.values["exponent"], sec.sub("exponent"), "%d^%g = %.4g ports, want at most %d (2^31)", s.Server.Count, x, l, kernel.MaxPorts)
		return
	}
	s.Port.Exponent, s.Port.Count = x, int(l)
}

// rates reads uniform, {zipf: s} or {file: path}.
func (sec section) rates(p *PortSection) {
	n := sec.values["rates"]
	if n == nil || n.Kind == yaml.ScalarNode && n.Value == "uniform" {
		return
	}
	if n.Kind != yaml.MappingNode {
		sec.fail(n, sec.sub("rates"), "is %s, want uniform, {zipf: exponent} or {file: path}", describe(n))
		return
	}
	sub, _ := sec.section(n, sec.sub("rates"), "zipf", "file")
	sub.oneOf(true, "zipf", "file")
	p.Zipf, _ = sub.number("zipf", 1e-6, 16)
	p.File = sub.fileName("file")
}

// portList reads ports.list; servers is N, or 0 if that is unknown.
func (sec section) portList(servers int, kind Kind) []Port {
	nodes := sec.list("list", "a list of ports such as {rate: 0.3, neighbours: [0, 2]}")
	var ports []Port
	sum := 0.0
	for i, n := range nodes {
		var port Port
		if entry, ok := sec.section(n, join(sec.sub("list"), strconv.Itoa(i)), "rate", "neighbours"); ok {
			entry.need("rate", "an arrival rate")
			port.Rate, _ = entry.number("rate", 0, maxNumber)
			switch {
			case kind == Explicit:
				port.Neighbours = entry.neighbours(servers)
			case entry.has("neighbours") && kind != "":
				sec.fail(entry.values["neighbours"], entry.sub("neighbours"), "given, but graph.kind is %s, want it left out or graph.kind explicit", kind)
			}
		}
		sum += port.Rate
		ports = append(ports, port)
	}
	if ports != nil && sum == 0 && len(sec.errs) == 0 {
		sec.fail(sec.values["list"], sec.sub("list"), "every rate is 0, want a positive sum")
	}
	return ports
}

func (sec section) neighbours(servers int) []uint32 {
	if !sec.need("neighbours", "the ids of the servers that it may use") {
		return nil
	}
	var ids []uint32
	seen := map[int64]bool{}
	for _, n := range sec.list("neighbours", "a list with at least one server id") {
		path := sec.sub("neighbours")
		most := int64(servers) - 1
		if servers == 0 {
			most = kernel.MaxServers - 1
		}
		id, ok := sec.wholeNumber(n, path, 0, most)
		if !ok {
			continue
		}
		if seen[id] {
			sec.fail(n, path, "server %d is given twice, want it once", id)
			continue
		}
		seen[id] = true
		ids = append(ids, uint32(id))
	}
	return ids
}

var graphKeys = map[Kind][]string{
	Bernoulli: {"probability", "mean_degree"},
	Regular:   {"degree"},
	Complete:  {},
	Explicit:  {},
	File:      {"path", "format", "base"},
}

// graphKind peeks at graph.kind, because the ports need it; faults are reported when the graph is read. It returns "" if there is no valid kind.
func graphKind(n *yaml.Node) Kind {
	if n == nil || n.Kind != yaml.MappingNode {
		return ""
	}
	i := keyIndex(n, "kind")
	if i < 0 {
		return ""
	}
	kind := Kind(n.Content[i+1].Value)
	if _, known := graphKeys[kind]; !known {
		return ""
	}
	return kind
}

func (r *reader) graph(n *yaml.Node, s *Scenario) {
	all := []string{"probability", "mean_degree", "degree", "path", "format", "base"}
	sec, ok := r.section(n, "graph", append([]string{"kind"}, all...)...)
	if !ok || !sec.need("kind", "bernoulli, regular, complete, explicit or file") {
		return
	}
	kind, ok := sec.choice("kind", string(Bernoulli), string(Regular), string(Complete), string(Explicit), string(File))
	if !ok {
		return
	}
	g := &s.Graph
	g.Kind = Kind(kind)
	own := graphKeys[g.Kind]
	for _, key := range all {
		if !sec.has(key) || contains(own, key) {
			continue
		}
		if !fromSet(sec.values["kind"]) || fromSet(sec.values[key]) {
			want := "nothing"
			if len(own) > 0 {
				want = strings.Join(own, ", ")
			}
			r.fail(sec.values[key], sec.sub(key), "not read by kind %s, which takes %s", kind, want)
		}
		delete(sec.values, key)
	}
	servers := int64(s.Server.Count)
	if servers == 0 {
		servers = kernel.MaxServers
	}
	switch g.Kind {
	case Bernoulli:
		switch sec.oneOf(true, own...) {
		case "probability":
			sec.probability(s)
		case "mean_degree":
			g.MeanDegree, _ = sec.number("mean_degree", minPositive, float64(servers))
		}
	case Regular:
		if sec.need("degree", "the number of neighbours of each port") {
			degree, _ := sec.integer("degree", 1, servers)
			g.Degree = int(degree)
		}
	case File:
		if sec.need("path", "the file of the graph") {
			g.Path = sec.fileName("path")
		}
		g.Format, _ = sec.choice("format", "edges", "matrix-market")
		base, _ := sec.integer("base", 0, 1)
		g.Base = int(base)
	}
}

// probability reads a number or the name of a rule.
func (sec section) probability(s *Scenario) {
	n := sec.values["probability"]
	if n.Kind != yaml.ScalarNode || n.Value != Weng2020 {
		v, ok := parseNumber(n)
		if !ok || !(v >= minPositive && v <= 1) {
			sec.fail(n, sec.sub("probability"), "is %s, want a number from %g to 1, or weng2020", describe(n), minPositive)
			return
		}
		s.Graph.Probability = v
		return
	}
	s.Graph.Rule = Weng2020
	if s.Server.Count == 0 || s.Port.Load == 0 && s.Port.Rate == 0 && s.Port.List == nil {
		return
	}
	switch p := s.EdgeProbability(); {
	case s.Load() >= 1:
		sec.fail(n, sec.sub("probability"), "rule weng2020 needs a load below 1, but it is %g", s.Load())
	case !(p > 0):
		sec.fail(n, sec.sub("probability"), "rule weng2020 gives probability 0 for %d servers at load %g, want a number", s.Server.Count, s.Load())
	}
}

// policies reads one section or a list of them, each with one name or several.
func (r *reader) policies(n *yaml.Node) []kernel.Policy {
	nodes, paths := []*yaml.Node{n}, []string{"policy"}
	if n.Kind == yaml.SequenceNode {
		nodes, paths = n.Content, nil
		for i := range nodes {
			paths = append(paths, "policy."+strconv.Itoa(i))
		}
		if len(nodes) == 0 {
			r.fail(n, "policy", "is an empty list, want at least one policy")
		}
	}
	var policies []kernel.Policy
	for i, node := range nodes {
		sec, ok := r.section(node, paths[i], "name", "d", "replacement")
		if !ok || !sec.need("name", "one of "+strings.Join(kernel.RuleNames(), ", ")) {
			continue
		}
		for _, p := range sec.namedPolicies() {
			for _, q := range policies {
				if p == q {
					r.fail(sec.values["name"], sec.sub("name"), "%v is given twice, want it once", p.Rule)
				}
			}
			policies = append(policies, p)
		}
	}
	return policies
}

// namedPolicies reads the policies of one section, which share d and replacement.
func (sec section) namedPolicies() []kernel.Policy {
	var policies []kernel.Policy
	samples := false
	for _, name := range sec.names() {
		rule, err := kernel.ParseRule(name)
		if err != nil {
			sec.fail(sec.values["name"], sec.sub("name"), "unknown policy %q, %s", clip(name), hint(name, kernel.RuleNames()))
			continue
		}
		samples = samples || rule.Samples()
		policies = append(policies, kernel.Policy{Rule: rule})
	}
	if policies == nil {
		return nil
	}
	for _, key := range []string{"d", "replacement"} {
		if n := sec.values[key]; n != nil && !samples {
			if !fromSet(sec.values["name"]) || fromSet(n) {
				sec.fail(n, sec.sub(key), "not read by %v, want it left out: only jsq-d and jiq-jsq-d sample", policies[0].Rule)
			}
			delete(sec.values, key)
		}
	}
	if samples {
		sec.need("d", "the number of servers that the policy samples, such as 2")
	}
	d, _ := sec.integer("d", 1, kernel.MaxServers)
	replacement, _ := sec.choice("replacement", "false", "true")
	for i := range policies {
		if policies[i].Rule.Samples() {
			policies[i].D, policies[i].Replacement = int(d), replacement == "true"
		}
	}
	return policies
}

// names reads policy.name: a name, several between commas, or a list.
func (sec section) names() []string {
	n := sec.values["name"]
	var names []string
	if n.Kind == yaml.SequenceNode {
		for _, item := range sec.list("name", "at least one policy") {
			if item.Kind != yaml.ScalarNode {
				sec.fail(item, sec.sub("name"), "is %s, want the name of a policy", describe(item))
				continue
			}
			names = append(names, item.Value)
		}
		return names
	}
	text, _ := sec.word("name")
	if text == "" {
		return nil
	}
	for _, name := range strings.Split(text, ",") {
		names = append(names, strings.TrimSpace(name))
	}
	return names
}

func (r *reader) run(n *yaml.Node, run *RunSection) {
	sec, ok := r.section(n, "run", "seed", "warmup", "measure", "start", "replications", "batches")
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
