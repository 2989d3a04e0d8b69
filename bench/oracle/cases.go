package oracle

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
)

//go:embed testdata/exponential.json
var embedded []byte

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
// that come with the package, whose format testdata/README.md describes.
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

func parseCases(data []byte) ([]Case, error) {
	var raw []struct {
		Name        string
		Service     string
		Servers     []struct{ Rate float64 }
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
		if c.Service != "exponential" {
			return nil, fmt.Errorf("oracle: case %s: service %q is not exponential", c.Name, c.Service)
		}
		if err := s.Validate(); err != nil {
			return nil, fmt.Errorf("oracle: case %s: %w", c.Name, err)
		}
		cases = append(cases, Case{Name: c.Name, System: s, Exact: c.Exact})
	}
	return cases, nil
}
