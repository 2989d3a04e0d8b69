package kernel

import (
	"testing"

	"shardq/kernel/policy"
)

// TestSamplesFit: a policy may sample as many servers as there may be.
func TestSamplesFit(t *testing.T) {
	if policy.MostServers != MaxServers {
		t.Errorf("samples of %d servers, systems of %d", policy.MostServers, MaxServers)
	}
}
