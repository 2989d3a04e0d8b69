package figures

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"shardq/bench/report"
)

// runsFolder is where records are kept, in the folder of all figures.
const runsFolder = "runs"

// cache keeps records by key.
type cache struct{ folder string }

func (c cache) path(key string) string { return filepath.Join(c.folder, key+".json") }

// load returns the record of a job, or nil if there is none that can be trusted: what is not as this program would have written it, down to
// the last digit, is simulated again.
func (c cache) load(j *Job, key string) *Record {
	data, err := os.ReadFile(c.path(key))
	if err != nil {
		return nil
	}
	var r Record
	if json.Unmarshal(data, &r) != nil || r.Key != key || r.check(j) != nil {
		return nil
	}
	return &r
}

// store writes a record in one step, so that an interruption leaves no half of it.
func (c cache) store(r *Record) error {
	sum, err := r.sum()
	if err != nil {
		return err
	}
	r.Sum = sum
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return fmt.Errorf("figures: record of %s: %w", r.Label, err)
	}
	return report.WriteFile(c.path(r.Key), func(w io.Writer) error {
		_, err := w.Write(append(data, '\n'))
		return err
	})
}
