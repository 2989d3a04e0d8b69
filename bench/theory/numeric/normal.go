package numeric

import (
	"math"

	"shardq/graph/rng"
)

// Normals is a sequence of independent standard normal numbers, by the polar method of Marsaglia, the same on every machine.
type Normals struct {
	rng.Sequence
	spare float64
	has   bool
}

func NewNormals(seed uint64) *Normals { return &Normals{Sequence: rng.NewSequence(seed)} }

// Next returns the next number.
func (n *Normals) Next() float64 {
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
