package scenario

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"shardq/graph"
	"shardq/graph/rng"
)

// ArrivalRate returns the total arrival rate; of a slotted system the mean number of jobs that arrive in a slot.
func (s *Scenario) ArrivalRate() float64 {
	switch p := &s.Port; {
	case p.Rate > 0:
		return p.Rate
	case p.Load > 0 || p.HalfinWhitt > 0:
		return float64(s.Load() * s.Capacity())
	case p.BatchSizes != nil:
		return p.MeanBatch()
	default:
		sum := 0.0
		for _, port := range p.List {
			sum += port.Rate
		}
		return sum
	}
}

// Load returns the total arrival rate over the total service rate.
func (s *Scenario) Load() float64 {
	switch p := &s.Port; {
	case p.Rate > 0:
		return p.Rate / s.Capacity()
	case p.Load > 0:
		return p.Load
	case p.HalfinWhitt > 0:
		return 1 - float64(p.HalfinWhitt*rng.Pow(float64(s.Server.Count), -p.Alpha))
	default:
		return s.ArrivalRate() / s.Capacity()
	}
}

// meanBatch returns the mean number of jobs in a batch of the given law.
func (p *PortSection) MeanBatch() float64 {
	mean := 0.0
	for i, size := range p.BatchSizes {
		mean += float64(float64(size) * p.BatchProbabilities[i])
	}
	return mean
}

// PortRates returns the relative arrival rate of each port, or nil if all are equal. It reads the file that ports.rates names; a
// fault in it is a [Problem] with the file's line, several are [Errors].
func (s *Scenario) PortRates() ([]float64, error) {
	switch p := &s.Port; {
	case p.List != nil:
		rates := make([]float64, len(p.List))
		uniform := true
		for i, port := range p.List {
			rates[i] = port.Rate
			uniform = uniform && port.Rate == rates[0]
		}
		if uniform {
			return nil, nil
		}
		return rates, nil
	case p.Zipf > 0:
		rates := make([]float64, p.Count)
		for l := range rates {
			rates[l] = rng.Pow(float64(l)+1, -p.Zipf)
		}
		return rates, nil
	case p.File != "":
		f, err := os.Open(p.File)
		if err != nil {
			return nil, fmt.Errorf("scenario: port rates: %w", err)
		}
		defer f.Close()
		return readRates(f, p.File, p.Count)
	}
	return nil, nil
}

// readRates reads count numbers, one a line. Empty lines and lines that begin with # do not count.
func readRates(r io.Reader, name string, count int) ([]float64, error) {
	var rates []float64
	var errs Errors
	sum := 0.0
	lines := bufio.NewScanner(r)
	line := 0
	for lines.Scan() {
		line++
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		if len(rates) == count {
			errs = append(errs, Problem{File: name, Line: line, Message: fmt.Sprintf("more numbers than the %d ports", count)})
			break
		}
		v, ok := ParseDecimal(text)
		if !ok || !(v >= 0 && v <= MaxNumber) {
			errs = append(errs, Problem{File: name, Line: line,
				Message: fmt.Sprintf("is %q, want one number from 0 to %g", Clip(text), MaxNumber)})
			v = 0
		}
		rates = append(rates, v)
		sum += v
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		errs = append(errs, Problem{File: name, Line: line + 1, Message: "line too long, want one number"})
	} else if err != nil {
		return nil, fmt.Errorf("scenario: port rates: %w", err)
	}
	switch {
	case errs != nil:
	case len(rates) < count:
		errs = append(errs, Problem{File: name, Line: line,
			Message: fmt.Sprintf("ends after %d numbers, want one for each of the %d ports", len(rates), count)})
	case sum == 0:
		errs = append(errs, Problem{File: name, Line: line, Message: "every rate is 0, want a positive sum"})
	}
	if errs != nil {
		return nil, errs
	}
	return rates, nil
}

// EdgeProbability returns the probability that a given port and server are neighbours in a random graph or a complete one; in graphs on
// servers, that two given servers are. It returns 0 for graphs whose edges are given or differ.
func (s *Scenario) EdgeProbability() float64 {
	n := float64(s.Server.Count)
	switch g := &s.Graph; g.Kind.Facts().Law {
	case EveryEdge:
		return 1
	case AlikeServers:
		if g.Degree > 0 {
			return float64(g.Degree) / (n - 1)
		}
		if g.MeanDegree > 0 {
			return g.MeanDegree / (n - 1)
		}
		return g.Probability
	case AlikePorts:
		switch {
		case g.Degree > 0:
			return float64(g.Degree) / n
		case g.Rule == Weng2020:
			return graph.Weng2020Probability(s.Server.Count, s.Load())
		case g.MeanDegree > 0:
			return g.MeanDegree / n
		}
		return g.Probability
	}
	return 0
}

// Rows returns the neighbours of each port of an explicit graph, as ascending internal ids; nil for other graphs.
func (s *Scenario) Rows() [][]uint32 {
	if s.Graph.Kind != Explicit {
		return nil
	}
	internal := s.InternalIDs()
	rows := make([][]uint32, len(s.Port.List))
	for l, port := range s.Port.List {
		row := slices.Clone(port.Neighbours)
		for i, id := range row {
			if internal != nil {
				row[i] = internal[id]
			}
		}
		slices.Sort(row)
		rows[l] = row
	}
	return rows
}
