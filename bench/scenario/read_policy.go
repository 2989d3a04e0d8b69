package scenario

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/kernel"
	"shardq/kernel/policy"
)

// policies reads one section or a list of them, each with one name or several, after the graph.
func (r *reader) policies(n *yaml.Node, s *Scenario) {
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
	for i, node := range nodes {
		sec, ok := r.section(node, paths[i], append([]string{"name"}, policyKeys[:]...)...)
		if !ok || !sec.need("name", "one of "+strings.Join(policy.Names(s.Model), ", ")) {
			continue
		}
		names := sec.rules(s.Model)
		if names == nil {
			continue
		}
		values, ok := sec.policyValues(s, names)
		if !ok {
			continue
		}
		for _, name := range names {
			p := values.policy(s.Model, name)
			twice := slices.Contains(s.Policies, p)
			s.Policies = append(s.Policies, p)
			if twice {
				sec.fail(sec.values["name"], sec.sub("name"), "%s is given twice, want it once", name)
			}
		}
	}
}

// rules reads the names of the policies of one section, and takes out, and reports, the keys that none of them reads.
func (sec section) rules(m Model) []string {
	var names, read []string
	known := policy.Names(m)
	for _, name := range sec.names() {
		if !contains(known, name) {
			sec.fail(sec.values["name"], sec.sub("name"), "unknown policy %q%s, %s", clip(name), elsewhere(m, name), hint(name, known))
			continue
		}
		names, read = append(names, name), append(read, ruleKeys(m, name)...)
	}
	if names == nil {
		return nil
	}
	for _, key := range policyKeys {
		if n := sec.values[key]; n != nil && !contains(read, key) {
			sec.unread(sec.values["name"], n, sec.sub(key), "not read by %s, want it left out: read by %s", names[0], readers(m, key))
			delete(sec.values, key)
		}
	}
	return names
}

// elsewhere says which other models have a policy of that name.
func elsewhere(m Model, name string) string {
	for _, other := range models {
		if other != string(m) && contains(policy.Names(Model(other)), name) {
			return " of model " + string(m) + " (model " + other + " has it)"
		}
	}
	return ""
}

// policyValues is what the policies of a section share.
type policyValues struct {
	d, memory, period int
	replacement       bool
	dFast, dSlow      int
	pFast, pSlow      float64
}

// policyValues reads what the named policies need. It returns false if anything is wrong, or not known because another section is wrong.
func (sec section) policyValues(s *Scenario, names []string) (v policyValues, ok bool) {
	before := len(sec.errs)
	reads := func(key string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return contains(ruleKeys(s.Model, name), key) })
	}
	if reads("d") && sec.need("d", "the number of servers that the policy samples, such as 2") {
		v.d = sec.sampleSize(s)
	}
	if word, _ := sec.choice("replacement", "false", "true"); word == "true" {
		v.replacement = true
	}
	if reads("memory") && sec.need("memory", "the number of servers remembered, such as 3") {
		memory, _ := sec.integer("memory", 1, kernel.MaxServers)
		v.memory = int(memory)
	}
	if reads("period") && sec.need("period", "the slots between two samples, such as 1000") {
		period, _ := sec.integer("period", 1, 1e12)
		v.period = int(period)
	}
	if reads("d_fast") {
		sec.twoClass(s, &v)
	}
	if supermarket := policy.Supermarket.String(); contains(names, supermarket) && s.Graph.Kind != "" && !s.Graph.OnServers() {
		sec.fail(sec.values["name"], sec.sub("name"), "supermarket needs a graph on servers, where each port has a server of its own, not kind %s; want jsq-d",
			s.Graph.Kind)
	}
	return v, len(sec.errs) == before && (!reads("d") || v.d > 0)
}

// policy returns a policy of the model, with the values that it reads.
func (v policyValues) policy(m Model, name string) policy.Policy {
	rule, err := policy.Parse(m, name)
	if err != nil {
		panic("scenario: policy without a rule")
	}
	p := policy.Policy{Rule: rule}
	for _, key := range ruleKeys(m, name) {
		switch key {
		case "d":
			p.D = v.d
		case "replacement":
			p.Replacement = v.replacement
		case "memory":
			p.Memory = v.memory
		case "period":
			p.Period = v.period
		case "d_fast":
			p.DFast, p.DSlow, p.PFast, p.PSlow = v.dFast, v.dSlow, v.pFast, v.pSlow
		}
	}
	return p
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
