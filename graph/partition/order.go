package partition

import (
	"fmt"
	"slices"

	"shardq/graph"
)

// Order renumbers a graph: port p becomes Ports[p], server r becomes Servers[r]. Both are permutations.
type Order struct {
	Ports   []uint32 // new id by old id
	Servers []uint32
}

// NewOrder numbers ports and servers by part, and within a part as they were. types are the numbers of servers of each type, in the order
// of ids: a run wants the servers of a type to be consecutive, so parts are kept together within each type and the types stay where they
// are. nil is one type.
func NewOrder(parts *Parts, types []int) (*Order, error) {
	if types == nil {
		types = []int{len(parts.Servers)}
	}
	sum := 0
	for m, n := range types {
		if n < 0 || n > len(parts.Servers)-sum {
			return nil, fmt.Errorf("partition: type %d has %d servers, want 0 to the remaining %d", m, n, len(parts.Servers)-sum)
		}
		sum += n
	}
	if sum != len(parts.Servers) {
		return nil, fmt.Errorf("partition: the types have %d servers, the graph has %d", sum, len(parts.Servers))
	}
	o := &Order{Ports: make([]uint32, len(parts.Ports)), Servers: make([]uint32, len(parts.Servers))}
	for id, p := range byPart(parts.Ports, parts.K) {
		o.Ports[p] = uint32(id)
	}
	first := 0
	for _, n := range types {
		for id, r := range byPart(parts.Servers[first:first+n], parts.K) {
			o.Servers[first+int(r)] = uint32(first + id)
		}
		first += n
	}
	return o, nil
}

// Validate reports an order that does not belong to the graph or is none.
func (o *Order) Validate(g graph.Graph) error {
	if err := permutation("port", o.Ports, g.Ports()); err != nil {
		return err
	}
	return permutation("server", o.Servers, g.Servers())
}

func permutation(what string, ids []uint32, n int) error {
	if len(ids) != n {
		return fmt.Errorf("partition: %d new ids for %d %ss", len(ids), n, what)
	}
	taken := make([]bool, n)
	for i, id := range ids {
		if int(id) >= n {
			return fmt.Errorf("partition: new id %d of %s %d is out of range, want 0 to %d", id, what, i, n-1)
		}
		if taken[id] {
			return fmt.Errorf("partition: new id %d is given to two %ss, %s %d is the second", id, what, what, i)
		}
		taken[id] = true
	}
	return nil
}

// Invert returns the permutation that undoes ids: the old id by the new one.
func Invert(ids []uint32) []uint32 {
	old := make([]uint32, len(ids))
	for i, id := range ids {
		old[id] = uint32(i)
	}
	return old
}

// View returns the renumbered graph without storing it: rows are renumbered and sorted whenever they are asked for. It keeps g and the
// order.
func View(g graph.Graph, o *Order) (graph.Graph, error) {
	if err := o.Validate(g); err != nil {
		return nil, err
	}
	return &view{Graph: g, oldPort: Invert(o.Ports), newServer: o.Servers}, nil
}

type view struct {
	graph.Graph
	oldPort   []uint32
	newServer []uint32
}

func (v *view) Degree(port uint32) int { return v.Graph.Degree(v.oldPort[port]) }

func (v *view) Row(port uint32, buf []uint32) []uint32 {
	row := v.Graph.Row(v.oldPort[port], buf)
	buf = buf[:0]
	for _, r := range row { // row may lie in buf: each entry is read before its place is written
		buf = append(buf, v.newServer[r])
	}
	slices.Sort(buf)
	return buf
}

func (v *view) Bytes() uint64 {
	return v.Graph.Bytes() + 4*uint64(len(v.oldPort)+len(v.newServer))
}

// Apply returns the renumbered graph: port Ports[p] and server Servers[r] are neighbours if p and r were. While it works, it needs the
// memory of two graphs besides g. It is for callers of the library: the program writes a [View] to a file.
func Apply(g graph.Graph, o *Order) (*graph.CSR, error) {
	v, err := View(g, o)
	if err != nil {
		return nil, err
	}
	rows := make([][]uint32, v.Ports())
	edges := make([]uint32, v.Edges())
	for p := range rows {
		n := v.Degree(uint32(p))
		rows[p] = append(edges[:0:n], v.Row(uint32(p), edges[:0:n])...)
		edges = edges[n:]
	}
	return graph.Explicit(rows, v.Servers())
}
