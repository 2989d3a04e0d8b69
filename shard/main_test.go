package shard

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain fails if any test leaves a goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
