package pools

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
)

func TestValidate(t *testing.T) {
	good := System{Pools: 3, Rate: 1, Arrivals: 2, Policy: policy.Policy{Rule: policy.JSQD, D: 2}}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(s *System){
		"0 pools":          func(s *System) { s.Pools = 0 },
		"pools, want":      func(s *System) { s.Pools = kernel.MaxServers + 1 },
		"cap -1":           func(s *System) { s.Cap = -1 },
		"rate of a task 0": func(s *System) { s.Rate = 0 },
		"arrival rate N":   func(s *System) { s.Arrivals = math.NaN() },
		"arrival rate +":   func(s *System) { s.Arrivals = math.Inf(1) },
		"d = 0":            func(s *System) { s.Policy.D = 0 },
		"want one of jsq":  func(s *System) { s.Policy.Rule = policy.JFSQ },
		"tasks per pool":   func(s *System) { s.Arrivals = 1e9 },
	} {
		s := good
		change(&s)
		if _, err := New(&s, isa.Best); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "pools: ") {
			t.Errorf("want an error about %q, got %v", want, err)
		}
	}
	capped := System{Pools: 3, Cap: 10, Rate: 1, Arrivals: 1e9, Policy: policy.Policy{Rule: policy.Random}}
	if err := capped.Validate(); err != nil {
		t.Errorf("overload with a cap: %v", err)
	}
	if n, m := good.Bytes(), capped.Bytes(); n < 6000 || n > 20_000 || m > n {
		t.Errorf("%d and %d bytes", n, m)
	}
}

// TestAdd: rows grow, and nothing is shared with the other.
func TestAdd(t *testing.T) {
	a := Counters{
		Ticks:    1,
		Arrived:  5,
		Admitted: 3,
		Blocked:  2,
		Departed: 1,
		InSystem: 2,
		Join:     []uint64{3},
		Tasks:    kernel.Wide{Lo: math.MaxUint64},
		Level:    []kernel.Wide{{Lo: 1}},
	}
	b := Counters{
		Ticks:    10,
		Arrived:  50,
		Admitted: 30,
		Blocked:  20,
		Departed: 10,
		InSystem: 20,
		Join:     []uint64{10, 20},
		Tasks:    kernel.Wide{Lo: 1},
		Level:    []kernel.Wide{{Lo: 5}, {Lo: 6}},
	}
	a.Add(&b)
	want := Counters{
		Ticks:    11,
		Arrived:  55,
		Admitted: 33,
		Blocked:  22,
		Departed: 11,
		InSystem: 22,
		Join:     []uint64{13, 20},
		Tasks:    kernel.Wide{Hi: 1},
		Level:    []kernel.Wide{{Lo: 6}, {Lo: 6}},
	}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Error(diff)
	}
	a.Level[1].Lo++
	if b.Level[1].Lo != 6 {
		t.Error("rows are shared")
	}
}
