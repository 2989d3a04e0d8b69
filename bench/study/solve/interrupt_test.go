package solve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"shardq/bench/fault"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/study"
	"shardq/bench/study/solve"
)

// queue is M/M/1/b; probed is called after each probe.
func queue(t *testing.T, target string, to float64, probed func(solve.Probe)) solve.Config {
	t.Helper()
	goal, err := solve.ParseTarget(target)
	if err != nil {
		t.Fatal(err)
	}
	const text = "servers: {count: 1, buffer: 4, types: [{share: 1, rate: 1}]}\nports: {count: 1, load: 0.8}\ngraph: {kind: complete}\n" +
		"policy: {name: random}\nrun: {warmup: 200, measure: 20000}\n"
	return solve.Config{
		Scenario: func(sets ...input.Set) (*scenario.Scenario, error) {
			return input.Parse("queue", []byte(text), sets)
		},
		Target: goal, Over: "servers.buffer", From: 1, To: to, Options: study.Options{Shards: 1}, Probed: probed,
	}
}

// solution reads the JSON of a solution.
func solution(t *testing.T, s *solve.Solution) (partial bool, answer *float64, unmet string, probes int) {
	t.Helper()
	var out bytes.Buffer
	if err := result.Write(&out, s, result.JSON); err != nil {
		t.Fatal(err)
	}
	var d struct {
		Partial  bool
		Solution struct {
			Answer *float64
			Unmet  string
			Probes []any
		}
	}
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	return d.Partial, d.Solution.Answer, d.Solution.Unmet, len(d.Solution.Probes)
}

func TestSearchWithoutAnAnswerKeepsItsProbes(t *testing.T) {
	s, err := solve.Run(context.Background(), queue(t, "blocking<=1%", 8, nil))
	if unmet := (*solve.UnmetError)(nil); !errors.As(err, &unmet) || s == nil {
		t.Fatalf("solution %v, error %v", s, err)
	}
	if len(s.Probes) == 0 || !math.IsNaN(s.Answer) || !strings.HasPrefix(s.Sentence(), "no value of servers.buffer from 1 to 8 meets") {
		t.Errorf("%d probes, answer %v: %s", len(s.Probes), s.Answer, s.Sentence())
	}
	if partial, answer, unmet, probes := solution(t, s); partial || answer != nil || unmet != s.Sentence() || probes != len(s.Probes) {
		t.Errorf("in JSON: partial %v, answer %v, unmet %q, %d probes", partial, answer, unmet, probes)
	}
}

func TestInterruptedSearchKeepsItsProbes(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	probed := 0
	s, err := solve.Run(ctx, queue(t, "blocking<=1%", 1000, func(solve.Probe) {
		if probed++; probed == 2 {
			cancel()
		}
	}))
	if !errors.Is(err, fault.ErrInterrupted) || s == nil {
		t.Fatalf("solution %v, error %v", s, err)
	}
	if partial, _, unmet, probes := solution(t, s); !partial || unmet != "" || probes != 2 {
		t.Errorf("in JSON: partial %v, unmet %q, %d probes", partial, unmet, probes)
	}
}

// A scenario that cannot be read at one value ends the search, not what it has found.
func TestSearchThatFailsKeepsItsProbes(t *testing.T) {
	cfg := queue(t, "blocking<=1%", 1000, nil)
	read, broken, probes := cfg.Scenario, errors.New("out of order"), 0
	cfg.Scenario = func(sets ...input.Set) (*scenario.Scenario, error) {
		if probes++; probes == 4 { // once at the beginning, and for three probes
			return nil, broken
		}
		return read(sets...)
	}
	s, err := solve.Run(context.Background(), cfg)
	if !errors.Is(err, broken) || s == nil {
		t.Fatalf("solution %v, error %v", s, err)
	}
	if partial, _, _, probes := solution(t, s); !partial || probes != 2 ||
		!strings.Contains(strings.Join(s.Warnings(), "\n"), "out of order") {
		t.Errorf("in JSON: partial %v, %d probes; warnings %q", partial, probes, s.Warnings())
	}
}
