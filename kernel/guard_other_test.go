//go:build !unix

package kernel

import "testing"

// guardedPage returns plain memory: this system has no portable way to forbid touching what is around it.
func guardedPage(t testing.TB) []byte { return make([]byte, 4096) }
