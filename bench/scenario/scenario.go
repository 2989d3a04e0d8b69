package scenario

import "shardq/kernel"

// Scenario is a checked scenario with every default filled in. The fields follow the sections of the file; the methods give what the engine
// wants.
type Scenario struct {
	Name     string
	Server   ServerSection
	Port     PortSection
	Graph    GraphSection
	Law      string          // service law: exponential
	Policies []kernel.Policy // at least one
	Run      RunSection
	Kernel   KernelSection
}

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
	Count    int     // L
	Exponent float64 // what Count was computed from; 0 if it was given
	Load     float64 // total arrival rate / total service rate, if given
	Rate     float64 // total arrival rate, if given
	Zipf     float64 // exponent of the port weights; 0: none
	File     string  // file of port weights; "": none
	List     []Port  // ports one by one; nil: none
}

// Port is one entry of ports.list.
type Port struct {
	Rate       float64  // arrival rate; relative if Load or Rate is given
	Neighbours []uint32 // external ids, as written; nil unless the graph is explicit
}

// GraphSection is the section graph. Only what the kind reads is set.
type GraphSection struct {
	Kind        Kind
	Probability float64 // bernoulli, computed: of each edge, if given as a number
	Rule        string  // bernoulli, computed: name of the rule that gives the probability
	MeanDegree  float64 // bernoulli, computed: mean number of neighbours of a port
	Degree      int     // regular, computed: neighbours of each port
	Path        string  // file
	Format      string  // file: edges, matrix-market, or "" to tell from the file
	Base        int     // file: the first id of an edge list, 0 or 1
	Storage     Storage // bernoulli, regular: AutoStorage by default
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
	Start           Start   // Empty by default
	Replications    int     // 1 by default
	Batches         int     // 0, the default, lets the program choose
	Engine          Engine  // Full by default
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
