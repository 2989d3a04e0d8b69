package picture

import (
	"encoding/json"
	"fmt"
	"math"
)

// Value is an estimate with its 95 % interval; all are NaN if it does not exist, the ends if it has no interval.
type Value struct{ At, Low, High float64 }

// Exact is a value without an interval.
func Exact(x float64) Value { return Value{x, math.NaN(), math.NaN()} }

// Missing does not exist.
func Missing() Value { return Exact(math.NaN()) }

// Known reports whether there is a value.
func (v Value) Known() bool { return !math.IsNaN(v.At) && !math.IsInf(v.At, 0) }

// HasInterval reports whether both ends are known.
func (v Value) HasInterval() bool { return !math.IsNaN(v.Low) && !math.IsNaN(v.High) }

// Half is the half-width of the interval, the larger one.
func (v Value) Half() float64 { return max(v.High-v.At, v.At-v.Low) }

// MarshalJSON writes [value, low, high], with null for what is not known.
func (v Value) MarshalJSON() ([]byte, error) {
	var out [3]*float64
	for i, x := range []float64{v.At, v.Low, v.High} {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			out[i] = &x
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (v *Value) UnmarshalJSON(data []byte) error {
	var in []*float64
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	if len(in) != 3 {
		return fmt.Errorf("picture: a value of %d numbers, want 3", len(in))
	}
	for i, x := range []*float64{&v.At, &v.Low, &v.High} {
		if *x = math.NaN(); in[i] != nil {
			*x = *in[i]
		}
	}
	return nil
}
