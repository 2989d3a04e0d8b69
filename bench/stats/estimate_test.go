package stats

import (
	"encoding/json"
	"math"
	"testing"
)

func TestJSONOfUnknownIsNull(t *testing.T) {
	for _, c := range []struct {
		e    Estimate
		want string
	}{
		{Mean(nil, Config{}), `{"value":null,"ci95":[null,null],"half_width":null,"std_err":null,"batches":0,"lag1":null,"correlated":false}`},
		{Mean([]float64{2.5}, Config{}),
			`{"value":2.5,"ci95":[null,null],"half_width":null,"std_err":null,"batches":1,"lag1":null,"correlated":false}`},
		{Estimate{Value: 1e21, Lo: -1, Hi: math.Inf(1), HalfWidth: math.Inf(1), StdErr: 0.1, Level: 0.999, Batches: 16, Lag1: 0.5,
			Correlated: true},
			`{"value":1e+21,"ci99.9":[-1,null],"half_width":null,"std_err":0.1,"batches":16,"lag1":0.5,"correlated":true}`},
	} {
		got, err := json.Marshal(c.e)
		if err != nil || string(got) != c.want {
			t.Errorf("got %s (%v), want %s", got, err, c.want)
		}
	}
}

func TestJSONKeepsAllDigits(t *testing.T) {
	e := Mean(newSource(8, 0).ar1(0, 100), Config{})
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Value, StdErr float64
		CI95          [2]float64
	}
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if back.Value != e.Value || back.CI95 != [2]float64{e.Lo, e.Hi} {
		t.Errorf("%s reads back as %+v, was %+v", text, back, e)
	}
}

func TestQuantileFollowsTheInverse(t *testing.T) {
	below := Estimate{Value: 0.9, HalfWidth: 0.01, Lo: 0.89, Hi: 0.91, StdErr: 0.005, Level: 0.95}
	exponential := func(p float64) float64 { return -math.Log1p(-p) }
	e := Quantile(0.9, below, exponential)
	if e.Value != exponential(0.9) || e.Lo != exponential(0.9-0.01) || e.Hi != exponential(0.9+0.01) ||
		e.HalfWidth != e.Hi-e.Value || e.StdErr != e.HalfWidth/2 {
		t.Errorf("got %+v", e)
	}
	below.HalfWidth = 0.2
	if e := Quantile(0.9, below, exponential); !math.IsInf(e.Hi, 1) {
		t.Errorf("nothing bounds the quantile from above: %+v", e)
	}
	below.HalfWidth, below.StdErr = 0, 0
	if e := Quantile(0.9, below, exponential); e.HalfWidth != 0 || e.StdErr != 0 || e.Lo != e.Value {
		t.Errorf("no error at all: %+v", e)
	}
}
