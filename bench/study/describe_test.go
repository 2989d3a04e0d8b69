package study

import (
	"encoding/json"
	"strings"
	"testing"

	"shardq/bench/instance"
	"shardq/bench/result"
	"shardq/bench/scenario/input"
	"shardq/graph/isa"
)

// The edges of a graph too large to count are those that its law expects, and the result says so, in text and in JSON. No row is computed:
// that would take minutes.
func TestEdgesOfHugeGraphAreExpected(t *testing.T) {
	describeOf := func(sets ...input.Set) instance.GraphInfo {
		sc := parse(t, small, sets...)
		g, err := instance.Graph(t.Context(), sc, nil, isa.Best)
		if err != nil {
			t.Fatal(err)
		}
		return instance.Describe(sc, g)
	}
	servers, ports := input.Set{Path: "servers.count", Value: "2e9"}, input.Set{Path: "ports.count", Value: "2e9"}
	huge := describeOf(input.Set{Path: "graph", Value: "{kind: computed, mean_degree: 1}"}, servers, ports)
	if !huge.Expected || huge.Edges != 2e9 || huge.Isolated/1000 != 735758 { // 2*10^9/e ports
		t.Errorf("%+v", huge)
	}
	regular := describeOf(input.Set{Path: "graph", Value: "{kind: computed, degree: 3}"}, servers, ports)
	if regular.Expected || regular.Edges != 6e9 || regular.Isolated != 0 {
		t.Errorf("equal degrees are certain: %+v", regular)
	}
	counted := describeOf(input.Set{Path: "graph", Value: "{kind: computed, mean_degree: 2}"})
	if counted.Expected || counted.Edges == 0 {
		t.Errorf("a small graph is counted: %+v", counted)
	}
	sc := parse(t, small)
	title := func(info instance.GraphInfo) string {
		b := &bipartite{sc: sc, info: info}
		s := &bipartiteSubject{bipartite: b, sys: instance.System(sc, nil, nil, sc.Policies[0])}
		c := &course[tallies, *tallies]{sc: sc, subject: s}
		var o result.Outcome
		s.describe(c.evaluation(), &o)
		return o.Title
	}
	if got := mustRun(t, sc, Options{Shards: 1}).Outcomes[0].Title; strings.Contains(got, "about") {
		t.Errorf("title %q", got)
	}
	if got := title(huge); !strings.Contains(got, "computed graph with about 2,000,000,000 edges") {
		t.Errorf("title %q", got)
	}
	text, err := json.Marshal(huge)
	if err != nil || !strings.Contains(string(text), `"edges":2000000000,`) || !strings.Contains(string(text), `"edges_expected":true`) {
		t.Errorf("%s, %v", text, err)
	}
}
