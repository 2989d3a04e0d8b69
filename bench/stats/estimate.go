package stats

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"
)

// Batches is the recommended number of fine batches of a run: the rule of this package halves it to the 128, 64, 32 and 16 groups that it
// tests and uses, and a batch of a long run is still long.
const Batches = 256

// Config says how an interval is built. The zero value is the default.
type Config struct {
	Level  float64 // probability that the interval is meant to have, in (0, 1); 0 means 0.95
	Groups []int   // groupings to try, in order, each at least 2; nil means 64, 32, 16
	Alpha  float64 // level of the test of autocorrelation, in (0, 1); 0 means 0.1
	// Sequential says that the run went on until its intervals were narrow enough. They are then widened by [Widening].
	Sequential bool
}

// withDefaults replaces zero values.
func (c Config) withDefaults() Config {
	if c.Level == 0 {
		c.Level = 0.95
	}
	if c.Groups == nil {
		c.Groups = []int{64, 32, 16}
	}
	if c.Alpha == 0 {
		c.Alpha = 0.1
	}
	return c
}

// Validate reports everything that is wrong with c.
func (c Config) Validate() error {
	c = c.withDefaults()
	var problems []error
	if !(c.Level > 0 && c.Level < 1) {
		problems = append(problems, fmt.Errorf("stats: level %v is not between 0 and 1", c.Level))
	}
	if !(c.Alpha > 0 && c.Alpha < 1) {
		problems = append(problems, fmt.Errorf("stats: alpha %v is not between 0 and 1", c.Alpha))
	}
	if len(c.Groups) == 0 {
		problems = append(problems, errors.New("stats: no number of groups to try"))
	}
	for i, k := range c.Groups {
		if k < 2 {
			problems = append(problems, fmt.Errorf("stats: %d groups cannot give an interval", k))
		}
		if i > 0 && k >= c.Groups[i-1] {
			problems = append(problems, fmt.Errorf("stats: %d groups tried after %d: the numbers must fall", k, c.Groups[i-1]))
		}
	}
	return errors.Join(problems...)
}

// Estimate is a value with its interval. What is not known is NaN: all of Lo, Hi, HalfWidth and StdErr when there are fewer than two
// batches, and Lag1 where it was not measured.
type Estimate struct {
	Value     float64
	HalfWidth float64 // the larger distance from Value to an end of the interval
	Lo, Hi    float64 // ends of the interval
	StdErr    float64 // standard error of Value
	Level     float64 // nominal coverage of the interval, such as 0.95

	Batches    int     // groups that the interval rests on
	Lag1       float64 // their autocorrelation of lag 1
	Widened    bool    // no grouping was free of correlation, and the interval is widened for it
	Correlated bool    // groups are strongly correlated: the run is too short and the interval a guess
}

// unknown returns a value without an interval.
func unknown(value, level float64, groups int) Estimate {
	nan := math.NaN()
	return Estimate{Value: value, HalfWidth: nan, Lo: nan, Hi: nan, StdErr: nan, Level: level, Batches: groups, Lag1: nan}
}

// Unknown is an estimate of which nothing is known.
func Unknown() Estimate { return unknown(math.NaN(), 0.95, 0) }

// Forgotten returns an estimate without the value and interval, which would mislead.
func (e Estimate) Forgotten() Estimate { return unknown(math.NaN(), e.Level, e.Batches) }

// symmetric sets the interval value -+ t stdErr, with degrees of freedom one less than groups.
func symmetric(value, stdErr, level float64, groups int) Estimate {
	e := unknown(value, level, groups)
	if groups < 2 || math.IsNaN(value) || math.IsInf(value, 0) || math.IsNaN(stdErr) || math.IsInf(stdErr, 0) {
		return e
	}
	e.StdErr = stdErr
	e.HalfWidth = float64(tQuantile(0.5+level/2, groups-1) * stdErr)
	e.Lo, e.Hi = value-e.HalfWidth, value+e.HalfWidth
	return e
}

// between replaces the interval.
func (e Estimate) between(lo, hi float64) Estimate {
	e.Lo, e.Hi = lo, hi
	e.HalfWidth = max(e.Value-lo, hi-e.Value)
	return e
}

// Known reports whether the estimate has an interval.
func (e Estimate) Known() bool { return !math.IsNaN(e.HalfWidth) }

// Contains reports whether x lies in the interval. An unknown interval contains nothing.
func (e Estimate) Contains(x float64) bool { return e.Lo <= x && x <= e.Hi }

// MarshalJSON writes {"value", "ci95": [lo, hi], "half_width", "std_err", "batches", "lag1", "correlated"}; the digits in ci95 are the
// level. Numbers are written in full; NaN and infinities are null.
func (e Estimate) MarshalJSON() ([]byte, error) {
	level := strconv.FormatFloat(100*e.Level, 'g', 6, 64)
	return fmt.Appendf(
		nil,
		`{"value":%s,"ci%s":[%s,%s],"half_width":%s,"std_err":%s,"batches":%d,"lag1":%s,"correlated":%t}`,
		number(
			e.Value,
		),
		level,
		number(e.Lo),
		number(e.Hi),
		number(e.HalfWidth),
		number(e.StdErr),
		e.Batches,
		number(e.Lag1),
		e.Correlated,
	), nil
}

// number formats x as JSON, with all its digits.
func number(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "null"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// tQuantile returns the p quantile of Student's t.
func tQuantile(p float64, degrees int) float64 {
	return nineDigits(distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(degrees)}.Quantile(p))
}

// normalQuantile returns the p quantile of the standard normal distribution.
func normalQuantile(p float64) float64 { return nineDigits(distuv.UnitNormal.Quantile(p)) }

// nineDigits rounds what a library computes to 1e-9: its last digits differ between processors, and where a run ends may depend on an
// interval.
func nineDigits(x float64) float64 { return math.Round(float64(x*1e9)) / 1e9 }
