package kernel

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
)

// asked hides what a graph is, so that a router has to ask it for rows.
type asked struct{ graph.Graph }

// wideOffsets returns the graph with offsets of 64 bits, which others have from 2^32 edges on: there is no way to make a small one, so its
// fields are set.
func wideOffsets(t interface{ Fatal(...any) }, g *graph.CSR) *graph.CSR {
	wide := *g
	field := func(name string) reflect.Value {
		f := reflect.ValueOf(&wide).Elem().FieldByName(name)
		if !f.IsValid() {
			t.Fatal("graph.CSR has no field ", name)
		}
		return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
	}
	offsets := make([]uint64, 0, len(g.Offsets32()))
	for _, at := range g.Offsets32() {
		offsets = append(offsets, uint64(at))
	}
	field("offsets32").SetZero()
	field("offsets64").Set(reflect.ValueOf(offsets))
	if wide.Offsets32() != nil || wide.Edges() != g.Edges() {
		t.Fatal("the offsets are not wide")
	}
	return &wide
}

// forms returns one random graph in every form that a router treats in its own way. Rows are of 0 to servers neighbours.
func forms(t *rapid.T, ports, servers int) map[string]graph.Graph {
	seed := rapid.Uint64().Draw(t, "graph")
	p := rapid.SampledFrom([]float64{0, 0.02, 0.1, 0.5, 0.8, 1}).Draw(t, "probability")
	computed, err := graph.NewComputed(graph.Config{Ports: ports, Servers: servers, Seed: seed}, p)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := computed.Stored(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := graph.Pack(context.Background(), nil, stored, 1)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]graph.Graph{
		"computed": computed,
		"stored":   stored,
		"packed":   packed,
		"asked":    asked{stored},
		"wide":     wideOffsets(t, stored),
	}
}

// route is what Route answers.
type route struct {
	server, key uint32
	fate        Fate
}

// TestLookingAheadChangesNothing: on every form of a graph, at every level, with keys and with idle bits, under every rule, a router that
// is told what comes next, at any places of any lists, and asked for other jobs in between, chooses what a plain one chooses.
func TestLookingAheadChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		buffer := rapid.SampledFrom([]int{3, 200, 0}).Draw(t, "buffer") // keys of 8, 16 and 32 bits
		switch buffer {
		case 3:
			lookAhead[uint8](t, buffer)
		case 200:
			lookAhead[uint16](t, buffer)
		default:
			lookAhead[uint32](t, buffer)
		}
	})
}

func lookAhead[K Word](t *rapid.T, buffer int) {
	ports := rapid.IntRange(1, 30).Draw(t, "ports")
	counts := rapid.SliceOfN(rapid.IntRange(1, 60), 1, 4).Draw(t, "types")
	sys := &System{Buffer: buffer, Policy: rapid.SampledFrom(everyRule()).Draw(t, "policy")}
	for i, n := range counts {
		sys.Types = append(sys.Types, Type{Rate: 1 / float64(1+i), Count: n})
	}
	n := sys.Servers()
	l, err := NewLayout(sys)
	if err != nil {
		t.Fatal(err)
	}
	padded, err := NewState[K](nil, n)
	if err != nil {
		t.Fatal(err)
	}
	InitState(sys, l, padded)
	most := rapid.IntRange(0, 3).Draw(t, "most jobs")
	random := rapid.Uint64().Draw(t, "state")
	for i := range padded {
		padded[i] += K(int(tieHash(random, uint32(i)))%(most+1)) << l.TypeBits
	}
	var lists [2][]Arrival
	for k := range lists {
		for i := range rapid.IntRange(0, 80).Draw(t, "arrivals") {
			h := tieHash(random+1, uint32(100*k+i))
			lists[k] = append(lists[k], Arrival{Port: h % uint32(ports), Seed: uint64(h)<<32 | uint64(i)})
		}
	}
	graphs := forms(t, ports, n)
	var wants [2][]route
	for k, list := range lists {
		sys.Graph = graphs["asked"]
		plain := NewRouter(sys, l, padded, isa.Generic)
		for i := range list {
			server, key, fate := plain.Route(&list[i])
			wants[k] = append(wants[k], route{server, uint32(key), fate})
		}
	}
	set, err := NewIdleSet(nil, n, false)
	if err != nil {
		t.Fatal(err)
	}
	FillIdle(&set, l, padded, 0, uint32(n))
	type step struct{ list, from, count, other int }
	var steps []step
	for range rapid.IntRange(1, 6).Draw(t, "pieces") {
		k := rapid.IntRange(0, 1).Draw(t, "list")
		if len(lists[k]) == 0 {
			continue
		}
		from := rapid.IntRange(0, len(lists[k])-1).Draw(t, "from")
		steps = append(steps, step{k, from, rapid.IntRange(0, len(lists[k])-from).Draw(t, "count"), rapid.IntRange(0, 9).Draw(t, "other")})
	}
	for name, g := range graphs {
		for level := isa.Generic; level <= isa.Available(); level++ {
			for _, bits := range []bool{false, true} {
				sys.Graph = g
				r := NewRouter(sys, l, padded, level)
				if bits && AsksForIdle(sys) {
					r.FindIdle(set)
				}
				if want := map[bool]isa.Level{true: isa.Generic, false: level}[name == "asked"]; r.isa != want {
					t.Fatalf("%s, asked for %v: rows are scanned at level %v", name, level, r.isa)
				}
				r.far = rapid.Bool().Draw(t, "far") // as if the state were large
				check := func(k, i int) {
					server, key, fate := r.Route(&lists[k][i])
					got := route{server, uint32(key), fate}
					if want := wants[k][i]; got != want && !(fate == NoRoute && want.fate == NoRoute) {
						t.Fatalf(
							"%s, %v, idle bits %v, arrival %d of list %d at port %d: %+v, want %+v",
							name,
							level,
							bits,
							i,
							k,
							lists[k][i].Port,
							got,
							want,
						)
					}
				}
				for _, s := range steps {
					r.Start(lists[s.list], s.from)
					for i := s.from; i < s.from+s.count; i++ {
						r.Ahead(lists[s.list], i)
						if s.other > 6 { // somebody else's job first, without a word; perhaps of a port whose row lies in a buffer
							if k := (s.list + i) % 2; len(lists[k]) > 0 {
								check(k, (i*7+s.other)%len(lists[k]))
							}
						}
						check(s.list, i)
						if s.other%3 == 0 { // and the same again
							check(s.list, i)
						}
					}
				}
				for k := range lists { // after all that, without a word
					for i := range lists[k] {
						check(k, i)
					}
				}
			}
		}
	}
}

// TestRowsMadeAhead: the rows in the buffers are those of the ports that they are labelled with, all at a time, and have valid ids behind
// them.
func TestRowsMadeAhead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const ports = 40
		servers := rapid.IntRange(1, 700).Draw(t, "servers")
		graphs := forms(t, ports, servers)
		list := make([]Arrival, 60)
		for i := range list {
			list[i].Port = uint32(rapid.IntRange(0, ports-1).Draw(t, "port"))
		}
		for _, name := range []string{"computed", "packed"} {
			sys := &System{Graph: graphs[name], Types: []Type{{Rate: 1, Count: servers}}, Buffer: 3}
			for level := isa.Generic; level <= isa.Available(); level++ {
				r := NewRouter(sys, Layout{Width: 8, MaxJobs: 3, Types: 1}, make([]uint8, servers+StatePadding)[:servers], level)
				r.Start(list, 0)
				for i := range list {
					r.Ahead(list, i)
					for j := i; j <= min(i+rowsAhead, len(list)-1); j++ {
						s := &r.coming.slots[j%len(r.coming.slots)]
						row := slices.Clone(s.row)
						slices.Sort(row)
						if want := graphs["stored"].Row(list[j].Port, nil); s.port != list[j].Port || !slices.Equal(row, want) {
							t.Fatalf(
								"%s, %v, arrival %d: port %d with row %v, want port %d with %v",
								name,
								level,
								j,
								s.port,
								row,
								list[j].Port,
								want,
							)
						}
						if len(row) == 0 {
							continue
						}
						for _, id := range s.row[:roundedUp(len(row), 16)] {
							if int(id) >= servers {
								t.Fatalf("%s, %v: server %d of %d behind a row of %d", name, level, id, servers, len(row))
							}
						}
					}
					if got := r.row(list[i].Port); len(got) > 0 && unsafe.SliceData(got) != unsafe.SliceData(r.coming.now.row) {
						t.Fatalf("%s, %v, arrival %d: its row was made again", name, level, i)
					}
				}
			}
		}
	})
}

// TestStaleRow: a row made for one port is not taken for that of another, though the buffer is the one at hand.
func TestStaleRow(t *testing.T) {
	stored := explicit(t, [][]uint32{{0}, {1}, {}, {3}}, 4)
	packed, err := graph.Pack(context.Background(), nil, stored, 1)
	if err != nil {
		t.Fatal(err)
	}
	computed, err := graph.NewComputedRegular(graph.Config{Ports: 4, Servers: 4, Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []graph.Graph{packed, computed} {
		sys := &System{Graph: g, Types: []Type{{Rate: 1, Count: 4}}, Buffer: 3}
		r := NewRouter(sys, Layout{Width: 8, MaxJobs: 3, Types: 1}, make([]uint8, 4+StatePadding)[:4], isa.Available())
		list := []Arrival{{Port: 0}, {Port: 1}, {Port: 2}, {Port: 3}, {Port: 0}, {Port: 1}}
		for start := range list {
			r.Start(list, start)
			r.Ahead(list, start)
			for port := range uint32(4) {
				want := g.Row(port, nil)
				server, _, fate := r.Route(&Arrival{Port: port})
				if len(want) == 0 != (fate == NoRoute) || len(want) > 0 && server != want[0] {
					t.Errorf("%T, after port %d, port %d: server %d, %v, want %v", g, list[start].Port, port, server, fate, want)
				}
			}
		}
	}
}
