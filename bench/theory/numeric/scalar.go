package numeric

// Power returns x^n, n >= 0, the same on every machine.
func Power(x float64, n int) float64 {
	result := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = float64(result * x)
		}
		x = float64(x * x)
	}
	return result
}

// Bisect returns where a predicate turns from false to true between low and high, as near as numbers can be.
func Bisect(low, high float64, above func(float64) bool) float64 {
	for {
		middle := low + (high-low)/2
		if !(low < middle && middle < high) {
			return high
		}
		if above(middle) {
			high = middle
		} else {
			low = middle
		}
	}
}
