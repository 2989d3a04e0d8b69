package fault

import (
	"context"
	"errors"
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
