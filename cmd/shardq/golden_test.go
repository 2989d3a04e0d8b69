package main

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

// pin makes a built-in scenario so small that its run takes some milliseconds, and says what is asked of it.
type pin struct {
	set  string   // what is changed, as --set has it, between blanks
	more []string // commands besides run, theory and graph info, each without the scenario and what is changed in it
}

// Sizes that several scenarios share. JSON of the bipartite model lists every server, hence so few.
const (
	fourSpeeds = "servers.count=8 graph.probability=0.7 run.warmup=50 run.measure=400"
	oneSpeed   = "servers.count=16 run.warmup=50 run.measure=400"
	nearFull   = "servers.count=100 run.warmup=50 run.measure=1000"
	slots      = "run.warmup=500 run.measure=20000"
)

// pins has every built-in scenario. Comparisons and searches are of one scenario of each kind: exponential and phase-type service, a graph
// on servers, lumped, slotted, elastic, pools.
var pins = map[string]pin{
	"quickstart": {"servers.count=8 graph.mean_degree=6 run.warmup=50 run.measure=400", []string{
		"run --shards 2 --set run.replications=2",
		"run --set run.warmup=auto --set 'run.precision={mean_response: 5%, blocking: 1%}'",
		"compare --policies jfsq,jsq,jiq",
		"solve --set servers.count=64 --set run.measure=200 --target 'mean_response<=1.6*bound' --over graph.mean_degree --runs " +
			"4 --precision 20%",
	}},
	"weng2020-2048":     {fourSpeeds, nil},
	"weng2020-million":  {fourSpeeds + " ports.count=8", nil},
	"weng2020-jfiq":     {fourSpeeds, nil},
	"weng2020-jsq":      {fourSpeeds, nil},
	"weng2020-jiq":      {fourSpeeds, nil},
	"weng2020-policies": {fourSpeeds, nil},
	"weng2020-figure2":  {"servers.count=8 run.warmup=50 run.measure=400", nil},
	"weng2020-figure5": {fourSpeeds, []string{
		"compare --policies jfsq,jiq",
		"solve --set policy.name=jfsq --set run.measure=1000 --target 'blocking<=10%' --over ports.load --to 2 --runs 4 --precision 5%",
	}},
	"weng2020-theorem2": {"servers.count=16 run.warmup=50 run.measure=400", nil},
	"weng2020-theorem3": {"servers.count=16 run.warmup=50 run.measure=400", nil},

	"gardner2020-jsq-2-2": {"servers.count=8 run.warmup=50 run.measure=400", nil},

	"budhiraja2019-erdos-renyi":    {oneSpeed + " graph.mean_degree=6", nil},
	"budhiraja2019-random-regular": {oneSpeed + " graph.degree=4", nil},
	"budhiraja2019-ring":           {oneSpeed, nil},
	"mukherjee2018-erdos-renyi": {oneSpeed + " graph.mean_degree=6", []string{
		"compare --policies 'jsq,supermarket{d:2}'",
		"solve --set servers.count=64 --set run.measure=200 --target 'mean_response<=2' --over graph.mean_degree --from 2 --runs " +
			"4 --precision 20%",
	}},
	"mukherjee2018-random-regular": {oneSpeed + " graph.degree=4", nil},
	"mukherjee2018-ring":           {oneSpeed, nil},
	"mukherjee2018-torus":          {oneSpeed, nil},
	"mukherjee2018-clique": {oneSpeed, []string{
		"compare --policies 'jsq,jsq-d{d:2},jiq'",
		"solve --set run.measure=1000 --target 'mean_response<=1.5*bound' --over ports.load --to 0.95 --runs 4 --precision 5%",
	}},

	"mukherjee2018-jsq-d": {oneSpeed, []string{
		"theory --transient 1,5",
		"solve --set run.measure=2000 --target 'mean_response<=2' --over policy.d --runs 4",
	}},
	"mukherjee2018-jsq-log":       {oneSpeed, nil},
	"mukherjee2018-jsq-sqrt-log":  {nearFull, nil},
	"mukherjee2016-jiq-jsq-d":     {nearFull, nil},
	"banerjee2019-halfin-whitt":   {nearFull, nil},
	"zhao2021-super-halfin-whitt": {nearFull, nil},

	"zhou2017-bursty":   {slots, nil},
	"zhou2017-jbt":      {slots, []string{"solve --target 'mean_response<=3' --over ports.load --runs 4 --precision 5%"}},
	"zhou2017-jbtg":     {slots, nil},
	"zhou2017-jiq":      {slots, nil},
	"zhou2017-policies": {slots, []string{"compare --policies 'jsq,sq-d{d:2},jbt-d{d:2,period:1000}'"}},
	"zhou2017-sq-2-3":   {slots, []string{"run --set run.warmup=auto --set 'run.precision={mean_response: 5%}'"}},

	"mukherjee2017-tabs": {"servers.count=50 run.warmup=50 run.measure=400", []string{
		"theory --transient 1,5",
		"solve --set servers.count=20 --set run.measure=5000 --target 'mean_response<=1.5' --over ports.load --to 0.95 --runs 4 " +
			"--precision 5%",
	}},

	"mukherjee2020-pools": {"servers.count=50 run.warmup=10 run.measure=100", []string{
		"compare --policies 'jsq,jsq-d{d:2},random'",
		"theory --transient 1,5",
	}},
	"mukherjee2020-pools-capped": {"servers.count=50 run.warmup=10 run.measure=100", []string{
		"compare",
		"solve --set 'policy={name: jsq}' --target 'blocking<=5%' --over ports.load --to 4 --runs 4 --precision 5%",
	}},
}

// TestGolden: what the commands print of every built-in scenario, in every format, is what they printed before, but for what scrub takes
// out, which differs from run to run or from machine to machine. JSON is in a folder of its own, since its form will have versions:
// golden/json has the first.
func TestGolden(t *testing.T) {
	known := map[string]bool{"list": true}
	compareGolden(t, "list", "shardq", []call{{"list", "list"}})
	for _, info := range input.Builtins() {
		p, found := pins[info.Name]
		if !found {
			t.Errorf("%s has no row in pins", info.Name)
			continue
		}
		known[info.Name] = true
		t.Run(info.Name, func(t *testing.T) {
			t.Parallel()
			common, calls := p.calls(t, info.Name)
			compareGolden(t, info.Name, common, calls)
		})
	}
	for name := range pins {
		if !known[name] {
			t.Errorf("%s has a row in pins and is not built in", name)
		}
	}
	files, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !known[strings.TrimSuffix(filepath.Base(file), ".txtar")] {
			t.Errorf("%s is of no built-in scenario", file)
		}
	}
}

// call is a command line and what a golden file calls it: the line without what all lines of the file have.
type call struct{ name, line string }

// calls returns all command lines of a scenario, and what they have in common. Simulations are on one shard if nothing else is asked for:
// by default the number of shards is that of the cores, and results say it.
func (p pin) calls(t *testing.T, name string) (common string, list []call) {
	t.Helper()
	common = name
	sets, err := input.ParseSets(strings.Fields(p.set))
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range sets {
		common += " " + set.String()
	}
	sc, err := input.Resolve(name, sets)
	if err != nil {
		t.Fatal(err)
	}
	commands := []string{"run", "theory"}
	if sc.Model == scenario.Bipartite {
		commands = append(commands, "graph info")
	}
	for _, c := range append(commands, p.more...) {
		verb, flags, _ := strings.Cut(c, " --")
		line := verb + " " + common
		if verb == "run" || verb == "compare" || verb == "solve" {
			line += " --progress off"
			if sc.Model == scenario.Bipartite {
				line += " --shards 1"
			}
		}
		if flags != "" {
			line += " --" + flags
		}
		list = append(list, call{c, line})
	}
	return common, list
}

// compareGolden compares the outputs of commands in all formats with the files of that name.
func compareGolden(t *testing.T, name, common string, calls []call) {
	t.Helper()
	files := map[string]*txtar.Archive{}
	for _, folder := range []string{"", "json"} {
		files[filepath.Join("testdata/golden", folder, name+".txtar")] = &txtar.Archive{Comment: []byte(common + "\n")}
	}
	for _, c := range calls {
		for _, f := range result.Formats() {
			folder := ""
			if f == result.JSON {
				folder = "json"
			}
			a := files[filepath.Join("testdata/golden", folder, name+".txtar")]
			var stdout, stderr bytes.Buffer
			if code := execute(words(c.line+" --format "+string(f)), &stdout, &stderr); code != exitDone {
				t.Fatalf("%s: exit code %d\n%s", c.line, code, &stderr)
			}
			title := c.name + " --format " + string(f)
			a.Files = append(a.Files, txtar.File{Name: title, Data: []byte(scrub(t, stdout.String(), f))})
			if stderr.Len() > 0 {
				a.Files = append(a.Files, txtar.File{Name: title + " (standard error)", Data: stderr.Bytes()})
			}
		}
	}
	for path, a := range files {
		got := txtar.Format(a)
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(read(t, path), string(got)); diff != "" {
			t.Errorf("%s: -want +got (run with -update to accept):\n%s", path, diff)
		}
	}
}

// What differs from run to run and from machine to machine.
var (
	volatileValue  = regexp.MustCompile(`(?m)^(  (?:building the graph|simulation|jobs per second): +)\S+ \S+(?:( ) +)?`)
	volatileMemory = regexp.MustCompile(`(?m)^(  memory: +)\S+ \S+ +(as estimated before the run)$`)
	volatilePhases = regexp.MustCompile(`(?m)^(  time of the shards: +).*$`)
	volatileMember = regexp.MustCompile(`(?s)"(wall_seconds|jobs_per_second|phases|alone|windows|program|host)": (\{.*?\}|".*?"|[^\s,]+)`)
	volatileColumn = regexp.MustCompile(`^\s*(jobs/s|wall)\s*$`)
	tableBorder    = regexp.MustCompile(`[│┌┬┐├┼┤└┴┘|]`)
)

// fullNumber is a number as JSON and CSV have it, with more digits than a table.
var fullNumber = regexp.MustCompile(`-?[0-9]+\.[0-9]{5,}(?:e[+-][0-9]+)?`)

// rounded leaves numbers eight digits, and 0 for what is only a rounding error. Statistics and theory may differ in their last digits where
// the compiler fuses multiplications and additions, as on arm64 or with GOAMD64=v3; what is simulated does not, and digests tell.
func rounded(output string) string {
	return fullNumber.ReplaceAllStringFunc(output, func(text string) string {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return text
		}
		if math.Abs(v) < 1e-12 {
			v = 0
		}
		return strconv.FormatFloat(v, 'g', 8, 64)
	})
}

// scrub replaces what differs from run to run by stars, and rounds what may differ in its last digits.
func scrub(t *testing.T, output string, format result.Format) string {
	t.Helper()
	switch format {
	case result.JSON:
		return rounded(volatileMember.ReplaceAllString(output, `"$1": "*"`))
	case result.CSV:
		return rounded(scrubCSV(t, output))
	}
	output = volatileValue.ReplaceAllString(output, "$1*$2")
	output = volatileMemory.ReplaceAllString(output, "$1* $2")
	output = volatilePhases.ReplaceAllString(output, "$1*")
	return scrubTables(output)
}

// scrubCSV scrubs columns; the output is one table.
func scrubCSV(t *testing.T, output string) string {
	t.Helper()
	if strings.Contains(output, "\n\n") { // several tables, none of which has anything to scrub
		return output
	}
	rows, err := csv.NewReader(strings.NewReader(output)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range rows[0] {
		for _, row := range rows[1:] {
			if volatileColumn.MatchString(name) {
				row[i] = "*"
			}
		}
	}
	var out strings.Builder
	if err := csv.NewWriter(&out).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// scrubTables scrubs columns of tables in text and Markdown, borders included, since their width differs too.
func scrubTables(output string) string {
	lines := strings.Split(output, "\n")
	for first := 0; first < len(lines); {
		end := first
		for end < len(lines) && tableBorder.MatchString(lines[end]) {
			end++
		}
		table := lines[first:end]
		for _, column := range volatileColumns(table) {
			for i, line := range table {
				borders := tableBorder.FindAllStringIndex(line, -1)
				table[i] = line[:borders[column][1]] + "*" + line[borders[column+1][0]:]
			}
		}
		first = max(end, first+1)
	}
	return strings.Join(lines, "\n")
}

// volatileColumns finds the columns of a table whose heads say that they differ from run to run.
func volatileColumns(table []string) (columns []int) {
	for _, head := range table[:min(2, len(table))] { // in text, the first line is a border
		for i, cell := range tableBorder.Split(head, -1) {
			if volatileColumn.MatchString(cell) {
				columns = append(columns, i-1) // before the first border is nothing
			}
		}
	}
	return columns
}
