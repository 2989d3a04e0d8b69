package scenario

import (
	"shardq/kernel/policy"
)

// Scenario is a checked scenario with every default filled in. The fields follow the sections of the file; the methods give what the engine
// wants.
type Scenario struct {
	Name     string
	Model    Model // Bipartite by default
	Server   ServerSection
	Port     PortSection
	Graph    GraphSection // bipartite model
	Service  ServiceSection
	Policies []policy.Policy // at least one, of the model
	Run      RunSection
	Kernel   KernelSection // bipartite model

	Elastic ElasticSection // elastic model
}

// Model names a family of systems.
type Model = policy.Model

// The models.
const (
	Bipartite = policy.Bipartite
	Slotted   = policy.Slotted
	Elastic   = policy.Elastic
	Pools     = policy.Pools
)

// ServiceSection is the section service. Only what the law reads is set.
type ServiceSection struct {
	// bipartite: exponential (the default), hyper-exponential, erlang, phase-type; slotted: poisson (the default), bursty
	Law           string
	SCV           float64     // hyper-exponential: squared coefficient of variation, for two phases with balanced means
	Probabilities []float64   // hyper-exponential: of the phases, if SCV is not given
	Rates         []float64   // hyper-exponential, phase-type: of the phases
	Phases        int         // erlang
	Start         []float64   // phase-type: probability that service begins in a phase
	Routing       [][]float64 // phase-type: probability that one phase follows another; what a row lacks to 1 ends the service
	Burst         float64     // bursty: jobs served at a time, a whole number, 10 by default
}

// ElasticSection is the section elastic.
type ElasticSection struct {
	Standby float64 // rate at which an idle server is switched off; 0 is never
	Setup   float64 // rate at which a server in setup becomes idle
	Power   Power
}

// Power is what a server takes in each state, in any unit.
type Power struct{ Busy, Idle, Setup, Off float64 }

// ServerSection is the section servers. Either Types or List is set.
type ServerSection struct {
	Count  int          // N
	Buffer int          // jobs per server, the one in service included; 0 is unbounded
	Types  []ServerType // as declared
	List   []float64    // service rate of each server, by external id
}

// ServerType is one entry of servers.types.
type ServerType struct {
	Name  string
	Share float64 // of all servers; the shares sum to 1
	Rate  float64 // jobs per unit of time while busy
	Count int     // servers that the share comes to
}

// PortSection is the section ports.
type PortSection struct {
	Count    int     // L; N on graphs on servers, 1 (the dispatcher) in models other than the bipartite one
	Exponent float64 // what Count was computed from; 0 if it was given
	Load     float64 // total arrival rate / total service rate, if given
	Rate     float64 // total arrival rate, if given
	// HalfinWhitt is beta and Alpha alpha of a load of 1 - beta N^-alpha, if given: alpha 1/2 is the Halfin-Whitt regime.
	HalfinWhitt, Alpha float64
	Zipf               float64 // exponent of the port weights; 0: none
	File               string  // file of port weights; "": none
	List               []Port  // ports one by one; nil: none

	// Slotted model: the law of a slot's batch, if it is not Poisson.
	BatchSizes         []int
	BatchProbabilities []float64
}

// Port is one entry of ports.list.
type Port struct {
	Rate       float64  // arrival rate; relative if Load or Rate is given
	Neighbours []uint32 // external ids, as written; nil unless the graph is explicit
}

// GraphSection is the section graph. Only what the kind reads is set.
type GraphSection struct {
	Kind        Kind
	Probability float64 // bernoulli, computed, erdos-renyi: of each edge, if given as a number
	Rule        string  // bernoulli, computed: name of the rule that gives the probability
	MeanDegree  float64 // bernoulli, computed: mean number of neighbours of a port; erdos-renyi: of a server, itself not counted
	Degree      int     // regular, computed: neighbours of each port; random-regular, ring: of each server, itself not counted
	Path        string  // file
	Format      string  // file: edges, matrix-market, or "" to tell from the file
	Base        int     // file: the first id of an edge list, 0 or 1
	Storage     Storage // bernoulli, regular, erdos-renyi, random-regular, theorem2, theorem3: AutoStorage by default
	Epsilon     float64 // theorem2, theorem3
	Sides       []int   // torus: vertices along each dimension, resolved
	Arity       int     // tree: children of a vertex, 2 by default
	Between     string  // file: what an edge connects: "ports" (and servers; the default) or "servers"
}

// Kind names a graph.
type Kind string

// The kinds.
const (
	Bernoulli Kind = "bernoulli" // each edge with one probability, independently
	Regular   Kind = "regular"   // each port has the same number of distinct neighbours
	Computed  Kind = "computed"  // bernoulli or regular, rows being computed when they are needed
	Complete  Kind = "complete"  // every port reaches every server
	Explicit  Kind = "explicit"  // neighbours in ports.list
	File      Kind = "file"

	// Of two or three blocks of servers by speed, dense enough for the theorems of [Weng, Zhou, Srikant 2020].
	Theorem2 Kind = "theorem2"
	Theorem3 Kind = "theorem3"

	// Graphs on servers: each has a port of its own, whose jobs may go to it and to its neighbours.
	ErdosRenyi    Kind = "erdos-renyi"    // each pair of servers with one probability
	RandomRegular Kind = "random-regular" // simple, every server has the same number of neighbours
	Ring          Kind = "ring"           // the nearest servers on both sides
	Torus         Kind = "torus"
	Clique        Kind = "clique" // every other server
	Tree          Kind = "tree"   // complete: every level but the last is full
)

// Storage names the form of a random graph in memory. It changes speed and memory, never a result.
type Storage string

// The forms.
const (
	AutoStorage   Storage = "auto"   // the program chooses
	RowStorage    Storage = "rows"   // ids of four bytes
	PackedStorage Storage = "packed" // ids of as few bits as there are servers for, at most 2^28
)

// Weng2020 is the rule of [Weng, Zhou, Srikant 2020] for the edge probability of its experiments:
// min(1, sqrt(ln N) / (N (1-load)) * ln(1/(1-load))).
const Weng2020 = "weng2020"

// Start says in which state a run begins.
type Start string

// The starts.
const (
	Empty     Start = "empty"
	MeanField Start = "mean-field" // servers busy as in the limit of many servers
)

// Engine names how a run is simulated.
type Engine string

// The engines.
const (
	Full   Engine = "full"
	Lumped Engine = "lumped" // complete graphs: counts of servers only, equal in law to the full engine
)

// RunSection is the section run.
type RunSection struct {
	Seed            uint64  // 1 by default
	Warmup, Measure float64 // units of time
	// AutoWarmup lets the run find the warm-up, which is not known before: Warmup is then 0, or what the run that a result tells of has
	// found.
	AutoWarmup bool
	// Precision lets the run go on, after Measure, until these intervals are narrow enough, or the measured time is Most; nil is a run of
	// length Measure.
	Precision    []Precision
	Most         float64 // DefaultMost times Measure by default; 0 without Precision
	Start        Start   // Empty by default
	Replications int     // 1 by default
	Batches      int     // 0, the default, lets the program choose
	Engine       Engine  // Full by default
	Observe      float64 // time between two looks at the occupancies, for their histograms; 0: no looks
}

// Idle names how policies that ask for idle servers find them. It changes speed and memory, never a result.
type Idle string

// The ways.
const (
	AutoIdle Idle = "auto" // the program chooses
	KeyIdle  Idle = "keys" // in the queue lengths of the servers of a row
	RowIdle  Idle = "row"  // in a bit for each server of a row
	PortIdle Idle = "port" // in a bit for each server of a row, kept for each port in the order of its row
	RankIdle Idle = "rank" // complete graphs: by their number among all idle servers, which is what auto means there
)

// KernelSection is the section kernel: settings of the engine that change speed and memory, never a result.
type KernelSection struct {
	Idle Idle // AutoIdle by default
}

// Servers returns N.
func (s *Scenario) Servers() int { return s.Server.Count }

// Ports returns L.
func (s *Scenario) Ports() int { return s.Port.Count }

// Buffer returns the jobs that a server holds at most, 0 if unbounded.
func (s *Scenario) Buffer() int { return s.Server.Buffer }

// equal reports whether the ports of the list have equal rates.
func (p *PortSection) Equal() bool {
	for _, port := range p.List {
		if port.Rate != p.List[0].Rate {
			return false
		}
	}
	return true
}
