package input

import (
	"math"

	"go.yaml.in/yaml/v3"

	"shardq/bench/scenario"
	"shardq/graph/rng"
)

// sampleSize reads d: a number, or a rule that says how it grows with N. It returns 0 if it is wrong, or N is unknown.
func (sec section) sampleSize(k *scenario.Key, n *yaml.Node, s *scenario.Scenario) float64 {
	if n.Kind != yaml.MappingNode {
		d, _ := sec.bounded(k, n, s)
		return d
	}
	var g scenario.Growth
	rule, _ := sec.child(k.Name, s)
	if !rule.need("rule", "log, sqrt, sqrt-log or power") {
		return 0
	}
	rule, ok := rule.choose(s, &g, k.Find("rule", s.Model).Words())
	if !ok {
		return 0
	}
	if n := rule.values["exponent"]; n != nil && g.Rule != "power" {
		rule.unread(rule.values["rule"], n, rule.sub("exponent"), "read by rule power alone, not by rule %s", g.Rule)
	}
	if !rule.fill(s, &g) || s.Server.Count == 0 {
		return 0
	}
	return float64(grown(g.Rule, g.Factor, g.Exponent, s.Server.Count))
}

// grown returns the sample size of a rule for n servers: factor times ln n, sqrt n, sqrt n ln n or n^exponent, rounded up, at least 1 and
// at most n. As with the number of ports, what is within 1e-12 of a whole number counts as that number.
func grown(rule string, factor, exponent float64, servers int) int {
	n := float64(servers)
	d := factor
	switch rule {
	case "log":
		d *= rng.Log(n)
	case "sqrt":
		d *= math.Sqrt(n)
	case "sqrt-log":
		d *= float64(math.Sqrt(n) * rng.Log(n))
	case "power":
		d *= rng.Pow(n, exponent)
	}
	return int(max(1, min(roundUp(d), n)))
}
