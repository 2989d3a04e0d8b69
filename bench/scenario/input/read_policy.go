package input

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/bench/scenario"
	"shardq/kernel/policy"
)

// policies reads one section or a list of them, each with one name or several, after the graph.
func (r *reader) policies(all section, s *scenario.Scenario) {
	nodes, paths := []*yaml.Node{all.node}, []string{all.path}
	if all.node.Kind == yaml.SequenceNode {
		nodes, paths = all.node.Content, nil
		for i := range nodes {
			paths = append(paths, scenario.Join(all.path, strconv.Itoa(i)))
		}
		if len(nodes) == 0 {
			r.fail(all.node, all.path, "is an empty list, want at least one policy")
		}
	}
	for i, node := range nodes {
		sec, ok := r.open(node, paths[i], all.def)
		if !ok || !sec.need("name", "one of "+strings.Join(policy.Names(s.Model), ", ")) {
			continue
		}
		rules := sec.rules(s.Model)
		for _, rule := range rules {
			sec.chosen = append(sec.chosen, rule.String())
		}
		var values policy.Policy // of all rules of the section
		if rules == nil || !sec.policyValues(s, rules, &values) {
			continue
		}
		for _, rule := range rules {
			p := policy.Policy{Rule: rule}
			for _, key := range policy.Describe(s.Model, rule).Keys {
				key.Set(&p, key.Value(values))
			}
			if slices.Contains(s.Policies, p) {
				sec.fail(sec.values["name"], sec.sub("name"), "%v is given twice, want it once", rule)
			}
			s.Policies = append(s.Policies, p)
		}
	}
}

// rules reads the policies of one section, and takes out, and reports, the keys that none of them reads.
func (sec section) rules(m scenario.Model) []policy.Rule {
	var rules []policy.Rule
	var chosen []string
	for _, name := range sec.names() {
		rule, err := policy.Parse(m, name)
		if err != nil {
			sec.fail(sec.values["name"], sec.sub("name"), "unknown policy %q%s, %s", scenario.Clip(name), elsewhere(err), hint(name,
				policy.Names(m)))
			continue
		}
		rules, chosen = append(rules, rule), append(chosen, name)
	}
	if rules == nil {
		return nil
	}
	read := sec.def.Of(m, chosen...)
	for _, name := range sec.def.All() {
		if n := sec.values[name]; n != nil && name != sec.def.Choice && !slices.Contains(read, name) {
			sec.unread(sec.values["name"], n, sec.sub(name), "not read by %s, want it left out: read by %s", chosen[0], policiesThatRead(m,
				name))
			delete(sec.values, name)
		}
	}
	return rules
}

// policyValues reads what the rules of a section need. It returns false if anything is wrong, or not known because another section is
// wrong.
func (sec section) policyValues(s *scenario.Scenario, rules []policy.Rule, values *policy.Policy) bool {
	before := len(sec.errs)
	sec.fill(s, values)
	for _, rule := range rules {
		sec.suits(s, rule)
	}
	if len(sec.errs) == before {
		sec.optimum(s, values)
	}
	return len(sec.errs) == before && (values.D > 0 || !slices.Contains(sec.def.Of(s.Model, sec.chosen...), "d"))
}

// suits checks what a policy asks of the servers and of the graph.
func (sec section) suits(s *scenario.Scenario, rule policy.Rule) {
	d := policy.Describe(s.Model, rule)
	if n := len(s.Types()); d.Rates > 0 && s.Server.Count > 0 && n > 0 && n != d.Rates {
		sec.fail(sec.values["name"], sec.sub("name"), "%v needs servers of exactly %s rates, not of %d", rule, spell(d.Rates), n)
	}
	if d.OwnServer && s.Graph.Kind != "" && !s.Graph.OnServers() {
		sec.fail(sec.values["name"], sec.sub("name"),
			"%v needs a graph on servers, where each port has a server of its own, not kind %s; want %v",
			rule, s.Graph.Kind, policy.JSQD)
	}
}

// spell writes a small number as a word.
func spell(n int) string {
	if n == 2 {
		return "two"
	}
	return strconv.Itoa(n)
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
