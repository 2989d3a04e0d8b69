//go:build !linux

package shard

// pin leaves it to the system where the goroutine runs.
func pin(int) (unpin func()) { return func() {} }
