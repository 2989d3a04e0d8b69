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

// Mantissa returns x as m 10^e, the shortest decimal number that reads as x, exactly. x is finite and not negative.
func Mantissa(x float64) (m uint64, e int) {
	var buf [32]byte
	text := strconv.AppendFloat(buf[:0], x, 'e', -1, 64)
	at, digits, point := 0, 0, false
	for ; at < len(text) && text[at] != 'e'; at++ {
		if text[at] == '.' {
			point = true
			continue
		}
		m = m*10 + uint64(text[at]-'0')
		if point {
			digits++
		}
	}
	e, _ = strconv.Atoi(string(text[at+1:]))
	return m, e - digits
}
