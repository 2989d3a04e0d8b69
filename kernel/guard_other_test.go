//go:build !unix

package kernel

import "testing"

// guardedPage returns plain memory: this system has no portable way to forbid reading.
func guardedPage(t *testing.T) []byte { return make([]byte, 4096) }
