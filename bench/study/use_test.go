package study

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"shardq/bench/fault"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/shard"
)

// TestReportOfUse: text and JSON say how the time of two shards went, over all replications, and nothing of the kind on one.
func TestReportOfUse(t *testing.T) {
	line := regexp.MustCompile(`(?m)^  time of the shards: +draw [0-9.]+ %, strike [0-9.]+ %, route [0-9.]+ %, ` +
		`wait [0-9.]+ %, settle [0-9.]+ %, apply [0-9.]+ %`)
	for _, replications := range []string{"1", "3"} {
		sc := parse(t, small, input.Set{Path: "run.replications", Value: replications})
		for _, shards := range []int{1, 2} {
			r := mustRun(t, sc, Options{Shards: shards})
			var text, data bytes.Buffer
			if err := result.Write(&text, r, result.Table); err != nil {
				t.Fatal(err)
			}
			if err := result.Write(&data, r, result.JSON); err != nil {
				t.Fatal(err)
			}
			var got struct {
				Results []struct {
					Engine struct{ Shards int }
					Phases map[string]float64
				}
			}
			if err := json.Unmarshal(data.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			o := got.Results[0]
			if o.Engine.Shards != shards || line.Match(text.Bytes()) != (shards > 1) || strings.Contains(text.String(),
				"time of the shards") != (shards > 1) ||
				(len(o.Phases) > 0) != (shards > 1) {
				t.Errorf("%s replications, %d shards: %+v\n%s", replications, shards, o, &text)
			}
			if shards == 1 {
				continue
			}
			sum := 0.0
			for _, x := range o.Phases {
				sum += x
			}
			if len(o.Phases) != 6 || math.Abs(sum-1) > 1e-9 || o.Phases["route"] <= 0 || o.Phases["settle"] <= 0 {
				t.Errorf("%s replications: %v sum to %v", replications, o.Phases, sum)
			}
		}
	}
}

// TestSettingsChangeNoResult: neither the form of the state nor the way to find idle servers changes a digest, under any policy and on any
// form of graph.
func TestSettingsChangeNoResult(t *testing.T) {
	const policies = "[{name: [jfsq, jfiq, jiq, random]}, {name: jiq-jsq-d, d: 2}]"
	for kind, ways := range map[string][]scenario.Idle{
		"{kind: bernoulli, mean_degree: 12, storage: rows}":   {scenario.AutoIdle, scenario.KeyIdle, scenario.RowIdle, scenario.PortIdle},
		"{kind: bernoulli, mean_degree: 12, storage: packed}": {scenario.KeyIdle, scenario.RowIdle, scenario.PortIdle},
		"{kind: computed, mean_degree: 12}":                   {scenario.KeyIdle, scenario.RowIdle, scenario.PortIdle},
		"{kind: complete}":                                    {scenario.AutoIdle, scenario.RankIdle},
	} {
		var want []*result.Outcome
		for _, idle := range ways {
			sc := parse(t, little, input.Set{Path: "graph", Value: kind}, input.Set{Path: "policy", Value: policies},
				input.Set{Path: "kernel.idle", Value: string(idle)})
			for _, opt := range []Options{{Shards: 1}, {Shards: 2, State: "copies"}, {Shards: 3, State: "shared"}} {
				got := mustRun(t, sc, opt).Outcomes
				if want == nil {
					want = got
				}
				for i, o := range got {
					if o.Digest() != want[i].Digest() {
						t.Errorf("%s, idle %s, %+v, %s: digest %s, want %s", kind, idle, opt, o.Policy.String(), o.Digest(),
							want[i].Digest())
					}
				}
			}
		}
	}
}

// TestShardConfig: both settings reach the engine.
func TestShardConfig(t *testing.T) {
	for idle, want := range map[scenario.Idle]kernel.IdleWay{scenario.AutoIdle: "", scenario.RankIdle: "",
		scenario.KeyIdle: kernel.IdleByKey, scenario.RowIdle: kernel.IdleByRow,
		scenario.PortIdle: kernel.IdleByPort} {
		sc := &scenario.Scenario{Kernel: scenario.KernelSection{Idle: idle}}
		got := shardConfig(sc, Options{Window: 7, ISA: "generic", State: "shared"}, 3, nil)
		if got != (shard.Config{Shards: 3, Window: 7, ISA: isa.Generic, State: "shared", Idle: want}) {
			t.Errorf("idle %s: %+v", idle, got)
		}
	}
	for _, state := range []string{"auto", "copy"} {
		_, err := Run(t.Context(), parse(t, small), Options{State: state})
		if bad := new(fault.InputError); !errors.As(err, &bad) || !strings.Contains(err.Error(), fmt.Sprintf("%q, want copies or shared",
			state)) {
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
		sc := parse(t, small, input.Set{Path: "servers.count", Value: fmt.Sprint(n)}, input.Set{Path: "policy.name", Value: c.policy},
			input.Set{Path: "kernel.idle", Value: c.idle})
		need, err := Need(sc, Options{Shards: 3, State: c.state})
		if err != nil || need.State != c.want {
			t.Errorf("%+v: %d bytes of state (%v)", c, need.State, err)
		}
	}
}
