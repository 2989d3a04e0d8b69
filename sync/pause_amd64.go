//go:build amd64 && !purego

package sync

// pause executes n PAUSE instructions, which leave the core's resources to its sibling thread.
//
//go:noescape
func pause(n int)
