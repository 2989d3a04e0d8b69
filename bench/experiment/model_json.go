package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"shardq/bench/known"
	"shardq/bench/stats"
)

// entry is a name of a JSON object with its value.
type entry struct {
	name  string
	value any
}

// object is a JSON object whose names are in a given order.
type object []entry

func (o *object) add(name string, value any) { *o = append(*o, entry{name, value}) }

// MarshalJSON writes the names in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, e := range o {
		name, err := json.Marshal(e.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(e.value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.name, err)
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

// in returns the object of a name within o, made if it is not there.
func (o *object) in(name string) *object {
	for _, e := range *o {
		if e.name == name {
			return e.value.(*object)
		}
	}
	inner := new(object)
	o.add(name, inner)
	return inner
}

// plainKeys are the measures that are numbers in JSON, with their intervals apart, as in the results of the bipartite model.
var plainKeys = map[string]bool{"mean_waiting": true, "mean_service": true, "mean_number": true, "response_quantiles": true}

// measures writes every measure under its key, and the intervals of those that are plain numbers under intervals95.
func (f *Findings) measures(o *object) {
	values, intervals := object{}, object{}
	for _, m := range f.Measures {
		group, name, grouped := strings.Cut(m.Key, ".")
		value, interval := &values, &intervals
		if grouped {
			value = values.in(group)
			if plainKeys[group] {
				interval = intervals.in(group)
			}
		} else {
			name = m.Key
		}
		if plainKeys[group] {
			value.add(name, number(m.Value))
			interval.add(name, endsOf(m.Estimate))
		} else {
			value.add(name, m.Estimate)
		}
	}
	*o = append(*o, values...)
	o.add("intervals95", intervals)
}

// wireLevel is a Level as JSON has it.
type wireLevel struct {
	AtLeast int            `json:"at_least"`
	Share   stats.Estimate `json:"share"`
	Limit   number         `json:"limit"`
}

type wireMessages struct {
	Total   number `json:"total"`
	Queries number `json:"queries"`
	Replies number `json:"replies"`
	Reports number `json:"reports"`
	Scheme  string `json:"scheme"`
}

// MarshalJSON writes the findings. Names that the bipartite model has too mean the same.
func (f *Findings) MarshalJSON() ([]byte, error) {
	var o object
	o.add("scenario", f.Scenario)
	o.add("model", f.Scenario.Model)
	o.add("policy", f.Policy.String())
	o.add("seed", f.Scenario.Run.Seed)
	var digest *string
	if d := f.Digest(); d != "" {
		digest = &d
	}
	o.add("digest", digest)
	if len(f.Digests) > 1 {
		var all []string
		for _, d := range f.Digests {
			all = append(all, hexadecimal(d))
		}
		o.add("replication_digests", all)
		o.add("combined_digest", f.CombinedDigest())
	}
	o.add("partial", f.Partial)
	o.add("jobs", f.Jobs)
	if f.Verdict.Word != "" {
		o.add("stability", f.Verdict.wire())
	}
	f.measures(&o)
	if f.Occupancy != nil {
		levels := make([]wireLevel, len(f.Occupancy))
		for i, l := range f.Occupancy {
			levels[i] = wireLevel{l.AtLeast, l.Share, number(l.Limit)}
		}
		o.add("occupancy", levels)
	}
	o.add("definitions", append([]string{}, f.Definitions...))
	o.add("theory", knownObject(f.Known))
	m := f.Messages
	o.add("messages_per_job", wireMessages{number(m.Total()), number(m.Queries), number(m.Replies), number(m.Reports), m.Scheme})
	checks := object{{"load_asked", number(f.Checks.LoadAsked)}, {"load_measured", number(f.Checks.LoadMeasured)}}
	if !math.IsNaN(f.Checks.Little) {
		checks.add("little_standard_errors", number(f.Checks.Little))
	}
	checks.add("drift_standard_errors", number(f.Checks.Drift))
	checks.add("drifting", f.Checks.Drifting)
	o.add("checks", checks)
	o.add("measured", wireMeasured{number(f.Time), f.Batches, f.Replications, wireWarmupOf(&f.Scenario.Run, f.Warmup), wirePrecision(f.Precision)})
	o.add("warnings", append([]string{}, f.Warnings...))
	o.add("simulated_jobs", f.Simulated)
	o.add("wall_seconds", object{{"simulate", number(f.Wall.Seconds())}})
	o.add("jobs_per_second", number(f.Speed()))
	o.add("version", Version())
	o.add("host", ThisHost())
	return json.Marshal(o)
}

// knownObject has the values of theory by key, and their sources.
func knownObject(list []known.Value) object {
	values, sources := object{}, object{}
	for _, k := range list {
		values.add(k.Key, number(k.Value))
		sources.add(k.Key, k.Source)
	}
	values.add("sources", sources)
	return values
}

// modelJSON writes the findings of a scenario with one policy as an object, of others as an array.
func (r *Result) modelJSON() ([]byte, error) {
	if !r.Several && len(r.Findings) == 1 {
		return json.Marshal(r.Findings[0])
	}
	return json.Marshal(r.Findings)
}
