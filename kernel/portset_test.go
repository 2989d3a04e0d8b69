package kernel

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"shardq/alloc"
	"shardq/graph"
	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel/policy"
)

// drawRows draws rows of any density, the empty one among them.
func drawRows(t *rapid.T, ports, servers int) [][]uint32 {
	draw := rng.NewSequence(rapid.Uint64().Draw(t, "edges"))
	rows := make([][]uint32, ports)
	for p := range rows {
		sparsity := rapid.SampledFrom([]uint64{1, 2, 9, 1 << 40}).Draw(t, "sparsity")
		for s := range servers {
			if draw.Below(sparsity) == 0 {
				rows[p] = append(rows[p], uint32(s))
			}
		}
	}
	return rows
}

// portsOf makes a set that keeps ports.
func portsOf(t interface{ Fatal(...any) }, sys *System, shared bool) (IdleSet, *PortIndex) {
	x, err := NewPortIndex(nil, sys, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewIdleSet(nil, sys.Servers(), shared)
	if err == nil {
		err = s.KeepPorts(nil, x)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s, x
}

// check compares a set with the servers that are idle: words and summary of each port, and the walk over them.
func (s *portSet) check(rows [][]uint32, idle []bool) error {
	for p, row := range rows {
		base := s.base[p]
		want := uint32(0)
		for i, server := range row {
			place := base<<6 + uint32(i)
			if got := s.words[place>>6]>>(place&63)&1 != 0; got != idle[server] {
				return fmt.Errorf("port %d, position %d, server %d: idle %v", p, i, server, got)
			}
			if got, ok := s.place(server, uint32(p)); !ok || got != place {
				return fmt.Errorf("port %d: server %d is at place %d, not %d, %v", p, server, place, got, ok)
			}
			if !idle[server] {
				continue
			}
			if at, ok := s.next(uint32(p), want); !ok || at != uint32(i) {
				return fmt.Errorf("port %d: after %d comes %d, %v, not %d", p, want, at, ok, i)
			}
			want = uint32(i) + 1
		}
		if at, ok := s.next(uint32(p), want); ok {
			return fmt.Errorf("port %d: after the last idle one comes %d", p, at)
		}
		for server := range idle {
			if _, ok := s.place(uint32(server), uint32(p)); ok != slices.Contains(row, uint32(server)) {
				return fmt.Errorf("port %d: server %d, %v", p, server, ok)
			}
		}
	}
	for g := range uint32(4 * len(s.words)) {
		if s.summary[g>>6]>>(g&63)&1 != 0 != (s.group(g) != 0) {
			return fmt.Errorf("group %d has %b, and the summary says otherwise", g, s.group(g))
		}
	}
	return nil
}

// TestPortSet: after any changes, all ports of every graph say what the set says, and so does a copy.
func TestPortSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		servers, ports := rapid.IntRange(1, 300).Draw(t, "servers"), rapid.IntRange(1, 6).Draw(t, "ports")
		rows := drawRows(t, ports, servers)
		csr, err := graph.Explicit(rows, servers)
		if err != nil {
			t.Fatal(err)
		}
		sys := &System{Graph: csr, Types: []Type{{Rate: 1, Count: servers}}}
		if rapid.Bool().Draw(t, "packed") {
			if sys.Graph, err = graph.Pack(context.Background(), nil, csr, 1); err != nil {
				t.Fatal(err)
			}
		}
		set, x := portsOf(t, sys, rapid.Bool().Draw(t, "shared"))
		idle := make([]bool, servers)
		state := make([]uint8, servers)
		for i := range idle {
			idle[i] = rapid.Bool().Draw(t, "start")
			if !idle[i] {
				state[i] = 1
			}
		}
		middle := uint32(rapid.IntRange(0, servers).Draw(t, "middle"))
		FillIdle(&set, Layout{}, state, middle, uint32(servers))
		FillIdle(&set, Layout{}, state, 0, middle)
		for range rapid.IntRange(0, 100).Draw(t, "changes") {
			s := rapid.IntRange(0, servers-1).Draw(t, "server")
			idle[s] = rapid.Bool().Draw(t, "idle")
			set.Put(uint32(s), idle[s])
		}
		if err := set.ports.check(rows, idle); err != nil {
			t.Fatal(err)
		}
		second, err := NewIdleSet(nil, servers, false)
		if err == nil {
			err = second.KeepPorts(nil, x)
		}
		if err != nil {
			t.Fatal(err)
		}
		second.Put(0, !idle[0])
		second.CopyFrom(&set)
		if err := second.ports.check(rows, idle); err != nil {
			t.Fatalf("the copy: %v", err)
		}
	})
}

// TestPortSetShared: goroutines that put their own servers at the same time, with neighbours in every group, leave words and summary as
// they should be.
func TestPortSetShared(t *testing.T) {
	const servers, ports, writers, rounds = 640, 5, 4, 300
	rows := make([][]uint32, ports)
	for p := range rows {
		for s := range servers {
			if s%(p+1) == 0 {
				rows[p] = append(rows[p], uint32(s))
			}
		}
	}
	csr, err := graph.Explicit(rows, servers)
	if err != nil {
		t.Fatal(err)
	}
	set, _ := portsOf(t, &System{Graph: csr, Types: []Type{{Rate: 1, Count: servers}}}, true)
	idle := make([]bool, servers)
	for round := range rounds {
		var wait sync.WaitGroup
		for w := range writers {
			wait.Go(func() {
				draw := rng.NewSequence(uint64(round*writers + w))
				for s := w; s < servers; s += writers {
					if draw.Below(3) > 0 {
						idle[s] = draw.Below(8) == 0 // few, so that groups become empty
						set.Put(uint32(s), idle[s])
					}
				}
			})
		}
		wait.Wait()
		if round%20 != 0 && round != rounds-1 {
			continue
		}
		if err := set.ports.check(rows, idle); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
	}
}

// TestLeastIdleOfPort: on long rows, few or many idle, with and without servers that are not what the set says, a port's bits lead to the
// same choice as a look at every server.
func TestLeastIdleOfPort(t *testing.T) {
	const servers, ports = 20_000, 2
	cfg := graph.Config{Ports: ports, Servers: servers, Seed: 3}
	csr, err := graph.Bernoulli(context.Background(), cfg, 0.6)
	if err != nil {
		t.Fatal(err)
	}
	computed, err := graph.NewComputed(cfg, 0.3)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []graph.Graph{csr, computed} {
		for _, rule := range []policy.Rule{policy.JFIQ, policy.JIQ, policy.JIQJSQD} {
			for _, share := range []uint64{1, 2, 30, 1000, 200_000} { // one in so many is idle
				sys := &System{
					Graph: g, Types: []Type{{Rate: 3, Count: 1000}, {Rate: 2, Count: 4000}, {Rate: 1, Count: 15_000}}, Buffer: 5,
					Policy: policy.Policy{Rule: rule, D: 2},
				}
				checkPorts(t, sys, share)
			}
		}
	}
}

// checkPorts compares routers at all levels with one that looks at keys.
func checkPorts(t *testing.T, sys *System, share uint64) {
	l, err := NewLayout(sys)
	if err != nil {
		t.Fatal(err)
	}
	state, err := NewState[uint8](nil, sys.Servers())
	if err != nil {
		t.Fatal(err)
	}
	InitState(sys, l, state)
	draw := rng.NewSequence(share)
	var idle []uint32
	for s := range state {
		if draw.Below(share) != 0 {
			state[s] += 1 << l.TypeBits
		} else {
			idle = append(idle, uint32(s))
		}
	}
	set, x := portsOf(t, sys, false)
	FillIdle(&set, l, state, 0, uint32(len(state)))
	plain := NewRouter(sys, l, state, isa.Available())
	routers := make([]*Router[uint8], isa.Available()+1)
	for level := range routers {
		routers[level] = NewRouter(sys, l, state, isa.Level(level))
		routers[level].FindIdle(set)
	}
	for i := range 24 {
		a := &Arrival{Port: uint32(i % sys.Graph.Ports()), Seed: draw.Next()}
		var except []Exception[uint8]
		for n := range i % 4 * 2 {
			// Most of those that would be chosen turn out to be busy, and some server or other to be idle.
			plain.Except = except
			e := Exception[uint8]{uint32(draw.Below(uint64(len(state)))), 0}
			if server, _, _ := plain.Route(a); n%3 > 0 {
				e.Server, e.Key = server, 1<<l.TypeBits
			}
			if slices.ContainsFunc(except, func(o Exception[uint8]) bool { return o.Server == e.Server }) {
				continue
			}
			e.Key |= uint8(plain.typeOf(e.Server))
			except = append(except, e)
		}
		plain.Except = except
		server, key, fate := plain.Route(a)
		for _, r := range routers {
			r.Except = except
			if s, k, f := r.Route(a); s != server || k != key || f != fate {
				t.Fatalf(
					"%v, %v, %d idle, exceptions %v: server %d, key %d, %v, want %d, %d, %v",
					sys.Policy.Rule,
					r.isa,
					len(idle),
					except,
					s,
					k,
					f,
					server,
					key,
					fate,
				)
			}
		}
	}
	if err := x.Free(nil); err != nil {
		t.Error(err)
	}
}

// TestSeekAndScan: both ways to the least hash of a run agree, from any hash on, and a search may end without result.
func TestSeekAndScan(t *testing.T) {
	const servers = 20_000
	csr, err := graph.Bernoulli(context.Background(), graph.Config{Ports: 2, Servers: servers, Seed: 3}, 0.7)
	if err != nil {
		t.Fatal(err)
	}
	set, _ := portsOf(t, &System{Graph: csr, Types: []Type{{Rate: 1, Count: servers}}}, false)
	for s := range uint32(servers) {
		set.Put(s, s%3 > 0)
	}
	for level := isa.Generic; level <= isa.Available(); level++ {
		r := &Router[uint8]{idle: set, isa: level, servers: servers}
		missed := 0
		for seed := range uint64(40) {
			run := portRun{set: set.ports, row: csr.Row(1, nil), port: 1, first: 5000, width: 10_000}
			run.start, _ = set.ports.next(1, 0)
			from := uint32(seed << 24)
			seed = rng.Mix64(seed)
			server, hash := ^uint32(0), ^uint32(0)
			for _, s := range run.row {
				if h := tieHash(seed, s); s%3 > 0 && s >= 5000 && s < 15_000 && h >= from && h < hash {
					server, hash = s, h
				}
			}
			if s, h, ok := r.leastOfRun(&run, seed, from); !ok || s != server || h != hash {
				t.Fatalf("%v: server %d with hash %x, want %d with %x", level, s, h, server, hash)
			}
			if s, h, ok := r.seek(&run, seed, from, 1<<21); ok && (s != server || h != hash) {
				t.Fatalf("%v: sought server %d with hash %x, want %d with %x", level, s, h, server, hash)
			}
			if _, _, ok := r.seek(&run, seed, from, 1<<20); !ok {
				missed++
			}
		}
		// 4,667 of 2^32 hashes are those of candidates, so that 2^20 trials miss with probability exp(-1.14) = .32. The seeds are fixed.
		if missed < 3 || missed > 25 {
			t.Errorf("%v: %d of 40 searches without result", level, missed)
		}
	}
}

// TestPortIndexMemory: an index says beforehand what it takes, gives it back, and is refused where a place would not fit into 32 bits.
func TestPortIndexMemory(t *testing.T) {
	arena := alloc.New(alloc.Config{Backing: alloc.Heap})
	g, err := graph.NewComputed(graph.Config{Ports: 40, Servers: 100_000, Seed: 1}, 0.4)
	if err != nil {
		t.Fatal(err)
	}
	sys := &System{Graph: g, Types: []Type{{Rate: 1, Count: 100_000}}, Policy: policy.Policy{Rule: policy.JIQ}}
	x, err := NewPortIndex(arena, sys, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewIdleSet(arena, 100_000, false)
	if err == nil {
		err = s.KeepPorts(arena, x)
	}
	if err != nil {
		t.Fatal(err)
	}
	took := uint64(0)
	for _, use := range arena.Usage() {
		took += use.Bytes
	}
	set, common := IdleBytes(sys, IdleByPort)
	if sum := set + common; took > sum+1<<12 || sum > took+took/50 {
		t.Errorf("%d bytes, said %d", took, sum)
	}
	for range 2 {
		if err := s.Free(arena); err != nil {
			t.Error(err)
		}
		if err := x.Free(arena); err != nil {
			t.Error(err)
		}
	}
	if use := arena.Usage(); len(use) != 0 {
		t.Errorf("left %v", use)
	}
	sys.Graph = graph.Complete{L: 1 << 20, N: 1 << 20}
	if _, err := NewPortIndex(nil, sys, isa.Best); err == nil {
		t.Error("2^40 edges are accepted")
	}
}

// TestChooseIdleWay: what is asked for is what is used, unless the policy does not ask for idle servers; by itself the program keeps bits
// by port where few ports have long rows, and bits by row where keys are many.
func TestChooseIdleWay(t *testing.T) {
	computed := func(ports, servers int, degree int) graph.Graph {
		g, err := graph.NewComputedRegular(graph.Config{Ports: ports, Servers: servers}, degree)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	for _, c := range []struct {
		graph graph.Graph
		rule  policy.Rule
		asked IdleWay
		want  IdleWay
	}{
		{computed(64, 1<<20, 1<<19), policy.JFIQ, "", IdleByPort},
		{computed(64, 1<<20, 1<<19), policy.JFIQ, IdleByRow, IdleByRow},
		{computed(64, 1<<20, 1<<19), policy.JFSQ, IdleByPort, ""},
		{computed(64, 1<<12, 1<<10), policy.JIQ, "", IdleByPort},
		{computed(64, 1<<12, 1<<10-1), policy.JIQ, "", IdleByKey},          // short rows
		{computed(65, 1<<12, 1<<10), policy.JIQ, "", IdleByKey},            // many ports
		{computed(1<<10, 1<<20, 1<<19), policy.JIQJSQD, "", IdleByKey},     // 2^29 edges
		{computed(1<<23, 1<<23, 30), policy.JIQJSQD, "", IdleByRow},        // 2^23 bytes of keys
		{computed(1<<10, 1<<10, 30), policy.JIQ, IdleByPort, IdleByPort},   // whatever it costs
		{graph.Complete{L: 1, N: 1 << 20}, policy.JIQ, IdleByPort, ""},     // by rank
		{graph.Complete{L: 1 << 20, N: 1 << 20}, policy.Random, "row", ""}, // no question
	} {
		n := c.graph.Servers()
		sys := &System{Graph: c.graph, Types: []Type{{Rate: 1, Count: n}}, Buffer: 5, Policy: policy.Policy{Rule: c.rule, D: 2}}
		l, err := NewLayout(sys)
		if err != nil {
			t.Fatal(err)
		}
		if got := ChooseIdleWay(sys, l, c.asked); got != c.want {
			t.Errorf("%v, %d ports, %d servers, asked %q: %q, want %q", c.rule, c.graph.Ports(), n, c.asked, got, c.want)
		}
	}
}
