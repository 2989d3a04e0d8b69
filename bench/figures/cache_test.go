package figures

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shardq/bench/picture"
	"shardq/bench/result"
)

// kept stores a record of a transient and returns its file.
func kept(t *testing.T, change func(*Record)) (c cache, j *Job, path string) {
	t.Helper()
	c, j = cache{t.TempDir()}, &Job{Label: "moving", Times: []float64{1, 2, 3}}
	r := &Record{
		Key: "0123", Label: j.Label, Values: map[string]picture.Value{
			"mean_response": {At: 2.5, Low: 2.25, High: 2.75}, "none": picture.Exact(math.NaN()),
		},
		Series:     map[string][]picture.Value{"busy": {picture.Exact(0.125), picture.Exact(0.25), picture.Exact(0.5)}},
		Histograms: map[string]Histogram{"second": {First: -3, Counts: []uint64{1, 20, 300}}},
		Warnings:   []string{"short"}, Simulated: 12345, Seconds: 0.75, Version: result.Version(),
	}
	if change != nil {
		change(r)
	}
	if err := c.store(r); err != nil {
		t.Fatal(err)
	}
	return c, j, c.path(r.Key)
}

// Every digit of a record counts: with any other in its place it is not what the program wrote.
func TestFlippedDigitsAreNoticed(t *testing.T) {
	c, j, path := kept(t, nil)
	if c.load(j, "0123") == nil {
		t.Fatal("a record is not read as it was written")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	flipped := 0
	for i, b := range text {
		if b < '0' || b > '9' {
			continue
		}
		other := bytes.Clone(text)
		other[i] = '0' + (b-'0'+3)%10
		if err := os.WriteFile(path, other, 0o600); err != nil {
			t.Fatal(err)
		}
		flipped++
		if r := c.load(j, "0123"); r != nil {
			t.Errorf("%q became %q and was read", text[max(0, i-20):i+1], other[i])
		}
	}
	if flipped < 40 {
		t.Errorf("%d digits in the record", flipped)
	}
}

// Records with values for other times, of another version, or without a sum are simulated again; none of them is a panic.
func TestRecordsThatAreNotOfTheJob(t *testing.T) {
	for name, change := range map[string]func(*Record){
		"one value too many": func(r *Record) { r.Series["busy"] = append(r.Series["busy"], picture.Exact(1)) },
		"one too few":        func(r *Record) { r.Series["busy"] = r.Series["busy"][:2] },
		"another version":    func(r *Record) { r.Version = "v0.0.1" },
		"no version":         func(r *Record) { r.Version = "" },
		"no values":          func(r *Record) { r.Values = nil },
	} {
		if c, j, _ := kept(t, change); c.load(j, "0123") != nil {
			t.Errorf("%s: read", name)
		}
	}
	c, j, path := kept(t, nil)
	for name, text := range map[string]string{
		"four numbers": `{"key": "0123", "values": {"a": [1, 2, 3, 4]}}`,
		"no sum":       `{"key": "0123", "values": {"a": [1, 2, 3]}, "version": "` + result.Version() + `"}`,
		"not JSON":     strings.Repeat("[", 20000),
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if c.load(j, "0123") != nil {
			t.Errorf("%s: read", name)
		}
	}
	if c.load(j, filepath.Base("absent")) != nil {
		t.Error("a record that is not there was read")
	}
}
