package kernel

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel/policy"
)

// manyTypes draws a system of several types with one port whose row has part of the servers, some rows longer than one scan and than one
// step of a search that may end early, and the numbers of jobs of its servers: often only servers of late types are idle, or none.
func manyTypes(t *rapid.T, rule policy.Rule, buffer int) (sys *System, row []uint32, jobs []int) {
	sys = &System{Buffer: buffer, Arrivals: 1, Policy: policy.Policy{Rule: rule}}
	for i := range rapid.IntRange(1, 5).Draw(t, "types") {
		sys.Types = append(
			sys.Types,
			Type{Rate: 1 / float64(1+i), Count: rapid.OneOf(rapid.IntRange(1, 5), rapid.IntRange(1, 90)).Draw(t, "count")},
		)
	}
	n := sys.Servers()
	skip := rapid.IntRange(0, 3).Draw(t, "skip")
	for s := range n {
		if skip == 0 || rapid.IntRange(0, skip).Draw(t, "in") == 0 {
			row = append(row, uint32(s))
		}
	}
	if len(row) == 0 {
		row = []uint32{uint32(rapid.IntRange(0, n-1).Draw(t, "only"))}
	}
	sys.Graph = explicit(t, [][]uint32{row}, n)
	jobs = make([]int, n)
	idleType := rapid.IntRange(0, len(sys.Types)).Draw(t, "first type with idle servers") // none if it is too large
	share := rapid.SampledFrom([]int{1, 3, 20}).Draw(t, "one idle in")
	seed := rapid.Uint64().Draw(t, "jobs")
	s := 0
	for m, typ := range sys.Types {
		for range typ.Count {
			h := int(tieHash(seed, uint32(s)))
			jobs[s] = 1 + h%3
			if m >= idleType && h/4%share == 0 {
				jobs[s] = 0
			}
			s++
		}
	}
	return sys, row, jobs
}

// choiceByDefinition is the choice of the definition among the servers of a row, and whether it is an idle one.
func choiceByDefinition(sys *System, row []uint32, jobs []int, seed uint64) (server uint32, idle bool) {
	ends := sys.typeEnds()
	speed := func(s uint32) int {
		m := 0
		for s >= ends[m] {
			m++
		}
		return m
	}
	length := func(s uint32) int { return jobs[s] }
	best := least(row, length)
	switch sys.Policy.Rule {
	case policy.JFSQ:
		best = least(best, speed)
	case policy.JFIQ, policy.JIQ:
		if jobs[best[0]] > 0 {
			return 0, false
		}
		if sys.Policy.Rule == policy.JFIQ {
			best = least(best, speed)
		}
	}
	return leastHash(seed, best), jobs[best[0]] == 0
}

// checkSearch compares a router's search, by keys and by idle bits, at every level, on a stored graph and a packed one, with the
// definition.
func checkSearch[K Word](t *rapid.T, sys *System, row []uint32, jobs []int) {
	l, err := NewLayout(sys)
	if err != nil {
		t.Fatal(err)
	}
	n := sys.Servers()
	state, err := NewState[K](nil, n)
	if err != nil {
		t.Fatal(err)
	}
	InitState(sys, l, state)
	for s := range state {
		state[s] += K(jobs[s]) << l.TypeBits
	}
	set, err := NewIdleSet(nil, n, false)
	if err != nil {
		t.Fatal(err)
	}
	FillIdle(&set, l, state, 0, uint32(n))
	packed, err := graph.Pack(context.Background(), nil, sys.Graph, 1)
	if err != nil {
		t.Fatal(err)
	}
	a := Arrival{Seed: rapid.Uint64().Draw(t, "seed")}
	want, idle := choiceByDefinition(sys, row, jobs, a.Seed)
	for _, g := range []graph.Graph{sys.Graph, packed, asked{sys.Graph}} {
		form := *sys
		form.Graph = g
		for level := isa.Generic; level <= isa.Available(); level++ {
			for _, bits := range []bool{false, true} {
				if bits && !AsksForIdle(sys) {
					continue
				}
				r := NewRouter(&form, l, state, level)
				if bits {
					r.FindIdle(set)
				}
				what := fmt.Sprintf("%T, %v, idle bits %v, row of %d", g, level, bits, len(row))
				server, key, fate := r.Route(&a)
				if AsksForIdle(sys) && !idle {
					if fate != Settled || jobs[server] == 0 {
						t.Fatalf("%s: server %d with %d jobs, %v, though none is idle", what, server, jobs[server], fate)
					}
					continue
				}
				if server != want || key != state[want] || fate != Placed && jobs[want] < sys.Buffer {
					t.Fatalf("%s: server %d with key %d, %v, want server %d with key %d", what, server, key, fate, want, state[want])
				}
			}
		}
	}
}

// TestSearchByType: rules that prefer fast servers, and those that do not, on several types: where a search may end at an idle server, and
// must not at one that another beats.
func TestSearchByType(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := rapid.SampledFrom([]policy.Rule{policy.JFSQ, policy.JSQ, policy.JFIQ, policy.JIQ}).Draw(t, "rule")
		switch buffer := rapid.SampledFrom([]int{5, 200, 0}).Draw(t, "buffer"); buffer {
		case 5:
			sys, row, jobs := manyTypes(t, rule, buffer)
			checkSearch[uint8](t, sys, row, jobs)
		case 200:
			sys, row, jobs := manyTypes(t, rule, 1000)
			checkSearch[uint16](t, sys, row, jobs)
		default:
			sys, row, jobs := manyTypes(t, rule, 1<<20)
			checkSearch[uint32](t, sys, row, jobs)
		}
	})
}

// TestSearchEndsAtTheTypeBoundary: rows in which one type ends exactly where a step of the search does, or one place before or after, and
// the only idle server of the first type, or all of them, lie on either side.
func TestSearchEndsAtTheTypeBoundary(t *testing.T) {
	for _, fast := range []int{1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 80} {
		n := fast + 40
		sys := &System{
			Graph: explicit(
				t,
				[][]uint32{ids(n, 1)},
				n,
			), Types: []Type{{Rate: 3, Count: fast}, {Rate: 2, Count: 20}, {Rate: 1, Count: 20}}, Buffer: 5, Arrivals: 1,
		}
		for _, rule := range []policy.Rule{policy.JFSQ, policy.JFIQ, policy.JSQ, policy.JIQ} {
			sys.Policy.Rule = rule
			for pattern := range 5 {
				jobs := make([]int, n)
				for s := range jobs {
					switch {
					case pattern == 0 && s != fast-1, pattern == 1 && s < fast, pattern == 2 && s < n-1, pattern == 3 && s%16 != 0:
						jobs[s] = 1
					}
				}
				choose := chooser(t, sys, jobs)
				for seed := range uint64(30) {
					a := Arrival{Seed: seed * 0x9E3779B97F4A7C15}
					want, _ := choiceByDefinition(sys, ids(n, 1), jobs, a.Seed)
					if got := choose(&a); got != want {
						t.Fatalf("%v, %d fast servers, pattern %d, seed %d: server %d, want %d", rule, fast, pattern, seed, got, want)
					}
				}
			}
		}
	}
}

// TestSearchEndsEarly: a search that has found the fastest idle server reads no further: a key that lies, in the rest of the row, is not
// seen.
func TestSearchEndsEarly(t *testing.T) {
	const n = 200
	sys := &System{
		Graph: explicit(
			t,
			[][]uint32{ids(n, 1)},
			n,
		), Types: []Type{{Rate: 2, Count: 16}, {Rate: 1, Count: n - 16}}, Buffer: 5, Arrivals: 1, Policy: policy.Policy{Rule: policy.JFSQ},
	}
	l, err := NewLayout(sys)
	if err != nil {
		t.Fatal(err)
	}
	state := make([]uint8, n+StatePadding)
	InitState(sys, l, state[:n])
	clear(state[16:n]) // better than they should be
	for level := isa.Generic; level <= isa.Available(); level++ {
		r := NewRouter(sys, l, state[:n], level)
		for seed := range uint64(50) {
			if server, _, _ := r.Route(&Arrival{Seed: (seed + 1) * 0x9E3779B97F4A7C15}); server >= 16 {
				t.Fatalf("%v: server %d: the search went on", level, server)
			}
		}
	}
}

// TestIdleSearchOfAnyOrder: rows need not be ascending: a later scan of a long row may find a faster server than an earlier one, and the
// tie is then among those of its type alone.
func TestIdleSearchOfAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys, row, jobs := manyTypes(t, rapid.SampledFrom([]policy.Rule{policy.JFIQ, policy.JIQ}).Draw(t, "rule"), 5)
		n := sys.Servers()
		set, err := NewIdleSet(nil, n, false)
		if err != nil {
			t.Fatal(err)
		}
		for s := range n {
			set.Put(uint32(s), jobs[s] == 0)
		}
		a := Arrival{Seed: rapid.Uint64().Draw(t, "seed")}
		want, idle := choiceByDefinition(sys, row, jobs, a.Seed)
		shuffled := append(make([]uint32, 0, len(row)+graph.Padding), row...)
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))
		order.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		l, err := NewLayout(sys)
		if err != nil {
			t.Fatal(err)
		}
		for level := isa.Generic; level <= isa.Available(); level++ {
			r := NewRouter(sys, l, make([]uint8, n+StatePadding)[:n], level)
			r.FindIdle(set)
			server, key, ok := r.leastIdle(shuffled, &a)
			if ok != idle || ok && (server != want || int(key) != r.typeOf(want)) {
				t.Fatalf("%v, row %v: server %d with key %d, %v, want %d, %v", level, shuffled, server, key, ok, want, idle)
			}
		}
	})
}

// TestSearchFindsTheLargestHash: the only candidate is chosen though its hash is all ones, the value that a search begins with.
func TestSearchFindsTheLargestHash(t *testing.T) {
	const server = 3
	x := ^uint32(0) // undo tieHash for stride 1, as TestPickOfLargestHash does
	x ^= x >> 16
	x *= inverse32(0xC2B2AE35)
	x ^= x>>13 ^ x>>26
	x *= inverse32(0x85EBCA6B)
	x ^= x >> 16
	a := Arrival{Seed: 1<<32 | uint64(x-server)}
	if tieHash(a.Seed, server) != ^uint32(0) {
		t.Fatalf("server %d has hash %x", server, tieHash(a.Seed, server))
	}
	for _, policy := range everyRule() {
		sys := &System{
			Graph:  explicit(t, [][]uint32{{server}}, 9),
			Types:  []Type{{Rate: 2, Count: 2}, {Rate: 1, Count: 7}},
			Buffer: 5,
			Policy: policy,
		}
		l, err := NewLayout(sys)
		if err != nil {
			t.Fatal(err)
		}
		state := make([]uint8, 9+StatePadding)
		InitState(sys, l, state)
		set, err := NewIdleSet(nil, 9, false)
		if err != nil {
			t.Fatal(err)
		}
		FillIdle(&set, l, state, 0, 9)
		for level := isa.Generic; level <= isa.Available(); level++ {
			for _, bits := range []bool{false, true} {
				r := NewRouter(sys, l, state[:9], level)
				if bits && AsksForIdle(sys) {
					r.FindIdle(set)
				}
				if got, key, _ := r.Route(&a); got != server || key != state[server] {
					t.Errorf("%v, %v, idle bits %v: server %d with key %d", policy.Rule, level, bits, got, key)
				}
			}
		}
	}
}

// TestExceptionsByType: keys and idle bits that are wrong about some servers, of which the router is told, lead to the choice of the truth,
// on several types.
func TestExceptionsByType(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys, row, jobs := manyTypes(
			t,
			rapid.SampledFrom([]policy.Rule{policy.JFSQ, policy.JSQ, policy.JFIQ, policy.JIQ}).Draw(t, "rule"),
			5,
		)
		l, err := NewLayout(sys)
		if err != nil {
			t.Fatal(err)
		}
		n := sys.Servers()
		state := make([]uint8, n+StatePadding)
		InitState(sys, l, state[:n])
		var except []Exception[uint8]
		lies := rapid.Uint64().Draw(t, "lies")
		often := rapid.SampledFrom([]uint32{2, 10, 100}).Draw(t, "one wrong in")
		for s, k := range jobs {
			typ := state[s]
			state[s] = typ + uint8(k)<<l.TypeBits
			if h := tieHash(lies, uint32(s)); h%often == 0 {
				except = append(except, Exception[uint8]{uint32(s), state[s]})
				state[s] = typ + uint8((h>>8)%3)<<l.TypeBits
			}
		}
		set, err := NewIdleSet(nil, n, false)
		if err != nil {
			t.Fatal(err)
		}
		FillIdle(&set, l, state, 0, uint32(n))
		a := Arrival{Seed: rapid.Uint64().Draw(t, "seed")}
		want, idle := choiceByDefinition(sys, row, jobs, a.Seed)
		for level := isa.Generic; level <= isa.Available(); level++ {
			for _, bits := range []bool{false, true} {
				r := NewRouter(sys, l, state[:n], level)
				if bits && AsksForIdle(sys) {
					r.FindIdle(set)
				}
				for range 2 { // told, not told, and told again: nothing is left of the time before
					r.Except = except
					server, key, fate := r.Route(&a)
					if AsksForIdle(sys) && !idle {
						if fate != Settled || jobs[server] == 0 || int(key>>l.TypeBits) != jobs[server] {
							t.Fatalf("%v, idle bits %v: server %d with key %d, %v, though none is idle", level, bits, server, key, fate)
						}
					} else if server != want || l.jobs(uint32(key)) != jobs[want] || l.typ(uint32(key)) != r.typeOf(want) {
						t.Fatalf("%v, idle bits %v, row of %d, %d exceptions: server %d with key %d, want %d with %d jobs", level, bits,
							len(row), len(except), server, key, want, jobs[want])
					}
					r.Except = nil
					r.Route(&a)
				}
			}
		}
	})
}
