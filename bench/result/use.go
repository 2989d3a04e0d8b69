package result

import (
	"fmt"
	"strings"
	"time"

	"shardq/bench/report"
	"shardq/shard"
)

// ShardUse says how the time of two and more shards went, over all shards and replications. It differs from run to run. The zero value is
// that of one shard.
type ShardUse struct {
	Phases  shard.Phases // time in each part of a window
	Shared  bool         // they used one state of the servers, not a copy each
	Windows uint64       // that they went through together
	Asked   float64      // mean arrivals of a window, as asked for; 0 if the run adapted it
	Alone   uint64       // times that one shard went on alone, because another program had the cores of others
}

// Add adds what the shards of a replication did.
func (u *ShardUse) Add(s shard.Stats) {
	u.Alone += s.Alone
	u.Windows += s.Windows
	u.Shared = s.Shared
	t := &u.Phases
	for _, p := range s.Shards {
		t.Draw += p.Draw
		t.Strike += p.Strike
		t.Route += p.Route
		t.Wait += p.Wait
		t.Settle += p.Settle
		t.Apply += p.Apply
	}
}

// share is the part of the time that went into a phase of a window.
type share struct {
	phase string
	part  float64
}

// shares returns the shares of all phases, in the order of a window, or nil if there was no time.
func (u *ShardUse) shares() []share {
	p := &u.Phases
	all := p.Busy() + p.Wait
	if all <= 0 {
		return nil
	}
	part := func(d time.Duration) float64 { return float64(d) / float64(all) }
	return []share{
		{"draw", part(p.Draw)}, {"strike", part(p.Strike)}, {"route", part(p.Route)},
		{"wait", part(p.Wait)}, {"settle", part(p.Settle)}, {"apply", part(p.Apply)},
	}
}

// String returns the shares in per cent, such as "draw 12 %, strike 9 %, ...", and how often one shard went on alone, if it did; "" on one
// shard.
func (u *ShardUse) String() string {
	var parts []string
	for _, s := range u.shares() {
		parts = append(parts, fmt.Sprintf("%s %v", s.phase, report.Percent(s.part, 2)))
	}
	text := strings.Join(parts, ", ")
	if u.Alone > 0 {
		text += "; one went on alone " + Count(int(u.Alone), "time")
	}
	return text
}
