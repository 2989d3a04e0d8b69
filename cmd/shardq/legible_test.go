package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestMessagesAreLegible(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, args := range [][]string{
		{"run", long}, {"run", "\x1b[31mred"}, {long}, {"run", "--" + long}, {"run", "quickstart", "--set", "ports.load=" + long},
		{"run", "quickstart", "--isa", long}, {"compare", "quickstart", "--policies", long + ",jsq"}, {"figure", long}, {"bench", long},
		{"help", long},
		{"graph", "info", long}, {"solve", "quickstart", "--target", long, "--over", "ports.load"}, {"check", "--only", long},
	} {
		var stdout, stderr bytes.Buffer
		if code := execute(args, &stdout, &stderr); code != exitUsage {
			t.Errorf("%.40q: code %d", args, code)
		}
		if stderr.Len() > 5000 || strings.ContainsAny(stderr.String(), "\x1b\x00") {
			t.Errorf("%.40q: %d bytes: %.200q", args, stderr.Len(), &stderr)
		}
	}
}

// A flag says what it wants, not what a parser of the library said.
func TestFlagErrorsSayWhatIsWanted(t *testing.T) {
	for flag, want := range map[string]string{
		"run quickstart --window x":         `--window "x": want a number`,
		"run quickstart --window 1e999":     `--window "1e999": want a number that is not so large`,
		"run quickstart --pin=maybe":        `--pin "maybe": want true or false`,
		"theory quickstart --transient 1,x": `--transient "1,x": want numbers between commas`,
		"solve quickstart --budget 3":       `--budget "3": want a time, such as 90s or 10m`,
		"solve quickstart --runs 1.5":       `--runs "1.5": want a whole number`,
		"bench coverage --runs many":        `--runs "many": want a whole number`,
	} {
		var stdout, stderr bytes.Buffer
		if code := execute(strings.Fields(flag), &stdout, &stderr); code != exitUsage || stderr.String() != "shardq: "+want+"\n" {
			t.Errorf("%s: code %d, %q", flag, code, &stderr)
		}
	}
}
