package sync

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// job is what the model knows of a job: where it would like to go.
type job struct {
	order    uint64
	list     []uint32 // servers, best first
	least    bool     // the server of the list with the fewest jobs, ties to the first; otherwise the first that has room
	fallback bool     // no room anywhere: the last of the list all the same, whatever its state; otherwise lost
	fixed    bool     // the first of the list whatever its state
}

// choose returns the choice of a job given the number of jobs of each server.
func (j *job) choose(load func(server uint32) int, room int) (server uint32, fixed bool) {
	if j.fixed {
		return j.list[0], true
	}
	best := NoServer
	for _, s := range j.list {
		if load(s) < room && (best == NoServer || j.least && load(s) < load(best)) {
			best = s
		}
	}
	if best == NoServer && j.fallback {
		return j.list[len(j.list)-1], true
	}
	return best, false
}

// TestSettleIsSequential: claims made without knowledge of each other and settled are what the jobs would have chosen one by one, each
// seeing all before it. Policies are of the kind that windows need: an earlier job can only make a server look worse. Few servers, so that
// most claims meet and chains of displaced claims are long. Besides: each claim is taken up at most once, in the order of time, fixed ones
// never, and every server with several claims is marked on all of them.
func TestSettleIsSequential(t *testing.T) {
	var c Claims // used again and again, as in a run
	taken, claims := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		servers := rapid.IntRange(1, 8).Draw(t, "servers")
		room := rapid.IntRange(1, 4).Draw(t, "room")
		start := rapid.SliceOfN(rapid.IntRange(0, room), servers, servers).Draw(t, "start")
		jobs := make([]job, rapid.IntRange(0, 25).Draw(t, "jobs"))
		order := uint64(0)
		for i := range jobs {
			order += rapid.Uint64Range(1, 1<<58).Draw(t, "gap")
			list := rapid.Permutation(rangeOf(servers)).Draw(t, "list")
			jobs[i] = job{
				order: order, list: list[:rapid.IntRange(1, servers).Draw(t, "degree")],
				least: rapid.Bool().
					Draw(t, "least"),
				fallback: rapid.Bool().Draw(t, "fallback"), fixed: rapid.IntRange(0, 5).Draw(t, "fixed") == 0,
			}
		}

		// One by one.
		load := slices.Clone(start)
		want := map[uint64]uint32{}
		for i := range jobs {
			server, _ := jobs[i].choose(func(s uint32) int { return load[s] }, room)
			want[jobs[i].order] = server
			if server != NoServer {
				load[server]++
			}
		}

		// By claims, added in any order, in parts.
		of := map[uint64]*job{}
		var list []Claim
		for i := range jobs {
			j := &jobs[i]
			server, fixed := j.choose(func(s uint32) int { return start[s] }, room)
			if server == NoServer {
				if want[j.order] != NoServer {
					t.Fatal("the model is wrong: a server got better")
				}
				continue // lost whatever others do: no claim is made
			}
			of[j.order] = j
			list = append(list, Claim{Order: j.order, Server: server, Fixed: fixed})
		}
		list = rapid.Permutation(list).Draw(t, "added")
		c.Reset(rapid.IntRange(0, 30).Draw(t, "room for claims"))
		cut := rapid.IntRange(0, len(list)).Draw(t, "parts")
		c.Add(list[:cut])
		c.Add(list[cut:])
		last, calls := uint64(0), 0
		count := c.Settle(func(i int, claim *Claim) (uint32, bool) {
			if claim != &c.List[i] || claim.Fixed {
				t.Fatalf("claim %d, %+v, is taken up", i, claim)
			}
			if claim.Order <= last {
				t.Fatalf("claim of order %d is taken up after %d", claim.Order, last)
			}
			last = claim.Order
			calls++
			return of[claim.Order].choose(func(s uint32) int {
				n := start[s]
				for k := c.Ledger.First(s); k >= 0; k = c.Ledger.Next(k) {
					if c.List[k].Server == s && c.List[k].Order < claim.Order {
						n++
					}
				}
				return n
			}, room)
		})
		if count != calls {
			t.Fatalf("%d claims taken up, %d reported", calls, count)
		}
		if len(c.List) != len(list) {
			t.Fatalf("%d claims of %d", len(c.List), len(list))
		}
		on := map[uint32]int{}
		for _, claim := range c.List {
			if claim.Server != want[claim.Order] {
				t.Fatalf("job of order %d goes to %d, one by one it went to %d", claim.Order, claim.Server, want[claim.Order])
			}
			on[claim.Server]++
		}
		for _, claim := range c.List {
			if claim.Server != NoServer && on[claim.Server] > 1 && !claim.Shared {
				t.Fatalf("server %d has %d claims, that of order %d does not know", claim.Server, on[claim.Server], claim.Order)
			}
		}
		for s := range uint32(servers) { // the ledger is right after all the moves
			n := 0
			for k := c.Ledger.First(s); k >= 0; k = c.Ledger.Next(k) {
				if c.List[k].Server == s {
					n++
				}
			}
			if n != on[s] {
				t.Fatalf("the ledger has %d claims on server %d of %d", n, s, on[s])
			}
		}
		taken, claims = taken+count, claims+len(c.List)
	})
	if taken == 0 {
		t.Errorf("no claim of %d was ever taken up: the test says nothing", claims)
	}
}

func rangeOf(n int) (ids []uint32) {
	for i := range n {
		ids = append(ids, uint32(i))
	}
	return ids
}

// TestSettleChain: a chain by hand. Four jobs of which each displaces the next: the earliest claim stands, and nobody is asked who need not
// be.
func TestSettleChain(t *testing.T) {
	var c Claims
	c.Reset(5)
	c.Add([]Claim{
		{Order: 40, Server: 3}, // last: is displaced by 30 when that moves
		{Order: 10, Server: 1}, // first: stands
		{Order: 30, Server: 2}, // is displaced by 20
		{Order: 20, Server: 1}, // met 10: moves to 2
		{Order: 50, Server: 7}, // alone
	})
	var asked []uint64
	n := c.Settle(func(_ int, claim *Claim) (uint32, bool) {
		asked = append(asked, claim.Order)
		return map[uint64]uint32{20: 2, 30: 3, 40: NoServer}[claim.Order], false
	})
	if n != 3 || !slices.Equal(asked, []uint64{20, 30, 40}) {
		t.Errorf("%d taken up: %v", n, asked)
	}
	for i, want := range []uint32{NoServer, 1, 3, 2, 7} {
		if c.List[i].Server != want {
			t.Errorf("claim of order %d is on server %d, want %d", c.List[i].Order, c.List[i].Server, want)
		}
	}
	if c.List[4].Shared {
		t.Error("a claim that met nobody is marked")
	}
}

// TestFixedClaimsStay: a fixed claim is never asked about, but makes later ones on its server be taken up, before and after it becomes
// fixed.
func TestFixedClaimsStay(t *testing.T) {
	var c Claims
	c.Reset(4)
	c.Add([]Claim{{Order: 1, Server: 5, Fixed: true}, {Order: 2, Server: 5, Fixed: true}, {Order: 3, Server: 5}, {Order: 4, Server: 6}})
	var asked []uint64
	c.Settle(func(_ int, claim *Claim) (uint32, bool) {
		asked = append(asked, claim.Order)
		return 6, true
	})
	if !slices.Equal(asked, []uint64{3, 4}) {
		t.Errorf("asked about %v", asked)
	}
	if c.List[0].Server != 5 || c.List[1].Server != 5 || !c.List[2].Fixed {
		t.Errorf("%+v", c.List)
	}
}

// TestQueueIsAHeap: claims come out in the order of time, each once, however they were put in.
func TestQueueIsAHeap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Claims
		c.Reset(0)
		orders := rapid.SliceOfDistinct(rapid.Uint64(), func(o uint64) uint64 { return o }).Draw(t, "orders")
		for _, o := range orders {
			c.List = append(c.List, Claim{Order: o})
		}
		for i := range orders {
			c.push(int32(i))
			if rapid.Bool().Draw(t, "again") {
				c.push(int32(i))
			}
		}
		slices.Sort(orders)
		for _, want := range orders {
			if got := c.List[c.pop()].Order; got != want {
				t.Fatalf("%d comes out before %d", got, want)
			}
		}
		if len(c.queue) != 0 {
			t.Fatalf("%d claims are left", len(c.queue))
		}
	})
}

// TestClaimsReuseTheirMemory: windows no larger than the largest so far allocate nothing.
func TestClaimsReuseTheirMemory(t *testing.T) {
	var c Claims
	var list []Claim
	for i := range 500 {
		list = append(list, Claim{Order: uint64(i + 1), Server: uint32(i % 100)})
	}
	route := func(i int, claim *Claim) (uint32, bool) { return claim.Server + 1, false }
	window := func() {
		c.Reset(len(list))
		c.Add(list)
		c.Settle(route)
	}
	window()
	if n := testing.AllocsPerRun(10, window); n != 0 {
		t.Errorf("%v allocations a window", n)
	}
}
