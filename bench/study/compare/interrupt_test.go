package compare_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"shardq/bench/fault"
	"shardq/bench/result"
	"shardq/bench/scenario/input"
	"shardq/bench/study"
	"shardq/bench/study/compare"
)

// interrupted compares policies until one of a name is running for the given time.
func interrupted(t *testing.T, text, policy string, times int) *compare.Comparison {
	t.Helper()
	sc, err := input.Parse("test", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	before := ""
	c, err := compare.Run(ctx, sc, study.Options{Shards: 1, Progress: func(u study.Update) {
		if u.Policy == policy && before != policy {
			times--
		}
		if before = u.Policy; times == 0 {
			cancel()
		}
	}}, "")
	if !errors.Is(err, fault.ErrInterrupted) || c == nil {
		t.Fatalf("comparison %v, error %v", c, err)
	}
	return c
}

const servers = "servers: {count: 20, buffer: 5, types: [{share: 1, rate: 1}]}\nports: {count: 16, load: 0.8}\ngraph: {kind: " +
	"bernoulli, mean_degree: 8}\n"

// long is a measured time of some seconds, so that what is told ten times a second comes in the middle.
const long = "run: {warmup: 10, measure: 200000, batches: 2000}\n"

func TestInterruptedWithOneCompletePolicy(t *testing.T) {
	c := interrupted(t, servers+"policy: {name: [jfsq, jiq]}\n"+long, "jiq", 1)
	if c.Measures != nil || c.Policies != nil {
		t.Errorf("one policy was compared: %v", c.Policies)
	}
	first := c.Result.Outcomes[0]
	if first.Partial || first.Digest() == "" {
		t.Error("the first policy is not complete")
	}
	for _, f := range result.Formats() {
		var out bytes.Buffer
		if err := result.Write(&out, c, f); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		if f != result.CSV && !strings.Contains(out.String(), "nothing is compared: the run ended before two policies were complete") {
			t.Errorf("%s does not say that it is partial:\n%s", f, &out)
		}
		if !strings.Contains(out.String(), first.Digest()) {
			t.Errorf("%s does not have the complete policy:\n%s", f, &out)
		}
		if f == result.JSON {
			checkPartial(t, out.Bytes())
		}
	}
}

// checkPartial holds a document to the schema.
func checkPartial(t *testing.T, text []byte) {
	t.Helper()
	var d struct {
		Partial    bool
		Comparison struct {
			Policies []string
			Measures []any
		}
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if !d.Partial || d.Comparison.Policies == nil || d.Comparison.Measures == nil {
		t.Errorf("partial %v, comparison %v", d.Partial, d.Comparison)
	}
}

func TestInterruptedWithNoCompletePolicy(t *testing.T) {
	c := interrupted(t, servers+"policy: {name: [jfsq, jiq]}\n"+long, "jfsq", 1)
	if c.Measures != nil || !c.Result.Partial || len(c.Result.Outcomes) != 1 || !c.Result.Outcomes[0].Partial {
		t.Errorf("not the partial result of the first policy: %+v", c.Result)
	}
}

// Policies that found warm-ups of their own run again after the longest one. What the first time gave is kept until the second has more.
func TestInterruptedWhenMeasuringAgain(t *testing.T) {
	text := "servers: {count: 20, types: [{share: 1, rate: 1}]}\nports: {count: 16, load: 0.95}\ngraph: {kind: complete}\n" +
		"policy: {name: [random, jsq]}\nrun: {warmup: auto, measure: 300000}\n"
	c := interrupted(t, text, "random", 2)
	if c.Measures != nil || len(c.Result.Outcomes) != 2 {
		t.Fatalf("compared %v, %d results", c.Policies, len(c.Result.Outcomes))
	}
	for _, o := range c.Result.Outcomes {
		if o.Partial || o.Digest() == "" {
			t.Errorf("%s is not complete", o.Policy)
		}
	}
	if !strings.Contains(strings.Join(c.Warnings(), "\n"), "each has its own here") {
		t.Errorf("warnings %q", c.Warnings())
	}
}

func TestThreePoliciesOfWhichTwoAreComplete(t *testing.T) {
	c := interrupted(t, servers+"policy: {name: [jfsq, jiq, jsq]}\n"+long, "jsq", 1)
	if len(c.Policies) != 2 || c.Measures == nil || len(c.Left) != 1 {
		t.Errorf("compared %v, left %v", c.Policies, c.Left)
	}
}
