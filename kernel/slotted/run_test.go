package slotted

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shardq/kernel"
	"shardq/kernel/policy"
)

var update = flag.Bool("update", false, "write the digests of this build to testdata/digests.json")

// system draws a small system of any kind.
func system(t *rapid.T) *System {
	sys := &System{
		Seed:  rapid.Uint64().Draw(t, "seed"),
		Burst: rapid.SampledFrom([]float64{0, 0, 10, 25}).Draw(t, "burst"),
		Policy: policy.Policy{
			Rule: rapid.SampledFrom(policy.Rules(policy.Slotted)).Draw(t, "policy"), D: rapid.IntRange(1, 12).Draw(t, "d"),
			Memory: rapid.IntRange(0, 5).Draw(t, "memory"), Period: rapid.IntRange(1, 20).Draw(t, "period"),
		},
	}
	for range rapid.IntRange(1, 3).Draw(t, "types") {
		rate := rapid.SampledFrom([]float64{0.01, 0.5, 1, 7.5, 10}).Draw(t, "rate")
		sys.Types = append(sys.Types, kernel.Type{Rate: rate, Count: rapid.SampledFrom([]int{1, 2, 5, 70}).Draw(t, "count")})
	}
	sys.Arrivals = rapid.SampledFrom([]float64{0.1, 0.9, 2}).Draw(t, "load") * sys.Capacity()
	if rapid.Bool().Draw(t, "given") {
		sys.Sizes, sys.Probabilities = []int{0, 1, 40}, []float64{0.4, 0.4, 0.2}
	}
	return sys
}

// TestPiecesMakeTheWhole: stops anywhere, with snapshots, change nothing.
func TestPiecesMakeTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := system(t)
		whole, err := New(sys)
		if err != nil {
			t.Fatal(err)
		}
		pieces, _ := New(sys)
		end := 0.0
		var sum Counters
		for range rapid.IntRange(1, 6).Draw(t, "stops") {
			before := pieces.Counters()
			end += rapid.Float64Range(0, 200).Draw(t, "step")
			if err := pieces.Advance(context.Background(), end); err != nil {
				t.Fatal(err)
			}
			after := pieces.Counters()
			part := after.Since(&before)
			sum.Add(&part)
			sum.InSystem = after.InSystem
		}
		if err := whole.Advance(context.Background(), end); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(whole.Counters(), pieces.Counters()); diff != "" || whole.Digest() != pieces.Digest() {
			t.Fatalf("in one go and in pieces (-one +pieces):\n%s", diff)
		}
		if diff := cmp.Diff(whole.Counters(), sum); diff != "" {
			t.Fatalf("all and the sum of parts (-all +sum):\n%s", diff)
		}
		if now, arrived := whole.Progress(); now != math.Floor(end) || arrived != whole.count.Arrived {
			t.Fatalf("progress %v, %d", now, arrived)
		}
	})
}

// TestEverySlotIsConsistent checks state and counters after every slot.
func TestEverySlotIsConsistent(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		sys := system(r)
		s, err := New(sys)
		if err != nil {
			r.Fatal(err)
		}
		if samplesThreshold(sys.Policy) {
			l := s.levels
			l.top, l.step = rapid.IntRange(1, 8).Draw(r, "levels"), uint64(rapid.IntRange(1, 9).Draw(r, "step"))
			regrid(s, &l)
		}
		for range 80 {
			before := s.count
			s.step()
			consistent(t, s)
			c := s.count.Since(&before)
			n, d := uint64(sys.Servers()), uint64(min(sys.Policy.D, sys.Servers()))
			asked := uint64(0)
			switch p := sys.Policy; {
			case p.Rule == policy.JSQ:
				asked = n * c.Batches
			case p.Rule == policy.SQD || p.Rule == policy.SQDM:
				asked = d * c.Batches
			case samplesThreshold(p) && s.now%uint64(p.Period) == 0:
				asked = d
			}
			if c.Queries != asked || c.Replies != asked {
				r.Fatalf("%d queries, %d replies, want %d", c.Queries, c.Replies, asked)
			}
			if !threshold(sys.Policy) && c.Reports+c.EmptyMemory > 0 || sys.Policy.Rule == policy.JIQ && c.Reports > n {
				r.Fatalf("%+v", c)
			}
		}
	})
}

// regrid gives a run that has not begun other intervals of queue lengths.
func regrid(s *Simulator, l *levels) {
	s.levels = *l
	s.sets = newSets(&s.levels, &s.classes, s.policy.Rule == policy.JBTGD)
	for i := range s.servers {
		s.put(int32(i), &s.servers[i], 1, s.kind(int32(i)))
	}
}

// TestDigests pins the trajectories: they must be the same on every machine and in every release.
func TestDigests(t *testing.T) {
	got := map[string]uint64{}
	for _, rule := range policy.Rules(policy.Slotted) {
		for _, burst := range []float64{0, 10} {
			sys := &System{
				Types: []kernel.Type{{Rate: 2, Count: 30}, {Rate: 0.5, Count: 70}}, Burst: burst, Arrivals: 85, Seed: 1,
				Policy: policy.Policy{Rule: rule, D: 3, Memory: 2, Period: 11},
			}
			key := rule.String()
			if burst > 0 {
				key += " bursty"
			}
			s := start(t, sys)
			advance(t, s, 2000)
			got[key] = s.Digest()
		}
	}
	const path = "testdata/digests.json"
	if *update {
		data, _ := json.MarshalIndent(got, "", "  ")
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(data, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]uint64{}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("digests (-want +got):\n%s", diff)
	}
}

func TestCancellation(t *testing.T) {
	sys := &System{Types: []kernel.Type{{Rate: 1, Count: 10}}, Arrivals: 9, Policy: policy.Policy{Rule: policy.JIQ}}
	s := start(t, sys)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Advance(ctx, 10); !errors.Is(err, context.Canceled) || s.now != 0 {
		t.Errorf("%v at slot %d", err, s.now)
	}
	ctx, cancel = context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.Advance(ctx, 1<<50) }()
	for {
		if now, _ := s.Progress(); now > 0 {
			break
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	reached := s.now
	other := start(t, sys)
	advance(t, s, float64(reached+100))
	advance(t, other, float64(reached+100))
	if s.Digest() != other.Digest() {
		t.Error("a cancelled run goes on differently")
	}
	for _, bad := range []float64{-1, 5, math.NaN(), math.Inf(1), 1 << 60} {
		if err := s.Advance(context.Background(), bad); err == nil {
			t.Errorf("Advance(%v) at slot %d is accepted", bad, s.now)
		}
	}
	for range 2 { // a second Close frees nothing
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
}

// A queue that no number can hold ends the run with an error.
func TestQueueTooLong(t *testing.T) {
	s := start(
		t,
		&System{
			Types:         []kernel.Type{{Rate: 1, Count: 1}},
			Sizes:         []int{MaxBatch},
			Probabilities: []float64{1},
			Policy:        policy.Policy{Rule: policy.Random},
		},
	)
	var long kernel.ErrQueueTooLong
	if err := s.Advance(context.Background(), 10_000); !errors.As(err, &long) {
		t.Errorf("%v", err)
	}
}

func TestValidate(t *testing.T) {
	good := System{Types: []kernel.Type{{Rate: 1, Count: 10}}, Arrivals: 9, Policy: policy.Policy{Rule: policy.JIQ}}
	for _, c := range []struct {
		want   string
		change func(s *System)
	}{
		{"", func(*System) {}},
		{"0 server types", func(s *System) { s.Types = nil }},
		{"service rate NaN", func(s *System) { s.Types[0].Rate = math.NaN() }},
		{"service rate 0", func(s *System) { s.Types[0].Rate = 0 }},
		{"0 servers", func(s *System) { s.Types[0].Count = 0 }},
		{"servers, want", func(s *System) { s.Types[0].Count = math.MaxInt }},
		{"more than", func(s *System) { s.Types = []kernel.Type{{Rate: 2, Count: 1 << 30}, {Rate: 1, Count: 1}} }},
		{"mean batch -1", func(s *System) { s.Arrivals = -1 }},
		{"mean batch 0", func(s *System) { s.Arrivals = 0 }},
		{"burst 0.5", func(s *System) { s.Burst = 0.5 }},
		{"burst 10.5", func(s *System) { s.Burst = 10.5 }},
		{"burst NaN", func(s *System) { s.Burst = math.NaN() }},
		{"above the burst", func(s *System) { s.Burst, s.Types[0].Rate = 2, 3 }},
		{"2 batch sizes with 1", func(s *System) { s.Sizes, s.Probabilities = []int{1, 2}, []float64{1} }},
		{"batch size -1", func(s *System) { s.Sizes, s.Probabilities = []int{-1, 2}, []float64{1, 1} }},
		{"batch probabilities", func(s *System) { s.Sizes, s.Probabilities = []int{1, 2}, []float64{-1, 1} }},
		{"every batch is empty", func(s *System) { s.Sizes, s.Probabilities = []int{0, 2}, []float64{1, 0} }},
		{`unknown policy "jfsq"`, func(s *System) { s.Policy.Rule = policy.JFSQ }},
		{"d = 0", func(s *System) { s.Policy = policy.Policy{Rule: policy.SQD} }},
		{"memory of -1", func(s *System) { s.Policy = policy.Policy{Rule: policy.SQDM, D: 1, Memory: -1} }},
		{"period of 0", func(s *System) { s.Policy = policy.Policy{Rule: policy.JBTD, D: 1} }},
	} {
		sys := good
		sys.Types = append([]kernel.Type(nil), good.Types...)
		c.change(&sys)
		err := sys.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("want an error with %q, got %v", c.want, err)
		}
		if _, e := New(&sys); c.want != "" && e == nil {
			t.Errorf("New takes what Validate refuses: %v", err)
		}
	}
}

func TestBytes(t *testing.T) {
	sys := &System{Types: []kernel.Type{{Rate: 1, Count: 1_000_000}}, Arrivals: 9e5, Policy: policy.Policy{Rule: policy.JIQ}}
	if b := sys.Bytes(); b < 80e6 || b > 150e6 {
		t.Errorf("%d bytes for a million servers", b)
	}
}
