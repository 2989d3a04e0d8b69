package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"shardq/bench/fault"
	"shardq/bench/scenario"
	"shardq/kernel"
	"shardq/shard"
)

// TestUse: shares are of the time of all shards, and what did not happen is not told.
func TestUse(t *testing.T) {
	var u ShardUse
	if u.String() != "" || u.wire() != nil {
		t.Errorf("without shards: %q, %+v", u.String(), u.wire())
	}
	u.add(shard.Stats{Shards: []shard.Phases{{Draw: 1, Strike: 2, Route: 50, Wait: 30}, {Settle: 10, Apply: 7}}})
	if got, want := u.String(), "draw 1.0 %, strike 2.0 %, route 50 %, wait 30 %, settle 10 %, apply 7.0 %"; got != want {
		t.Errorf("told as %q, want %q", got, want)
	}
	u.add(shard.Stats{Alone: 2, Shards: []shard.Phases{{Route: 100 * time.Nanosecond}}})
	if got, want := u.String(), "draw 0.50 %, strike 1.0 %, route 75 %, wait 15 %, settle 5.0 %, apply 3.5 %; one went on alone 2 times"; got != want {
		t.Errorf("told as %q, want %q", got, want)
	}
	if w := u.wire(); w.Alone != 2 || w.TimePercent["route"] != 75 || math.Abs(float64(w.TimePercent["apply"])-3.5) > 1e-9 {
		t.Errorf("in JSON: %+v", w)
	}
}

// TestReportOfUse: text and JSON say how the time of two shards went, over all replications, and nothing of the kind on one.
func TestReportOfUse(t *testing.T) {
	line := regexp.MustCompile(`(?m)^  time of the shards: +draw [0-9.]+ %, strike [0-9.]+ %, route [0-9.]+ %, wait [0-9.]+ %, settle [0-9.]+ %, apply [0-9.]+ %`)
	for _, replications := range []string{"1", "3"} {
		sc := parse(t, small, scenario.Set{Path: "run.replications", Value: replications})
		for _, shards := range []int{1, 2} {
			r := mustRun(t, sc, Options{Shards: shards})
			var text, data bytes.Buffer
			if err := r.Write(&text, Table); err != nil {
				t.Fatal(err)
			}
			if err := r.Write(&data, JSON); err != nil {
				t.Fatal(err)
			}
			var got struct {
				Shards struct {
					Used    int                `json:"used"`
					Percent map[string]float64 `json:"time_percent"`
					Alone   *uint64            `json:"alone"`
				} `json:"shards"`
			}
			if err := json.Unmarshal(data.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			s := got.Shards
			if s.Used != shards || line.Match(text.Bytes()) != (shards > 1) || strings.Contains(text.String(), "time of the shards") != (shards > 1) ||
				(s.Percent != nil) != (shards > 1) || (s.Alone != nil) != (shards > 1) {
				t.Errorf("%s replications, %d shards: %+v\n%s", replications, shards, s, &text)
			}
			if shards == 1 {
				continue
			}
			sum := 0.0
			for _, x := range s.Percent {
				sum += x
			}
			if len(s.Percent) != 6 || math.Abs(sum-100) > 1e-6 || s.Percent["route"] <= 0 || s.Percent["settle"] <= 0 {
				t.Errorf("%s replications: %v sum to %v", replications, s.Percent, sum)
			}
		}
	}
}

// TestSettingsChangeNoResult: neither the form of the state nor the way to find idle servers changes a digest, under any policy and on any form of graph.
func TestSettingsChangeNoResult(t *testing.T) {
	const policies = "[{name: [jfsq, jfiq, jiq, random]}, {name: jiq-jsq-d, d: 2}]"
	for kind, ways := range map[string][]scenario.Idle{
		"{kind: bernoulli, mean_degree: 12, storage: rows}":   {scenario.AutoIdle, scenario.KeyIdle, scenario.RowIdle, scenario.PortIdle},
		"{kind: bernoulli, mean_degree: 12, storage: packed}": {scenario.KeyIdle, scenario.RowIdle, scenario.PortIdle},
		"{kind: computed, mean_degree: 12}":                   {scenario.KeyIdle, scenario.RowIdle, scenario.PortIdle},
		"{kind: complete}":                                    {scenario.AutoIdle, scenario.RankIdle},
	} {
		var want []*Outcome
		for _, idle := range ways {
			sc := parse(t, little, scenario.Set{Path: "graph", Value: kind}, scenario.Set{Path: "policy", Value: policies},
				scenario.Set{Path: "kernel.idle", Value: string(idle)})
			for _, opt := range []Options{{Shards: 1}, {Shards: 2, State: "copies"}, {Shards: 3, State: "shared"}} {
				got := mustRun(t, sc, opt).Outcomes
				if want == nil {
					want = got
				}
				for i, o := range got {
					if o.Digest() != want[i].Digest() {
						t.Errorf("%s, idle %s, %+v, %s: digest %s, want %s", kind, idle, opt, o.Policy.String(), o.Digest(), want[i].Digest())
					}
				}
			}
		}
	}
}

// TestShardConfig: both settings reach the engine.
func TestShardConfig(t *testing.T) {
	for idle, want := range map[scenario.Idle]string{scenario.AutoIdle: "", scenario.RankIdle: "", scenario.KeyIdle: kernel.IdleByKey, scenario.RowIdle: kernel.IdleByRow,
		scenario.PortIdle: kernel.IdleByPort} {
		sc := &scenario.Scenario{Kernel: scenario.KernelSection{Idle: idle}}
		got := shardConfig(sc, Options{Window: 7, ISA: "generic", State: "shared"}, 3, nil)
		if got != (shard.Config{Shards: 3, Window: 7, ISA: "generic", State: "shared", Idle: want}) {
			t.Errorf("idle %s: %+v", idle, got)
		}
	}
	for _, state := range []string{"auto", "copy"} {
		_, err := Run(t.Context(), parse(t, small), Options{State: state})
		if bad := new(fault.InputError); !errors.As(err, &bad) || !strings.Contains(err.Error(), fmt.Sprintf("%q, want copies or shared", state)) {
			t.Errorf("state %s: error %v", state, err)
		}
	}
}

// TestNeedOfSettings: the estimate knows that a shared state exists once, and that idle bits take an eighth of a byte a server.
func TestNeedOfSettings(t *testing.T) {
	const n = 1 << 16
	for _, c := range []struct {
		policy, idle, state string
		want                uint64
	}{
		{"jfiq", "keys", "copies", 3 * n},
		{"jfiq", "keys", "shared", n},
		{"jfiq", "row", "copies", 3 * (n + n/8)},
		{"jfiq", "row", "shared", n + n/8},
		{"jfsq", "row", "shared", n}, // does not ask for idle servers
		{"jfsq", "auto", "", 3 * n},
	} {
		sc := parse(t, small, scenario.Set{Path: "servers.count", Value: fmt.Sprint(n)}, scenario.Set{Path: "policy.name", Value: c.policy},
			scenario.Set{Path: "kernel.idle", Value: c.idle})
		need, err := Need(sc, Options{Shards: 3, State: c.state})
		if err != nil || need.State != c.want {
			t.Errorf("%+v: %d bytes of state (%v)", c, need.State, err)
		}
	}
}
