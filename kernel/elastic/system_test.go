package elastic

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shardq/graph/isa"
	"shardq/kernel"
)

func TestValidate(t *testing.T) {
	good := System{Servers: 3, Rate: 1, Arrivals: 2, Standby: 1, Setup: 1}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	never := System{Servers: 3, Rate: 1, Arrivals: 2}
	if err := never.Validate(); err != nil {
		t.Errorf("without standby: %v", err)
	}
	for want, change := range map[string]func(s *System){
		"0 servers":      func(s *System) { s.Servers = 0 },
		"servers, want":  func(s *System) { s.Servers = kernel.MaxServers + 1 },
		"buffer -1":      func(s *System) { s.Buffer = -1 },
		"service rate 0": func(s *System) { s.Rate = 0 },
		"arrival rate N": func(s *System) { s.Arrivals = math.NaN() },
		"arrival rate +": func(s *System) { s.Arrivals = math.Inf(1) },
		"standby rate":   func(s *System) { s.Standby = -1 },
		"setup rate 0":   func(s *System) { s.Setup = 0 },
	} {
		s := good
		change(&s)
		if _, err := New(&s, isa.Best); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "elastic: ") {
			t.Errorf("want an error about %q, got %v", want, err)
		}
	}
	if n := good.Bytes(); n < 6000 || n > 20_000 {
		t.Errorf("%d bytes", n)
	}
}

// TestAdd: rows grow, and nothing is shared with the other.
func TestAdd(t *testing.T) {
	a := Counters{
		Ticks:       1,
		Arrived:     5,
		Admitted:    3,
		Blocked:     2,
		Departed:    1,
		InSystem:    2,
		Setups:      1,
		Emptied:     2,
		Ready:       3,
		SwitchedOff: 4,
		Join:        []uint64{3},
		Jobs:        kernel.Wide{Lo: math.MaxUint64},
		Busy:        kernel.Wide{Lo: 1},
		Level:       []kernel.Wide{{Lo: 1}},
	}
	b := Counters{
		Ticks:       10,
		Arrived:     50,
		Admitted:    30,
		Blocked:     20,
		Departed:    10,
		InSystem:    20,
		Setups:      10,
		Emptied:     20,
		Ready:       30,
		SwitchedOff: 40,
		Join:        []uint64{10, 20},
		Jobs:        kernel.Wide{Lo: 1},
		Idle:        kernel.Wide{Lo: 2},
		SettingUp:   kernel.Wide{Lo: 3},
		Off:         kernel.Wide{Lo: 4},
		Level:       []kernel.Wide{{Lo: 5}, {Lo: 6}},
	}
	a.Add(&b)
	want := Counters{
		Ticks:       11,
		Arrived:     55,
		Admitted:    33,
		Blocked:     22,
		Departed:    11,
		InSystem:    22,
		Setups:      11,
		Emptied:     22,
		Ready:       33,
		SwitchedOff: 44,
		Join: []uint64{
			13,
			20,
		},
		Jobs:      kernel.Wide{Hi: 1},
		Busy:      kernel.Wide{Lo: 1},
		Idle:      kernel.Wide{Lo: 2},
		SettingUp: kernel.Wide{Lo: 3},
		Off:       kernel.Wide{Lo: 4},
		Level:     []kernel.Wide{{Lo: 6}, {Lo: 6}},
	}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Error(diff)
	}
	a.Join[1]++
	if b.Join[1] != 20 {
		t.Error("rows are shared")
	}
}
