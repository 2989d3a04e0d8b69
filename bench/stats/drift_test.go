package stats

import (
	"math"
	"testing"
)

func TestDriftSeldomRaisesAFalseAlarm(t *testing.T) {
	for _, phi := range []float64{0, 0.5, 0.8} {
		alarms := 0
		for run := range uint64(4000) {
			if _, drifting := Drift(newSource(30, run).ar1(phi, Batches)); drifting {
				alarms++
			}
		}
		t.Logf("phi %v: %d alarms", phi, alarms)
		// At a true probability of 1e-3 more than 16 would happen with probability below 1e-6.
		if alarms > 16 {
			t.Errorf("phi %v: %d false alarms in 4000 runs", phi, alarms)
		}
	}
}

// A start that is off by eight standard deviations of a batch and decays within a tenth of the run is seen.
func TestDriftSeesAWarmUp(t *testing.T) {
	for _, size := range []float64{-8, 8} {
		missed := 0
		for run := range uint64(1000) {
			series := newSource(31, run).ar1(0.3, Batches)
			for i := range series {
				series[i] += size * math.Exp(-float64(i)/25)
			}
			z, drifting := Drift(series)
			if !drifting {
				missed++
			} else if z*size < 0 {
				t.Errorf("drift of size %v has z %v", size, z)
			}
		}
		t.Logf("size %v: %d of 1000 missed", size, missed)
		if missed > 10 {
			t.Errorf("%d of 1000 warm-ups of size %v missed", missed, size)
		}
	}
}

func TestDriftOfShortAndConstantSeries(t *testing.T) {
	for _, series := range [][]float64{nil, {1}, {1, 2, 3}, {1, 2, 3, 4}, constant(2, 100)} {
		if z, drifting := Drift(series); drifting {
			t.Errorf("%v drifts, z = %v", series, z)
		}
	}
	if z, drifting := Drift([]float64{1, 0, 0, 0, 0, 0, 0}); !drifting || !math.IsInf(z, 1) {
		t.Errorf("a start that differs from a constant: %v, %v", z, drifting)
	}
}
