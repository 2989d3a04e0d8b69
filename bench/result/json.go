package result

import (
	"math"

	"shardq/bench/known"
)

// MarshalJSON writes the outcome as an element of the results of a [Document].
func (o *Outcome) MarshalJSON() ([]byte, error) {
	w := Object{{"policy", o.Policy.String()}, {"model", o.Scenario.Model}}
	if o.Rule != "" {
		w.Add("rule", o.Rule)
	}
	w.Add("seed", Seed(o.Scenario.Run.Seed))
	var digest *string
	if d := o.Digest(); d != "" {
		digest = &d
	}
	w.Add("digest", digest)
	if len(o.Digests) > 1 {
		w.Add("combined_digest", o.CombinedDigest())
	}
	w.Add("partial", o.Partial)
	w.Add("jobs", o.Jobs)
	w.Add("simulated_jobs", o.Simulated) // warm-up included
	w.Add("jobs_per_second", Number(o.Speed()))
	w.Add("measures", o.measures())
	if o.Definitions != nil {
		w.Add("definitions", o.Definitions)
	}
	w.Add("types", o.typeList())
	if o.Servers != nil {
		w.Add("servers", o.serverList())
	}
	if o.Levels != nil {
		levels := make([]Object, len(o.Levels))
		for i, l := range o.Levels {
			levels[i] = Object{{"at_least", l.AtLeast}, {"share", Value{l.Share, ShareUnit}}, {"limit", Number(l.Limit)}}
		}
		w.Add("levels", levels)
	}
	if o.Observed != nil {
		w.Add("scaled_occupancy", o.Observed)
	}
	w.Add("theory", o.theoryJSON())
	w.Add("messages_per_job", Object{
		{"total", Number(o.Messages.Total())}, {"queries", Number(o.Messages.Queries)}, {"replies", Number(o.Messages.Replies)},
		{"reports", Number(o.Messages.Reports)}, {"scheme", o.Messages.Scheme},
	})
	w.Add("replications", o.replicationList())
	w.Add("checks", o.checksJSON())
	w.Add("measured", Object{
		{
			"time",
			Number(o.Time),
		}, {"batches", o.Batches}, {"replications", o.Replications}, {"warmup", o.warmupJSON()}, {"precision", o.precisionJSON()},
	})
	if o.Graph != nil {
		w.Add("graph", o.Graph)
	}
	w.Add("engine", o.engineJSON())
	w.Add("phases", o.phasesJSON())
	w.Add("wall_seconds", Object{{"graph", Number(o.GraphWall.Seconds())}, {"simulate", Number(o.Wall.Seconds())}})
	w.Add("memory_bytes", o.Memory.Total()) // as estimated before the run
	w.Add("warnings", append([]string{}, o.Warnings...))
	return encode(w)
}

// measures has every measure under its key, and theory beside those of which it says something.
func (o *Outcome) measures() Object {
	w := Object{}
	for i := range o.Measures {
		m := &o.Measures[i]
		v := Value{m.Estimate, m.Unit}.object()
		if value, source, ok := o.Theory(m.Key); ok {
			v.Add("theory", Object{{"value", Number(value)}, {"source", source}})
		}
		w.Add(m.Key, v)
	}
	return w
}

// Theory returns what theory says about the measure of a key, and where that comes from.
func (o *Outcome) Theory(key string) (value float64, source string, ok bool) {
	if k := o.InTheory(key); k != nil {
		return k.Value, k.Source, true
	}
	if key == "mean_response" && o.Bound != nil {
		if l, ok := o.Bound.First(); ok {
			return l.Value, l.Holds + "; " + l.Source, true
		}
	}
	return 0, "", false
}

func (o *Outcome) typeList() []Object {
	list := []Object{}
	for _, t := range o.Types {
		list = append(list, Object{
			{
				"name",
				t.Name,
			}, {"rate", Number(t.Rate)}, {"count", t.Count}, {"utilisation", Number(t.Utilisation)}, {"mean_queue", Number(t.MeanQueue)},
			{"tail", Numbers(t.Tail)},
		})
	}
	return list
}

func (o *Outcome) serverList() []Object {
	var list []Object
	for id, s := range o.Servers {
		list = append(list, Object{
			{"id", id}, {"rate", Number(s.Rate)}, {"utilisation", Number(s.Utilisation)}, {"mean_queue", Number(s.MeanQueue)},
		})
	}
	return list
}

// replicationList has the values of each replication where there are several.
func (o *Outcome) replicationList() []Object {
	list := []Object{}
	for _, a := range o.Alone {
		values := Object{}
		for i, v := range a.Values {
			values.Add(o.Measures[i].Key, Number(v))
		}
		var digest *string
		if a.Digest != 0 {
			text := hexadecimal(a.Digest)
			digest = &text
		}
		list = append(list, Object{{"seed", Seed(a.Seed)}, {"digest", digest}, {"jobs", a.Jobs}, {"measures", values}})
	}
	return list
}

func (o *Outcome) checksJSON() Object {
	k := &o.Checks
	w := Object{{"load_asked", Number(k.LoadAsked)}, {"load_measured", Number(k.LoadMeasured)}}
	little := Number(k.Little)
	if k.NoLittle {
		little = Number(math.NaN())
	}
	w.Add("little_standard_errors", little)
	w.Add("drift_standard_errors", Number(k.Drift))
	w.Add("drifting", k.Drifting)
	w.Add("growing", k.Growing || o.Verdict.Word == Growing)
	if v := &o.Verdict; v.Word != "" {
		w.Add("stability", Object{
			{"verdict", v.Word}, {"growth_per_slot", Value{v.Growth, "jobs a slot"}},
			{"growth_deviations", Number(v.Test.Growth)}, // over the run, in standard deviations of a random walk
			{"reversion", Number(v.Test.Reversion)},      // von Neumann's ratio over its critical value
			{"trend_standard_errors", Number(v.Test.Trend)},
		})
	}
	return w
}

func (o *Outcome) warmupJSON() Object {
	if w := o.Warmup; w != nil {
		return Object{{"length", Number(w.Length)}, {"rule", "mser-5"}, {"transient", Number(w.Transient)}, {"found", w.Found}}
	}
	return Object{{"length", Number(o.Scenario.Run.Warmup)}, {"rule", "set"}, {"transient", nil}, {"found", true}}
}

func (o *Outcome) precisionJSON() []Object {
	list := []Object{}
	for _, r := range o.Precision {
		list = append(list, Object{
			{"measure", r.Measure}, {"asked_half_width", Number(r.Width())}, {"half_width", Number(r.Got.HalfWidth)}, {"met", r.Met},
		})
	}
	return list
}

// engineJSON says how the run was divided on this machine.
func (o *Outcome) engineJSON() Object {
	w := Object{{"name", o.Scenario.Run.Engine}, {"shards", max(o.Shards, 1)}}
	if o.Note != "" {
		w.Add("note", o.Note)
	}
	if o.Shards > 1 {
		w.Add("alone", o.Use.Alone)
		window, state := Number(math.NaN()), "copies" // a window that was adapted has no length
		if o.Use.Asked > 0 {
			window = Number(o.Use.Asked)
		}
		if o.Use.Shared {
			state = "shared"
		}
		w.Add("window", window)
		w.Add("windows", o.Use.Windows)
		w.Add("state", state)
	}
	return w
}

// phasesJSON has the part of the shards' time that went into each phase of a window; nothing on one shard.
func (o *Outcome) phasesJSON() Object {
	w := Object{}
	for _, s := range o.Use.shares() {
		w.Add(s.phase, Number(s.part))
	}
	return w
}

// theoryJSON has everything that theory says beside what stands with a measure.
func (o *Outcome) theoryJSON() Object {
	w := Object{}
	if o.Bound != nil {
		w = TheoryObject(o.Bound)
	}
	values := []Object{}
	for i := range o.Known {
		values = append(values, knownObject(&o.Known[i]))
	}
	w.Add("known", values)
	return w
}

func knownObject(k *known.Value) Object {
	return Object{{"key", k.Key}, {"name", k.Name}, {"value", Number(k.Value)}, {"source", k.Source}}
}

// TheoryObject writes bound and limits.
func TheoryObject(t *known.Theory) Object {
	limits := []Object{}
	for _, l := range t.Limits {
		limits = append(limits, Object{{"name", l.Name}, {"mean_response", Number(l.Value)}, {"holds", l.Holds}, {"source", l.Source}})
	}
	w := Object{
		{
			"lower_bound",
			Number(t.LowerBound),
		}, {"lower_bound_admitted", Number(t.Admitted)}, {"gap", Number(t.Gap)}, {"load", Number(t.Load)},
		{"k", t.K}, {"c_star", Numbers(t.CStar)}, {"c_star_sum", Number(t.C)}, {"fastest_service", Number(t.Fastest)}, {"limits", limits},
	}
	if c := t.Drawn; c != nil {
		w.Add("construction", Object{
			{"epsilon", Number(c.Epsilon)}, {"epsilon_most", Number(c.EpsilonMost)}, {"k", c.K}, {"beta_hat", Number(c.BetaHat)},
			{
				"p1",
				Number(c.P1),
			}, {"p2", Number(c.P2)}, {"d1", Number(c.D1)}, {"d2", Number(c.D2)}, {"h1", Number(c.H1)}, {"h2", Number(c.H2)},
			{
				"expected_edges",
				Number(c.Edges),
			}, {"ports_with_all_faster_servers", c.Full[0]}, {"ports_with_all_servers_of_type_k", c.Full[1]},
			{"degenerate", c.Degenerate}, {"assumption1_most_buffer", c.BufferMost}, {"assumption1_holds", c.BufferFits()},
		})
	}
	return w
}

// MarshalJSON writes the counts under idle, second and excess.
func (o *Observed) MarshalJSON() ([]byte, error) {
	w := Object{{"every", Number(o.Every)}, {"looks", o.Looks}, {"alpha", Number(o.Alpha)}, {"bin_width", Number(1.0 / BinsPerUnit)}}
	for _, s := range o.All() {
		quantiles := Object{}
		for _, q := range Quantiles() {
			quantiles.Add(q.Key(), Number(s.Histogram.Quantile(q.Share)))
		}
		scaled := Object{
			{
				"name",
				s.Name,
			}, {"scale", Number(s.Scale)}, {"mean", Value{s.Mean, "1"}}, {"theory_mean", Number(s.Known)}, {"std_dev", Number(s.Deviation)},
			{"theory_std_dev", Number(s.KnownDev)},
		}
		if s.Source != "" {
			scaled.Add("theory_source", s.Source)
		}
		scaled.Add("quantiles", quantiles)
		scaled.Add("histogram", Object{{"first_bin", s.Histogram.First}, {"counts", append([]uint64{}, s.Histogram.Counts...)}})
		w.Add(s.Key, scaled)
	}
	return encode(w)
}
