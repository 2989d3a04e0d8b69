//go:build !amd64 || purego

package rng

func (k Key) fillFast(dst []Block, first, c1, c2, c3 uint32) int { return 0 }

func fillGroup() int { return 1 }
