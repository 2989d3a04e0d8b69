package stats

// Coverage counts how often intervals contain the true value. The zero value has seen none.
type Coverage struct {
	Runs    uint64 // intervals seen
	Hits    uint64 // of these, with the true value inside
	Below   uint64 // wholly below the true value
	Above   uint64 // wholly above it
	Unknown uint64 // without an interval
}

// Add counts the interval of one run.
func (c *Coverage) Add(e Estimate, truth float64) {
	c.Runs++
	switch {
	case e.Contains(truth):
		c.Hits++
	case e.Hi < truth:
		c.Below++
	case e.Lo > truth:
		c.Above++
	default:
		c.Unknown++
	}
}
