package fault

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// An end of the context is an interruption only of what the context ended.
func TestInterruption(t *testing.T) {
	going := t.Context()
	done, stop := context.WithCancel(going)
	stop()
	other := errors.New("no space left")
	for _, c := range []struct {
		ctx  context.Context
		err  error
		want bool
	}{
		{done, context.Canceled, true}, {done, context.DeadlineExceeded, true}, {done, other, false}, {done, nil, false},
		{going, context.Canceled, false}, {going, other, false},
	} {
		got := Interruption(c.ctx, c.err)
		if errors.Is(got, ErrInterrupted) != c.want || !c.want && got != c.err {
			t.Errorf("%v with context %v: %v", c.err, c.ctx.Err(), got)
		}
	}
}

func TestInput(t *testing.T) {
	if err := Input(nil); err != nil {
		t.Errorf("nothing wrong: %v", err)
	}
	why := errors.New("a fault")
	if err := Input(why); !errors.Is(err, why) || !errors.As(err, new(*InputError)) || err.Error() != "a fault" {
		t.Errorf("%v", err)
	}
}

// Work is waited for while the context goes on, and left behind when it ends.
func TestWithin(t *testing.T) {
	if v, left, err := Within(t.Context(), func() (int, error) { return 7, nil }); v != 7 || left || err != nil {
		t.Errorf("%d, left %v, error %v", v, left, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	hold := make(chan struct{})
	defer close(hold)
	if _, left, err := Within(ctx, func() (int, error) { <-hold; return 7, nil }); !left || !errors.Is(err, ErrInterrupted) {
		t.Errorf("ended: left %v, error %v", left, err)
	}
}

// A writer works until its context ends.
func TestWriter(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var out strings.Builder
	w := Writer(ctx, &out)
	if _, err := io.WriteString(w, "before"); err != nil {
		t.Error(err)
	}
	stop()
	if n, err := io.WriteString(w, "after"); n != 0 || !errors.Is(err, ErrInterrupted) || out.String() != "before" {
		t.Errorf("%d bytes, error %v, wrote %q", n, err, &out)
	}
}
