package speed

import (
	"context"

	"shardq/alloc"
	"shardq/graph/isa"
	"shardq/kernel"
)

// floor is the memory floor: rows of random ports fetched, or computed, and scanned; nothing else.
type floor struct {
	router   *kernel.Router[uint8]
	arrivals []kernel.Arrival
	next     int
	sum      uint64
}

// newFloor prepares the floor of a system whose keys are bytes.
func newFloor(sys *kernel.System, arena *alloc.Arena) (*floor, error) {
	layout, err := kernel.NewLayout(sys)
	if err != nil {
		return nil, err
	}
	plan, err := kernel.NewPlan(sys)
	if err != nil {
		return nil, err
	}
	state, err := kernel.NewState[uint8](arena, sys.Servers())
	if err != nil {
		return nil, err
	}
	kernel.InitState(sys, layout, state)
	f := &floor{router: kernel.NewRouter(sys, layout, state, isa.Best)}
	gen, err := kernel.NewGenerator(arena, plan, 0, len(plan.Arrivals.Lanes), 0, 0, isa.Best)
	if err != nil {
		return nil, err
	}
	for epoch := uint64(0); len(f.arrivals) < floorArrivals; epoch++ {
		gen.Load(epoch)
		f.arrivals = append(f.arrivals, gen.Arrivals...)
	}
	return f, gen.Free(arena)
}

// floorArrivals are drawn beforehand and used again and again; their rows do not fit into a cache.
const floorArrivals = 1 << 18

// run fetches and scans the rows of about as many arrivals as asked, and returns how many.
func (f *floor) run(jobs uint64) (done uint64) {
	for done < jobs {
		part := f.arrivals[f.next:]
		part = part[:min(uint64(len(part)), max(jobs-done, 4096))]
		f.sum += f.router.Floor(part)
		done += uint64(len(part))
		f.next = (f.next + len(part)) % len(f.arrivals)
	}
	return done
}

func runFloor(ctx context.Context, s *session) error {
	r := s.race()
	defer r.close()
	for _, p := range []spec{
		{servers: 1 << 20, degree: 30, graph: stored}, {servers: 1 << 20, degree: 86, graph: stored},
		{servers: 1 << 20, degree: 30, graph: computed},
	} {
		p.servers = s.cut(p.servers)
		sys, err := p.build(r.arena)
		if err != nil {
			return err
		}
		if err := r.floor(p.String(), sys); err != nil {
			return err
		}
	}
	return s.each(ctx, r, "row")
}

// each runs a race whose contestants stand for themselves, and adds a line for each.
func (s *session) each(ctx context.Context, r *race, unit string) error {
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	for i := range t {
		l := s.line(&t[i])
		l.Unit = unit
		s.add(l)
	}
	return nil
}
