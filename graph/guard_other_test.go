//go:build !unix

package graph

import "testing"

// guarded returns plain memory: this system has no portable way to forbid touching what is around it.
func guarded(t testing.TB, size int) []byte { return make([]byte, (size+4095)/4096*4096) }
