package kernel

import (
	"fmt"

	"shardq/kernel/policy"
)

// IdleWay is how a policy that asks for idle servers finds them. The zero value leaves the choice to the program, or says that the policy
// does not ask.
type IdleWay string

// The ways to find idle servers.
const (
	IdleByKey  IdleWay = "keys" // in the keys of the servers of the row
	IdleByRow  IdleWay = "row"  // in the idle bits of the servers of the row
	IdleByPort IdleWay = "port" // in idle bits that are kept for each port in the order of its row
)

// Check returns an error for a way that does not exist.
func (w IdleWay) Check() error {
	switch w {
	case "", IdleByKey, IdleByRow, IdleByPort:
		return nil
	}
	return fmt.Errorf("kernel: unknown way to find idle servers %q, want keys, row or port, or nothing to choose", string(w))
}

// AsksForIdle reports whether a policy asks first which neighbours are idle, on a graph whose rows are looked at.
func AsksForIdle(sys *System) bool {
	return policy.Describe(policy.Bipartite, sys.Policy.Rule).AsksIdle && !isComplete(sys.Graph)
}

// ChooseIdleWay decides how idle servers are found: IdleByKey, IdleByRow or IdleByPort, or "" if the policy does not ask for them. asked
// is one of the three, or "" for a choice by size. Of the graph only its sizes are read.
//
// While the keys stay in the cache of a core, one look at a key is cheaper than to keep a second array, and bits by row pay from there on.
// Both cost a look at every server of a row. Bits by port cost two changes a job at every port of a server instead, and a search that
// passes over most of the row.
func ChooseIdleWay(sys *System, l Layout, asked IdleWay) IdleWay {
	switch {
	case !AsksForIdle(sys):
		return ""
	case asked != "":
		return asked
	case portsPay(sys):
		return IdleByPort
	case sys.Servers()*l.Width/8 >= idleBitsFrom:
		return IdleByRow
	}
	return IdleByKey
}

const (
	idleBitsFrom = 8 << 20 // bytes of keys from which on idle bits pay
	longRow      = 1024    // mean degree from which on bits by port pay
	// and how many servers there must be to a port, so that a server has few: from half as many on it depends on the load
	serversPort   = 64
	mostPortEdges = 1 << 28 // edges up to which bits by port are kept unless asked for, at 4 to 8 bytes an edge
)

// portsPay reports whether rows are so long, and servers on so few of them, that idle bits by port are the fastest way.
func portsPay(sys *System) bool {
	g := sys.Graph
	ports, servers := uint64(g.Ports()), uint64(g.Servers())
	if servers < serversPort*ports || servers < longRow { // before the edges, which some graphs have to count
		return false
	}
	edges := g.Edges()
	return edges >= longRow*ports && edges <= mostPortEdges
}

// IdleBytes returns the memory of idle bits: of each IdleSet, and of what all sets have in common.
func IdleBytes(sys *System, way IdleWay) (set, common uint64) {
	switch way {
	case IdleByRow:
		return uint64(sys.Servers()) / 8, 0
	case IdleByPort:
		words, summary, index := portSizes(sys.Graph)
		return uint64(sys.Servers())/8 + 8*(words+summary), index
	}
	return 0, 0
}
