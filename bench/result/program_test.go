package result

import (
	"encoding/json"
	"testing"
	"time"
)

func TestLargeSeedsAreText(t *testing.T) {
	for seed, want := range map[Seed]string{0: "0", 1 << 53: "9007199254740992", 1<<53 + 1: `"9007199254740993"`,
		1<<64 - 1: `"18446744073709551615"`} {
		if got, err := json.Marshal(seed); err != nil || string(got) != want {
			t.Errorf("seed %d: %s (%v), want %s", uint64(seed), got, err, want)
		}
	}
}

// A build is identified whether the toolchain stamps it, the linker is told the commit, or neither: then by its file.
func TestProgramIsIdentified(t *testing.T) {
	p := ThisProgram("generic")
	if p.Commit == "" && len(p.File) != 16 {
		t.Errorf("neither commit nor hash of the file: %+v", p)
	}
	if when, err := time.Parse(time.RFC3339, p.Date); err != nil || time.Since(when) > time.Hour {
		t.Errorf("date %q (%v)", p.Date, err)
	}
	if len(p.Command) == 0 || p.ISA != "generic" {
		t.Errorf("command %q, instruction set %q", p.Command, p.ISA)
	}
	defer func(usual string) { commit = usual }(commit)
	commit = "0123456789abcdef"
	if p := ThisProgram(""); p.Commit != commit || p.File != "" || p.Version == "(devel)" {
		t.Errorf("told by the linker: %+v", p)
	}
}
