package partition

import (
	"errors"
	"fmt"

	"shardq/graph"
)

// MaxParts is the largest number of parts.
const MaxParts = 4096

// Parts says to which part, 0 .. K-1, each port and each server belongs. Parts may be empty.
type Parts struct {
	K       int
	Ports   []uint32 // by port
	Servers []uint32 // by server
}

// Validate reports parts that do not belong to the graph, or a number of them that is out of range.
func (p *Parts) Validate(g graph.Graph) error {
	if err := checkParts(p.K); err != nil {
		return err
	}
	if len(p.Ports) != g.Ports() || len(p.Servers) != g.Servers() {
		return fmt.Errorf(
			"partition: parts of %d ports and %d servers, the graph has %d and %d",
			len(p.Ports),
			len(p.Servers),
			g.Ports(),
			g.Servers(),
		)
	}
	return errors.Join(p.inRange("port", p.Ports), p.inRange("server", p.Servers))
}

func (p *Parts) inRange(what string, parts []uint32) error {
	for i, k := range parts {
		if int(k) >= p.K {
			return fmt.Errorf("partition: %s %d is in part %d, want 0 to %d", what, i, k, p.K-1)
		}
	}
	return nil
}

func checkParts(k int) error {
	if k < 1 || k > MaxParts {
		return fmt.Errorf("partition: %d parts, want 1 to %d", k, MaxParts)
	}
	return nil
}

// Run is a number of consecutive ports or servers of one rate.
type Run struct {
	Count int
	Rate  float64 // in any unit
}

// Blocks cuts consecutive ids into k blocks of nearly equal total rate, as a run with k shards does up to the size of a lane. An id belongs
// to the block in which the middle of its rate lies. If all rates are 0 they count as equal.
func Blocks(runs []Run, k int) ([]uint32, error) {
	if err := checkParts(k); err != nil {
		return nil, err
	}
	n, total := 0, 0.0
	for _, r := range runs {
		n += r.Count
		total += float64(r.Rate * float64(r.Count))
	}
	parts := make([]uint32, 0, n)
	before := 0.0
	for _, r := range runs {
		rate := r.Rate
		if total == 0 {
			rate = 1
		}
		for i := range r.Count {
			middle := before + float64(rate*(float64(i)+0.5))
			share := middle / total
			if total == 0 {
				share = middle / float64(n)
			}
			parts = append(parts, uint32(min(int(share*float64(k)), k-1)))
		}
		before += float64(rate * float64(r.Count))
	}
	return parts, nil
}

// sizes returns how many there are of each part.
func sizes(parts []uint32, k int) []int {
	n := make([]int, k)
	for _, part := range parts {
		n[part]++
	}
	return n
}
