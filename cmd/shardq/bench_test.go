package main

import (
	"errors"
	"testing"

	"shardq/bench/speed"
	"shardq/bench/speed/systems"
)

// TestMissed: targets and references that are missed end a session with the exit code of a check.
func TestMissed(t *testing.T) {
	system := speed.Line{Contestant: "sharded", Target: "references", System: &systems.Result{}}
	target := speed.Line{Contestant: "engine", Target: "at least 2 times"}
	fine := speed.Line{Contestant: "lumped", Target: "references", Met: true, System: &systems.Result{}}
	for _, c := range []struct {
		lines []speed.Line
		want  string
	}{
		{[]speed.Line{fine}, ""},
		{[]speed.Line{system, fine, system}, "2 of the systems are not where a reference says"},
		{[]speed.Line{target}, "1 of the targets missed on this machine"},
		{[]speed.Line{target, system}, "1 of the systems are not where a reference says\n1 of the targets missed on this machine"},
	} {
		err := missed(&speed.Report{Lines: c.lines})
		if c.want == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		var check checkError
		if !errors.As(err, &check) || err.Error() != c.want {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}
