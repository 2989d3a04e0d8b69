package oracle

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
)

//go:embed testdata/exponential.json
var embedded []byte

//go:embed testdata/phase.json
var embeddedPhases []byte

// Case is a small system with known exact answers.
type Case struct {
	Name   string
	System System
	Exact  Answers
}

// Answers are the exact answers of a case, to 12 significant digits. The fields
// mean what those of [Stationary] do.
type Answers struct {
	States          int         `json:"states"`
	MeanNumber      float64     `json:"mean_number"`
	Blocking        float64     `json:"blocking"`
	BlockingPerPort []float64   `json:"blocking_per_port"`
	MeanResponse    float64     `json:"mean_response"`
	Utilisation     []float64   `json:"utilisation"`
	MeanQueue       []float64   `json:"mean_queue"`
	Join            [][]float64 `json:"join"`
	Quantiles       Quantiles   `json:"quantiles"`
}

// Quantile is a quantile of the response time of admitted jobs.
type Quantile struct {
	P, Value float64
}

// Quantiles are in ascending order; in JSON they are an object from level to value.
type Quantiles []Quantile

// UnmarshalJSON reads an object whose keys are the levels.
func (q *Quantiles) UnmarshalJSON(data []byte) error {
	var values map[string]float64
	if err := json.Unmarshal(data, &values); err != nil {
		return err
	}
	*q = nil
	for level, value := range values {
		p, err := strconv.ParseFloat(level, 64)
		if err != nil || !(p > 0 && p < 1) {
			return fmt.Errorf("quantile level %q is not between 0 and 1", level)
		}
		*q = append(*q, Quantile{p, value})
	}
	slices.SortFunc(*q, func(a, b Quantile) int { return cmp.Compare(a.P, b.P) })
	return nil
}

// LoadCases reads exact cases from a JSON file; an empty path stands for the cases
// with exponential service that come with the package, whose format testdata/README.md describes.
func LoadCases(path string) ([]Case, error) {
	if path == "" {
		return parseCases(embedded)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("oracle: %w", err)
	}
	return parseCases(data)
}

// PhaseCases returns the exact cases with phase-type service that come with the package.
// They have no quantiles and no join.
func PhaseCases() ([]Case, error) { return parseCases(embeddedPhases) }

func parseCases(data []byte) ([]Case, error) {
	var raw []struct {
		Name        string
		Service     string
		Servers     []rawServer
		Ports       []Port
		Buffer      int
		Policy      string
		D           int
		Replacement bool
		Exact       Answers
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&raw); err != nil {
		return nil, fmt.Errorf("oracle: cases: %w", err)
	}
	var cases []Case
	for _, c := range raw {
		s := System{Buffer: c.Buffer, Ports: c.Ports, Policy: c.Policy, D: c.D, Replacement: c.Replacement}
		for _, server := range c.Servers {
			s.Rates = append(s.Rates, server.Rate)
		}
		var err error
		if s.Service, err = service(c.Service, c.Servers); err != nil {
			return nil, fmt.Errorf("oracle: case %s: %w", c.Name, err)
		}
		if err := s.Validate(); err != nil {
			return nil, fmt.Errorf("oracle: case %s: %w", c.Name, err)
		}
		cases = append(cases, Case{Name: c.Name, System: s, Exact: c.Exact})
	}
	return cases, nil
}

// rawServer is a server of a case. Its phases are those of the hyper-exponential law of
// its own service times.
type rawServer struct {
	Rate   float64
	Phases []struct{ P, Rate float64 }
}

// service returns the law of a service time at rate 1, the same for all servers.
func service(name string, servers []rawServer) (*Phases, error) {
	switch name {
	case "exponential":
		return nil, nil
	case "erlang2":
		return Erlang(2), nil
	case "hyperexponential":
	default:
		return nil, fmt.Errorf("service %q is not exponential, hyperexponential or erlang2", name)
	}
	var law *Phases
	for r, server := range servers {
		var p, rates []float64
		for _, phase := range server.Phases {
			p, rates = append(p, phase.P), append(rates, phase.Rate/server.Rate)
		}
		if law == nil {
			law = HyperExponential(p, rates)
		}
		if !slices.Equal(p, law.Start) || !slices.EqualFunc(rates, law.Rates, func(a, b float64) bool { return math.Abs(a-b) <= 1e-12*b }) {
			return nil, fmt.Errorf("server %d: phases are not those of server 0 at another rate", r)
		}
	}
	return law, nil
}
