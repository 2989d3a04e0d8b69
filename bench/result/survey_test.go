package result_test

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"shardq/bench/known"
	"shardq/bench/result"
	"shardq/bench/scenario/input"
)

// TestSurveyJSON: a survey has an element for each policy, with the bound, all facts, values beside measures, and curves.
func TestSurveyJSON(t *testing.T) {
	sc, err := input.Parse("test.yaml", []byte(`
servers: {count: 8, buffer: 3, types: [{share: 1, rate: 1}]}
ports: {count: 1, load: .8}
graph: {kind: complete}
policy: {name: [jsq, jsq-d], d: 2}
run: {warmup: 1, measure: 1, start: mean-field}
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := known.SurveyOf(t.Context(), sc, known.SurveyOptions{Times: []float64{0, 1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := result.Write(&out, result.Survey{Survey: s}, result.JSON); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Results []struct {
			Policy   string
			Measures map[string]struct {
				Value  *float64
				Theory struct{ Value float64 }
			}
			Theory struct {
				LowerBound float64 `json:"lower_bound"`
				Facts      []struct{ Section, Name string }
				Transient  struct {
					Moments []struct{ Tail [][]float64 }
				}
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Results) != 2 || got.Results[0].Policy != "jsq" || got.Results[1].Policy != "jsq-d d=2" {
		t.Fatalf("%+v", got.Results)
	}
	all := 0
	for _, r := range got.Results {
		all += len(r.Theory.Facts)
		if r.Theory.LowerBound != 1 || len(r.Theory.Transient.Moments) != 3 ||
			math.Abs(r.Theory.Transient.Moments[0].Tail[0][0]-.8) > 1e-12 {
			t.Errorf("%s: %+v", r.Policy, r.Theory)
		}
		if m, ok := r.Measures["mean_response"]; !ok || m.Value != nil || !(m.Theory.Value >= 1) {
			t.Errorf("%s: measures %+v", r.Policy, r.Measures)
		}
	}
	if want := 2*len(s.General()) + len(s.Facts); all != want {
		t.Errorf("%d facts, want %d", all, want)
	}
}
