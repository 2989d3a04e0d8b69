package numeric_test

import (
	"math"
	"math/big"
	"testing"

	"shardq/bench/theory/numeric"
)

func TestDecimal(t *testing.T) {
	sum := new(big.Rat)
	for range 10 {
		sum.Add(sum, numeric.Decimal(0.1))
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("ten times 0.1 is %v", sum)
	}
	for _, x := range []float64{0, 1, 0.1, 1.25, 123456, 1e22, 5e-324, 1.7976931348623157e308, 1.0 / 3} {
		m, e := numeric.Mantissa(x)
		power := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(e, -e))), nil))
		if e < 0 {
			power.Inv(power)
		}
		got := power.Mul(power, new(big.Rat).SetInt(new(big.Int).SetUint64(m)))
		if got.Cmp(numeric.Decimal(x)) != 0 {
			t.Errorf("%v is %d 10^%d", x, m, e)
		}
		if back, _ := got.Float64(); back != x {
			t.Errorf("%v reads back as %v", x, back)
		}
	}
	if numeric.Decimal(math.NaN()) != nil || numeric.Decimal(math.Inf(1)) != nil {
		t.Error("what is not finite has a decimal")
	}
}
