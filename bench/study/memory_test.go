package study

import (
	"strings"
	"testing"

	"shardq/alloc"
	"shardq/bench/scenario/input"
)

func TestNeed(t *testing.T) {
	million, err := input.Builtin("weng2020-million", nil)
	if err != nil {
		t.Fatal(err)
	}
	need, err := Need(million, Options{Shards: 2})
	if err != nil {
		t.Fatal(err)
	}
	// For every two of 2^20 ports 512 bytes, which 86 neighbours of 20 bits fill to 84 % on average, and some rows apart; 2 shards with a
	// byte for each server.
	if mib := need.Graph >> 20; mib < 256 || mib > 265 {
		t.Errorf("graph needs %d MiB", mib)
	}
	rows, err := input.Builtin("weng2020-million", []input.Set{{Path: "graph.storage", Value: "rows"}})
	if err != nil {
		t.Fatal(err)
	}
	inRows, err := Need(rows, Options{Shards: 2})
	if err != nil {
		t.Fatal(err)
	}
	// 4 bytes for each neighbour.
	if mib := inRows.Graph >> 20; mib < 340 || mib > 360 {
		t.Errorf("the graph needs %d MiB in rows", mib)
	}
	if need.State != 2<<20 {
		t.Errorf("state needs %d bytes", need.State)
	}
	longer, err := input.Builtin("weng2020-million", []input.Set{{Path: "run.measure", Value: "1e6"}})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Need(longer, Options{Shards: 2}); err != nil || again != need {
		t.Errorf("a longer run needs %+v, not %+v (%v)", again, need, err)
	}
}

func TestTooLarge(t *testing.T) {
	sc := parse(t, small, input.Set{Path: "servers.count", Value: "2e9"}, input.Set{Path: "ports.count", Value: "2e9"},
		input.Set{Path: "graph.mean_degree", Value: "1e6"})
	need, err := Need(sc, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if tib := need.Total() >> 40; tib < 7000 || tib > 8000 {
		t.Errorf("needs %d TiB", tib)
	}
	if _, ok := alloc.Available(); !ok {
		return // nothing to compare with
	}
	if err := need.Check(); err == nil || !strings.Contains(err.Error(), "this machine has") {
		t.Errorf("error %v", err)
	}
}
