package scenario

import (
	"shardq/bench/theory/bound"
	"shardq/kernel"
)

// KindFacts says about a kind of graph what needs no graph. What the kind reads is in the table of keys, and how its graph is built is in
// package instance: these three are all that a new kind needs.
type KindFacts struct {
	Kind Kind
	Doc  string // in a few words

	OnServers bool    // it is one between servers, so that there is one port for each server; a file may be either
	Formula   bool    // rows are worked out by a formula of the ids
	Law       EdgeLaw // which edges are equally probable

	LeastOthers int64 // servers that it needs beside one
	EvenDegree  bool  // the degree has to be even, or else, unless BothSides is set, the number of servers
	BothSides   bool  // half of the neighbours are on each side
	EqualRates  bool  // ports have to have equal rates
	// Construct returns what the graph of a theorem is drawn from; nil for other kinds.
	Construct func(types []kernel.Type, arrivals float64, ports, buffer int, epsilon float64) (bound.Construction, error)
}

// EdgeLaw says which edges of a graph have one and the same probability.
type EdgeLaw uint8

// The laws.
const (
	NoLaw        EdgeLaw = iota // the graph is given, or probabilities differ
	AlikePorts                  // those between a port and a server
	AlikeServers                // those between two servers
	EveryEdge                   // all are there: every port reaches every server
)

var kindFacts = [...]KindFacts{
	{Kind: Bernoulli, Doc: "each edge with one probability, independently", Law: AlikePorts},
	{Kind: Regular, Doc: "each port has the same number of distinct neighbours", Law: AlikePorts},
	{Kind: Computed, Doc: "bernoulli or regular, rows being computed when they are needed, which takes no memory", Law: AlikePorts},
	{Kind: Complete, Doc: "every port reaches every server", Law: EveryEdge},
	{Kind: Explicit, Doc: "neighbours in ports.list"},
	{Kind: File, Doc: "from a file"},
	{
		Kind:      Theorem2,
		Doc:       "the construction of theorem 2 of Weng, Zhou and Srikant 2020, which needs a finite buffer and a load below 1",
		Construct: bound.Theorem2,
	},
	{Kind: Theorem3, Doc: "that of theorem 3, which also needs ports of equal rates", EqualRates: true, Construct: bound.Theorem3},
	{Kind: ErdosRenyi, Doc: "on servers: each pair with one probability", OnServers: true, Law: AlikeServers, LeastOthers: 1},
	{
		Kind:        RandomRegular,
		Doc:         "on servers: simple, each has the same number of neighbours",
		OnServers:   true,
		Law:         AlikeServers,
		LeastOthers: 1,
		EvenDegree:  true,
	},
	{
		Kind:        Ring,
		Doc:         "on servers: the nearest ones on both sides",
		OnServers:   true,
		Formula:     true,
		LeastOthers: 2,
		EvenDegree:  true,
		BothSides:   true,
	},
	{Kind: Torus, Doc: "on servers: a grid whose ends meet", OnServers: true, Formula: true},
	{Kind: Clique, Doc: "on servers: every other one", OnServers: true, Law: EveryEdge},
	{Kind: Tree, Doc: "on servers: every level but the last is full", OnServers: true, Formula: true},
}

// Kinds returns all kinds of graph in the order in which they are listed.
func Kinds() []Kind {
	list := make([]Kind, len(kindFacts))
	for i := range kindFacts {
		list[i] = kindFacts[i].Kind
	}
	return list
}

// Facts returns what there is to know about a kind; the zero KindFacts of a kind that does not exist.
func (k Kind) Facts() KindFacts {
	for i := range kindFacts {
		if kindFacts[i].Kind == k {
			return kindFacts[i]
		}
	}
	return KindFacts{}
}

// OnServers reports whether the graph is one between servers, so that there is one port for each server.
func (g *GraphSection) OnServers() bool {
	return g.Kind.Facts().OnServers || g.Kind == File && g.Between == BetweenServers
}

// ReachesAll reports whether every port reaches every server by construction, which takes no memory.
func (g *GraphSection) ReachesAll() bool { return g.Kind.Facts().Law == EveryEdge }

// kindOptions offers the kinds.
func KindOptions() []Option {
	var list []Option
	for i := range kindFacts {
		list = append(list, Option{Name: string(kindFacts[i].Kind), Doc: kindFacts[i].Doc})
	}
	return list
}

// What a graph file connects.
const (
	betweenPorts   = "ports"
	BetweenServers = "servers"
)
