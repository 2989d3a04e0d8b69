package scenario

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"shardq/kernel"
)

// stretch is a set of servers with consecutive external ids and one rate.
type stretch struct {
	name         string
	rate         float64
	first, count int
}

// stretches returns all servers, fastest first; of equal rates the lower external ids come first.
func (s *Scenario) stretches() []stretch {
	var out []stretch
	first := 0
	for _, t := range s.Server.Types {
		if t.Count > 0 {
			out = append(out, stretch{t.Name, t.Rate, first, t.Count})
		}
		first += t.Count
	}
	for i, rate := range s.Server.List {
		out = append(out, stretch{RateName(rate), rate, i, 1})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].rate > out[j].rate })
	return out
}

// rateName is the name of a type that the file does not name.
func RateName(rate float64) string { return fmt.Sprintf("rate %g", rate) }

// Types returns the types for the engine: fastest first, types of equal rate merged under their names in the order of the file, "a+b".
// Types whose share is 0 are left out. Servers given one by one have types named after their rates.
func (s *Scenario) Types() []kernel.Type {
	var types []kernel.Type
	var names []string // of the last type
	for _, r := range s.stretches() {
		if n := len(types); n == 0 || types[n-1].Rate != r.rate {
			types = append(types, kernel.Type{Name: r.name, Rate: r.rate, Count: r.count})
			names = []string{r.name}
			continue
		}
		last := &types[len(types)-1]
		last.Count += r.count
		if s.Server.List == nil {
			names = append(names, r.name)
			last.Name = strings.Join(names, "+")
		}
	}
	return types
}

// ServerIDs returns the external id of each internal one, or nil if they are the same.
func (s *Scenario) ServerIDs() []uint32 {
	stretches := s.stretches()
	if sort.SliceIsSorted(stretches, func(i, j int) bool { return stretches[i].first < stretches[j].first }) {
		return nil
	}
	ids := make([]uint32, 0, s.Server.Count)
	for _, r := range stretches {
		for i := range r.count {
			ids = append(ids, uint32(r.first+i))
		}
	}
	return ids
}

// InternalIDs returns the internal id of each external one, or nil if they are the same.
func (s *Scenario) InternalIDs() []uint32 {
	external := s.ServerIDs()
	if external == nil {
		return nil
	}
	ids := make([]uint32, len(external))
	for internal, e := range external {
		ids[e] = uint32(internal)
	}
	return ids
}

// Capacity returns the total service rate.
func (s *Scenario) Capacity() float64 {
	sum := 0.0
	for _, t := range s.Types() {
		sum += float64(t.Rate * float64(t.Count))
	}
	return sum
}

// apportion turns shares that sum to about 1 into counts that sum to n, by the largest remainder: each type gets the whole part of its
// quota, and what is left goes one by one to the largest fractions, ties to the earlier type.
func Apportion(shares []float64, n int) []int {
	sum := 0.0
	for _, share := range shares {
		sum += share
	}
	counts := make([]int, len(shares))
	fractions := make([]float64, len(shares))
	order := make([]int, len(shares))
	left := n
	for i, share := range shares {
		quota := float64(share*float64(n)) / sum
		whole := math.Floor(quota)
		counts[i], fractions[i], order[i] = int(whole), quota-whole, i
		left -= int(whole)
	}
	sort.SliceStable(order, func(a, b int) bool { return fractions[order[a]] > fractions[order[b]] })
	for _, i := range order[:left] {
		counts[i]++
	}
	return counts
}
