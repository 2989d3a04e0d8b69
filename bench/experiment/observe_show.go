package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"shardq/bench/report"
	"shardq/bench/stats"
)

// all returns the scaled counts in the order of reports.
func (o *Observed) all() []*Scaled { return []*Scaled{&o.Idle, &o.Second, &o.Excess} }

// observations has a row for each scaled count of each policy.
func observations(outcomes []*Outcome) report.Table {
	t := report.Table{Title: "scaled occupancies", Columns: []report.Column{
		{Name: "count"}, {Name: "mean"}, {Name: "in theory"}, {Name: "deviation"}, {Name: "deviation in theory"},
	}}
	several := len(outcomes) > 1
	if several {
		t.Columns = append([]report.Column{{Name: "policy"}}, t.Columns...)
	}
	for _, q := range quantiles {
		t.Columns = append(t.Columns, report.Column{Name: q.Name + " quantile"})
	}
	sources := map[string]bool{} // looked up, never iterated
	for _, out := range outcomes {
		o := out.Observed
		if o == nil {
			continue
		}
		if len(t.Rows) == 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("Q1 and Q2: servers with at least one and two jobs; %s, one every %g units of time; quantiles from bins of width 0.1",
				count(int(o.Looks), "look"), o.Every))
		}
		for _, s := range o.all() {
			row := []report.Cell{report.Text(s.Name), cell(s.Mean), report.Number(s.Known, 5), report.Number(s.Deviation, 3), report.Number(s.KnownDev, 5)}
			if several {
				row = append([]report.Cell{report.Text(out.Policy.String())}, row...)
			}
			for _, q := range quantiles {
				row = append(row, report.Number(s.Histogram.Quantile(q.Share), 3))
			}
			t.Add(row...)
			if note := s.Name + " in theory: " + s.Source; s.Source != "" && !sources[note] {
				sources[note] = true
				t.Notes = append(t.Notes, note)
			}
		}
	}
	return t
}

// observing reports whether an outcome has looks.
func observing(outcomes []*Outcome) bool {
	for _, o := range outcomes {
		if o.Observed != nil {
			return true
		}
	}
	return false
}

// observedText writes the table of scaled occupancies, if there were looks, below another one.
func (o *Outcome) observedText(out *bytes.Buffer) error {
	if o.Observed == nil {
		return nil
	}
	return errors.Join(separate(out), observations([]*Outcome{o}).Text(out))
}

type wireHistogram struct {
	First  int      `json:"first_bin"` // bin j covers [j, j+1) times bin_width
	Counts []uint64 `json:"counts"`
}

type wireScaled struct {
	Name      string            `json:"name"`
	Scale     number            `json:"scale"`
	Mean      stats.Estimate    `json:"mean"`
	Known     number            `json:"theory_mean"`
	Deviation number            `json:"std_dev"`
	KnownDev  number            `json:"theory_std_dev"`
	Source    string            `json:"theory_source,omitempty"`
	Quantiles map[string]number `json:"quantiles"`
	Histogram wireHistogram     `json:"histogram"`
}

// MarshalJSON writes the counts under idle, second and excess.
func (o *Observed) MarshalJSON() ([]byte, error) {
	w := object{
		{"every", number(o.Every)}, {"looks", o.Looks}, {"alpha", number(o.Alpha)}, {"bin_width", number(1.0 / binsPerUnit)},
	}
	for i, s := range o.all() {
		scaled := wireScaled{
			Name: s.Name, Scale: number(s.Scale), Mean: s.Mean, Known: number(s.Known), Deviation: number(s.Deviation), KnownDev: number(s.KnownDev), Source: s.Source, Quantiles: map[string]number{},
			Histogram: wireHistogram{s.Histogram.First, append([]uint64{}, s.Histogram.Counts...)},
		}
		for _, q := range quantiles {
			scaled.Quantiles[q.Name] = number(s.Histogram.Quantile(q.Share))
		}
		w.add([]string{"idle", "second", "excess"}[i], scaled)
	}
	return json.Marshal(w)
}
