package numeric

import (
	"math/big"
	"strconv"
)

// Decimal returns the number that a file meant which was read as x: the shortest decimal number that reads as x, exactly. 0.1 is 1/10 and
// not what is nearest to it in binary, so that sums of such numbers are compared as they were written. It returns nil for what is not
// finite.
func Decimal(x float64) *big.Rat {
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'e', -1, 64))
	if !ok {
		return nil
	}
	return r
}
