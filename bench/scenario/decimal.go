package scenario

import (
	"errors"
	"strconv"
	"strings"
)

// ParseDecimal reads a decimal number, such as 0.5, 1e6 or inf. It takes neither hexadecimal digits nor underscores, about which programs
// disagree. What is beyond the largest float64 is infinite.
func ParseDecimal(text string) (v float64, ok bool) {
	if strings.ContainsAny(text, "xXpP_") {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil || errors.Is(err, strconv.ErrRange)
}
