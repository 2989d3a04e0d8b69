package speed

import (
	"context"
	"fmt"

	"shardq/kernel/lumped"
)

// runLumped times the engine of counts on the system of the supermarket workload.
func runLumped(ctx context.Context, s *session) error {
	r := s.race()
	defer r.close()
	for _, servers := range []int{1e3, 1e6, 1e9} {
		sys := supermarketSystem(servers, supermarketBuffer)
		sim, err := lumped.New(sys, lumped.Config{})
		if err != nil {
			return err
		}
		r.ends = append(r.ends, sim.Close)
		// jobs enough, whatever N: what the speed hangs on is how many levels there are
		if err := sim.Advance(ctx, max(1e5, 4*r.warm)/sys.Arrivals); err != nil {
			return err
		}
		system := fmt.Sprintf("servers=%d/load=%g/graph=complete/policy=jsq-d/d=2", servers, supermarketLoad)
		r.changes("lumped engine", system, 1, sim, sys.Arrivals)
	}
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	for i := range t {
		l := s.line(&t[i])
		l.Unit = "state change"
		s.decide(&l, "lumped", l.PerSecond/1e6)
		s.add(l)
	}
	return nil
}
