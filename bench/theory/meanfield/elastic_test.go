package meanfield_test

import (
	"fmt"
	"testing"

	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/ode"
	"shardq/bench/theory/theorytest"
)

func TestElasticFluid(t *testing.T) {
	e := meanfield.ElasticRest(0.3, 2, 5)
	theorytest.Near(t, "busy", e.Busy(), 0.3, 0)
	theorytest.Near(t, "off", e.Off, 0.7, 0)
	theorytest.Near(t, "idle", e.Idle(), 0, 1e-15)
	e = meanfield.ElasticRest(0.3, 0, 5)
	theorytest.Near(t, "idle without standby", e.Idle(), 0.7, 1e-15)
	e = meanfield.ElasticRest(1.5, 1, 1)
	theorytest.Near(t, "busy in overload", e.Busy(), 1, 0)
	theorytest.Near(t, "off in overload", e.Off, 0, 0)
}

// TestElasticFromIdle: the solution ends in the fixed point from all servers idle, and from all off but a few busy ones, and keeps jobs: they change by arrivals less
// the busy servers.
func TestElasticFromIdle(t *testing.T) {
	const lambda, standby, setup, places = 0.4, 0.5, 0.8, 40
	for what, state := range map[string][]float64{"idle": make([]float64, 2+places), "off": append([]float64{0.9, 0, 0.1}, make([]float64, places-1)...)} {
		field := func(f, e []float64) { meanfield.FluidOfElastic(f, e, lambda, standby, setup) }
		f := make([]float64, len(state))
		for range 60 {
			field(f, state)
			sum := 0.0
			for _, v := range f[2:] {
				sum += v
			}
			theorytest.Near(t, what+": change of the jobs", sum, lambda-state[2], 1e-9)
			ode.Integrate(state, field, 1, 1e-3, meanfield.ClampElastic)
		}
		fixed := meanfield.ElasticRest(lambda, standby, setup)
		theorytest.Near(t, what+": busy", state[2], fixed.Busy(), 2e-3)
		theorytest.Near(t, what+": two jobs", state[3], 0, 2e-3)
		theorytest.Near(t, what+": off", state[0], fixed.Off, 2e-3)
		theorytest.Near(t, what+": in setup", state[1], 0, 2e-3)
	}
	// The fixed point itself.
	state, f := []float64{0.6, 0, 0.4, 0}, make([]float64, 4)
	meanfield.FluidOfElastic(f, state, lambda, standby, setup)
	for i, v := range f {
		theorytest.Near(t, fmt.Sprintf("derivative %d of the fixed point", i), v, 0, 1e-15)
	}
}
