package scenario

import (
	"encoding/json"

	"shardq/kernel"
)

// document is a scenario in the form of a file.
type document struct {
	Name    string      `json:"name" yaml:"name"`
	Servers serversPart `json:"servers" yaml:"servers"`
	Ports   portsPart   `json:"ports" yaml:"ports"`
	Graph   graphPart   `json:"graph" yaml:"graph,flow"`
	Service servicePart `json:"service" yaml:"service,flow"`
	Policy  any         `json:"policy" yaml:"policy,flow"` // policyPart, or several
	Run     runPart     `json:"run" yaml:"run,flow"`
	Kernel  kernelPart  `json:"kernel" yaml:"kernel,flow"`
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
	Rates    any        `json:"rates,omitempty" yaml:"rates,omitempty,flow"` // "uniform" or ratesPart
	List     []portPart `json:"list,omitempty" yaml:"list,omitempty,flow"`
}

type ratesPart struct {
	Zipf float64 `json:"zipf,omitempty" yaml:"zipf,omitempty"`
	File string  `json:"file,omitempty" yaml:"file,omitempty"`
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
	Storage     Storage `json:"storage,omitempty" yaml:"storage,omitempty"`
}

type servicePart struct {
	Law string `json:"law" yaml:"law"`
}

type policyPart struct {
	Name        string `json:"name" yaml:"name"`
	D           int    `json:"d,omitempty" yaml:"d,omitempty"`
	Replacement bool   `json:"replacement,omitempty" yaml:"replacement,omitempty"`
}

type runPart struct {
	Seed         uint64  `json:"seed" yaml:"seed"`
	Warmup       float64 `json:"warmup" yaml:"warmup"`
	Measure      float64 `json:"measure" yaml:"measure"`
	Start        Start   `json:"start" yaml:"start"`
	Replications int     `json:"replications" yaml:"replications"`
	Batches      int     `json:"batches,omitempty" yaml:"batches,omitempty"`
	Engine       Engine  `json:"engine" yaml:"engine"`
}

type kernelPart struct {
	Idle Idle `json:"idle" yaml:"idle"`
}

// document returns the scenario in the form of a file, which reads back as the same scenario.
func (s *Scenario) document() document {
	d := document{
		Name:    s.Name,
		Servers: serversPart{Count: s.Server.Count, Buffer: "inf"},
		Ports:   portsPart{Count: s.Port.Count, Exponent: s.Port.Exponent, Load: s.Port.Load, Rate: s.Port.Rate},
		Graph: graphPart{
			Kind: s.Graph.Kind, MeanDegree: s.Graph.MeanDegree, Degree: s.Graph.Degree,
			Path: s.Graph.Path, Format: s.Graph.Format, Base: s.Graph.Base, Storage: s.Graph.Storage,
		},
		Service: servicePart{s.Law},
		Run:     runPart(s.Run),
		Kernel:  kernelPart(s.Kernel),
	}
	if s.Server.Buffer > 0 {
		d.Servers.Buffer = s.Server.Buffer
	}
	for _, t := range s.Server.Types {
		d.Servers.Types = append(d.Servers.Types, typePart{t.Name, t.Share, t.Rate})
	}
	for _, rate := range s.Server.List {
		d.Servers.List = append(d.Servers.List, serverPart{rate})
	}
	switch p := &s.Port; {
	case p.List != nil:
		for _, port := range p.List {
			d.Ports.List = append(d.Ports.List, portPart(port))
		}
	case p.Zipf > 0 || p.File != "":
		d.Ports.Rates = ratesPart{p.Zipf, p.File}
	default:
		d.Ports.Rates = "uniform"
	}
	if s.Port.Exponent > 0 {
		d.Ports.Count = 0
	}
	switch {
	case s.Graph.Rule != "":
		d.Graph.Probability = s.Graph.Rule
	case s.Graph.Probability > 0:
		d.Graph.Probability = s.Graph.Probability
	}
	parts := make([]policyPart, len(s.Policies))
	for i, p := range s.Policies {
		parts[i] = policy(p)
	}
	d.Policy = parts
	if len(parts) == 1 {
		d.Policy = parts[0]
	}
	return d
}

func policy(p kernel.Policy) policyPart { return policyPart{p.Rule.String(), p.D, p.Replacement} }

// MarshalJSON writes the scenario with the names of the file and all defaults filled in. Parse reads it back.
func (s *Scenario) MarshalJSON() ([]byte, error) { return json.Marshal(s.document()) }

// MarshalYAML is MarshalJSON for YAML.
func (s *Scenario) MarshalYAML() (any, error) { return s.document(), nil }
