package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"shardq/bench/stats"
)

// Number is a float64 that is null in JSON where it is not finite.
type Number float64

// MarshalJSON writes the number with all its digits.
func (n Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// Numbers converts a list.
func Numbers(list []float64) []Number {
	out := make([]Number, len(list))
	for i, x := range list {
		out[i] = Number(x)
	}
	return out
}

// Interval is [lo, hi], and null without an interval.
type Interval struct{ Lo, Hi float64 }

// MarshalJSON writes an end that is not known as null, and null if neither is.
func (i Interval) MarshalJSON() ([]byte, error) {
	if math.IsNaN(i.Lo) && math.IsNaN(i.Hi) {
		return []byte("null"), nil
	}
	return json.Marshal([2]Number{Number(i.Lo), Number(i.Hi)})
}

// Value is an estimate in JSON.
type Value struct {
	stats.Estimate
	Unit string
}

// MarshalJSON writes value, ci95 (null without an interval), std_err, unit and the number of batches that the interval rests on.
func (v Value) MarshalJSON() ([]byte, error) { return json.Marshal(v.object()) }

func (v Value) object() Object {
	e := &v.Estimate
	o := Object{
		{"value", Number(e.Value)}, {"ci95", Interval{e.Lo, e.Hi}}, {"std_err", Number(e.StdErr)}, {"unit", v.Unit}, {"batches", e.Batches},
		{"lag1", Number(e.Lag1)},
	}
	if e.Correlated {
		o.Add("correlated", true)
	}
	return o
}

// Object is a JSON object whose names are in a given order.
type Object []Entry

// Entry is a name of an Object with its value.
type Entry struct {
	Name  string
	Value any
}

// Add appends a name.
func (o *Object) Add(name string, value any) { *o = append(*o, Entry{name, value}) }

// With returns the object with one name more.
func (o Object) With(name string, value any) Object { return append(o, Entry{name, value}) }

// MarshalJSON writes the names in their order.
func (o Object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, e := range o {
		name, err := encode(e.Name)
		if err != nil {
			return nil, err
		}
		value, err := encode(e.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// encode is json.Marshal without its escapes for HTML: conditions have signs that a reader should see.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// nan stands for what is not known.
var nan = math.NaN()

// Seed is a seed in JSON: a number, or a text above 2^53, where many programs would round a number to another seed.
type Seed uint64

// MarshalJSON writes the seed.
func (s Seed) MarshalJSON() ([]byte, error) {
	text := strconv.FormatUint(uint64(s), 10)
	if s > 1<<53 {
		text = `"` + text + `"`
	}
	return []byte(text), nil
}
