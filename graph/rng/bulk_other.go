//go:build !amd64 || purego

package rng

import "shardq/graph/isa"

func (k Key) fillFast(isa.Level, []Block, uint32, uint32, uint32, uint32) int { return 0 }

func fillGroup(isa.Level) int { return 1 }
