package scenario

import (
	"math"

	"shardq/kernel"
)

// Phases returns the law of a service time times the rate of its server, which has mean 1, in phases. It returns nil if the law is
// exponential, and for the laws of the slotted model, which have no phases.
func (s *Scenario) Phases() *kernel.Phases {
	switch v := &s.Service; v.Law {
	case HyperExponential:
		if v.SCV > 0 {
			return balancedMeans(v.SCV)
		}
		return (&kernel.Phases{Start: v.Probabilities, Rates: v.Rates}).Unit()
	case Erlang:
		return erlang(v.Phases)
	case PhaseType:
		return (&kernel.Phases{Start: v.Start, Rates: v.Rates, Routing: v.Routing}).Unit()
	}
	return nil
}

// balancedMeans returns the hyper-exponential law of mean 1 and squared coefficient of variation c >= 1 whose two phases contribute equally
// to the mean: phase 0 is begun with probability p and has rate 2p, where p = (1 + sqrt((c-1)/(c+1))) / 2, phase 1 with probability 1-p and
// rate 2(1-p).
func balancedMeans(c float64) *kernel.Phases {
	root := math.Sqrt((c - 1) / (c + 1))
	p := (1 + root) / 2
	q := 1 / float64((c+1)*(1+root)) // (1-root)/2 without the difference of near numbers
	return &kernel.Phases{Start: []float64{p, q}, Rates: []float64{2 * p, 2 * q}}
}

// erlang returns the law of the sum of k exponential times of rate k.
func erlang(k int) *kernel.Phases {
	law := &kernel.Phases{Start: make([]float64, k), Rates: make([]float64, k), Routing: make([][]float64, k)}
	law.Start[0] = 1
	for j := range k {
		law.Rates[j] = float64(k)
		law.Routing[j] = make([]float64, k)
		if j+1 < k {
			law.Routing[j][j+1] = 1
		}
	}
	return law
}

// The laws of service.
const (
	Exponential      = "exponential"
	HyperExponential = "hyper-exponential"
	Erlang           = "erlang"
	PhaseType        = "phase-type"
	Poisson          = "poisson" // slotted: of the jobs that a server serves in a slot
	Bursty           = "bursty"  // slotted: now and then many jobs in one slot
)
