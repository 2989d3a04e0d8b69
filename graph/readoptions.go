package graph

import (
	"errors"
	"fmt"

	"shardq/alloc"
)

// ReadOptions says how a graph file is read. The zero value reads what [WriteEdgeList] and [WriteMatrixMarket] write.
type ReadOptions struct {
	// Base is the id of the first port and of the first server in an edge list: 0 or 1. Matrix Market always counts from 1.
	Base int
	// Ports and Servers are the sizes that the graph must have; 0 takes what the file declares, or else the largest id.
	Ports, Servers int
	// Duplicates says what happens to an edge that is listed twice.
	Duplicates Duplicates
	// Arena is where the graph lives; nil is the plain heap.
	Arena *alloc.Arena
	// OnServers says that the graph is to become one on servers by [Closed], so that an edge listed in one direction means both. Then a
	// Matrix Market file may be symmetric. The rows are those of the file: below the diagonal only, if it is.
	OnServers bool
}

// Duplicates says what happens to an edge that is listed twice.
type Duplicates int

const (
	Refuse Duplicates = iota // it is an error
	Merge                    // it counts once
)

// Validate reports everything that is wrong with the options, joined into one error.
func (o ReadOptions) Validate() error {
	var errs []error
	if o.Base != 0 && o.Base != 1 {
		errs = append(errs, fmt.Errorf("graph: ids from %d, want 0 or 1", o.Base))
	}
	if o.Ports < 0 || o.Ports > MaxPorts {
		errs = append(errs, fmt.Errorf("graph: %d ports, want 1 to %d, or 0 to take them from the file", o.Ports, MaxPorts))
	}
	if o.Servers < 0 || o.Servers > MaxServers {
		errs = append(errs, fmt.Errorf("graph: %d servers, want 1 to %d, or 0 to take them from the file", o.Servers, MaxServers))
	}
	if o.Duplicates != Refuse && o.Duplicates != Merge {
		errs = append(errs, fmt.Errorf("graph: unknown treatment %d of duplicates", o.Duplicates))
	}
	return errors.Join(errs...)
}
