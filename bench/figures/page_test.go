package figures

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The page is well-formed, has every picture and table, and needs nothing from elsewhere.
func TestPage(t *testing.T) {
	var drawings []*Drawing
	for _, f := range List() {
		drawings = append(drawings, imagine(t, f, Quick))
	}
	drawings[0].Warnings = []string{"a < b & c"}
	var out bytes.Buffer
	if err := Page(&out, drawings); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "ZgotmplZ") {
		t.Error("the template refused something")
	}
	for _, far := range []string{"http:", "https:", "src=", "@import", "<script", "url(", "file:", "<link", "<iframe"} {
		if i := strings.Index(out.String(), far); i >= 0 {
			t.Errorf("the page has %q: %.100s", far, out.String()[i:])
		}
	}
	panels, data := 0, map[string]string{}
	for _, d := range drawings {
		panels += len(d.Panels)
		data[d.Name+".csv"] = csv(t, d)
	}
	d := xml.NewDecoder(&out)
	d.Entity = xml.HTMLEntity
	counts, ids, anchors := map[string]int{}, map[string]bool{}, []string{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		counts[e.Name.Local]++
		attributes := map[string]string{}
		for _, a := range e.Attr {
			attributes[a.Name.Local] = a.Value
		}
		if id := attributes["id"]; id != "" {
			if ids[id] {
				t.Errorf("two elements %q", id)
			}
			ids[id] = true
		}
		switch href := attributes["href"]; {
		case strings.HasPrefix(href, "#"):
			anchors = append(anchors, href[1:])
		case strings.HasPrefix(href, "data:text/csv;base64,"):
			text, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(href, "data:text/csv;base64,"))
			if name := attributes["download"]; err != nil || string(text) != data[name] || data[name] == "" {
				t.Errorf("the data of %s are not in the page: %v", name, err)
			}
			delete(data, attributes["download"])
		case href != "":
			t.Errorf("a link to %.60s", href)
		}
	}
	for _, a := range anchors {
		if !ids[a] {
			t.Errorf("a link to %q, which is not there", a)
		}
	}
	if counts["svg"] != panels || counts["table"] != panels || counts["section"] != len(drawings) || len(anchors) != len(drawings) ||
		len(data) > 0 {
		t.Errorf("%v for %d panels of %d figures; data missing: %v", counts, panels, len(drawings), data)
	}
}

// Write makes what the description of the command says, and leaves no scenario of an earlier drawing.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	d := made(t, dir)
	stale := filepath.Join(dir, "tiny", "scenarios", "999-stale.yaml")
	for range 2 {
		if err := d.Write(dir); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{
			"data.csv", "README.md", "response.svg", "response.png", "time.svg", "time.png",
			"scenarios/001-jsq-at-n-16.yaml", "scenarios/015-moving-servers.yaml",
		} {
			if info, err := os.Stat(filepath.Join(dir, "tiny", name)); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := os.Stat(stale); err == nil {
			t.Error("a scenario of an earlier drawing is still there")
		}
		if err := os.WriteFile(stale, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "tiny", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# A tiny figure", "Chosen, since no source gives it: everything.",
		"![Response](response.svg)", "15 runs", "[scenarios](scenarios)"} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("README.md does not say %q", want)
		}
	}
}
