package input_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

const queue = "servers: {count: 2, buffer: 4, types: [{share: 1, rate: 1}]}\nports: {count: 2, load: 0.8}\ngraph: {kind: complete}\n" +
	"policy: {name: random}\nrun: {warmup: 200, measure: 2000}\n"

// Numbers are decimal wherever they stand: in files, in flags, and in files of rates.
func TestNumbersAreDecimal(t *testing.T) {
	for text, want := range map[string]bool{"1000": true, "1e3": true, ".5": true, "1_000": false, "0x10": false, "0x1p-2": false,
		"1p3": false, "": false} {
		if _, ok := scenario.ParseDecimal(text); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
	set := func(path, value string) error {
		_, err := input.Parse("queue", []byte(queue), []input.Set{{Path: path, Value: value}})
		return err
	}
	for _, value := range []string{"1_0", "0x10", "0x1p4"} {
		for _, path := range []string{"servers.count", "servers.types.0.rate", "run.measure"} {
			if err := set(path, value); err == nil {
				t.Errorf("%s=%s was read", path, value)
			}
		}
		file := filepath.Join(t.TempDir(), "rates")
		if err := os.WriteFile(file, []byte("1\n"+value+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		sc, err := input.Parse("queue", []byte(queue), []input.Set{{Path: "ports.rates", Value: "{file: " + file + "}"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sc.PortRates(); !errors.As(err, &scenario.Errors{}) || !strings.Contains(err.Error(), "want one number") {
			t.Errorf("a file of rates with %s: %v", value, err)
		}
	}
}

// A message repeats no more of the outside than is good for a terminal.
func TestMessagesAreShort(t *testing.T) {
	long := strings.Repeat("long\x1b[31m", 20_000)
	for _, set := range []input.Set{{Path: long, Value: "1"}, {Path: "ports.load", Value: long},
		{Path: "run.seed", Value: strings.Repeat("1", 100_000)}} {
		_, err := input.Parse("queue", []byte(queue), []input.Set{set})
		if err == nil || len(err.Error()) > 1000 || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%.20s=%.20s: a message of %d bytes", set.Path, set.Value, len(err.Error()))
		}
	}
	if _, err := input.ParseSet(long); err == nil || len(err.Error()) > 1000 || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("no equals sign: %.100v", err)
	}
	for _, text := range []string{"a: *" + strings.Repeat("x", 50_000), "a: &" + strings.Repeat("x", 50_000) + " 1", "&x a: 1\n" + long} {
		if _, err := input.Parse("file", []byte(text), nil); err == nil || len(err.Error()) > 1000 {
			t.Errorf("%.20q: a message of %d bytes", text, len(err.Error()))
		}
	}
}

// A seed above 2^53 keeps all its digits on its way through JSON, also through programs that know only float64.
func TestLargeSeedsReadBack(t *testing.T) {
	for _, seed := range []uint64{1, 1 << 53, 1<<53 + 1, 1<<64 - 1} {
		sc, err := input.Parse("queue", []byte(queue), nil)
		if err != nil {
			t.Fatal(err)
		}
		sc.Run.Seed = seed
		text, err := sc.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if quoted := strings.Contains(string(text), `"seed":"`); quoted != (seed > 1<<53) {
			t.Errorf("seed %d: %s", seed, text)
		}
		again, err := input.Parse("queue", text, nil)
		if err != nil || again.Run.Seed != seed {
			t.Errorf("seed %d reads back as %v (%v)", seed, again, err)
		}
	}
}
