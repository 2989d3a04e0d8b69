package stats

import "math"

// Share is Ratio for a share of counted events, such as blocked jobs of arrived ones. The interval stays within [0, 1] and is never
// narrower than Wilson's for as many independent trials: that no event was seen does not mean that its probability is 0. Events must not
// exceed trials. The program has replications and calls PoolShare; this is for series of one run.
func Share(num, den []float64, cfg Config) Estimate {
	return PoolShare([][]float64{num}, [][]float64{den}, cfg)
}

// PoolShare is Share over independent replications, see Pool.
func PoolShare(num, den [][]float64, cfg Config) Estimate {
	e := Pool(num, den, cfg)
	if !e.Known() {
		return e
	}
	s := newSample(num, den)
	lo, hi := wilson(sum(s.num), sum(s.den), e.Level)
	return e.between(max(min(lo, e.Lo), 0), min(max(hi, e.Hi), 1))
}

// Wilson returns the interval of Wilson (1927) for a probability after hits in trials independent trials: [0, 1] without a trial. Tests
// of coverage are judged by it.
func Wilson(hits, trials uint64, level float64) (lo, hi float64) {
	if trials == 0 {
		return 0, 1
	}
	return wilson(float64(hits), float64(trials), level)
}

func wilson(hits, trials, level float64) (lo, hi float64) {
	z := normalQuantile(0.5 + level/2)
	z2 := float64(z * z)
	p := hits / trials
	middle := (hits + z2/2) / (trials + z2)
	half := float64(z * math.Sqrt(float64(trials*float64(p*(1-p)))+z2/4) / (trials + z2))
	// At the ends the exact values are 0 and 1; rounding may miss them by a little.
	lo, hi = max(middle-half, 0), min(middle+half, 1)
	if hits == 0 {
		lo = 0
	}
	if hits == trials {
		hi = 1
	}
	return lo, hi
}
