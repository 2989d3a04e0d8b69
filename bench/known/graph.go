package known

import (
	"context"

	"shardq/bench/instance"
	"shardq/graph/isa"

	"shardq/bench/theory/limits"
	"shardq/graph"
)

// surveyor takes a survey.
type surveyor struct {
	Survey
	opt     SurveyOptions
	rates   []float64   // of the ports; nil: equal
	section string      // prefix of sections
	policy  string      // that is looked at
	graph   graph.Graph // nil if it is too large to look at
	edges   uint64      // about, if it is
}

// Nearly is the share of servers, or of jobs, up to which levels and losses are not listed.
const Nearly = 1e-6

// Where facts come from.
const (
	wengTheorem  = "Weng, Zhou, Srikant 2020"
	fieldSource  = "mean field, fixed point of its differential equations"
	chainSource  = "balance equations of the Markov chain"
	halfinSource = "Eschenfeldt, Gamarnik 2018; Banerjee, Mukherjee 2019; simulated"
	gammaSource  = "Zhao, Banerjee, Mukherjee 2021"
)

// build builds the graph if it is small enough to be looked at.
func (s *surveyor) build(ctx context.Context) error {
	sc := s.Scenario
	most := uint64(quickEdges)
	if s.opt.Exact {
		most = exactEdges
	}
	complete := class(sc) == limits.CompleteGraph
	outline, _ := instance.Outline(sc)
	if s.edges = outline.Edges(); !complete && s.edges > most {
		return nil
	}
	var err error
	s.graph, err = instance.Graph(ctx, sc, nil, isa.Best)
	return err
}
