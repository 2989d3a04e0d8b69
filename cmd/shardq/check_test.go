package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"shardq/bench/fault"
	"shardq/bench/validation"
)

// TestCheckVerdict: a failure is exit code 3, also of a check that was interrupted; an interruption alone is 130.
func TestCheckVerdict(t *testing.T) {
	good := &validation.CheckReport{Rows: []validation.CheckRow{{P: 1}}}
	bad := &validation.CheckReport{Rows: []validation.CheckRow{{P: 1}, {P: 0, Failed: true}}}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		r    *validation.CheckReport
		err  error
		want int
	}{
		{good, nil, exitDone}, {bad, nil, exitCheck}, {good, ctx.Err(), exitInterrupted}, {bad, ctx.Err(), exitCheck},
	} {
		err := checkVerdict(ctx, c.r, c.err)
		if got := exitCode(err); got != c.want {
			t.Errorf("%v: exit code %d, want %d", err, got, c.want)
		}
		if c.want == exitInterrupted && !errors.Is(err, fault.ErrInterrupted) {
			t.Error(err)
		}
	}
}

func TestCheckProgressLines(t *testing.T) {
	var out bytes.Buffer
	tell := tellParts(&out, 0)
	tell(validation.CheckProgress{Done: 12, Total: 90, Share: 0.5, Name: "uniform ties: jsq"})
	if got := out.String(); !strings.HasPrefix(got, "shardq: 12 of 90 parts, 50 %, ") ||
		!strings.HasSuffix(got, " left: uniform ties: jsq\n") {
		t.Errorf("line %q", got)
	}
	out.Reset()
	tellParts(&out, time.Hour)(validation.CheckProgress{Done: 1, Total: 2})
	if out.Len() > 0 {
		t.Errorf("a line too early: %q", &out)
	}
}
