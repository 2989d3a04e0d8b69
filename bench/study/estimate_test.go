package study

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/bench/theory/mixture"
	"shardq/kernel"
)

// countedBy returns a policy with an evaluation over one replication of one batch.
func countedBy(rates []float64, counts kernel.Counters) (*bipartiteSubject, *bipartiteEvaluation) {
	sc := &scenario.Scenario{Run: scenario.RunSection{Replications: 1, Measure: 1}}
	s := &bipartiteSubject{bipartite: &bipartite{sc: sc}, sys: &kernel.System{}, tick: 0.5}
	for _, r := range rates {
		s.sys.Types = append(s.sys.Types, kernel.Type{Rate: r, Count: 1})
	}
	one := tallies{Counters: counts}
	c := &course[tallies, *tallies]{sc: sc, subject: s, tracks: []track[tallies]{{batches: []tallies{one}, total: one, ended: true}},
		length: 1}
	return s, c.evaluation()
}

func TestMeansOfCounts(t *testing.T) {
	// Two jobs found type 0 (rate 2) idle, one found 2 jobs there; three found type 1 (rate 1/2) with 1 job.
	s, e := countedBy([]float64{2, 0.5}, kernel.Counters{Ticks: 10, Arrived: 10, Admitted: 6, Blocked: 2, Unroutable: 2,
		Join: [][]uint64{{2, 0, 1}, {0, 3}}, Area: kernel.Wide{Lo: 50}})
	for key, want := range map[string]float64{
		"mean_response": (2*0.5 + 3*0.5 + 3*4) / 6.0,
		"mean_waiting":  (2*0.5 + 3*2) / 6.0,
		"mean_service":  (3*0.5 + 3*2) / 6.0,
		"blocking":      0.25,
		"mean_number":   5,
	} {
		got := e.named(key)
		if math.Abs(got.Value-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", key, got.Value, want)
		}
		if got.Known() {
			t.Errorf("%s: one batch has the interval %v", key, got)
		}
	}
	if got := e.named("beauty"); !math.IsNaN(got.Value) {
		t.Errorf("an unknown measure is %v", got)
	}
	if time := float64(float64(e.sum.Ticks) * s.tick); time != 5 {
		t.Errorf("time %v, want 5", time)
	}
}

// A share stays within 0 and 1 with its interval, and what is missing has no value.
func TestLawsOfQuantities(t *testing.T) {
	_, e := countedBy([]float64{1}, kernel.Counters{Ticks: 10, Arrived: 10})
	one := func(c *tallies) float64 { return 1 }
	e.batches = [][]tallies{make([]tallies, 20)}
	x := 0.0
	most := func(*tallies) float64 { x++; return float64(int(x)%2) * 1.9 } // half of the batches are at 1.9
	if got := e.of(&quantity[tallies]{law: partly, num: most, den: one}); !(got.Hi <= 1) || !(got.Lo >= 0) {
		t.Errorf("a part has the interval %v to %v", got.Lo, got.Hi)
	}
	if got := e.of(&quantity[tallies]{num: one, den: one, missing: true}); !math.IsNaN(got.Value) || !math.IsNaN(got.Hi) {
		t.Errorf("what is missing is %v", got)
	}
	if got := e.of(&quantity[tallies]{estimate: func() stats.Estimate { return stats.Estimate{Value: 7} }}); got.Value != 7 {
		t.Errorf("an estimate of its own is %v", got)
	}
}

func TestOccupancy(t *testing.T) {
	utilisation, queue, tail := occupancy([]uint64{5, 3, 0, 2})
	if math.Abs(utilisation-0.5) > 1e-12 || math.Abs(queue-0.9) > 1e-12 {
		t.Errorf("utilisation %v, mean queue %v, want 0.5 and 0.9", utilisation, queue)
	}
	if diff := cmp.Diff([]float64{0.5, 0.2, 0.2}, tail); diff != "" {
		t.Errorf("tail (-want +got):\n%s", diff)
	}
	long := make([]uint64, 3*longestTail)
	long[len(long)-1] = 1
	if _, _, tail := occupancy(long); len(tail) != longestTail {
		t.Errorf("a tail of %d, want %d", len(tail), longestTail)
	}
	utilisation, queue, tail = occupancy(nil)
	if !math.IsNaN(utilisation) || !math.IsNaN(queue) || tail != nil {
		t.Errorf("of nothing: %v %v %v", utilisation, queue, tail)
	}
}

// Whatever was counted: a response is a wait and a service, and its mean is that of the mixture.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rates := rapid.SliceOfN(rapid.Float64Range(0.1, 10), 1, 4).Draw(t, "rates")
		var c kernel.Counters
		for range rates {
			row := rapid.SliceOfN(rapid.Uint64Range(0, 1e6), 0, 6).Draw(t, "join")
			c.Join = append(c.Join, row)
			for _, n := range row {
				c.Admitted += n
			}
		}
		if c.Admitted == 0 {
			return
		}
		s, e := countedBy(rates, c)
		response, waiting := s.response(&e.sum), s.waiting(&e.sum)
		if service := e.named("mean_service").Value * float64(c.Admitted); math.Abs(response-waiting-service) > 1e-9*response {
			t.Fatalf("response %v is not waiting %v and service %v", response, waiting, service)
		}
		want := mixture.Erlang{Rates: rates, Join: c.Join}.Mean()
		if got := e.named("mean_response").Value; math.Abs(got-want) > 1e-9*want {
			t.Fatalf("mean %v, the mixture has %v", got, want)
		}
	})
}
