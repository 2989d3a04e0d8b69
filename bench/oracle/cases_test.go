package oracle

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

func TestLoadCases(t *testing.T) {
	fromFile, err := LoadCases(filepath.Join("testdata", "exponential.json"))
	if err != nil {
		t.Fatal(err)
	}
	cases := loadCases(t)
	if len(cases) != 12 || len(fromFile) != len(cases) {
		t.Fatalf("%d cases embedded, %d in the file", len(cases), len(fromFile))
	}
	seen := make(map[string]bool)
	for _, c := range cases {
		seen[c.System.Policy] = true
		if q := c.Exact.Quantiles; len(q) != 4 || q[0].P != 0.5 || q[3].P != 0.999 {
			t.Errorf("%s: quantiles %v", c.Name, q)
		}
	}
	for _, policy := range Policies() {
		if !seen[policy] && policy != Supermarket && policy != TwoClass {
			t.Errorf("policy %s not covered", policy)
		}
	}
	if _, err := LoadCases("no/such/file"); err == nil || !strings.HasPrefix(err.Error(), "oracle: ") {
		t.Errorf("missing file: %v", err)
	}
}

func TestParseCasesRefuses(t *testing.T) {
	for want, edit := range map[string][2]string{
		"unknown field":      {`"buffer": 5`, `"buffers": 5`},
		"is not exponential": {`"service": "exponential"`, `"service": "weibull"`},
		"numbers of phases":  {`"service": "exponential"`, `"service": "hyperexponential"`},
		"no server 7":        {"\"neighbours\": [\n0", "\"neighbours\": [\n7"},
		"quantile level":     {`"0.5":`, `"half":`},
	} {
		if !bytes.Contains(embedded, []byte(edit[0])) {
			t.Fatalf("%q not in the cases", edit[0])
		}
		_, err := parseCases(bytes.Replace(embedded, []byte(edit[0]), []byte(edit[1]), 1))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// Whatever is accepted describes valid systems.
func FuzzParseCases(f *testing.F) {
	f.Add(embedded)
	f.Add([]byte(`[{"service":"exponential","servers":[{"rate":1}],"ports":[{"rate":1,"neighbours":[0]}],"policy":"jsq-d","d":2}]`))
	f.Add(embeddedPhases)
	f.Add([]byte(`[{"exact":{"quantiles":{"2":1}}}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		cases, err := parseCases(data)
		if err != nil && !strings.HasPrefix(err.Error(), "oracle: ") {
			t.Errorf("error without prefix: %v", err)
		}
		for _, c := range cases {
			if err := c.System.Validate(); err != nil {
				t.Error(err)
			}
		}
	})
}
