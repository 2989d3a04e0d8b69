package validation

import (
	"context"
	"testing"
)

// TestReferences: published values and closed forms within 4 standard errors (seeds are fixed; 6e-5 per comparison with fresh ones).
func TestReferences(t *testing.T) {
	for _, r := range References() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			list, err := r.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range list {
				t.Log(d)
				if !(d.Errors() <= 4) {
					t.Error(d)
				}
			}
		})
	}
}
