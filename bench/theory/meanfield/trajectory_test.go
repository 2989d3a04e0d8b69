package meanfield_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"shardq/bench/theory/bound"
	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/ode"
	"shardq/bench/theory/queue"
	"shardq/bench/theory/theorytest"
	"shardq/kernel"
	"shardq/kernel/policy"
)

var ruleOf = map[string]policy.Rule{
	"jfsq":      policy.JFSQ,
	"jfiq":      policy.JFIQ,
	"jsq":       policy.JSQ,
	"jiq":       policy.JIQ,
	"jiq-jsq-d": policy.JIQJSQD,
	"random":    policy.Random,
	"jsq-d":     policy.JSQD,
}

func last(t testing.TB, s meanfield.System, start [][]float64, times ...float64) meanfield.Moment {
	t.Helper()
	m, err := meanfield.Trajectory(s, start, times)
	if err != nil {
		t.Fatalf("%+v: %v", s, err)
	}
	return m[len(m)-1]
}

func atRest(t testing.TB, s meanfield.System, start [][]float64) meanfield.Moment {
	t.Helper()
	m, err := meanfield.Rest(s, start)
	if err != nil {
		t.Fatalf("%+v: %v", s, err)
	}
	return m
}

// allNear compares shares, of which those that are missing are 0.
func allNear(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	for j := range max(len(got), len(want)) {
		at := func(x []float64) float64 {
			if j < len(x) {
				return x[j]
			}
			return 0
		}
		if math.Abs(at(got)-at(want)) > tolerance {
			t.Errorf("%s: share with %d jobs %.15g, want %.15g within %g", what, j+1, at(got), at(want), tolerance)
		}
	}
}

// TestRestClosedForms: fixed points of the equations are the closed forms to 12 digits.
func TestRestClosedForms(t *testing.T) {
	one := func(load float64) meanfield.System {
		return meanfield.System{Types: []kernel.Type{{Rate: 2, Count: 10}}, Arrivals: 20 * load}
	}
	for _, d := range []int{1, 2, 3, 10} {
		for _, load := range []float64{0.3, 0.9} {
			if d == 1 && load > 0.3 {
				continue // long queues, many equations
			}
			s := one(load)
			s.Policy = policy.Policy{Rule: policy.JSQD, D: d}
			_, tail := meanfield.PowerOfD(load, d)
			allNear(t, fmt.Sprintf("JSQ(%d) at %v", d, load), atRest(t, s, nil).Tail[0], tail, 1e-12)
			for _, b := range []int{1, 3, 6} {
				s.Buffer, s.Arrivals = b, 20*load*1.4
				_, _, tail = meanfield.PowerOfDBuffer(load*1.4, d, b)
				allNear(t, fmt.Sprintf("JSQ(%d) at %v with buffer %d", d, load*1.4, b), atRest(t, s, nil).Tail[0], tail, 1e-12)
			}
		}
	}
	for _, rule := range []string{"jsq", "jiq", "jfsq", "jfiq", "jiq-jsq-d"} {
		s := one(0.8)
		s.Policy = policy.Policy{Rule: ruleOf[rule], D: 2}
		allNear(t, rule, atRest(t, s, nil).Tail[0], []float64{0.8}, 1e-12)
	}
	for _, load := range []float64{0.5, 0.85, 0.9, 0.97} { // four types
		types := theorytest.Four(5)
		s := meanfield.System{Types: types, Arrivals: load * theorytest.Capacity(types), Buffer: 5}
		fastestFirst := bound.StartBusy(bound.Of(types, s.Arrivals))
		uniform := bound.UniformBusy(types, s.Arrivals)
		for _, rule := range []string{"jfsq", "jfiq", "jsq", "jiq", "jiq-jsq-d"} {
			s.Policy = policy.Policy{Rule: ruleOf[rule], D: 2}
			want := uniform
			if rule == "jfsq" || rule == "jfiq" {
				want = fastestFirst
			}
			m := atRest(t, s, nil)
			for i, tail := range m.Tail {
				allNear(t, fmt.Sprintf("%s of four types at %v, type %d", rule, load, i), tail, want[i:i+1], 1e-12)
			}
		}
		s.Policy, s.Buffer, s.Arrivals = policy.Policy{Rule: policy.Random}, 5, theorytest.Capacity(types)*load
		m := atRest(t, s, nil)
		for i, tail := range m.Tail {
			queue := queue.MM1b(s.Arrivals/20, types[i].Rate, 5)
			theorytest.Near(t, fmt.Sprintf("random, busy of type %d", i), tail[0], queue.Utilisation, 1e-12)
			theorytest.Near(t, fmt.Sprintf("random, full of type %d", i), tail[4], queue.Blocking, 1e-12)
		}
	}
	s := meanfield.System{
		Types:    theorytest.Two(50, 50, 0.25),
		Arrivals: 45,
		Policy:   policy.Policy{Rule: policy.TwoClass, DFast: 2, DSlow: 3, PFast: 0.8, PSlow: 0.6},
	}
	_, fast, slow, err := meanfield.TwoClass(s.Types, s.Arrivals, 2, 3, 0.8, 0.6)
	if err != nil {
		t.Fatal(err)
	}
	m := atRest(t, s, nil)
	allNear(t, "jsq-2-3, fast", m.Tail[0], fast, 1e-12)
	allNear(t, "jsq-2-3, slow", m.Tail[1], slow, 1e-12)
	s = one(1.2)
	s.Policy = policy.Policy{Rule: policy.JSQD, D: 2}
	if _, err := meanfield.Rest(s, nil); err == nil {
		t.Error("a fixed point at load 1.2")
	}
	s.Policy.Rule = policy.TwoClass
	if _, err := meanfield.Rest(s, nil); err == nil {
		t.Error("jsq-2-2 of one type")
	}
}

// TestPoolsRests: the closed forms of pools, to 12 digits.
func TestPoolsRests(t *testing.T) {
	for _, load := range []float64{0.4, 2.5, 7.3} {
		for _, room := range []int{0, 3, 12} {
			what := fmt.Sprintf("load %v, room %d", load, room)
			for _, d := range []int{0, 1, 2} {
				rows := room
				if room == 0 {
					rows = 80
				}
				o, err := meanfield.NewPoolsOccupancy(load, d, rows, room > 0)
				if err != nil {
					t.Fatalf("%s, d %d: %v", what, d, err)
				}
				got := make([]float64, o.Size())
				if err := ode.FixedPoint(got, o, 8); err != nil {
					t.Fatalf("%s, d %d: %v", what, d, err)
				}
				want := meanfield.PoolsLeast(load)
				switch {
				case d == 0 && room > 0:
					want = meanfield.PoolsLeast(min(load, float64(room)))
				case d > 0 && room > 0:
					want, _, err = meanfield.PoolsOfDLoss(load, d, room)
				case d > 0:
					want, err = meanfield.PoolsOfD(load, d)
				}
				if err != nil {
					t.Fatal(err)
				}
				allNear(t, fmt.Sprintf("%s, d %d", what, d), got, want, 1e-12)
				if d == 1 && room > 0 {
					theorytest.Near(t, what+": Erlang's loss", got[room-1], queue.ErlangB(load, room), 1e-12)
				}
			}
		}
	}
}

// TestOccupancyConserves: by the equations themselves jobs change by what arrives less what is served, to rounding, for any state with room
// for more.
func TestOccupancyConserves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		types := theorytest.Four(3)[:rapid.IntRange(1, 4).Draw(t, "types")]
		name := rapid.SampledFrom([]string{"jfsq", "jfiq", "jsq", "jiq", "jiq-jsq-d", "random", "jsq-d"}).Draw(t, "rule")
		s := meanfield.System{
			Types:    types,
			Policy:   policy.Policy{Rule: ruleOf[name], D: rapid.IntRange(1, 4).Draw(t, "d")},
			Arrivals: theorytest.Capacity(types) * 0.8,
		}
		const rows = 6
		o, err := meanfield.NewOccupancy(s, rows)
		if err != nil {
			t.Fatal(err)
		}
		q := make([]float64, o.Size())
		served, n := 0.0, float64(3*len(types))
		for m, typ := range types {
			before := 3 / n
			for j := range rows - 2 {
				before *= rapid.SampledFrom([]float64{1, 1, 0.9, 0.3}).Draw(t, "ratio")
				q[m*rows+j] = before
			}
			served += typ.Rate * q[m*rows]
		}
		d := make([]float64, len(q))
		o.Derivative(d, q, o.Piece(q))
		sum := 0.0
		for _, v := range d {
			sum += v
		}
		if want := s.Arrivals/n - served; math.Abs(sum-want) > 1e-14 {
			t.Errorf("%s: jobs change by %v, want %v", name, sum, want)
		}
	})
}

// TestTrajectoryFromEmpty: as long as no queue gets longer than 1, a busy share of lambda (1 - exp(-t)) under rules that look for idle
// servers, and a smooth start of JSQ(2) as its series in t says.
func TestTrajectoryFromEmpty(t *testing.T) {
	for name, rule := range ruleOf {
		if name == "random" || name == "jsq-d" {
			continue
		}
		s := meanfield.System{Types: []kernel.Type{{Rate: 1, Count: 4}}, Arrivals: 3.6, Policy: policy.Policy{Rule: rule, D: 2}}
		for _, at := range []float64{0.5, 2, 10} {
			m := last(t, s, nil, at)
			theorytest.Near(t, name, m.Tail[0][0], 0.9*(1-math.Exp(-at)), 1e-10)
			theorytest.Near(t, name+": number", m.Number, m.Tail[0][0], 1e-12)
		}
	}
	s := meanfield.System{Types: []kernel.Type{{Rate: 1, Count: 4}}, Arrivals: 3.6, Policy: policy.Policy{Rule: policy.JSQD, D: 2}}
	const h = 1e-3
	m := last(t, s, nil, h)
	// q_1 = lambda t - lambda t^2/2 - lambda^3 t^3/3 + lambda t^3/6 + .., q_2 = lambda^3 t^3/3 + ..
	theorytest.Near(t, "q_1", m.Tail[0][0]/h, 0.9-0.9*h/2+(0.9/6-0.9*0.9*0.9/3)*h*h, 1e-9)
	theorytest.Near(t, "q_2", m.Tail[0][1]/(h*h*h), 0.9*0.9*0.9/3, 2e-3)
}

// TestTrajectoryPieces: JSQ with long queues at first, and under overload, solved by hand piece by piece.
func TestTrajectoryPieces(t *testing.T) {
	const lambda = 0.5
	s := meanfield.System{Types: []kernel.Type{{Rate: 1, Count: 4}}, Arrivals: 4 * lambda, Policy: policy.Policy{Rule: policy.JSQ}}
	start := [][]float64{{1, 1}}
	// First no server is idle: jobs get fewer by 1 - lambda, until more servers finish their last job, 1 - q_2, than jobs arrive.
	m := last(t, s, start, 0.4)
	theorytest.Near(t, "q_1 at .4", m.Tail[0][0], 1, 0)
	theorytest.Near(t, "q_2 at .4", m.Tail[0][1], 1-(1-lambda)*0.4, 1e-10)
	s.Arrivals = 4 * 0.4
	const change = (0.7 - 0.6) / 0.6
	start = [][]float64{{1, 0.7}}
	for _, at := range []float64{0.2, change, 1, 3} {
		m := last(t, s, start, at)
		q1, q2 := 1.0, 0.7-0.6*at
		if at > change {
			// q_1' = .4 - (q_1 - q_2), q_2' = -q_2 from q_1 = 1, q_2 = .6.
			u := at - change
			q2 = 0.6 * math.Exp(-u)
			q1 = 0.4 + (0.6+0.6*u)*math.Exp(-u)
		}
		theorytest.Near(t, fmt.Sprintf("q_1 at %.3f", at), m.Tail[0][0], q1, 1e-9)
		theorytest.Near(t, fmt.Sprintf("q_2 at %.3f", at), m.Tail[0][1], q2, 1e-9)
	}
	// Overload with a buffer: all fill up to it one after the other, at times that follow from lambda = 2: levels take -ln(1-1/2), and
	// those after take ln 2 each.
	s.Arrivals, s.Buffer = 8, 3
	m = last(t, s, nil, math.Ln2)
	theorytest.Near(t, "q_1 at ln 2", m.Tail[0][0], 1, 1e-10)
	theorytest.Near(t, "q_2 at ln 2", m.Tail[0][1], 0, 1e-9)
	m = last(t, s, nil, 100)
	theorytest.Near(t, "q_1 in overload", m.Tail[0][0], 1, 1e-12)
	theorytest.Near(t, "q_2 in overload", m.Tail[0][1], 1, 1e-12)
	theorytest.Near(t, "q_3 in overload", m.Tail[0][2], 1, 1e-9)
}

// TestTrajectoryJobs: jobs change by what arrives less what is served, whatever the rule, the types and the start; shares stay shares.
func TestTrajectoryJobs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		types := theorytest.Four(3)[:rapid.IntRange(1, 4).Draw(t, "types")]
		name := rapid.SampledFrom([]string{"jfsq", "jfiq", "jsq", "jiq", "jiq-jsq-d", "random", "jsq-d"}).Draw(t, "rule")
		s := meanfield.System{Types: types, Policy: policy.Policy{Rule: ruleOf[name], D: rapid.IntRange(1, 4).Draw(t, "d")}}
		s.Arrivals = theorytest.Capacity(types) * rapid.Float64Range(0.1, 1.5).Draw(t, "load")
		var start [][]float64
		for range types {
			tail, before := []float64{}, 1.0
			for range rapid.IntRange(0, 4).Draw(t, "levels") {
				before *= rapid.SampledFrom([]float64{1, 0.9, 0.3}).Draw(t, "ratio")
				tail = append(tail, before)
			}
			start = append(start, tail)
		}
		const steps = 40
		var times []float64
		for i := range steps + 1 {
			times = append(times, float64(i)*0.05)
		}
		moments, err := meanfield.Trajectory(s, start, times)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		// Simpson's rule for the jobs served; it is less exact where pieces end.
		n := 0.0
		for _, typ := range types {
			n += float64(typ.Count)
		}
		served := func(m meanfield.Moment) float64 {
			sum := 0.0
			for i, typ := range types {
				for _, q := range m.Tail[i][:1] {
					sum += typ.Rate * q * float64(typ.Count) / n
				}
			}
			return sum
		}
		jobs := moments[0].Number
		for i := 2; i < len(moments); i += 2 {
			jobs += 0.1*s.Arrivals/n - 0.1/6*(served(moments[i-2])+4*served(moments[i-1])+served(moments[i]))
		}
		if got := moments[steps].Number; math.Abs(got-jobs) > 3e-3 {
			t.Errorf("%s: %v jobs, want %v", name, got, jobs)
		}
		for _, m := range moments {
			for i, tail := range m.Tail {
				before := 1.0
				for j, q := range tail {
					if q < -1e-9 || q > before+1e-9 {
						t.Fatalf("%s at %v: type %d, share %d is %v after %v", name, m.Time, i, j+1, q, before)
					}
					before = q
				}
			}
		}
	})
}

// TestPoolsTrajectory: without a cap the tasks obey n' = load - n under any rule, and for a random pool the law is Poisson at all times.
func TestPoolsTrajectory(t *testing.T) {
	const load = 7.3
	for _, d := range []int{0, 1, 2, 5} {
		for _, at := range []float64{0.1, 1, 5, 30} {
			m, err := meanfield.PoolsTrajectory(load, d, 0, nil, []float64{at})
			if err != nil {
				t.Fatal(err)
			}
			mean := load * (1 - math.Exp(-at))
			theorytest.Near(t, fmt.Sprintf("d %d: tasks at %v", d, at), m[0].Number, mean, 1e-9)
			switch d {
			case 0:
				if at == 1 { // floor(mean) full levels, as the tasks of all pools are nearly equal from an empty start
					allNear(t, "fluid", m[0].Tail[0], meanfield.PoolsLeast(mean), 1e-9)
				}
				if at == 30 {
					allNear(t, "fluid at rest", m[0].Tail[0], meanfield.PoolsLeast(load), 1e-9)
				}
			case 1:
				theorytest.Near(t, "Poisson, no task", 1-m[0].Tail[0][0], math.Exp(-mean), 1e-9)
			case 2:
				if at == 30 {
					tail, err := meanfield.PoolsOfD(load, 2)
					if err != nil {
						t.Fatal(err)
					}
					allNear(t, "two choices at rest", m[0].Tail[0], tail, 1e-9)
				}
			}
		}
	}
	m, err := meanfield.PoolsTrajectory(5, 0, 3, nil, []float64{50})
	if err != nil {
		t.Fatal(err)
	}
	allNear(t, "cap", m[0].Tail[0], []float64{1, 1, 1}, 1e-9)
}

// TestElasticTrajectory: against short steps of the equations with thresholds, and to the fixed point, also where setups are much faster
// than services.
func TestElasticTrajectory(t *testing.T) {
	const lambda, standby, nu = 0.4, 0.5, 0.8
	start := meanfield.Elastic{Tail: []float64{0.1}, Off: 0.85}
	moments, err := meanfield.ElasticTrajectory(lambda, standby, nu, 0, start, []float64{0, 2, 7})
	if err != nil {
		t.Fatal(err)
	}
	state := append([]float64{0.85, 0, 0.1}, make([]float64, 30)...)
	short := ode.Solver{Method: ode.Explicit, Step: 1e-4}
	if _, err := short.Advance(state, ode.Smooth(func(f, e []float64) { withThresholds(f, e, lambda, standby, nu) }), 2); err != nil {
		t.Fatal(err)
	}
	theorytest.Near(t, "off", moments[1].Off, state[0], 2e-4)
	theorytest.Near(t, "setup", moments[1].Setup, state[1], 2e-4)
	allNear(t, "busy", moments[1].Tail[0][:20], state[2:22], 2e-4)
	want := meanfield.ElasticRest(lambda, standby, nu)
	for _, start := range []meanfield.Elastic{start, {}, {Tail: []float64{0.9, 0.5}, Setup: 0.1}} {
		for _, fast := range []float64{nu, 1e4} {
			moments, err = meanfield.ElasticTrajectory(lambda, standby, fast, 0, start, []float64{150})
			if err != nil {
				t.Fatal(err)
			}
			allNear(t, "at rest", moments[0].Tail[0], want.Tail, 1e-9)
			theorytest.Near(t, "off at rest", moments[0].Off, want.Off, 1e-9)
			theorytest.Near(t, "setup at rest", moments[0].Setup, want.Setup, 1e-9)
		}
	}
}

func TestTrajectoryErrors(t *testing.T) {
	s := meanfield.System{Types: []kernel.Type{{Rate: 1, Count: 4}}, Arrivals: 3.6, Policy: policy.Policy{Rule: policy.JSQ}}
	for name, f := range map[string]func() error{
		"times":       func() error { _, err := meanfield.Trajectory(s, nil, []float64{2, 1}); return err },
		"start rises": func() error { _, err := meanfield.Trajectory(s, [][]float64{{0.1, 0.2}}, []float64{1}); return err },
		"start types": func() error { _, err := meanfield.Trajectory(s, [][]float64{{0.1}, {0.1}}, []float64{1}); return err },
		"no servers":  func() error { _, err := meanfield.Trajectory(meanfield.System{}, nil, nil); return err },
		"elastic":     func() error { _, err := meanfield.ElasticTrajectory(1, 1, 0, 0, meanfield.Elastic{}, nil); return err },
		"pools":       func() error { _, err := meanfield.PoolsTrajectory(0, 1, 0, nil, nil); return err },
	} {
		if err := f(); err == nil || errors.Is(err, ode.ErrSteps) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestTrajectoryThinCells: where the idle servers of several types are about to be gone, or have just begun to come back, their mix changes
// ever faster; steps must not get ever shorter.
func TestTrajectoryThinCells(t *testing.T) {
	for _, load := range []float64{0.3, 0.6, 0.75, 0.9, 1.2} {
		types := theorytest.Four(3)
		s := meanfield.System{Types: types, Arrivals: load * theorytest.Capacity(types), Buffer: 6, Policy: policy.Policy{Rule: policy.JSQ}}
		full := [][]float64{{1, 1}, {1, 1, 0.5}, {1}, {1, 0.3}}
		m := last(t, s, full, 40)
		if m.Work.Steps+m.Work.Rejected > 20_000 {
			t.Errorf("load %v: %+v", load, m.Work)
		}
		if m = last(t, s, full, 500); load < 1 {
			for i, busy := range bound.UniformBusy(types, s.Arrivals) {
				theorytest.Near(t, fmt.Sprintf("load %v, busy of type %d", load, i), m.Tail[i][0], busy, 1e-8)
			}
		}
	}
}
