package kernel

import (
	"math/big"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func bigWide(w Wide) *big.Int {
	x := new(big.Int).SetUint64(w.Hi)
	return x.Lsh(x, 64).Add(x, new(big.Int).SetUint64(w.Lo))
}

// TestWideAgainstBig: sums, differences and products modulo 2^128, and the float next to the value.
func TestWideAgainstBig(t *testing.T) {
	modulus := new(big.Int).Lsh(big.NewInt(1), 128)
	word := rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, 1<<64 - 1, 1 << 63, 1 << 32}))
	rapid.Check(t, func(t *rapid.T) {
		v := Wide{word.Draw(t, "v.Hi"), word.Draw(t, "v.Lo")}
		w := Wide{word.Draw(t, "w.Hi"), word.Draw(t, "w.Lo")}
		equal := func(what string, got Wide, want *big.Int) {
			if bigWide(got).Cmp(want.Mod(want, modulus)) != 0 {
				t.Fatalf("%v, %v: %s is %v, want %v", v, w, what, got, want)
			}
		}
		equal("sum", v.Plus(w), new(big.Int).Add(bigWide(v), bigWide(w)))
		equal("difference", v.Minus(w), new(big.Int).Sub(bigWide(v), bigWide(w)))
		equal("product", WideProduct(v.Lo, w.Lo), new(big.Int).Mul(bigWide(Wide{0, v.Lo}), bigWide(Wide{0, w.Lo})))
		exact := new(big.Float).SetInt(bigWide(v))
		error := new(big.Float).Sub(big.NewFloat(v.Float()), exact)
		if error.Abs(error).Cmp(exact.Mul(exact, big.NewFloat(0x1p-52))) > 0 {
			t.Fatalf("%v becomes %v", v, v.Float())
		}
	})
}

// drawTally draws a tally of a layout, with counts for keys that exist.
func drawTally(t *rapid.T, l Layout, servers int) *Tally {
	tally := NewTally(l, servers)
	for range rapid.IntRange(0, 12).Draw(t, "events") {
		server := rapid.IntRange(0, servers-1).Draw(t, "server")
		jobs := rapid.IntRange(0, l.MaxJobs).Draw(t, "jobs")
		key := uint32(jobs)<<l.TypeBits | uint32(server%l.Types)
		if rapid.Bool().Draw(t, "arrival") {
			tally.Admit(uint32(server), key)
			tally.Arrived++
		} else {
			tally.Strike(uint32(server), key, uint32(jobs))
		}
	}
	tally.Blocked, tally.Unroutable = rapid.Uint64Max(9).Draw(t, "blocked"), rapid.Uint64Max(9).Draw(t, "unroutable")
	tally.Arrived += tally.Blocked + tally.Unroutable
	tally.AdmitTicks = Wide{rapid.Uint64().Draw(t, "hi"), rapid.Uint64().Draw(t, "lo")}
	return tally
}

// TestMergeIsASum: counters are the sum over shards, however the events were divided and in whatever order the shards are added, and
// keys longer than the first tables are counted too.
func TestMergeIsASum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := &System{Types: drawTypes(t, 5), Buffer: rapid.SampledFrom([]int{1, 5, 100, 5000}).Draw(t, "buffer")}
		l, err := NewLayout(sys)
		if err != nil {
			t.Fatal(err)
		}
		servers := rapid.SampledFrom([]int{sys.Servers(), PerServerLimit, PerServerLimit + 1}).Draw(t, "servers")
		tallies := make([]*Tally, rapid.IntRange(1, 5).Draw(t, "shards"))
		for i := range tallies {
			tallies[i] = drawTally(t, l, servers)
		}
		ticks := rapid.Uint64Max(1<<40).Draw(t, "ticks")
		c := l.Merge(tallies, 1000, ticks)

		joins, strikes, busy := uint64(0), uint64(0), uint64(0)
		for _, tally := range tallies {
			for _, n := range tally.Join {
				joins += n
			}
			for key, n := range tally.Seen {
				strikes += n
				if l.jobs(uint32(key)) > 0 {
					busy += n
				}
			}
		}
		if c.Admitted != joins || c.Departed != busy || c.InSystem != 1000+joins-busy || c.Arrived != c.Admitted+c.Blocked+c.Unroutable ||
			c.Ticks != ticks {
			t.Fatalf("%d joins, %d strikes, %d of them on busy servers: %+v", joins, strikes, busy, c)
		}
		if kept := servers <= PerServerLimit; kept != (c.Servers != nil) {
			t.Fatalf("%d servers: per-server counters kept: %v", servers, !kept)
		}
		seen, joined, busyServers := uint64(0), uint64(0), uint64(0)
		for _, s := range c.Servers {
			seen, joined, busyServers = seen+s.Seen, joined+s.Joined, busyServers+s.Busy
		}
		if c.Servers != nil && (seen != strikes || joined != joins || busyServers != busy) {
			t.Fatalf("servers saw %d, %d of them busy, and were joined by %d", seen, busyServers, joined)
		}
		slices.Reverse(tallies)
		if d := l.Merge(tallies, 1000, ticks); !reflect.DeepEqual(c, d) {
			t.Fatalf("the order of shards matters: %+v, %+v", c, d)
		}
	})
}

// TestUnstrikeTakesBack: a strike taken back leaves no trace.
func TestUnstrikeTakesBack(t *testing.T) {
	l := Layout{TypeBits: 1, Width: 8, MaxJobs: 5, Types: 2}
	for jobs := range uint32(3) {
		tally := NewTally(l, 4)
		tally.Strike(2, jobs<<1|1, jobs)
		tally.Unstrike(2, jobs<<1|1, jobs)
		if !reflect.DeepEqual(tally, NewTally(l, 4)) {
			t.Errorf("%d jobs: %+v is left", jobs, tally)
		}
	}
}

// TestSinceIsADifference: the counts of an interval and those before it add up to those at its end, and neither snapshot changes.
func TestSinceIsADifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := &System{Types: drawTypes(t, 3), Buffer: 5}
		l, err := NewLayout(sys)
		if err != nil {
			t.Fatal(err)
		}
		before, after := drawTally(t, l, sys.Servers()), drawTally(t, l, sys.Servers())
		first := l.Merge([]*Tally{before}, 1000, 5)
		last := l.Merge([]*Tally{before, after}, 1000, 12)
		alone := l.Merge([]*Tally{after}, 1000, 7)
		d := last.Since(&first)
		if again := l.Merge([]*Tally{before, after}, 1000, 12); !reflect.DeepEqual(last, again) {
			t.Fatal("Since changed the later snapshot")
		}
		if d.Ticks != 7 || d.Arrived != alone.Arrived || d.Admitted != alone.Admitted || d.Blocked != alone.Blocked ||
			d.Unroutable != alone.Unroutable ||
			d.Departed != alone.Departed ||
			d.InSystem != last.InSystem ||
			d.Area.Plus(first.Area) != last.Area ||
			!slices.Equal(d.Servers, alone.Servers) {
			t.Fatalf("difference %+v, interval %+v", d, alone)
		}
		for m := range l.Types {
			for name, rows := range map[string][2][]uint64{"join": {d.Join[m], alone.Join[m]}, "seen": {d.Seen[m], alone.Seen[m]}} {
				if long := rows[0]; !slices.Equal(trimmed(long), trimmed(rows[1])) {
					t.Fatalf("%s of type %d: %v, want %v", name, m, rows[0], rows[1])
				}
			}
		}
	})
}

// trimmed cuts zeros off the end of a row.
func trimmed(row []uint64) []uint64 {
	for len(row) > 0 && row[len(row)-1] == 0 {
		row = row[:len(row)-1]
	}
	return row
}

// TestDigestSeesEverything: the digest changes with any counter and any queue, and does not depend on zeros at the end of a row.
func TestDigestSeesEverything(t *testing.T) {
	const n = 40_000 // more queues than one buffer of the digest
	queue := make([]int, n)
	fresh := func() *Counters {
		return &Counters{
			Ticks: 1, Arrived: 2, Admitted: 3, Blocked: 4, Unroutable: 5, Departed: 6, InSystem: 7, Area: Wide{8, 9},
			Join: [][]uint64{{1, 2}, {3}}, Seen: [][]uint64{{4}, {5, 6}}, Servers: []ServerCounters{{1, 2, 3, 4}, {5, 6, 7, 8}},
		}
	}
	digest := func(c *Counters) uint64 { return Digest(n, func(s int) int { return queue[s] }, nil, c) }
	seen := map[uint64]string{digest(fresh()): "nothing"}
	note := func(what string, d uint64) {
		t.Helper()
		if other, ok := seen[d]; ok {
			t.Errorf("a change of %s gives the digest of a change of %s", what, other)
		}
		seen[d] = what
	}
	for what, change := range map[string]func(c *Counters){
		"ticks": func(c *Counters) { c.Ticks++ }, "arrived": func(c *Counters) { c.Arrived++ },
		"admitted": func(c *Counters) { c.Admitted++ },
		"blocked":  func(c *Counters) { c.Blocked++ }, "unroutable": func(c *Counters) { c.Unroutable++ },
		"departed":  func(c *Counters) { c.Departed++ },
		"in system": func(c *Counters) { c.InSystem++ }, "area low": func(c *Counters) { c.Area.Lo++ },
		"area high": func(c *Counters) { c.Area.Hi++ },
		"join":      func(c *Counters) { c.Join[0][0]++ }, "last join": func(c *Counters) { c.Join[1][0]++ },
		"longer join": func(c *Counters) { c.Join[1] = []uint64{3, 1} }, "seen": func(c *Counters) { c.Seen[1][1]++ },
		"a count moved to the next type":  func(c *Counters) { c.Join = [][]uint64{{1}, {2, 3}} },
		"join and seen exchanged":         func(c *Counters) { c.Join, c.Seen = c.Seen, c.Join },
		"another type":                    func(c *Counters) { c.Join = append(c.Join, nil) },
		"server seen":                     func(c *Counters) { c.Servers[0].Seen++ },
		"server busy":                     func(c *Counters) { c.Servers[1].Busy++ },
		"server jobs":                     func(c *Counters) { c.Servers[0].Jobs++ },
		"server joined":                   func(c *Counters) { c.Servers[1].Joined++ },
		"no servers":                      func(c *Counters) { c.Servers = nil },
		"servers exchanged":               func(c *Counters) { slices.Reverse(c.Servers) },
		"the high half of a long counter": func(c *Counters) { c.Arrived += 1 << 40 },
	} {
		c := fresh()
		change(c)
		note(what, digest(c))
	}
	for _, s := range []int{0, 1, 16381, 16382, 16383, 16384, n - 1} {
		queue[s] = 1
		note("a queue", digest(fresh()))
		queue[s] = 1 << 20
		note("a long queue", digest(fresh()))
		queue[s] = 0
	}
	c := fresh()
	c.Join[1] = append(c.Join[1], 0, 0, 0)
	if d := digest(c); seen[d] != "nothing" {
		t.Error("zeros at the end of a row change the digest")
	}
}
