package figures

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/cespare/xxhash/v2"
	"gonum.org/v1/gonum/stat/distuv"

	"shardq/bench/picture"
	"shardq/bench/result"
	"shardq/bench/stats"
)

// Record is what is kept of a run.
type Record struct {
	Key        string                     `json:"key"`
	Label      string                     `json:"label"`
	Values     map[string]picture.Value   `json:"values"`
	Series     map[string][]picture.Value `json:"series,omitempty"` // of a transient, by time
	Histograms map[string]Histogram       `json:"histograms,omitempty"`
	Verdict    string                     `json:"verdict,omitempty"` // stable, growing or undecided, in the slotted model
	Warnings   []string                   `json:"warnings,omitempty"`

	Simulated uint64  `json:"simulated_jobs"`
	Seconds   float64 `json:"seconds"` // that the run took
	Version   string  `json:"version"` // of the program that made it
	Sum       string  `json:"sum"`     // xxhash64 of all that stands above it
}

// sum returns what Sum has to be.
func (r *Record) sum() (string, error) {
	bare := *r
	bare.Sum = ""
	text, err := json.Marshal(&bare)
	if err != nil {
		return "", fmt.Errorf("figures: record of %s: %w", r.Label, err)
	}
	return fmt.Sprintf("%016x", xxhash.Sum64(text)), nil
}

// Faults of a record that was read.
var (
	errSum     = errors.New("figures: the record is not as it was written")
	errVersion = errors.New("figures: another version of the program made the record")
	errLength  = errors.New("figures: the record has more or fewer values than times")
)

// check reports why the record of a job cannot be what the program wrote.
func (r *Record) check(j *Job) error {
	sum, err := r.sum()
	switch {
	case err != nil:
		return err
	case r.Sum != sum:
		return errSum
	case r.Version != result.Version():
		return errVersion
	case r.Values == nil:
		return errLength
	}
	for _, list := range r.Series {
		if len(list) != len(j.Times) {
			return errLength
		}
	}
	return nil
}

// estimated is the value of an estimate.
func estimated(e stats.Estimate) picture.Value {
	return picture.Value{At: e.Value, Low: e.Lo, High: e.Hi}
}

// Histogram counts looks by bins of width 0.1, like [result.Histogram].
type Histogram struct {
	First  int      `json:"first"`
	Counts []uint64 `json:"counts"`
}

// total is the number of looks.
func (h Histogram) total() (n uint64) {
	for _, c := range h.Counts {
		n += c
	}
	return n
}

// binWidth is the width of the bins.
const binWidth = 0.1

// recordOf keeps what figures may show of a result with one policy.
func recordOf(res *result.Result) *Record {
	r := &Record{Values: map[string]picture.Value{}, Histograms: map[string]Histogram{}, Warnings: res.Warnings()}
	for _, o := range res.Outcomes {
		r.Simulated += o.Simulated
		r.outcome(o)
	}
	return r
}

// outcome keeps what figures may show of one policy.
func (r *Record) outcome(o *result.Outcome) {
	for _, m := range o.Measures {
		r.Values[m.Key] = estimated(m.Estimate)
	}
	for _, l := range o.Levels {
		r.Values[tailKey(l.AtLeast)] = estimated(l.Share)
	}
	if len(o.Types) == 1 { // a tail of servers of several rates would be a mixture
		for i, share := range o.Types[0].Tail {
			r.Values[tailKey(i+1)] = picture.Exact(share)
		}
	}
	if o.Observed != nil {
		for _, s := range o.Observed.All() {
			r.Values["observed."+s.Key] = estimated(s.Mean)
			r.Histograms[s.Key] = Histogram{s.Histogram.First, s.Histogram.Counts}
		}
	}
	r.Verdict = o.Verdict.Word
}

// tailKey is the key of the share of servers with at least k jobs.
func tailKey(k int) string { return fmt.Sprintf("tail.%d", k) }

// value returns the value of a key, missing if the run has none.
func (r *Record) value(key string) picture.Value {
	if v, ok := r.Values[key]; ok {
		return v
	}
	return picture.Missing()
}

// reached returns the share of servers with at least k jobs, which is 0 if the run never had one.
func (r *Record) reached(k int) picture.Value {
	if v := r.value(tailKey(k)); v.Known() {
		return v
	}
	return picture.Exact(0)
}

// pooled is the mean over independent values, with the interval of Student's t.
func pooled(values []float64) picture.Value {
	n := float64(len(values))
	mean, squares := 0.0, 0.0
	for _, x := range values {
		mean += x / n
	}
	for _, x := range values {
		squares += (x - mean) * (x - mean)
	}
	if n < 2 {
		return picture.Exact(mean)
	}
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975) * math.Sqrt(squares/(n-1)/n)
	return picture.Value{At: mean, Low: mean - half, High: mean + half}
}
