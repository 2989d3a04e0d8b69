package figures

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"go.yaml.in/yaml/v3"

	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/study"
	"shardq/shard"
)

// definition is raised whenever a scenario comes to mean another trajectory, or a record other quantities: records of before are not read
// then.
const definition = "2"

// Job is one run that a figure needs.
type Job struct {
	Label    string // for progress and names of files
	Scenario *scenario.Scenario
	Times    []float64 // of a transient: when to look at the occupancies; nil for a run in steady state
}

// Key names the job by what its result depends on: the scenario with every default filled in, its seed, the times, and the definition of
// the program.
func (j *Job) Key() (string, error) {
	text, err := json.Marshal(struct {
		Definition string
		Scenario   *scenario.Scenario
		Times      []float64
	}{definition, j.Scenario, j.Times})
	if err != nil {
		return "", fmt.Errorf("figures: %s: %w", j.Label, err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12]), nil
}

// YAML returns the scenario as a file that shardq run reads.
func (j *Job) YAML() (string, error) {
	text, err := yaml.Marshal(j.Scenario)
	if err != nil {
		return "", fmt.Errorf("figures: %s: %w", j.Label, err)
	}
	head := "# " + j.Label + "\n"
	if j.Times != nil {
		head += fmt.Sprintf("# Not a steady state: %d replications from the start, looked at %d times up to time %v.\n",
			j.Scenario.Run.Replications, len(j.Times), j.Times[len(j.Times)-1])
	}
	return head + string(text), nil
}

// spreads reports whether one run of the job uses all cores, so that it should run alone.
func (j *Job) spreads() bool {
	sc := j.Scenario
	bipartite := sc.Model == "" || sc.Model == scenario.Bipartite
	return bipartite && j.Times == nil && sc.Run.Engine == scenario.Full && sc.Servers() >= shard.SmallSystem || sc.Run.Replications > 1
}

// run simulates.
func (j *Job) run(ctx context.Context) (*Record, error) {
	start := time.Now()
	var r *Record
	if j.Times != nil {
		var err error
		if r, err = transient(ctx, j.Scenario, j.Times); err != nil {
			return nil, err
		}
	} else {
		opt := study.Options{}
		if !j.spreads() {
			opt.Shards = 1
		}
		result, err := study.Run(ctx, j.Scenario, opt)
		if err != nil {
			return nil, err
		}
		r = recordOf(result)
	}
	r.Seconds = time.Since(start).Seconds()
	r.Version = result.Version()
	return r, nil
}
