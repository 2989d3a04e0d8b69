package policy_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"shardq/kernel/policy"
)

// set puts a value into its place in a policy; 1 is true.
func set(p *policy.Policy, k policy.Key, value float64) {
	switch v := k.Place(p).(type) {
	case *int:
		*v = int(value)
	case *float64:
		*v = value
	case *bool:
		*v = value != 0
	}
}

// samples returns policies of a rule with several values of everything that it reads.
func samples(d policy.Descriptor) (list []policy.Policy) {
	for _, v := range []float64{1, 2, 7} {
		for _, again := range []bool{false, true} {
			p := policy.Policy{Rule: d.Rule}
			for _, k := range d.Keys {
				switch k.Type {
				case policy.Chance:
					set(&p, k, v/10)
				case policy.Switch:
					set(&p, k, map[bool]float64{true: 1}[again])
				default:
					set(&p, k, v)
				}
			}
			list = append(list, p)
		}
	}
	return list
}

// TestDescriptorsAreComplete: every policy of every model says where it sends a job, no two say the same, and says what its messages are;
// what it draws goes with what it reads.
func TestDescriptorsAreComplete(t *testing.T) {
	known := policy.AllKeys()
	for _, m := range policy.Models() {
		if len(policy.Rules(m)) == 0 {
			t.Errorf("%s has no policy", m)
		}
		seen := map[string]policy.Rule{}
		for i, r := range policy.Rules(m) {
			if slices.Index(policy.Rules(m), r) != i {
				t.Errorf("%s has %v twice", m, r)
			}
			d := policy.Describe(m, r)
			if d.Model != m || d.Rule != r {
				t.Errorf("%s, %v: described as %v of %s", m, r, d.Rule, d.Model)
			}
			for _, p := range samples(d) {
				text := policy.Sends(m, p)
				if other, told := seen[text]; text == "" || told && other != r {
					t.Errorf("%s: %v says %q, as %v does", m, p, text, other)
				}
				seen[text] = r
				c := policy.Costs(m, p, policy.Traffic{Degree: 9, Sampled: 2, SampledFast: 2, SampledSlow: 1, JoinedIdle: 0.5,
					NoneIdle: 0.5})
				if c.Scheme == "" || c.Queries != c.Replies || !(c.Total() >= 0) || math.IsInf(c.Total(), 0) {
					t.Errorf("%s: %v costs %+v", m, p, c)
				}
				if m == policy.Bipartite && (c.Total() > 0) != (d.Lengths || d.AsksIdle) && !(d.OwnServer && p.D == 1) {
					t.Errorf("%v costs %+v, but looks at lengths: %v, at idle servers: %v", p, c, d.Lengths, d.AsksIdle)
				}
			}
			if d.Samples() != d.Reads("d") || (d.Sample == policy.SampleByClass) != d.Reads("d_fast") {
				t.Errorf("%s: %v samples %v, but reads %+v", m, r, d.Sample, d.Keys)
			}
			if m == policy.Bipartite && (d.Limit == policy.NoLimit || d.LeastKey() && d.AsksIdle) {
				t.Errorf("%v: limit %v, least key %v", r, d.Limit, d.LeastKey())
			}
			if d.FasterFirst && !d.Searches || d.Samples() != r.Samples() {
				t.Errorf("%s: %v: %+v", m, r, d)
			}
			last := -1
			for _, k := range d.Keys {
				at := slices.IndexFunc(known, func(o policy.Key) bool { return o.Name == k.Name })
				if at <= last {
					t.Errorf("%s: %v reads %s, which is not a key or out of order", m, r, k.Name)
				}
				last = at
			}
		}
	}
	if d := policy.Describe(policy.Pools, policy.TABS); d.Model != "" || d.Sends(policy.Policy{}) != "" ||
		policy.Costs(policy.Pools, policy.Policy{Rule: policy.TABS}, policy.Traffic{}) != (policy.Messages{}) {
		t.Errorf("a rule of another model is described as %+v", d)
	}
}

// TestKeys: each key sets its own parameter, within its limits, and some policy reads it.
func TestKeys(t *testing.T) {
	for i, k := range policy.AllKeys() {
		if k.Name == "" || k.Help == "" || k.Needed != (k.Want != "") || !(k.Least < k.Most) || !k.Needed &&
			!(k.Default >= k.Least && k.Default <= k.Most) {
			t.Errorf("%+v", k)
		}
		var p policy.Policy
		set(&p, k, 1)
		for j, other := range policy.AllKeys() {
			if !reflect.ValueOf(other.Place(&p)).Elem().IsZero() != (i == j) {
				t.Errorf("%s is set, and the place of %s has %v", k.Name, other.Name, reflect.ValueOf(other.Place(&p)).Elem())
			}
		}
		read := func(m policy.Model) bool {
			return slices.ContainsFunc(policy.Rules(m), func(r policy.Rule) bool {
				d := policy.Describe(m, r)
				return d.Reads(k.Name)
			})
		}
		if !slices.ContainsFunc(policy.Models(), read) {
			t.Errorf("no policy reads %s", k.Name)
		}
	}
}

// TestOnlyInOrder: jobs under jsq-2-2 need the order of time exactly if an idle slow server can send a job to a fast one.
func TestOnlyInOrder(t *testing.T) {
	for _, r := range policy.Rules(policy.Bipartite) {
		d := policy.Describe(policy.Bipartite, r)
		for _, coin := range []float64{0, 0.5, 1} {
			p := policy.Policy{Rule: r, PFast: 0.5, PSlow: coin}
			if got, want := d.InOrder(p), r == policy.TwoClass && coin < 0.5; got != want {
				t.Errorf("%v: %v, want %v", p, got, want)
			}
		}
	}
}
