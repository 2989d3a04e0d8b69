package plain

import (
	"math"
	"testing"
)

// TestSupermarketLaw: the share of servers with at least k jobs is rho^(2^k - 1) in the limit of many servers (Vvedenskaya, Dobrushin,
// Karpelevich 1996; Mitzenmacher 1996). Forty other seeds gave averages like these within .001 of it in the mean (what is left of the
// start, and of 10^5 servers not being infinitely many), with a standard deviation of at most .0022. So .014 is six of them: a false alarm
// has a probability below 1e-6.
func TestSupermarketLaw(t *testing.T) {
	const servers = 100_000
	for _, rho := range []float64{0.5, 0.9} {
		p := NewSupermarket[uint8](servers, rho, 7)
		unit := uint64(rho * servers)
		p.Run(60 * unit)
		var share [8]float64
		const looks = 20
		for range looks {
			p.Run(2 * unit)
			for k := range share {
				share[k] += tail(p, k) / looks
			}
		}
		for k := range share {
			want := math.Pow(rho, math.Exp2(float64(k))-1)
			if math.Abs(share[k]-want) > 0.014 {
				t.Errorf("rho %v: share with at least %d jobs %.4f, want %.4f", rho, k, share[k], want)
			}
		}
	}
}

// TestSupermarketKeepsCount: jobs in the system are those that came and did not go, whatever the type of the lengths.
func TestSupermarketKeepsCount(t *testing.T) {
	bytes, words := NewSupermarket[uint8](1000, 0.8, 3), NewSupermarket[uint32](1000, 0.8, 3)
	bytes.Run(50_000)
	words.Run(50_000)
	sum := uint64(0)
	for i, n := range bytes.queue {
		sum += uint64(n)
		if uint32(n) != words.queue[i] {
			t.Fatalf("server %d: %d jobs in bytes, %d in words", i, n, words.queue[i])
		}
	}
	if bytes.Arrived != 50_000 || bytes.Blocked != 0 || sum != bytes.Arrived-bytes.Departed ||
		bytes.Changes() != bytes.Arrived+bytes.Departed {
		t.Errorf("%d arrived, %d departed, %d lost, %d there", bytes.Arrived, bytes.Departed, bytes.Blocked, sum)
	}
}

// TestSupermarketFull: with two servers that the load fills, jobs are lost and never wrap around.
func TestSupermarketFull(t *testing.T) {
	p := NewSupermarket[uint8](2, 3, 1)
	p.Run(10_000)
	if p.Blocked == 0 || tail(p, 200) != 1 {
		t.Errorf("%d lost, share of long queues %v", p.Blocked, tail(p, 200))
	}
}

// tail returns the share of servers with at least k jobs.
func tail[K uint8 | uint32](p *Supermarket[K], k int) float64 {
	n := 0
	for _, jobs := range p.queue {
		if int(jobs) >= k {
			n++
		}
	}
	return float64(n) / float64(p.servers)
}
