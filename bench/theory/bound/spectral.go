package bound

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"shardq/bench/theory/numeric"
)

// spectralRisk bounds the probability that a random start misses the leading vector by too much.
const spectralRisk = 1e-9

// spectral bounds what misses a set by the second singular value sigma of the matrix S_lr = sqrt(lambda_l/pi_r)/degree_l for neighbours,
// where pi_r = sum lambda_l/degree_l is what server r gets if each job takes a uniform neighbour. Its largest singular value is 1. If ports
// of a share delta of the arrivals miss a set with a share a of pi, then the expander mixing lemma says delta a <= sigma^2 (1-delta)(1-a),
// hence delta <= x/(1+x) with x = sigma^2 (1-a)/a.
//
// sigma is found by power iteration from a random start that is the same in every run. Its estimate is too small; that it is below (1-e)
// sigma^2 has at most the probability 0.824 sqrt(n) (1-e)^(k-1/2) after k steps (Kuczynski, Wozniakowski, SIAM J. Matrix Anal. Appl. 13(4),
// 1992), and it is raised by the e for which this is 1e-9.
func (b *block) spectral(c Connection, visits int) Evidence {
	edges, isolated, total := 0, 0.0, 0.0
	pi := make([]float64, b.n)
	for l, row := range b.rows {
		edges += len(row)
		if len(row) == 0 {
			isolated += b.rates[l]
			continue
		}
		total += b.rates[l]
		for _, r := range row {
			pi[r] += b.rates[l] / float64(len(row))
		}
	}
	if edges == 0 || isolated > c.Most {
		return Evidence{How: "too many arrivals have no neighbours among these servers"}
	}
	steps := min(400, visits/(2*edges+1))
	if steps < 20 {
		return Evidence{How: "too many edges for the second singular value"}
	}
	// The least share of pi that Least servers have.
	order := b.byWeight(pi)
	a := 0.0
	for _, r := range order[:c.Least] {
		a += pi[r]
	}
	if a /= total; a <= 0 {
		return Evidence{How: "some servers have no ports"}
	}
	root := make([]float64, b.n) // the leading vector, of norm 1
	x := make([]float64, b.n)
	random := numeric.NewNormals(0x5EC0) // uniform in direction
	for r := range x {
		root[r] = math.Sqrt(pi[r] / total)
		if x[r] = random.Next(); pi[r] == 0 {
			x[r] = 0
		}
	}
	y := make([]float64, b.n)
	square := 0.0
	for range steps {
		project(x, root)
		norm := math.Sqrt(dot(x, x))
		if norm == 0 {
			break
		}
		for r := range x {
			x[r] /= norm
		}
		clear(y)
		for l, row := range b.rows { // y = S'S x
			if len(row) == 0 {
				continue
			}
			sum := 0.0
			for _, r := range row {
				if pi[r] > 0 {
					sum += x[r] / math.Sqrt(pi[r])
				}
			}
			sum *= b.rates[l] / float64(len(row)*len(row))
			for _, r := range row {
				if pi[r] > 0 {
					y[r] += sum / math.Sqrt(pi[r])
				}
			}
		}
		square = dot(x, y) // Rayleigh's quotient, from below
		x, y = y, x
	}
	e := -math.Expm1(math.Log(spectralRisk/(0.824*math.Sqrt(float64(b.n)))) / (float64(steps) - 0.5))
	square = min(1, square/(1-e))
	ratio := square * (1 - a) / a
	missed := total*ratio/(1+ratio) + isolated
	out := Evidence{Missed: missed, Probability: spectralRisk, How: fmt.Sprintf(
		"second singular value of at most %.4g: no set of %d of %d servers is missed by more", math.Sqrt(square), c.Least, b.n)}
	if missed <= c.Most {
		out.Verdict = Holds
	}
	return out
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// project takes out of x what is along a unit vector.
func project(x, unit []float64) { floats.AddScaled(x, -dot(x, unit), unit) }
