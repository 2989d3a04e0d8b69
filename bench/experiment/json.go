package experiment

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/cespare/xxhash/v2"

	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/scenario"
	"shardq/bench/stats"
)

// number is a float64 that is null in JSON where it is not finite.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

func numbers(list []float64) []number {
	out := make([]number, len(list))
	for i, x := range list {
		out[i] = number(x)
	}
	return out
}

// ends are the ends of an interval.
type ends [2]number

func endsOf(e stats.Estimate) ends { return ends{number(e.Lo), number(e.Hi)} }

// wire is an Outcome as JSON has it. The names are stable; new ones may be added.
type wire struct {
	Scenario    *scenario.Scenario `json:"scenario"`
	Policy      string             `json:"policy"`
	Seed        uint64             `json:"seed"`
	Digest      *string            `json:"digest"` // of replication 0
	Digests     []string           `json:"replication_digests,omitempty"`
	Combined    string             `json:"combined_digest,omitempty"`
	Partial     bool               `json:"partial"`
	Jobs        Jobs               `json:"jobs"`
	Response    stats.Estimate     `json:"mean_response"`
	Waiting     number             `json:"mean_waiting"`
	Service     number             `json:"mean_service"`
	Number      number             `json:"mean_number"`
	Blocking    stats.Estimate     `json:"blocking"`
	Quantiles   map[string]number  `json:"response_quantiles"`
	Intervals   wireIntervals      `json:"intervals95"`
	Servers     []wireServer       `json:"servers,omitempty"`
	Types       []wireType         `json:"types"`
	Theory      known.Theory       `json:"theory"`
	Checks      wireChecks         `json:"checks"`
	Observed    *Observed          `json:"scaled_occupancy,omitempty"`
	Messages    wireMessages       `json:"messages_per_job"`
	Graph       instance.GraphInfo `json:"graph"`
	Measured    wireMeasured       `json:"measured"`
	Warnings    []string           `json:"warnings"`
	Simulated   uint64             `json:"simulated_jobs"` // warm-up included
	WallSeconds wireWall           `json:"wall_seconds"`
	JobsPerSec  number             `json:"jobs_per_second"`
	Engine      scenario.Engine    `json:"engine"`
	Shards      wireShards         `json:"shards"`
	Version     string             `json:"version"`
	Host        Host               `json:"host"`
}

// wireIntervals has the 95 % intervals of values that are plain numbers.
type wireIntervals struct {
	Waiting   ends            `json:"mean_waiting"`
	Service   ends            `json:"mean_service"`
	Number    ends            `json:"mean_number"`
	Quantiles map[string]ends `json:"response_quantiles"`
}

type wireServer struct {
	Rate        number `json:"rate"`
	Utilisation number `json:"utilisation"`
	MeanQueue   number `json:"mean_queue"`
}

type wireType struct {
	Name        string   `json:"name"`
	Rate        number   `json:"rate"`
	Count       int      `json:"count"`
	Utilisation number   `json:"utilisation"`
	MeanQueue   number   `json:"mean_queue"`
	Tail        []number `json:"tail"`
}

type wireChecks struct {
	LoadAsked    number `json:"load_asked"`
	LoadMeasured number `json:"load_measured"`
	Little       number `json:"little_standard_errors"`
	Drift        number `json:"drift_standard_errors"`
	Drifting     bool   `json:"drifting"`
	Growing      bool   `json:"growing"`
}

type wireMeasured struct {
	Time         number `json:"time"`
	Batches      int    `json:"batches"`
	Replications int    `json:"replications"`

	Warmup    wireWarmup    `json:"warmup"`
	Precision []wireReached `json:"precision,omitempty"`
}

type wireWall struct {
	Graph    number `json:"graph"`
	Simulate number `json:"simulate"`
}

type wireShards struct {
	Used int    `json:"used"`
	Note string `json:"note,omitempty"`
	*wireUse
}

// wireUse is a ShardUse; there is none on one shard.
type wireUse struct {
	TimePercent map[string]number `json:"time_percent"` // by phase of a window
	Alone       uint64            `json:"alone"`
}

// hexadecimal is how digests are written everywhere.
func hexadecimal(digest uint64) string { return fmt.Sprintf("%016x", digest) }

// Digest returns the digest of replication 0, or "" if the run was interrupted.
func (o *Outcome) Digest() string { return firstDigest(o.Digests) }

// CombinedDigest returns the xxhash64 of the digests of all replications, as they are written, one after the other; "" if the run was interrupted.
func (o *Outcome) CombinedDigest() string { return combinedDigest(o.Digests) }

func firstDigest(digests []uint64) string {
	if len(digests) == 0 {
		return ""
	}
	return hexadecimal(digests[0])
}

func combinedDigest(digests []uint64) string {
	if len(digests) == 0 {
		return ""
	}
	h := xxhash.New()
	for _, d := range digests {
		h.WriteString(hexadecimal(d)) // never fails
	}
	return hexadecimal(h.Sum64())
}

// MarshalJSON writes the outcome with the names of the command line's documentation.
func (o *Outcome) MarshalJSON() ([]byte, error) {
	w := wire{
		Scenario: o.Scenario,
		Policy:   o.Policy.String(),
		Seed:     o.Scenario.Run.Seed,
		Partial:  o.Partial,
		Jobs:     o.Jobs,
		Response: o.MeanResponse,
		Waiting:  number(o.MeanWaiting.Value),
		Service:  number(o.MeanService.Value),
		Number:   number(o.MeanNumber.Value),
		Blocking: o.Blocking,
		Intervals: wireIntervals{
			Waiting: endsOf(o.MeanWaiting), Service: endsOf(o.MeanService), Number: endsOf(o.MeanNumber), Quantiles: map[string]ends{},
		},
		Quantiles: map[string]number{},
		Types:     []wireType{},
		Theory:    o.Theory,
		Checks: wireChecks{
			LoadAsked: number(o.Checks.LoadAsked), LoadMeasured: number(o.Checks.LoadMeasured),
			Little: number(o.Checks.Little), Drift: number(o.Checks.Drift), Drifting: o.Checks.Drifting, Growing: o.Checks.Growing,
		},
		Observed:    o.Observed,
		Messages:    wireMessages{number(o.Messages.Total()), number(o.Messages.Queries), number(o.Messages.Replies), number(o.Messages.Reports), o.Messages.Scheme},
		Graph:       o.Graph,
		Measured:    wireMeasured{number(o.Time), o.Batches, o.Replications, wireWarmupOf(&o.Scenario.Run, o.Warmup), wirePrecision(o.Precision)},
		Warnings:    append([]string{}, o.Warnings...),
		Simulated:   o.Simulated,
		WallSeconds: wireWall{number(o.GraphWall.Seconds()), number(o.Wall.Seconds())},
		JobsPerSec:  number(o.Speed()),
		Engine:      o.Scenario.Run.Engine,
		Shards:      wireShards{o.Shards, o.Note, o.Use.wire()},
		Version:     Version(),
		Host:        ThisHost(),
	}
	if digest := o.Digest(); digest != "" {
		w.Digest = &digest
	}
	if len(o.Digests) > 1 {
		for _, d := range o.Digests {
			w.Digests = append(w.Digests, hexadecimal(d))
		}
		w.Combined = o.CombinedDigest()
	}
	for i, e := range o.Quantiles {
		w.Quantiles[quantiles[i].Name] = number(e.Value)
		w.Intervals.Quantiles[quantiles[i].Name] = endsOf(e)
	}
	for _, s := range o.Servers {
		w.Servers = append(w.Servers, wireServer{number(s.Rate), number(s.Utilisation), number(s.MeanQueue)})
	}
	for _, t := range o.Types {
		w.Types = append(w.Types, wireType{
			t.Name, number(t.Rate), t.Count, number(t.Utilisation), number(t.MeanQueue), numbers(t.Tail),
		})
	}
	return json.Marshal(w)
}

// MarshalJSON writes the outcome of a scenario with one policy as an object, of others as an array.
func (r *Result) MarshalJSON() ([]byte, error) {
	if r.Findings != nil {
		return r.modelJSON()
	}
	if !r.Several && len(r.Outcomes) == 1 {
		return json.Marshal(r.Outcomes[0])
	}
	return json.Marshal(append([]*Outcome{}, r.Outcomes...))
}
