package validation

import (
	"context"
	"math"
	"testing"
)

// compare runs the scenario and returns a deviation for each answer. Standard errors include those of the known values, and the allowed
// bias is taken off the deviation.
func (r Reference) compare(ctx context.Context) ([]deviation, error) {
	o, err := run(ctx, r.Name, r.text)
	if err != nil {
		return nil, err
	}
	var list []deviation
	for _, a := range r.Answers {
		got := a.of(o)
		got.StdErr = math.Hypot(got.StdErr, a.StdErr)
		if far := math.Abs(got.Value - a.Want); far > 0 {
			got.Value += (a.Want - got.Value) / far * min(far, r.Bias*a.Want)
		}
		list = append(list, deviation{r.Name, a.Quantity, a.Want, got, false})
	}
	return list, nil
}

// TestReferences: published values and closed forms within 4 standard errors (seeds are fixed; 6e-5 per comparison with fresh ones).
func TestReferences(t *testing.T) {
	for _, r := range References() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			list, err := r.compare(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range list {
				t.Log(d)
				if !(d.errors() <= 4) {
					t.Error(d)
				}
			}
		})
	}
}
