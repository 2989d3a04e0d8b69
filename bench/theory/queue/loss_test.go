package queue_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/bench/theory/queue"
	"shardq/bench/theory/theorytest"
)

func TestErlangB(t *testing.T) {
	theorytest.Near(t, "2 places", queue.ErlangB(3, 2), 4.5/(1+3+4.5), 1e-15)
	theorytest.Near(t, "no place", queue.ErlangB(3, 0), 1, 0)
	// The defining sum for 100 places offered 110.
	law := distuv.Poisson{Lambda: 110}
	theorytest.Near(t, "100 places", queue.ErlangB(110, 100), law.Prob(100)/law.CDF(100), 1e-11)
	theorytest.Near(t, "a small loss", queue.ErlangB(1, 30), math.Exp(-1)/math.Gamma(31), 1e-15)
}
