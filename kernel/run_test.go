package kernel_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/kernel/systemtest"
)

// run is what a serial run shows of itself, whatever the width of its keys.
type run struct {
	plan    *kernel.Plan
	layout  kernel.Layout
	advance func(until uint64)
	counter func() kernel.Counters
	digest  func() uint64
	key     func(server int) uint32 // also of the padding words after the last server
}

// jobs returns the length of a queue.
func (r *run) jobs(server int) int { return int(r.key(server) >> r.layout.TypeBits) }

// serial starts a serial run at the given level.
func serial(t interface{ Fatal(...any) }, sys *kernel.System, level isa.Level) *run {
	plan, err := kernel.NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	layout, err := kernel.NewLayout(sys)
	if err != nil {
		t.Fatal(err)
	}
	switch layout.Width {
	case 8:
		return serialOf[uint8](t, sys, plan, layout, level)
	case 16:
		return serialOf[uint16](t, sys, plan, layout, level)
	}
	return serialOf[uint32](t, sys, plan, layout, level)
}

func serialOf[K kernel.Word](t interface{ Fatal(...any) }, sys *kernel.System, plan *kernel.Plan, l kernel.Layout, level isa.Level) *run {
	s, err := kernel.NewSerial[K](nil, sys, plan, l, level, "")
	if err != nil {
		t.Fatal(err)
	}
	state := s.State()
	state = state[:len(state)+kernel.StatePadding]
	for i := range kernel.StatePadding {
		state[sys.Servers()+i] = 77 // nobody writes there
	}
	return &run{
		plan: plan, layout: l, counter: s.Counters, digest: s.Digest,
		key: func(server int) uint32 { return uint32(state[server]) },
		advance: func(until uint64) {
			reached, err := s.Advance(until, nil)
			if err != nil {
				t.Fatal(err)
			}
			if reached != until || s.Now() != until {
				t.Fatal(fmt.Sprintf("reached tick %d of %d", reached, until))
			}
		},
	}
}

// TestQueueNeverNegativeNorAboveBuffer: at many moments of any system every queue is between 0 and the buffer, every key still has the type
// of its server, no word outside the servers is written, and jobs are conserved: those at the start and admitted are those departed and
// still there.
func TestQueueNeverNegativeNorAboveBuffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := systemtest.Draw(t)
		r := serial(t, sys, isa.Best)
		start := r.counter().InSystem
		step := rapid.Uint64Range(1<<25, 1<<28).Draw(t, "step")
		for i := range uint64(16) {
			r.advance((i + 1) * step)
			c := r.counter()
			server, sum := 0, uint64(0)
			for m, typ := range sys.Types {
				for range typ.Count {
					if got := int(r.key(server) & (1<<r.layout.TypeBits - 1)); got != m {
						t.Fatalf("server %d of type %d now has type %d", server, m, got)
					}
					jobs := r.jobs(server)
					if sys.Buffer > 0 && jobs > sys.Buffer || uint64(jobs) > start+c.Arrived {
						t.Fatalf("server %d has %d jobs, buffer %d", server, jobs, sys.Buffer)
					}
					sum += uint64(jobs)
					server++
				}
			}
			for i := range kernel.StatePadding {
				if r.key(server+i) != 77 {
					t.Fatal("wrote behind the last server")
				}
			}
			if c.Arrived != c.Admitted+c.Blocked+c.Unroutable {
				t.Fatalf("arrivals do not add up: %+v", c)
			}
			if c.InSystem != sum || start+c.Admitted-c.Departed != sum {
				t.Fatalf("%d jobs at the start, %d in the queues: %+v", start, sum, c)
			}
			if sys.Buffer == 0 && c.Blocked > 0 {
				t.Fatalf("%d jobs blocked by unbounded buffers", c.Blocked)
			}
		}
	})
}

// TestSerialIsTheReference: the fast run has the digest of the definition at every stop, at every level, with events at equal ticks and
// without.
func TestSerialIsTheReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := systemtest.Draw(t)
		ref, err := kernel.NewReference(sys)
		if err != nil {
			t.Fatal(err)
		}
		r := serial(t, sys, rapid.SampledFrom(isa.Levels()).Draw(t, "level"))
		for _, at := range systemtest.Stops(t) {
			ref.Advance(at)
			r.advance(at)
			if ref.Digest() != r.digest() {
				t.Fatalf("tick %d: digests differ\nreference %+v\nserial    %+v", at, ref.Counters(), r.counter())
			}
		}
	})
}

// TestEqualTicks: with nearly all bits of the ticks cleared, most events share a tick with others, and the fast run still takes them in the
// order of the definition.
func TestEqualTicks(t *testing.T) {
	for _, coarse := range []uint{20, 26, 29, 31} {
		for _, rule := range policy.Rules(policy.Bipartite) {
			sys := golden(t)[rule].sys
			sys.CoarseTicks = coarse
			ref, err := kernel.NewReference(sys)
			if err != nil {
				t.Fatal(err)
			}
			r := serial(t, sys, isa.Best)
			for _, at := range []uint64{0, 1, 1 << 31, 1<<31 + 1, 1 << 32, 3<<32 + 5, 6 << 32} {
				ref.Advance(at)
				r.advance(at)
				if ref.Digest() != r.digest() {
					t.Fatalf("%d bits cleared, %v, tick %d: digests differ", coarse, sys.Policy.Rule, at)
				}
			}
		}
	}
}

// TestDeparturesBeforeArrivals: on one server without room to wait, worked out here from the bare events: at a tick that has both, the
// departure frees the server for the arrival, and only the first of several arrivals gets in.
func TestDeparturesBeforeArrivals(t *testing.T) {
	sys := &kernel.System{
		Graph: graph.Complete{L: 1, N: 1}, Types: []kernel.Type{{Rate: 1, Count: 1}}, Buffer: 1, Arrivals: 1, Seed: 14, CoarseTicks: 22,
		Policy: policy.Policy{Rule: policy.Random},
	}
	r := serial(t, sys, isa.Best)
	const epochs = 5
	var admitted, blocked, departed, both uint64
	busy := false
	var scratch kernel.Scratch
	for epoch := range uint64(epochs) {
		type moment struct{ arrivals, departures int }
		at := map[uint32]*moment{}
		get := func(offset uint32) *moment {
			if at[offset] == nil {
				at[offset] = &moment{}
			}
			return at[offset]
		}
		for _, a := range r.plan.Arrivals.AppendArrivals(nil, &scratch, 0, epoch) {
			get(a.Offset).arrivals++
		}
		for _, d := range r.plan.Departures.AppendDepartures(nil, &scratch, 0, epoch) {
			get(d.Offset()).departures++
		}
		for offset := range uint64(1 << (32 - sys.CoarseTicks)) {
			m := at[uint32(offset<<sys.CoarseTicks)]
			if m == nil {
				continue
			}
			if m.arrivals > 0 && m.departures > 0 {
				both++
			}
			if m.departures > 0 && busy {
				departed++
				busy = false
			}
			for range m.arrivals {
				if busy {
					blocked++
				} else {
					admitted++
					busy = true
				}
			}
		}
	}
	r.advance(epochs << 32)
	c := r.counter()
	if c.Admitted != admitted || c.Blocked != blocked || c.Departed != departed {
		t.Errorf("admitted %d, blocked %d, departed %d; by hand %d, %d, %d", c.Admitted, c.Blocked, c.Departed, admitted, blocked, departed)
	}
	if both < 100 {
		t.Errorf("only %d ticks have both kinds of events: the test says little", both)
	}
}

// TestStopAtATick: events at the very tick of a stop come after it, wherever a run stops on its way.
func TestStopAtATick(t *testing.T) {
	sys := golden(t)[0].sys
	plan, err := kernel.NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	gen, err := kernel.NewGenerator(nil, plan, 0, len(plan.Arrivals.Lanes), 0, len(plan.Departures.Lanes), isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	gen.Load(0)
	r := serial(t, sys, isa.Best)
	for i := range 200 {
		at := uint64(gen.Arrivals[i].Offset)
		r.advance(at)
		if c := r.counter(); c.Arrived != uint64(i) {
			t.Fatalf("before the tick of arrival %d there were %d", i, c.Arrived)
		}
		r.advance(at + 1)
		if c := r.counter(); c.Arrived != uint64(i+1) {
			t.Fatalf("after the tick of arrival %d there were %d", i, c.Arrived)
		}
	}
}

// TestNoOverflowOfCounts: at N = L = 2^17, so that N L, N^2 and the edges pass 2^32, all counts add up over hundreds of epochs, on a
// complete graph and on a stored one.
func TestNoOverflowOfCounts(t *testing.T) {
	const n = 1 << 17
	rows := make([][]uint32, n)
	for p := range rows {
		for i := range uint32(4) {
			rows[p] = append(rows[p], (uint32(p)*40503+i*32768+i)%n)
		}
	}
	stored, err := graph.Explicit(rows, n)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []graph.Graph{stored, graph.Complete{L: n, N: n}} {
		sys := &kernel.System{
			Graph: g, Types: []kernel.Type{{Rate: 2e6, Count: n / 2}, {Rate: 1e6, Count: n / 2}}, Buffer: 3, Seed: 15,
			Policy: policy.Policy{Rule: policy.JSQ}, StartBusy: []float64{1, 0.5},
		}
		if g != stored {
			sys.Policy = policy.Policy{Rule: policy.JSQD, D: 2}
		}
		sys.Arrivals = 1.5 * sys.Capacity()
		if edges := g.Edges(); g != stored && edges <= 1<<32 {
			t.Fatalf("%d edges", edges)
		}
		r := serial(t, sys, isa.Best)
		start := r.counter().InSystem
		const epochs = 150
		r.advance(epochs << 32)
		c := r.counter()
		sum, joins, strikes, busy := uint64(0), uint64(0), uint64(0), uint64(0)
		for s := range n {
			sum += uint64(r.jobs(s))
		}
		for m := range sys.Types {
			for k := range c.Join[m] {
				joins += c.Join[m][k]
			}
			for k, v := range c.Seen[m] {
				strikes += v
				if k > 0 {
					busy += v
				}
			}
		}
		if c.Arrived != c.Admitted+c.Blocked+c.Unroutable || start+c.Admitted-c.Departed != sum || c.InSystem != sum ||
			joins != c.Admitted ||
			busy != c.Departed {
			t.Errorf(
				"counts do not add up: %d jobs at the start, %d in the queues, %d joins, %d strikes on busy servers: %+v",
				start,
				sum,
				joins,
				busy,
				c,
			)
		}
		// Poisson counts: 7 standard deviations have a probability below 1e-11.
		for what, got := range map[string]uint64{"arrivals": c.Arrived, "departures": strikes} {
			mean := sys.Arrivals * r.plan.Epoch * epochs
			if what == "departures" {
				mean = sys.Capacity() * r.plan.Epoch * epochs
			}
			if z := (float64(got) - mean) * (float64(got) - mean) / mean; z > 49 {
				t.Errorf("%d %s, want about %.0f", got, what, mean)
			}
		}
		mean := c.Area.Float() / float64(c.Ticks)
		if mean < float64(min(start, sum)) || mean > float64(max(start, sum)) {
			t.Errorf("mean number in system %v, between %d and %d at the ends of a rising run", mean, start, sum)
		}
	}
}
