package scenario

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

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
		sec, ok := r.section(node, paths[i], append([]string{"name"}, policyKeyNames()...)...)
		if !ok || !sec.need("name", "one of "+strings.Join(policy.Names(s.Model), ", ")) {
			continue
		}
		rules := sec.rules(s.Model)
		if rules == nil {
			continue
		}
		values, ok := sec.policyValues(s, rules)
		if !ok {
			continue
		}
		for _, rule := range rules {
			p := policy.Policy{Rule: rule}
			for _, key := range policy.Describe(s.Model, rule).Keys {
				key.Set(&p, key.Value(values))
			}
			twice := slices.Contains(s.Policies, p)
			s.Policies = append(s.Policies, p)
			if twice {
				sec.fail(sec.values["name"], sec.sub("name"), "%v is given twice, want it once", rule)
			}
		}
	}
}

// rules reads the policies that one section names, and takes out, and reports, the keys that none of them reads.
func (sec section) rules(m Model) []policy.Rule {
	var rules []policy.Rule
	for _, name := range sec.names() {
		rule, err := policy.Parse(m, name)
		if unknown := (*policy.UnknownError)(nil); errors.As(err, &unknown) {
			sec.fail(sec.values["name"], sec.sub("name"), "unknown policy %q%s, %s", clip(name), elsewhere(unknown), hint(name, unknown.Known))
			continue
		}
		rules = append(rules, rule)
	}
	if rules == nil {
		return nil
	}
	for _, key := range policy.AllKeys() {
		if n := sec.values[key.Name]; n != nil && !anyReads(m, rules, key) {
			sec.unread(sec.values["name"], n, sec.sub(key.Name), "not read by %v, want it left out: read by %s", rules[0], readers(m, key.Name))
			delete(sec.values, key.Name)
		}
	}
	return rules
}

// anyReads reports whether one of the policies of a section reads a key.
func anyReads(m Model, rules []policy.Rule, key policy.Key) bool {
	return slices.ContainsFunc(rules, func(r policy.Rule) bool {
		d := policy.Describe(m, r)
		return d.Reads(key.Name)
	})
}

// elsewhere says which other model has a policy of that name.
func elsewhere(e *policy.UnknownError) string {
	if e.Elsewhere == nil {
		return ""
	}
	return " of model " + string(e.Model) + " (model " + string(e.Elsewhere[0]) + " has it)"
}

// policyValues reads what the policies of a section read, which have it in common. It returns false if anything is wrong, or not known because another
// section is wrong.
func (sec section) policyValues(s *Scenario, rules []policy.Rule) (v policy.Policy, ok bool) {
	before, known := len(sec.errs), true
	var optimal []policy.Key
	for _, key := range policy.AllKeys() {
		if !anyReads(s.Model, rules, key) {
			continue
		}
		key.Set(&v, key.Default)
		if key.Needed && !sec.need(key.Name, key.Want) {
			continue
		}
		n := sec.values[key.Name]
		switch {
		case key.Grows:
			d := sec.sampleSize(s, key)
			key.Set(&v, float64(d))
			known = known && d > 0
		case key.Type == policy.Switch:
			word, _ := sec.choice(key.Name, "false", "true")
			key.Set(&v, map[string]float64{"true": 1}[word])
		case key.Type == policy.Count:
			if value, ok := sec.integer(key.Name, int64(key.Least), int64(key.Most)); ok {
				key.Set(&v, float64(value))
			}
		case key.Optimal && n.Kind == yaml.ScalarNode && n.Value == "optimal":
			optimal = append(optimal, key)
		default:
			p, ok := parseNumber(n)
			if !ok || !(p >= key.Least && p <= key.Most) {
				sec.fail(n, sec.sub(key.Name), "is %s, want a number from %g to %g%s", describe(n), key.Least, key.Most, map[bool]string{true: ", or optimal"}[key.Optimal])
				continue
			}
			key.Set(&v, p)
		}
	}
	for _, r := range rules {
		sec.needs(s, r)
	}
	if len(optimal) > 0 && len(sec.errs) == before {
		sec.optimum(s, &v, optimal)
	}
	return v, len(sec.errs) == before && known
}

// needs checks what a policy asks of the servers and of the graph.
func (sec section) needs(s *Scenario, rule policy.Rule) {
	d := policy.Describe(s.Model, rule)
	if n := len(s.Types()); d.Rates > 0 && s.Server.Count > 0 && n > 0 && n != d.Rates {
		sec.fail(sec.values["name"], sec.sub("name"), "%v needs servers of exactly %s rates, not of %d", rule, spell(d.Rates), n)
	}
	if d.OwnServer && s.Graph.Kind != "" && !s.Graph.OnServers() {
		sec.fail(sec.values["name"], sec.sub("name"), "%v needs a graph on servers, where each port has a server of its own, not kind %s; want %v",
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
