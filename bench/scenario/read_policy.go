package scenario

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/kernel"
)

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
	if samples && d == 0 {
		return nil
	}
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
