package scenario

import (
	"math"

	"go.yaml.in/yaml/v3"

	"shardq/graph/rng"
	"shardq/kernel/policy"
)

// sampleSize reads a sample size: a number, or a rule that says how it grows with N. It returns 0 if it is wrong, or N is unknown.
func (sec section) sampleSize(s *Scenario, key policy.Key) int {
	n := sec.values[key.Name]
	if n.Kind != yaml.MappingNode {
		d, _ := sec.integer(key.Name, int64(key.Least), int64(key.Most))
		return int(d)
	}
	rule, _ := sec.section(n, sec.sub(key.Name), "rule", "factor", "exponent")
	if !rule.need("rule", "log, sqrt, sqrt-log or power") {
		return 0
	}
	name, ok := rule.choice("rule", "log", "sqrt", "sqrt-log", "power")
	if !ok {
		return 0
	}
	exponent := 0.0
	switch e := rule.values["exponent"]; {
	case name == "power":
		if !rule.need("exponent", "the power of N, such as 0.5") {
			return 0
		}
		exponent, ok = rule.number("exponent", 0, 1)
	case e != nil:
		rule.unread(rule.values["rule"], e, rule.sub("exponent"), "read by rule power alone, not by rule %s", name)
	}
	factor := 1.0
	if rule.has("factor") {
		v, good := rule.number("factor", minPositive, maxNumber)
		factor, ok = v, ok && good
	}
	if !ok || s.Server.Count == 0 {
		return 0
	}
	return grown(name, factor, exponent, s.Server.Count)
}

// grown returns the sample size of a rule for n servers: factor times ln n, sqrt n, sqrt n ln n or n^exponent, rounded up, at least 1 and at most n. As with the
// number of ports, what is within 1e-12 of a whole number counts as that number.
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
