//go:build amd64 && !purego

package kernel

import (
	"testing"

	"shardq/graph/isa"
)

// TestGathersPayIsSettled: the measurement gives one answer for the life of the process.
func TestGathersPayIsSettled(t *testing.T) {
	if isa.Available() != isa.AVX512 {
		t.Skip("no AVX-512 on this processor")
	}
	first := gathersPay()
	t.Logf("gathers pay: %v", first)
	for range 3 {
		if gathersPay() != first {
			t.Fatal("the answer changed")
		}
	}
}
