package speed

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/perf/benchfmt"
	"pgregory.net/rapid"

	"shardq/bench/result"
	"shardq/bench/results"
)

// parsed reads benchmarks as benchstat does.
func parsed(t interface{ Fatalf(string, ...any) }, text []byte) (list []*benchfmt.Result) {
	reader := benchfmt.NewReader(bytes.NewReader(text), "x")
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.Result:
			list = append(list, record.Clone())
		case *benchfmt.SyntaxError:
			t.Fatalf("%v\n%s", record, text)
		}
	}
	if err := reader.Err(); err != nil {
		t.Fatalf("%v", err)
	}
	return list
}

// original returns a value in the unit that was written; the reader turns ns into s.
func original(r *benchfmt.Result, unit string) float64 {
	for _, v := range r.Values {
		if v.OrigUnit == unit {
			return v.OrigValue
		}
	}
	return 0
}

func TestBenchmarks(t *testing.T) {
	host := result.Host{OS: "linux", Arch: "amd64", CPU: "AMD EPYC\t9B14", Cores: 2, Go: "go1.26"}
	other := host
	other.CPU = "another"
	r := Report{Lines: []Line{
		{
			Workload:   "engine",
			Case:       "servers=1024/policy=jfsq",
			Contestant: "engine, 1 shard",
			Shards:     1,
			NsJob:      125,
			PerSecond:  8e6,
			Unit:       "job",
			Host:       host,
			Version:    "v1",
		},
		{
			Workload:   "scale",
			Case:       "servers=8",
			Contestant: "predicted",
			Shards:     4,
			NsJob:      1,
			PerSecond:  1e9,
			Unit:       "job",
			Predicted:  true,
			Host:       host,
			Version:    "v1",
		},
		{Workload: "targets", Row: "billion", Note: "not measured", Host: host, Version: "v1"},
		{
			Workload:   "rng",
			Contestant: "weights 1/i (alias)",
			NsJob:      2,
			PerSecond:  5e8,
			Unit:       "state change",
			Figure:     1.5,
			FigureUnit: "times",
			Host:       host,
			Version:    "v1",
		},
		{
			Workload:   "memory",
			Case:       "servers=8",
			Contestant: "graph, an edge",
			Figure:     3.25,
			FigureUnit: "bytes",
			Host:       other,
			Version:    "v1",
		},
	}}
	var out bytes.Buffer
	if err := r.WriteBenchmarks(&out); err != nil {
		t.Fatal(err)
	}
	want := `goos: linux
goarch: amd64
pkg: shardq/bench/speed
cpu: AMD EPYC 9B14
go: go1.26
shardq: v1
BenchmarkEngine/servers=1024/policy=jfsq/contestant=engine,_1_shard/shards=1-2	1	125 ns/job	8e+06 jobs/s
BenchmarkRng/contestant=weights_1_i_(alias)-2	1	2 ns/state_change	5e+08 state_changes/s	1.5 times
goos: linux
goarch: amd64
pkg: shardq/bench/speed
cpu: another
go: go1.26
shardq: v1
BenchmarkMemory/servers=8/contestant=graph,_an_edge-2	1	3.25 bytes
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("benchmarks:\n%s", diff)
	}
	list := parsed(t, out.Bytes())
	if len(list) != 3 {
		t.Fatalf("%d benchmarks are read, want 3", len(list))
	}
	if original(list[0], "ns/job") != 125 || list[0].GetConfig("cpu") != "AMD EPYC 9B14" || list[2].GetConfig("cpu") != "another" {
		t.Errorf("read %+v", list[0])
	}
	base, parts := list[0].Name.Parts()
	if got := []string{string(base), string(parts[0]), string(parts[len(parts)-1])}; !cmp.Equal(
		got,
		[]string{"Engine", "/servers=1024", "-2"},
	) {
		t.Errorf("parts of the name: %q", got)
	}
}

// TestRecordedBenchmarks: everything on record is read back with its time, one benchmark for each line that is a measurement.
func TestRecordedBenchmarks(t *testing.T) {
	r, err := ReadLines(bytes.NewReader(results.Speed), "speed.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := r.WriteBenchmarks(&out); err != nil {
		t.Fatal(err)
	}
	list := parsed(t, out.Bytes())
	for _, l := range r.Lines {
		if l.Contestant == "" || l.Predicted {
			continue
		}
		if len(list) == 0 {
			t.Fatalf("no benchmark of %+v", l)
		}
		if ns := original(list[0], "ns/"+strings.ReplaceAll(l.Unit, " ", "_")); ns != l.NsJob {
			t.Errorf("%s: %v ns, want %v", list[0].Name, ns, l.NsJob)
		}
		list = list[1:]
	}
	if len(list) != 0 {
		t.Errorf("%d benchmarks too many", len(list))
	}
}

// TestAnyLinesAreBenchmarks: whatever stands in lines, what is written can be read.
func TestAnyLinesAreBenchmarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "engine", "servers=8/degree=30", "state change"}))
		number := rapid.Float64()
		var r Report
		for range rapid.IntRange(0, 4).Draw(t, "lines") {
			r.Lines = append(r.Lines, Line{
				Workload: text.Draw(
					t,
					"workload",
				), Case: text.Draw(t, "case"), Contestant: text.Draw(t, "contestant"), Shards: rapid.IntRange(-1, 9).Draw(t, "shards"),
				NsJob: number.Draw(
					t,
					"ns",
				), PerSecond: number.Draw(t, "speed"), Unit: text.Draw(t, "unit"), Figure: number.Draw(t, "figure"),
				FigureUnit: text.Draw(
					t,
					"unit of the figure",
				), Host: result.Host{CPU: text.Draw(t, "cpu"), Cores: rapid.IntRange(0, 3).Draw(t, "cores")},
			})
		}
		var out bytes.Buffer
		if err := r.WriteBenchmarks(&out); err != nil {
			t.Fatal(err)
		}
		want := 0
		for i := range r.Lines {
			if r.Lines[i].metrics() != "" {
				want++
			}
		}
		if list := parsed(t, out.Bytes()); len(list) != want {
			t.Fatalf("%d benchmarks, want %d, of %s", len(list), want, strconv.Quote(out.String()))
		}
	})
}
