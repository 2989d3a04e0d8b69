package figures

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"testing"

	"shardq/bench/picture"
	"shardq/bench/scenario"
)

// imagined is a record with every quantity that figures read, in the right order of size and different for every job, so that pictures can
// be tested without a simulation.
func imagined(j *Job, label string) *Record {
	h := fnv.New32()
	h.Write([]byte(label))
	u := float64(h.Sum32()%1000) / 1000
	r := &Record{
		Key:       label,
		Label:     label,
		Values:    map[string]picture.Value{},
		Series:    map[string][]picture.Value{},
		Verdict:   "stable",
		Simulated: 1000,
		Seconds:   0.5,
	}
	put := func(key string, at, half float64) {
		r.Values[key] = picture.Value{At: at, Low: at - half, High: at + half}
	}
	for _, key := range []string{"mean_response", "mean_number", "messages_per_batch", "power"} {
		put(key, 2.7+u, 0.05)
	}
	put("mean_waiting", math.Exp(-5*u), 0.01)
	put("blocking", 0.01*u, 0.001)
	put("growth_per_slot", 0.1*u, 0.02)
	for i, s := range []string{"busy", "idle", "setup", "off"} {
		put(s, (u+float64(i))/5, 0.01)
	}
	for k := 1; k <= 6; k++ {
		r.Values[tailKey(k)] = picture.Exact(math.Exp(-float64(k*k) / 4))
	}
	switch h.Sum32() % 5 {
	case 0:
		r.Verdict = "undecided"
	case 1:
		r.Verdict = "growing"
		r.Values["mean_response"] = picture.Missing()
	case 2:
		put("blocking", 0, 1e-6)
		r.Values["blocking"] = picture.Value{At: 0, Low: 0, High: 1e-6}
	}
	for range j.Times {
		for _, key := range []string{tailKey(1), tailKey(2), tailKey(3), "busy", "setup", "off"} {
			r.Series[key] = append(r.Series[key], picture.Value{At: u, Low: u - 0.1, High: u + 0.1})
		}
	}
	counts := Histogram{First: -2}
	for i := range 60 {
		counts.Counts = append(counts.Counts, uint64(100000*math.Exp(-float64(i)/10)))
	}
	r.Histograms = map[string]Histogram{"second": counts, "idle": counts, "excess": counts}
	return r
}

// imagine draws a figure from imagined records.
func imagine(t *testing.T, f Figure, size Size) *Drawing {
	t.Helper()
	_, d := imagineJobs(t, f, size)
	return d
}

// imagineJobs returns the jobs too.
func imagineJobs(t *testing.T, f Figure, size Size) ([]*Job, *Drawing) {
	t.Helper()
	d := &design{size: size}
	f.design(d)
	if d.err != nil {
		t.Fatalf("%s, %v: %v", f.Name, size, d.err)
	}
	records := recordSet{}
	for i, j := range d.jobs {
		records[j] = imagined(j, fmt.Sprintf("%d %s", i, j.Label))
	}
	return d.jobs, newDrawing(f, d, records)
}

// Every figure says what it shows, has scenarios that are valid at every size, labels on its axes, and curves that a legend tells apart.
func TestCatalogue(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range List() {
		if seen[f.Name] || f.Name != fileName(f.Name) || f.Title == "" || f.Source == "" ||
			!strings.HasSuffix(f.Caption, ".") || !strings.HasSuffix(f.Chosen, ".") {
			t.Errorf("%s: name, title, source, caption or chosen parameters missing, or without a full stop", f.Name)
		}
		seen[f.Name] = true
		for _, size := range []Size{Quick, Default, Full} {
			jobs, d := imagineJobs(t, f, size)
			checkSize(t, f, size, jobs)
			if len(d.Panels) == 0 {
				t.Errorf("%s, %v: no panel", f.Name, size)
			}
			panels := map[string]bool{}
			for _, p := range d.Panels {
				where := fmt.Sprintf("%s, %v, panel %s", f.Name, size, p.Name)
				if panels[p.Name] || p.Name != fileName(p.Name) || p.Title == "" || p.X.Label == "" || p.Y.Label == "" || p.X.Short == "" {
					t.Errorf("%s: name, title or label missing", where)
				}
				panels[p.Name] = true
				names := map[string]bool{}
				for _, c := range p.Curves {
					if names[c.Name] {
						t.Errorf("%s: two curves %q", where, c.Name)
					}
					names[c.Name] = true
					if len(c.Points) == 0 {
						t.Errorf("%s: curve %q without a point", where, c.Name)
					}
				}
				if (p.X.Log || p.X.Binary) && p.X.Zero || (p.Y.Log || p.Y.Binary) && p.Y.Zero {
					t.Errorf("%s: a logarithmic axis from 0", where)
				}
				table := p.Table()
				if err := table.Validate(); err != nil || len(table.Rows) == 0 {
					t.Errorf("%s: table of %d rows: %v", where, len(table.Rows), err)
				}
			}
		}
	}
}

// checkSize: quick figures are small, and default ones within the memory of small machines.
func checkSize(t *testing.T, f Figure, size Size, jobs []*Job) {
	t.Helper()
	work := 0.0
	for _, j := range jobs {
		sc := j.Scenario
		if most := map[Size]int{Quick: 1 << 14, Default: 1 << 20, Full: 1 << 23}[size]; sc.Servers() > most {
			t.Errorf("%s, %v: %d servers, want at most %d", f.Name, size, sc.Servers(), most)
		}
		work += sc.ArrivalRate() * (sc.Run.Warmup + sc.Run.Measure) * float64(sc.Run.Replications)
	}
	if most := map[Size]float64{Quick: 2e8, Default: 1.5e10, Full: math.Inf(1)}[size]; work > most {
		t.Errorf("%s, %v: %.3g jobs, want at most %.3g", f.Name, size, work, most)
	}
	if f.Name == "fig3" && size == Full {
		if last := jobs[len(jobs)-1].Scenario; last.Servers() != 1<<23 || last.Run.Start != scenario.MeanField {
			t.Errorf("the last point of figure 3 has %d servers and begins %s", last.Servers(), last.Run.Start)
		}
	}
}

// What grows for ever is never drawn as a mean.
func TestGrowingHasNoMean(t *testing.T) {
	for _, name := range []string{"jbt", "jbt-two-pools"} {
		f, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		growing := 0
		for _, p := range imagine(t, f, Quick).Panels {
			for _, c := range p.Curves {
				for _, at := range c.Points {
					if at.State == "growing" {
						growing++
						if at.Y.Known() {
							t.Errorf("%s, panel %s: a growing system at a value", name, p.Name)
						}
					}
				}
			}
			var svg bytes.Buffer
			if err := p.Write(&svg, "svg"); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(p.Name, "response") && !strings.Contains(svg.String(), "grows for ever") {
				t.Errorf("%s, panel %s: the legend does not say that systems grow", name, p.Name)
			}
		}
		if growing == 0 {
			t.Errorf("%s: no growing system among imagined ones", name)
		}
	}
}
