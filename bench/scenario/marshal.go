package scenario

import (
	"encoding/json"
	"strconv"

	"shardq/kernel/policy"
)

// document is a scenario in the form of a file.
type document struct {
	Name    string       `json:"name" yaml:"name"`
	Model   Model        `json:"model" yaml:"model"`
	Servers serversPart  `json:"servers" yaml:"servers"`
	Ports   portsPart    `json:"ports" yaml:"ports"`
	Graph   *graphPart   `json:"graph,omitempty" yaml:"graph,omitempty,flow"`
	Service servicePart  `json:"service" yaml:"service,flow"`
	Policy  any          `json:"policy" yaml:"policy,flow"` // policyPart, or several
	Elastic *elasticPart `json:"elastic,omitempty" yaml:"elastic,omitempty,flow"`
	Run     runPart      `json:"run" yaml:"run,flow"`
	Kernel  *kernelPart  `json:"kernel,omitempty" yaml:"kernel,omitempty,flow"`
}

type serversPart struct {
	Count  int          `json:"count" yaml:"count"`
	Buffer any          `json:"buffer" yaml:"buffer"` // a number or "inf"
	Types  []typePart   `json:"types,omitempty" yaml:"types,omitempty,flow"`
	List   []serverPart `json:"list,omitempty" yaml:"list,omitempty,flow"`
}

type typePart struct {
	Name  string  `json:"name" yaml:"name"`
	Share float64 `json:"share" yaml:"share"`
	Rate  float64 `json:"rate" yaml:"rate"`
}

type serverPart struct {
	Rate float64 `json:"rate" yaml:"rate"`
}

type portsPart struct {
	Count    int        `json:"count,omitempty" yaml:"count,omitempty"`
	Exponent float64    `json:"exponent,omitempty" yaml:"exponent,omitempty"`
	Load     float64    `json:"load,omitempty" yaml:"load,omitempty"`
	Rate     float64    `json:"rate,omitempty" yaml:"rate,omitempty"`
	Beta     float64    `json:"halfin_whitt,omitempty" yaml:"halfin_whitt,omitempty"`
	Alpha    float64    `json:"alpha,omitempty" yaml:"alpha,omitempty"`
	Batch    *batchPart `json:"batch,omitempty" yaml:"batch,omitempty,flow"` // nil: Poisson
	Rates    any        `json:"rates,omitempty" yaml:"rates,omitempty,flow"` // "uniform" or ratesPart
	List     []portPart `json:"list,omitempty" yaml:"list,omitempty,flow"`
}

type ratesPart struct {
	Zipf float64 `json:"zipf,omitempty" yaml:"zipf,omitempty"`
	File string  `json:"file,omitempty" yaml:"file,omitempty"`
}

type batchPart struct {
	Sizes         []int     `json:"sizes" yaml:"sizes"`
	Probabilities []float64 `json:"probabilities" yaml:"probabilities"`
}

type portPart struct {
	Rate       float64  `json:"rate" yaml:"rate"`
	Neighbours []uint32 `json:"neighbours,omitempty" yaml:"neighbours,omitempty"`
}

type graphPart struct {
	Kind        Kind    `json:"kind" yaml:"kind"`
	Probability any     `json:"probability,omitempty" yaml:"probability,omitempty"` // a number or the name of a rule
	MeanDegree  float64 `json:"mean_degree,omitempty" yaml:"mean_degree,omitempty"`
	Degree      int     `json:"degree,omitempty" yaml:"degree,omitempty"`
	Path        string  `json:"path,omitempty" yaml:"path,omitempty"`
	Format      string  `json:"format,omitempty" yaml:"format,omitempty"`
	Base        int     `json:"base,omitempty" yaml:"base,omitempty"`
	Between     string  `json:"between,omitempty" yaml:"between,omitempty"`
	Storage     Storage `json:"storage,omitempty" yaml:"storage,omitempty"`
	Epsilon     float64 `json:"epsilon,omitempty" yaml:"epsilon,omitempty"`
	Sides       []int   `json:"sides,omitempty" yaml:"sides,omitempty"`
	Arity       int     `json:"arity,omitempty" yaml:"arity,omitempty"`
}

type servicePart struct {
	Law           string      `json:"law" yaml:"law"`
	SCV           float64     `json:"scv,omitempty" yaml:"scv,omitempty"`
	Probabilities []float64   `json:"probabilities,omitempty" yaml:"probabilities,omitempty"`
	Rates         []float64   `json:"rates,omitempty" yaml:"rates,omitempty"`
	Phases        int         `json:"phases,omitempty" yaml:"phases,omitempty"`
	Start         []float64   `json:"start,omitempty" yaml:"start,omitempty"`
	Routing       [][]float64 `json:"routing,omitempty" yaml:"routing,omitempty"`
	Burst         float64     `json:"burst,omitempty" yaml:"burst,omitempty"`
}

type policyPart struct {
	Name        string   `json:"name" yaml:"name"`
	D           int      `json:"d,omitempty" yaml:"d,omitempty"`
	Replacement bool     `json:"replacement,omitempty" yaml:"replacement,omitempty"`
	DFast       int      `json:"d_fast,omitempty" yaml:"d_fast,omitempty"`
	DSlow       int      `json:"d_slow,omitempty" yaml:"d_slow,omitempty"`
	PFast       *float64 `json:"p_fast,omitempty" yaml:"p_fast,omitempty"`
	PSlow       *float64 `json:"p_slow,omitempty" yaml:"p_slow,omitempty"`
	Memory      int      `json:"memory,omitempty" yaml:"memory,omitempty"`
	Period      int      `json:"period,omitempty" yaml:"period,omitempty"`
}

type elasticPart struct {
	Standby float64   `json:"standby_rate" yaml:"standby_rate"`
	Setup   float64   `json:"setup_rate" yaml:"setup_rate"`
	Power   powerPart `json:"power" yaml:"power"`
}

type powerPart struct {
	Busy  float64 `json:"busy" yaml:"busy"`
	Idle  float64 `json:"idle" yaml:"idle"`
	Setup float64 `json:"setup" yaml:"setup"`
	Off   float64 `json:"off" yaml:"off"`
}

type runPart struct {
	Seed         uint64   `json:"seed" yaml:"seed"`
	Warmup       any      `json:"warmup" yaml:"warmup"` // a number or "auto"
	Measure      float64  `json:"measure" yaml:"measure"`
	Precision    any      `json:"precision,omitempty" yaml:"precision,omitempty,flow"` // precisionPart
	Most         float64  `json:"most,omitempty" yaml:"most,omitempty"`
	Start        Start    `json:"start" yaml:"start"`
	Replications int      `json:"replications" yaml:"replications"`
	Batches      int      `json:"batches,omitempty" yaml:"batches,omitempty"`
	Engine       Engine   `json:"engine" yaml:"engine"`
	Observe      *float64 `json:"observe,omitempty" yaml:"observe,omitempty"` // nil where nothing is read: other models, other graphs
}

// precisionPart has a number or a text in per cent for each measure.
type precisionPart struct {
	Response any `json:"mean_response,omitempty" yaml:"mean_response,omitempty"`
	Waiting  any `json:"mean_waiting,omitempty" yaml:"mean_waiting,omitempty"`
	Service  any `json:"mean_service,omitempty" yaml:"mean_service,omitempty"`
	Number   any `json:"mean_number,omitempty" yaml:"mean_number,omitempty"`
	Blocking any `json:"blocking,omitempty" yaml:"blocking,omitempty"`
	Half     any `json:"quantile_0.5,omitempty" yaml:"quantile_0.5,omitempty"`
	Most     any `json:"quantile_0.9,omitempty" yaml:"quantile_0.9,omitempty"`
	Nearly   any `json:"quantile_0.99,omitempty" yaml:"quantile_0.99,omitempty"`
	All      any `json:"quantile_0.999,omitempty" yaml:"quantile_0.999,omitempty"`
}

// widths writes a precision.
func widths(list []Precision) precisionPart {
	var part precisionPart
	fields := map[string]*any{
		"mean_response": &part.Response, "mean_waiting": &part.Waiting, "mean_service": &part.Service, "mean_number": &part.Number, "blocking": &part.Blocking,
		"quantile_0.5": &part.Half, "quantile_0.9": &part.Most, "quantile_0.99": &part.Nearly, "quantile_0.999": &part.All,
	}
	for _, p := range list {
		*fields[p.Measure] = p.Absolute
		if p.Percent > 0 {
			*fields[p.Measure] = strconv.FormatFloat(p.Percent, 'g', -1, 64) + "%"
		}
	}
	return part
}

type kernelPart struct {
	Idle Idle `json:"idle" yaml:"idle"`
}

// document returns the scenario in the form of a file, which reads back as the same scenario.
func (s *Scenario) document() document {
	v := &s.Service
	d := document{
		Name:    s.Name,
		Model:   s.Model,
		Servers: s.serversPart(),
		Ports:   s.portsPart(),
		Service: servicePart{v.Law, v.SCV, v.Probabilities, v.Rates, v.Phases, v.Start, v.Routing, v.Burst},
		Run: runPart{
			Seed: s.Run.Seed, Warmup: s.Run.Warmup, Measure: s.Run.Measure, Most: s.Run.Most, Start: s.Run.Start,
			Replications: s.Run.Replications, Batches: s.Run.Batches, Engine: s.Run.Engine,
		},
	}
	if s.Run.AutoWarmup {
		d.Run.Warmup = autoWarmup
	}
	if s.Run.Precision != nil {
		d.Run.Precision = widths(s.Run.Precision)
	}
	switch s.Model {
	case Bipartite:
		g := s.graphPart()
		d.Graph, d.Kernel = &g, &kernelPart{s.Kernel.Idle}
		if s.Graph.reachesAll() {
			d.Run.Observe = &s.Run.Observe
		}
	case Elastic:
		e := &s.Elastic
		d.Elastic = &elasticPart{e.Standby, e.Setup, powerPart(e.Power)}
	}
	var parts []policyPart
	for _, p := range s.Policies {
		parts = append(parts, partOf(p))
	}
	d.Policy = parts
	if len(parts) == 1 {
		d.Policy = parts[0]
	}
	return d
}

func (s *Scenario) serversPart() serversPart {
	part := serversPart{Count: s.Server.Count, Buffer: "inf"}
	if s.Server.Buffer > 0 {
		part.Buffer = s.Server.Buffer
	}
	for _, t := range s.Server.Types {
		part.Types = append(part.Types, typePart{t.Name, t.Share, t.Rate})
	}
	for _, rate := range s.Server.List {
		part.List = append(part.List, serverPart{rate})
	}
	return part
}

func (s *Scenario) portsPart() portsPart {
	p := &s.Port
	part := portsPart{Load: p.Load, Rate: p.Rate, Beta: p.HalfinWhitt, Alpha: p.Alpha}
	if s.Model == Bipartite && !s.Graph.OnServers() {
		part.Count, part.Exponent = p.Count, p.Exponent
		if p.Exponent > 0 {
			part.Count = 0
		}
	}
	if p.BatchSizes != nil {
		part.Batch = &batchPart{p.BatchSizes, p.BatchProbabilities}
	}
	switch {
	case p.List != nil:
		for _, port := range p.List {
			part.List = append(part.List, portPart(port))
		}
	case p.Zipf > 0 || p.File != "":
		part.Rates = ratesPart{p.Zipf, p.File}
	case s.Model == Bipartite:
		part.Rates = "uniform"
	}
	return part
}

func (s *Scenario) graphPart() graphPart {
	g := &s.Graph
	part := graphPart{
		Kind: g.Kind, MeanDegree: g.MeanDegree, Degree: g.Degree, Path: g.Path, Format: g.Format, Base: g.Base, Between: g.Between,
		Storage: g.Storage, Epsilon: g.Epsilon, Sides: g.Sides, Arity: g.Arity,
	}
	switch {
	case g.Rule != "":
		part.Probability = g.Rule
	case g.Probability > 0:
		part.Probability = g.Probability
	}
	return part
}

// partOf writes a policy. Probabilities of 0 must be written, hence the pointers.
func partOf(p policy.Policy) policyPart {
	part := policyPart{Name: p.Rule.String(), D: p.D, Replacement: p.Replacement, Memory: p.Memory, Period: p.Period}
	if p.Rule == policy.TwoClass {
		part.DFast, part.DSlow, part.PFast, part.PSlow = p.DFast, p.DSlow, &p.PFast, &p.PSlow
	}
	return part
}

// MarshalJSON writes the scenario with the names of the file and all defaults filled in. Parse reads it back.
func (s *Scenario) MarshalJSON() ([]byte, error) { return json.Marshal(s.document()) }

// MarshalYAML is MarshalJSON for YAML.
func (s *Scenario) MarshalYAML() (any, error) { return s.document(), nil }
