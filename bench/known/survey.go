package known

import (
	"context"
	"errors"
	"math"

	"shardq/bench/fault"

	"shardq/bench/scenario"
)

// Fact is one thing that theory says about a scenario: a value, what it is, under what condition, and where it comes from.
type Fact struct {
	Policy  string // "" if it holds for every policy of the scenario
	Section string // what it belongs to, with the policy if there are several
	Name    string
	Value   float64 // NaN if Text says it
	Text    string
	Share   bool // shown in per cent
	Whole   bool // a whole number
	Holds   string
	Source  string
}

// SurveyOptions are what a Survey is to have beside what takes no time.
type SurveyOptions struct {
	// Exact allows larger chains, of up to a million states, and looks at larger graphs, of up to 50 million edges: minutes and gigabytes.
	Exact bool
	// Times are when to give the limit of many servers beside the stationary state, in units of the model.
	Times []float64
}

// Limits of a Survey.
const (
	quickStates, exactStates = 20_000, 1_000_000
	quickEdges, exactEdges   = 2_000_000, 50_000_000
	// smallGraph is the number of servers up to which the chain of a graph that is not complete is tried: two local states each.
	smallGraph = 20
)

// Survey is all that is known about a scenario without simulating it: facts in the bipartite model, values in the others.
type Survey struct {
	Scenario *scenario.Scenario
	Theory   Theory // of the bipartite model
	Facts    []Fact
	Values   [][]Value // of each policy, in the other models
	Curves   []Curve
}

// SurveyOf returns what theory knows about a scenario. It fails if the scenario names something that cannot be, such as a file that is not
// there. If ctx ends while the graph is built, the error wraps [fault.ErrInterrupted].
func SurveyOf(ctx context.Context, sc *scenario.Scenario, opt SurveyOptions) (*Survey, error) {
	if sc.Model != scenario.Bipartite {
		curves, err := modelCurves(sc, opt.Times)
		return &Survey{Scenario: sc, Values: modelValues(sc), Curves: curves}, err
	}
	theory, err := Of(sc)
	if err != nil {
		return nil, err
	}
	s := &surveyor{Survey: Survey{Theory: theory, Scenario: sc}, opt: opt}
	if s.rates, err = absoluteRates(sc); err != nil {
		return nil, fault.Input(err)
	}
	if err := s.build(ctx); errors.Is(err, fault.ErrInterrupted) {
		return nil, err
	} else if err != nil {
		return nil, fault.Input(err)
	}
	for _, p := range sc.Policies {
		s.section, s.policy = "", p.String()
		if len(sc.Policies) > 1 {
			s.section = p.String() + ": "
		}
		s.occupancy(p)
		s.theorem1(p)
		s.heavyTraffic(p)
		s.exact(p)
		if err := s.transient(p); err != nil {
			return nil, fault.Input(err)
		}
	}
	return &s.Survey, nil
}

// absoluteRates returns the arrival rate of each port, or nil if all are equal.
func absoluteRates(sc *scenario.Scenario) ([]float64, error) {
	relative, err := sc.PortRates()
	if relative == nil || err != nil {
		return nil, err
	}
	sum := 0.0
	for _, r := range relative {
		sum += r
	}
	rates := make([]float64, len(relative))
	for l, r := range relative {
		rates[l] = r * sc.ArrivalRate() / sum
	}
	return rates, nil
}

// add appends a fact.
func (s *surveyor) add(section, name string, value float64, holds, source string) *Fact {
	s.Facts = append(s.Facts, Fact{Policy: s.policy, Section: s.section + section, Name: name, Value: value, Holds: holds, Source: source})
	return &s.Facts[len(s.Facts)-1]
}

// say appends a fact in words.
func (s *surveyor) say(section, name, text, holds, source string) {
	s.add(section, name, math.NaN(), holds, source).Text = text
}

// share marks a fact as a share.
func (f *Fact) share() { f.Share = true }
