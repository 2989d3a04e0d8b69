package experiment

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shardq/bench/theory/mixture"
	"shardq/kernel"
)

// counted returns an estimator over one replication of one batch.
func counted(rates []float64, c kernel.Counters) *estimator {
	e := &estimator{rates: rates, tick: 0.5, sum: c, tracks: []track{{batches: []kernel.Counters{c}, total: c}}}
	for _, r := range rates {
		e.types = append(e.types, kernel.Type{Rate: r, Count: 1})
	}
	return e
}

func TestMeansOfCounts(t *testing.T) {
	// Two jobs found type 0 (rate 2) idle, one found 2 jobs there; three found type 1 (rate 1/2) with 1 job.
	e := counted([]float64{2, 0.5}, kernel.Counters{Ticks: 10, Arrived: 10, Admitted: 6, Blocked: 2, Unroutable: 2,
		Join: [][]uint64{{2, 0, 1}, {0, 3}}, Area: kernel.Wide{Lo: 50}})
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"response", e.perJob(e.response).Value, (2*0.5 + 3*0.5 + 3*4) / 6.0},
		{"waiting", e.perJob(e.waiting).Value, (2*0.5 + 3*2) / 6.0},
		{"service", e.perJob(e.service).Value, (3*0.5 + 3*2) / 6.0},
		{"blocking", e.blocking().Value, 0.25},
		{"number", e.number().Value, 5},
		{"time", e.time(&e.sum), 5},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if e := e.perJob(e.response); e.Known() {
		t.Errorf("one batch has the interval %v", e)
	}
}

func TestOccupancy(t *testing.T) {
	e := counted([]float64{1}, kernel.Counters{Seen: [][]uint64{{5, 3, 0, 2}}})
	utilisation, queue, tail := e.occupancy(0)
	if math.Abs(utilisation-0.5) > 1e-12 || math.Abs(queue-0.9) > 1e-12 {
		t.Errorf("utilisation %v, mean queue %v, want 0.5 and 0.9", utilisation, queue)
	}
	if diff := cmp.Diff([]float64{0.5, 0.2, 0.2}, tail); diff != "" {
		t.Errorf("tail (-want +got):\n%s", diff)
	}
	long := make([]uint64, 3*longestTail)
	long[len(long)-1] = 1
	if _, _, tail := counted([]float64{1}, kernel.Counters{Seen: [][]uint64{long}}).occupancy(0); len(tail) != longestTail {
		t.Errorf("a tail of %d, want %d", len(tail), longestTail)
	}
	utilisation, queue, tail = counted([]float64{1}, kernel.Counters{Seen: [][]uint64{nil}}).occupancy(0)
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
		e := counted(rates, c)
		response, waiting, service := e.response(&c), e.waiting(&c), e.service(&c)
		if math.Abs(response-waiting-service) > 1e-9*response {
			t.Fatalf("response %v is not waiting %v and service %v", response, waiting, service)
		}
		want := mixture.Erlang{Rates: rates, Join: c.Join}.Mean()
		if c.Admitted > 0 && math.Abs(e.perJob(e.response).Value-want) > 1e-9*want {
			t.Fatalf("mean %v, the mixture has %v", e.perJob(e.response).Value, want)
		}
	})
}
