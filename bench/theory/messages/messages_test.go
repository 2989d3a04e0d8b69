package messages_test

import (
	"testing"

	"shardq/bench/theory/messages"
	"shardq/bench/theory/theorytest"
	"shardq/kernel/policy"
)

func TestMessages(t *testing.T) {
	ports := messages.Traffic{Degree: 30, Sampled: 1.9, SampledFast: 2.5, SampledSlow: 1.25, JoinedIdle: 0.75, NoneIdle: 0.125}
	local := ports
	local.Local = true
	alone := messages.Traffic{Degree: 1, Sampled: 1, Local: true}
	for _, c := range []struct {
		name                      string
		policy                    policy.Policy
		traffic                   messages.Traffic
		queries, replies, reports float64
	}{
		{"jfsq", policy.Policy{Rule: policy.JFSQ}, ports, 30, 30, 0},
		{"jsq", policy.Policy{Rule: policy.JSQ}, ports, 30, 30, 0},
		{"jsq between servers", policy.Policy{Rule: policy.JSQ}, local, 29, 29, 0},
		{"jsq-2", policy.Policy{Rule: policy.JSQD, D: 2}, ports, 1.9, 1.9, 0},
		{"jsq-2 with replacement", policy.Policy{Rule: policy.JSQD, D: 2, Replacement: true}, ports, 2, 2, 0},
		{"supermarket", policy.Policy{Rule: policy.Supermarket, D: 2}, local, 0.9, 0.9, 0},
		{"supermarket with replacement", policy.Policy{Rule: policy.Supermarket, D: 3, Replacement: true}, local, 2, 2, 0},
		{"supermarket alone", policy.Policy{Rule: policy.Supermarket, D: 3, Replacement: true}, alone, 0, 0, 0},
		{"jsq-2-2", policy.Policy{Rule: policy.TwoClass, DFast: 3, DSlow: 2}, ports, 3.75, 3.75, 0},
		{"jiq", policy.Policy{Rule: policy.JIQ}, ports, 0, 0, 0.75},
		{"jfiq", policy.Policy{Rule: policy.JFIQ}, ports, 0, 0, 0.75},
		{"jiq-jsq-8", policy.Policy{Rule: policy.JIQJSQD, D: 8, Replacement: true}, ports, 1, 1, 0.75},
		{"random", policy.Policy{Rule: policy.Random}, ports, 0, 0, 0},
		{"fastest", policy.Policy{Rule: policy.Fastest}, ports, 0, 0, 0},
	} {
		m := messages.Of(c.policy, c.traffic)
		theorytest.Near(t, c.name+": queries", m.Queries, c.queries, 1e-15)
		theorytest.Near(t, c.name+": replies", m.Replies, c.replies, 1e-15)
		theorytest.Near(t, c.name+": reports", m.Reports, c.reports, 1e-15)
		theorytest.Near(t, c.name+": total", m.Total(), c.queries+c.replies+c.reports, 1e-15)
		if m.Scheme == "" {
			t.Errorf("%s: no scheme", c.name)
		}
	}
	// A new rule must be thought about.
	if n := len(policy.Names(policy.Bipartite)); n != 10 {
		t.Errorf("%d rules, the table above knows 10", n)
	}
}
