//go:build !amd64 || purego

package isa

// detect has nothing to ask: this build has no assembly.
func detect() Level { return Generic }
