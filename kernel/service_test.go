package kernel

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph"
)

// laws are phase-type laws of mean 1 with their second moments.
var laws = []struct {
	name   string
	law    Phases
	second float64
}{
	{"exponential", Phases{Start: []float64{1}, Rates: []float64{1}}, 2},
	{"hyper-exponential", Phases{Start: []float64{0.8, 0.2}, Rates: []float64{1.6, 0.4}}, 0.8*2/(1.6*1.6) + 0.2*2/(0.4*0.4)},
	{"erlang", Phases{Start: []float64{1, 0, 0}, Rates: []float64{3, 3, 3}, Routing: [][]float64{{0, 1, 0}, {0, 0, 1}, {0, 0, 0}}}, 4. / 3},
	{"with a way back", Phases{Start: []float64{0, 1}, Rates: []float64{4, 2}, Routing: [][]float64{{0.25, 0.5}, {0.25, 0}}}, math.NaN()},
}

// TestPhaseMeans: Left and Mean against laws whose means are known.
func TestPhaseMeans(t *testing.T) {
	for _, c := range laws[:3] {
		if got := c.law.Mean(); math.Abs(got-1) > 1e-14 {
			t.Errorf("%s: mean %v", c.name, got)
		}
	}
	if got := laws[2].law.Left(); math.Abs(got[0]-1) > 1e-14 || math.Abs(got[1]-2./3) > 1e-14 || math.Abs(got[2]-1./3) > 1e-14 {
		t.Errorf("erlang: left %v", got)
	}
	// x0 = 1/4 + x0/4 + x1/2 and x1 = 1/2 + x0/4: x0 = 4/5, x1 = 7/10.
	back := &laws[3].law
	if got := back.Left(); math.Abs(got[0]-0.8) > 1e-14 || math.Abs(got[1]-0.7) > 1e-14 {
		t.Errorf("with a way back: left %v", got)
	}
	if got := back.Unit().Mean(); math.Abs(got-1) > 1e-14 {
		t.Errorf("mean of a unit law: %v", got)
	}
}

// TestPhasesValidate: every fault is named.
func TestPhasesValidate(t *testing.T) {
	for _, c := range []struct {
		law  Phases
		want string
	}{
		{Phases{}, "0 phases"},
		{Phases{Start: []float64{1}, Rates: []float64{1, 2}}, "1 start probabilities for 2 phases"},
		{Phases{Start: []float64{0.5, 0.4}, Rates: []float64{1, 2}}, "sum to 0.9"},
		{Phases{Start: []float64{1.5, -0.5}, Rates: []float64{1, 2}}, "not a probability"},
		{Phases{Start: []float64{1}, Rates: []float64{0}}, "positive"},
		{Phases{Start: []float64{1}, Rates: []float64{math.NaN()}}, "positive"},
		{Phases{Start: []float64{1}, Rates: []float64{1}, Routing: [][]float64{{1}}}, "way out"},
		{Phases{Start: []float64{1, 0}, Rates: []float64{1, 1}, Routing: [][]float64{{0, 1}, {1, 0}}}, "way out"},
		{Phases{Start: []float64{1}, Rates: []float64{1}, Routing: [][]float64{{0.5, 0.5}}}, "2 probabilities in row 0"},
		{Phases{Start: []float64{1, 0}, Rates: []float64{1, 1}, Routing: [][]float64{{0.6, 0.6}, {0, 0}}}, "at most 1"},
		{Phases{Start: []float64{1}, Rates: []float64{1}, Routing: [][]float64{{0}, {0}}}, "2 rows"},
	} {
		if err := c.law.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want something with %q", c.law, err, c.want)
		}
	}
	sys := &System{
		Graph:    graph.Complete{L: 1, N: 1},
		Types:    []Type{{Rate: 1, Count: 1}},
		Arrivals: 0.5,
		Service:  &Phases{Start: []float64{1}, Rates: []float64{2}},
	}
	if err := sys.Validate(); err == nil || !strings.Contains(err.Error(), "mean 0.5") {
		t.Errorf("a law of mean 1/2: %v", err)
	}
}

// TestServiceTimes: potential departures at regular ticks give service times of the law: mean and second moment over many jobs of a server
// that is never idle. Between two potential departures an exponential time passes, whose moments are put in.
func TestServiceTimes(t *testing.T) {
	const jobs = 200_000
	for _, c := range laws {
		law := c.law.Unit()
		sys := &System{Types: []Type{{Rate: 1, Count: 1}}, Service: law, Seed: 31}
		s := NewService(sys)
		var sum, squares float64 // of the numbers of potential departures in a service
		phase, tick, n := s.Join(0, 5), uint64(0), 0
		for done := 0; done < jobs; {
			tick += 977
			n++
			after, leaves := s.Strike(3, phase, tick, 5)
			phase = after
			if leaves {
				sum, squares, n = sum+float64(n), squares+float64(n*n), 0
				done++
			}
		}
		// A sum of n exponential times of rate Peak has mean n/Peak and second moment n(n+1)/Peak^2.
		mean, second := sum/jobs/s.Peak, (squares+sum)/jobs/s.Peak/s.Peak
		spread := math.Sqrt((squares/jobs-sum/jobs*sum/jobs)/jobs) / s.Peak
		if spread > 0 {
			deviate(t, c.name+": mean", (mean-1)/spread)
		} else if math.Abs(mean-1) > 1e-14 { // every potential departure does the same
			t.Errorf("%s: mean %v", c.name, mean)
		}
		if !math.IsNaN(c.second) && math.Abs(second/c.second-1) > 0.05 {
			t.Errorf("%s: second moment %v, want %v", c.name, second, c.second)
		}
	}
}

// TestFirstPhases: services begin with the probabilities of the law, whether a job joins an idle server or follows another.
func TestFirstPhases(t *testing.T) {
	law := &Phases{Start: []float64{0.5, 0, 0.2, 0.3}, Rates: []float64{1, 1, 1, 1}}
	s := NewService(&System{Types: []Type{{Rate: 1, Count: 1}}, Service: law, Seed: 32})
	joined, followed := make([]int, 4), make([]int, 4)
	for i := range uint64(40_000) {
		joined[s.Join(i*31, uint32(i%7))]++
		if after, leaves := s.Strike(2, 0, i*31, uint32(i%7)); leaves {
			followed[after]++
		} else {
			t.Fatal("a phase of the peak rate without routing did not end")
		}
		if after, leaves := s.Strike(1, 0, i*31, uint32(i%7)); !leaves || after != 0 {
			t.Fatalf("the last job left %v, phase %d", leaves, after)
		}
	}
	for i, counts := range [][]int{joined, followed} {
		if counts[1] > 0 {
			t.Errorf("phase 1, which has probability 0, began %d times", counts[1])
		}
		chiSquare(t, fmt.Sprint("first phases ", i), []int{counts[0], counts[2], counts[3]}, []float64{0.5, 0.2, 0.3})
	}
}

// TestFoundAddsUp: counts by phase add up to those without, and a job that finds nobody finds phase 0.
func TestFoundAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Layout{TypeBits: 1, Width: 8, MaxJobs: 100, Types: 2, Phases: rapid.IntRange(2, 5).Draw(t, "phases"), phased: true}
		tally := NewTally(l, 10)
		for range rapid.IntRange(0, 50).Draw(t, "jobs") {
			key := rapid.Uint32Range(0, 255).Draw(t, "key")
			phase := uint8(0)
			if l.jobs(key) > 0 {
				phase = uint8(rapid.IntRange(0, l.Phases-1).Draw(t, "phase"))
			}
			tally.Admit(1, l.Found(key, phase))
		}
		c := l.Merge([]*Tally{tally}, 0, 0)
		all := uint64(0)
		for m, row := range c.Join {
			for k, n := range row {
				sum := uint64(0)
				for j, f := range c.Found[m][k*l.Phases : (k+1)*l.Phases] {
					sum += f
					if k == 0 && j > 0 && f > 0 {
						t.Fatalf("phase %d at an idle server", j)
					}
				}
				if sum != n {
					t.Fatalf("type %d, %d jobs: %d by phase, %d in all", m, k, sum, n)
				}
				all += n
			}
		}
		if all != c.Admitted {
			t.Fatalf("%d joined, %d admitted", all, c.Admitted)
		}
	})
}
