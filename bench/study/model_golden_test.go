package study

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shardq/bench/result"
	"shardq/kernel/policy"
)

var update = flag.Bool("update", false, "write the golden files in testdata instead of comparing")

// timed is what differs from run to run.
var timed = regexp.MustCompile(`(?m)^(  (?:simulation|jobs per second): +).*$`)

// golden compares with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: -want +got (run with -update to accept):\n%s", name, diff)
	}
}

// names returns the paths of all names in a JSON value, in order; entries of arrays are as their first one.
func names(t *testing.T, data []byte) string {
	t.Helper()
	var out bytes.Buffer
	var walk func(path string, value json.RawMessage)
	walk = func(path string, value json.RawMessage) {
		d := json.NewDecoder(bytes.NewReader(value))
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		switch token {
		case json.Delim('['):
			if !d.More() {
				return
			}
			var first json.RawMessage
			if err := d.Decode(&first); err != nil {
				t.Fatal(err)
			}
			walk(path+"[]", first)
		case json.Delim('{'):
			for d.More() {
				name, err := d.Token()
				if err != nil {
					t.Fatal(err)
				}
				var inner json.RawMessage
				if err := d.Decode(&inner); err != nil {
					t.Fatal(err)
				}
				p := fmt.Sprintf("%s.%v", path, name)
				fmt.Fprintln(&out, p[1:])
				if p != ".scenario" && p != ".host" {
					walk(p, inner)
				}
			}
		}
	}
	walk("", data)
	return out.String()
}

// TestModelGolden: the report of a scenario of each model, the table of several policies, and all names of JSON.
func TestModelGolden(t *testing.T) {
	for _, sc := range models() {
		sc.Policies = slices.Clone(sc.Policies)
		one := *sc
		one.Policies = sc.Policies[len(sc.Policies)-1:]
		r := mustRun(t, &one, Options{})
		var text, data bytes.Buffer
		if err := result.Write(&text, r, result.Table); err != nil {
			t.Fatal(err)
		}
		if err := result.Write(&data, r, result.JSON); err != nil {
			t.Fatal(err)
		}
		golden(t, sc.Name+".txt", timed.ReplaceAllString(text.String(), "${1}*"))
		golden(t, sc.Name+".names", names(t, data.Bytes()))
	}
}

// TestModelComparison: several policies have a row each, in text, Markdown and CSV, which has all measures.
func TestModelComparison(t *testing.T) {
	sc := slottedScenario(0.5, policy.Policy{Rule: policy.JSQ}, policy.Policy{Rule: policy.JBTD, D: 2, Period: 100})
	r := mustRun(t, sc, Options{})
	for f, want := range map[result.Format][]string{
		result.Table: {"slotted-small: 10 servers in slotted time, load 0.5000, seed 1", "│ policy ", "│ jsq ",
			"│ jbt-d d=2 period=100 │", "A queue counts the job in service", "│ heavy traffic "},
		result.Markdown: {"| jbt-d d=2 period=100 |", "| heavy traffic "},
		result.CSV:      {"policy,verdict,mean response,jobs in system,messages,queries,", "\njsq,", "\njbt-d d=2 period=100,"},
		result.JSON:     {`"policy": "jbt-d d=2 period=100"`},
	} {
		var out bytes.Buffer
		if err := result.Write(&out, r, f); err != nil {
			t.Fatal(err)
		}
		for _, text := range want {
			if !bytes.Contains(out.Bytes(), []byte(text)) {
				t.Errorf("%s lacks %q:\n%s", f, text, &out)
			}
		}
	}
}
