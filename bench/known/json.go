package known

import (
	"bytes"
	"encoding/json"
	"math"
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

// MarshalJSON writes all numbers of the construction.
func (c *Construction) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Epsilon     number `json:"epsilon"`
		EpsilonMost number `json:"epsilon_most"`
		K           int    `json:"k"`
		BetaHat     number `json:"beta_hat"`
		P1          number `json:"p1"`
		P2          number `json:"p2"`
		D1          number `json:"d1"`
		D2          number `json:"d2"`
		H1          number `json:"h1"`
		H2          number `json:"h2"`
		Edges       number `json:"expected_edges"`
		FullFaster  int    `json:"ports_with_all_faster_servers"`
		FullK       int    `json:"ports_with_all_servers_of_type_k"`
		Degenerate  bool   `json:"degenerate"`
		BufferMost  int    `json:"assumption1_most_buffer"`
		BufferFits  bool   `json:"assumption1_holds"`
	}{
		number(c.Epsilon), number(c.EpsilonMost), c.K, number(c.BetaHat), number(c.P1), number(c.P2), number(c.D1), number(c.D2), number(c.H1), number(c.H2),
		number(c.Edges), c.Full[0], c.Full[1], c.Degenerate, c.BufferMost, c.BufferFits(),
	})
}

// wireLimit is a known value of the mean response time.
type wireLimit struct {
	Name   string `json:"name"`
	Value  number `json:"mean_response"`
	Holds  string `json:"holds"`
	Source string `json:"source"`
}

// MarshalJSON writes bound and limits.
func (t Theory) MarshalJSON() ([]byte, error) {
	known := []wireLimit{}
	for _, l := range t.Limits {
		known = append(known, wireLimit{l.Name, number(l.Value), l.Holds, l.Source})
	}
	return json.Marshal(struct {
		LowerBound number        `json:"lower_bound"`
		Admitted   number        `json:"lower_bound_admitted"`
		Gap        number        `json:"gap_percent"`
		Load       number        `json:"load"`
		K          int           `json:"k"`
		CStar      []number      `json:"c_star"`
		CStarSum   number        `json:"c_star_sum"`
		Fastest    number        `json:"fastest_service"`
		Limits     []wireLimit   `json:"limits"`
		Drawn      *Construction `json:"construction,omitempty"`
	}{
		number(t.LowerBound), number(t.Admitted), number(100 * t.Gap), number(t.Load), t.K, numbers(t.CStar), number(t.C), number(t.Fastest), known, t.Drawn,
	})
}

// wireFact is a Fact as JSON has it: value or text.
type wireFact struct {
	Section string  `json:"section,omitempty"`
	Name    string  `json:"name"`
	Value   *number `json:"value,omitempty"`
	Text    string  `json:"text,omitempty"`
	Holds   string  `json:"holds,omitempty"`
	Source  string  `json:"source,omitempty"`
}

// wireMoment is a time of a Curve.
type wireMoment struct {
	Time   number     `json:"time"`
	Number number     `json:"jobs_per_server"`
	Tail   [][]number `json:"tail"` // by type
	Off    *number    `json:"off,omitempty"`
	Setup  *number    `json:"setup,omitempty"`
}

type wireCurve struct {
	Policy  string       `json:"policy"`
	Start   string       `json:"start"`
	Source  string       `json:"source"`
	Moments []wireMoment `json:"moments"`
}

// MarshalJSON writes a curve.
func (c Curve) MarshalJSON() ([]byte, error) {
	w := wireCurve{Policy: c.Policy, Start: string(c.Start), Source: c.Source}
	for _, m := range c.Moments {
		moment := wireMoment{Time: number(m.Time), Number: number(m.Number)}
		for _, tail := range m.Tail {
			n := len(tail)
			for n > 0 && tail[n-1] < 1e-12 {
				n--
			}
			moment.Tail = append(moment.Tail, numbers(tail[:n]))
		}
		if c.Elastic {
			off, setup := number(m.Off), number(m.Setup)
			moment.Off, moment.Setup = &off, &setup
		}
		w.Moments = append(w.Moments, moment)
	}
	return json.Marshal(w)
}

// MarshalJSON writes the fields of a Theory, all facts under "facts", and curves under "transient".
func (s *Survey) MarshalJSON() ([]byte, error) {
	base, err := json.Marshal(s.Theory)
	if err != nil {
		return nil, err
	}
	more := struct {
		Name   string     `json:"scenario"`
		Facts  []wireFact `json:"facts"`
		Curves []Curve    `json:"transient,omitempty"`
	}{Name: s.Scenario.Name, Curves: s.Curves}
	for _, f := range s.All() {
		w := wireFact{Section: f.Section, Name: f.Name, Text: f.Text, Holds: f.Holds, Source: f.Source}
		if f.Text == "" {
			v := number(f.Value)
			w.Value = &v
		}
		more.Facts = append(more.Facts, w)
	}
	rest, err := json.Marshal(more)
	if err != nil {
		return nil, err
	}
	// One object of both: two Marshalers cannot be embedded in one struct.
	return append(append(bytes.TrimSuffix(base, []byte("}")), ','), rest[1:]...), nil
}
