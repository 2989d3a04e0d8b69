package result

import (
	"math"
	"testing"
	"time"

	"shardq/shard"
)

// TestUse: shares are of the time of all shards, and what did not happen is not told.
func TestUse(t *testing.T) {
	var u ShardUse
	if u.String() != "" || u.shares() != nil {
		t.Errorf("without shards: %q, %+v", u.String(), u.shares())
	}
	u.Add(shard.Stats{Shards: []shard.Phases{{Draw: 1, Strike: 2, Route: 50, Wait: 30}, {Settle: 10, Apply: 7}}})
	if got, want := u.String(), "draw 1.0 %, strike 2.0 %, route 50 %, wait 30 %, settle 10 %, apply 7.0 %"; got != want {
		t.Errorf("told as %q, want %q", got, want)
	}
	u.Add(shard.Stats{Alone: 2, Shards: []shard.Phases{{Route: 100 * time.Nanosecond}}})
	if got, want := u.String(),
		"draw 0.50 %, strike 1.0 %, route 75 %, wait 15 %, settle 5.0 %, apply 3.5 %; one went on alone 2 times"; got != want {
		t.Errorf("told as %q, want %q", got, want)
	}
	if s := u.shares(); u.Alone != 2 || len(s) != 6 || s[2] != (share{"route", 0.75}) || s[5].phase != "apply" ||
		math.Abs(s[5].part-0.035) > 1e-9 {
		t.Errorf("shares %+v, alone %d", s, u.Alone)
	}
}
