package input_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

// compile compiles the schema, which includes a check against that of schemas.
func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(scenario.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("scenario.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("scenario.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// asJSON returns a YAML document as an editor gives it to a schema; what JSON does not have is text.
func asJSON(t *testing.T, text string) (any, error) {
	t.Helper()
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		return nil, err
	}
	data, err := json.Marshal(finite(v))
	if err != nil {
		return nil, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(data))
}

func finite(v any) any {
	switch v := v.(type) {
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return ".inf or .nan"
		}
	case map[string]any:
		for key, value := range v {
			v[key] = finite(value)
		}
	case []any:
		for i, value := range v {
			v[i] = finite(value)
		}
	}
	return v
}

func TestSchemaAcceptsBuiltins(t *testing.T) {
	schema := compile(t)
	for _, info := range input.Builtins() {
		s, err := input.Builtin(info.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		written, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{info.Source, string(written)} {
			v, err := asJSON(t, text)
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(v); err != nil {
				t.Errorf("%s: %v", info.Name, err)
			}
		}
	}
}

// Why the schema accepts what Parse refuses.
const (
	sums       = "it needs a sum, a product or a power of numbers"
	lengths    = "it compares two numbers, such as a degree with the number of servers, or the lengths of two lists"
	elsewhere  = "it depends on what another section says; such a rule stands in the reader alone"
	yamlOnly   = "it is about how YAML is written, which a schema does not see"
	assumption = "it depends on theory: the load, a way out of every phase, an optimum"
)

// acceptable are the golden files that Parse refuses and the schema accepts.
var acceptable = map[string]string{
	"batch-empty": sums, "batch-sum": sums, "many-looks": sums, "share-of-nobody": sums, "shares": sums, "too-many-by-exponent": sums,
	"torus":         sums,
	"torus-product": sums, "weng2020-without-types": sums,
	"batch-lengths": lengths, "computed-degree": lengths, "degree-too-large": lengths, "explicit-counts": lengths,
	"server-graph-count":   lengths,
	"server-graph-degrees": lengths, "server-graph-small": lengths, "service-hyper": lengths, "storage-too-large": lengths,
	"clique-idle": elsewhere, "explicit-without-list": elsewhere, "idle-rank-on-rows": elsewhere, "idle-row-on-complete": elsewhere,
	"lumped-clique": elsewhere,
	"lumped-graph":  elsewhere, "neighbours-of-random-graph": elsewhere, "observe": elsewhere, "supermarket": elsewhere,
	"merge-key":    yamlOnly,
	"halfin-whitt": assumption, "service-trap": assumption, "theorem-epsilon-most": assumption, "two-class-overload": assumption,
	"weng2020-overload": assumption,
}

// TestSchemaRefusesWhatItCan: of the golden files the schema accepts those that Parse accepts, and refuses the others, except for the
// listed ones.
func TestSchemaRefusesWhatItCan(t *testing.T) {
	schema := compile(t)
	paths, err := filepath.Glob("testdata/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	left := map[string]bool{}
	for name := range acceptable {
		left[name] = true
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(data), "# --set ") { // the file alone is another scenario
			continue
		}
		name := strings.TrimSuffix(filepath.Base(path), ".yaml")
		_, refused := input.Parse(path, data, nil)
		v, err := asJSON(t, string(data))
		if err == nil {
			err = schema.Validate(v)
		}
		why, listed := acceptable[name]
		delete(left, name)
		switch {
		case refused == nil && err != nil:
			t.Errorf("%s: Parse accepts it, the schema does not: %v", name, err)
		case refused != nil && err == nil && !listed:
			t.Errorf("%s: the schema accepts it, Parse does not: %v", name, refused)
		case listed && (err != nil || refused == nil):
			t.Errorf("%s: listed as acceptable since %s, but the schema says %v and Parse %v", name, why, err, refused)
		}
	}
	for name := range left {
		t.Errorf("%s is listed, but there is no such file", name)
	}
}
