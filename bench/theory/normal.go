package theory

import (
	"math"

	"shardq/graph/rng"
)

// normals is a sequence of independent standard normal numbers, by the polar method of Marsaglia, the same on every machine.
type normals struct {
	rng.Sequence
	spare float64
	has   bool
}

func newNormals(seed uint64) *normals { return &normals{Sequence: rng.NewSequence(seed)} }

func (n *normals) next() float64 {
	if n.has {
		n.has = false
		return n.spare
	}
	for {
		x, y := 2*n.Unit()-1, 2*n.Unit()-1
		if s := float64(x*x) + float64(y*y); s > 0 && s < 1 {
			f := math.Sqrt(-2 * rng.Log(s) / s)
			n.spare, n.has = y*f, true
			return x * f
		}
	}
}
