package validation

import (
	"context"
	"testing"
	"time"
)

// TestReferences: published values and closed forms within 4 standard errors (seeds are fixed; 6e-5 per comparison with fresh ones).
func TestReferences(t *testing.T) {
	for _, r := range References() {
		t.Run(r.Name+", "+r.Quantity, func(t *testing.T) {
			start := time.Now()
			d, err := r.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			t.Log(time.Since(start), d)
			if !(d.Errors() <= 4) {
				t.Error(d)
			}
		})
	}
}
