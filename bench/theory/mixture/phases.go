package mixture

import "shardq/kernel"

// phaseChain is a renewal process of phase-type services one after another, cut into steps at the points of a Poisson process of a common
// rate (uniformisation): in a step the service under way changes its phase, or it ends and the next one starts, or nothing happens.
type phaseChain struct {
	rate  float64   // steps per unit of time on a server of rate 1
	scv   float64   // squared coefficient of variation of a service
	start []float64 // of the phase in which a service begins
	exit  []float64 // probability that a step from a phase ends the service
	// to[j] are the phases that may follow phase j within a service, itself included, and from[j] those that it may follow.
	to, from [][]move
}

type move struct {
	phase       int
	probability float64
}

// exponentialPhases is the law of one phase.
var exponentialPhases = kernel.Phases{Start: []float64{1}, Rates: []float64{1}}

// OrExponential returns the law that service stands for, nil being exponential. It is not to be changed.
func OrExponential(service *kernel.Phases) *kernel.Phases {
	if service == nil {
		return &exponentialPhases
	}
	return service
}

func newPhaseChain(service *kernel.Phases) *phaseChain {
	n := len(service.Rates)
	c := &phaseChain{scv: SCV(service), start: service.Start, exit: make([]float64, n), to: make([][]move, n), from: make([][]move, n)}
	for _, rate := range service.Rates {
		c.rate = max(c.rate, rate)
	}
	for j, rate := range service.Rates {
		change := rate / c.rate
		ends := 1.0
		for l := range n {
			p := 0.0
			if service.Routing != nil {
				p = change * service.Routing[j][l]
				ends -= service.Routing[j][l]
			}
			if l == j {
				p += 1 - change
			}
			if p > 0 {
				c.to[j] = append(c.to[j], move{l, p})
				c.from[l] = append(c.from[l], move{j, p})
			}
		}
		c.exit[j] = change * max(0, ends)
	}
	return c
}

// phaseMoments has the mean and the variance of a service on a server of rate 1, and of what is left of it at the beginning of each phase.
type phaseMoments struct {
	mean, variance         float64
	leftMean, leftVariance []float64
}

func newPhaseMoments(service *kernel.Phases) phaseMoments {
	m := phaseMoments{leftMean: service.Left()}
	// With T the time left, E[T^2] solves the equations of E[T] with 2 E[T_j]/rate_j in place of 1/rate_j on the right.
	second := kernel.Phases{Start: service.Start, Routing: service.Routing, Rates: make([]float64, len(service.Rates))}
	for j, rate := range service.Rates {
		second.Rates[j] = rate / (2 * m.leftMean[j])
	}
	m.leftVariance = second.Left()
	for j, p := range service.Start {
		if p > 0 {
			m.mean += p * m.leftMean[j]
		}
	}
	for j, square := range m.leftVariance {
		m.leftVariance[j] = square - m.leftMean[j]*m.leftMean[j]
		if p := service.Start[j]; p > 0 {
			off := m.leftMean[j] - m.mean
			m.variance += p * (m.leftVariance[j] + off*off)
		}
	}
	return m
}

// SCV returns the squared coefficient of variation of a law: its variance over the square of its mean. It is 1 for nil, the exponential
// law.
func SCV(service *kernel.Phases) float64 {
	m := newPhaseMoments(OrExponential(service))
	return m.variance / (m.mean * m.mean)
}
