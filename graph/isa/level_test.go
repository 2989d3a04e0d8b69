package isa_test

import (
	"fmt"
	"strings"
	"testing"

	"shardq/graph/isa"
)

func TestParse(t *testing.T) {
	if l, err := isa.Parse(""); l != isa.Best || err != nil {
		t.Errorf("no name: %v, %v", l, err)
	}
	for _, l := range append([]isa.Level{isa.Best}, isa.Levels()...) {
		if got, err := isa.Parse(l.String()); got != l || err != nil || l.Check() != nil {
			t.Errorf("%v: %v, %v", l, got, err)
		}
	}
	for l := isa.Available() + 1; l <= isa.AVX512; l++ {
		if _, err := isa.Parse(l.String()); err == nil || !strings.Contains(err.Error(), "not available here") {
			t.Errorf("%v: %v", l, err)
		}
	}
	for _, name := range []string{"mmx", "AVX2", " avx2"} {
		if _, err := isa.Parse(name); err == nil || !strings.Contains(err.Error(), "generic, avx2, avx512") {
			t.Errorf("%q: %v", name, err)
		}
	}
	if l := isa.AVX512 + 1; l.Check() == nil || !strings.Contains(l.String(), "4") {
		t.Errorf("%v is a level", l)
	}
}

// TestResolve: nothing resolves to Best, nor to what is not there; what is there stays.
func TestResolve(t *testing.T) {
	for l := isa.Best; l <= isa.AVX512+1; l++ {
		want := l
		if l == isa.Best || l > isa.Available() {
			want = isa.Available()
		}
		if got := l.Resolve(); got != want || got < isa.Generic {
			t.Errorf("%v resolves to %v, want %v", l, got, want)
		}
	}
	if list := isa.Levels(); list[0] != isa.Generic || list[len(list)-1] != isa.Available() {
		t.Errorf("levels %v", list)
	}
}

func Example() {
	level, err := isa.Parse("generic") // as a user names it
	fmt.Println(level, level.Resolve(), err)
	var unset isa.Level
	fmt.Println(unset, unset.Resolve() == isa.Available())
	// Output:
	// generic generic <nil>
	// best true
}
