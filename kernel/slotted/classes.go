package slotted

import "shardq/kernel"

// classes numbers the types of servers: servers of a type have consecutive ids.
type classes struct {
	ends  []int32 // first id after each type
	rates []float64
}

func newClasses(types []kernel.Type) classes {
	var c classes
	end := 0
	for _, t := range types {
		end += t.Count
		c.ends, c.rates = append(c.ends, int32(end)), append(c.rates, t.Rate)
	}
	return c
}

// of returns the type of a server.
func (c *classes) of(server int32) int {
	low, high := 0, len(c.ends)-1
	for low < high {
		if middle := (low + high) / 2; c.ends[middle] <= server {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}
