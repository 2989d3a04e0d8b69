package sync

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// events walks the ledger and returns the events of a server: those that server maps to it.
func (l *Ledger) events(server uint32, serverOf []uint32) (events []int) {
	for i := l.First(server); i >= 0; i = l.Next(i) {
		if serverOf[i] == server {
			events = append(events, i)
		}
	}
	return events
}

// TestLedgerAgainstAMap: each server has exactly its events, the latest first, with servers that share buckets, more events than announced,
// and after any number of resets to larger and smaller sizes.
func TestLedgerAgainstAMap(t *testing.T) {
	var l Ledger
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(0, 20), rapid.IntRange(0, 2000)).Draw(t, "room")
		l.Reset(n)
		few := rapid.Uint32Range(0, 50).Draw(t, "few")
		var serverOf []uint32
		want := map[uint32][]int{}
		for range rapid.IntRange(0, 60).Draw(t, "events") {
			server := rapid.OneOf(rapid.Uint32Max(few), rapid.Uint32()).Draw(t, "server")
			want[server] = append([]int{len(serverOf)}, want[server]...)
			serverOf = append(serverOf, server)
			l.Add(server)
		}
		for server := range uint32(few + 2) {
			if got := l.events(server, serverOf); !slices.Equal(got, want[server]) {
				t.Fatalf("server %d: events %v, want %v", server, got, want[server])
			}
		}
		for server, events := range want {
			if got := l.events(server, serverOf); !slices.Equal(got, events) {
				t.Fatalf("server %d: events %v, want %v", server, got, events)
			}
		}
	})
}

// TestLedgerMovesEvents: an event taken out and put in elsewhere is found there and not here, and no other event is lost.
func TestLedgerMovesEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Ledger
		l.Reset(rapid.IntRange(0, 40).Draw(t, "room"))
		servers := rapid.Uint32Range(1, 12).Draw(t, "servers")
		var serverOf []uint32
		for range rapid.IntRange(1, 40).Draw(t, "events") {
			serverOf = append(serverOf, rapid.Uint32Max(servers).Draw(t, "server"))
			l.Add(serverOf[len(serverOf)-1])
		}
		for range rapid.IntRange(0, 40).Draw(t, "moves") {
			i := rapid.IntRange(0, len(serverOf)-1).Draw(t, "event")
			l.remove(i, serverOf[i])
			if slices.Contains(l.events(serverOf[i], serverOf), i) {
				t.Fatalf("event %d is still there", i)
			}
			serverOf[i] = rapid.Uint32Max(servers).Draw(t, "to")
			l.insert(i, serverOf[i])
			for server := range servers + 1 {
				got := l.events(server, serverOf)
				slices.Sort(got)
				var want []int
				for j, s := range serverOf {
					if s == server {
						want = append(want, j)
					}
				}
				if !slices.Equal(got, want) {
					t.Fatalf("server %d: events %v, want %v", server, got, want)
				}
			}
		}
	})
}

// TestLedgerReusesItsMemory: resets to at most the largest size so far allocate nothing.
func TestLedgerReusesItsMemory(t *testing.T) {
	var l Ledger
	fill := func() {
		for _, n := range []int{1000, 10, 500} {
			l.Reset(n)
			for i := range n {
				l.Add(uint32(i))
			}
		}
	}
	fill()
	if n := testing.AllocsPerRun(10, fill); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
