package figures

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"regexp"

	"shardq/bench/result"
)

//go:embed page.html.tmpl
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// pageFigure is a figure as the template has it.
type pageFigure struct {
	Name, Title, Source, Caption, Chosen, Cost string
	Panels                                     []pagePanel
	Scenarios                                  []Source
	Warnings                                   []string
	CSV                                        template.URL
}

type pagePanel struct {
	Name, Title string
	SVG         template.HTML
	Notes       []string
	Heads       []string
	Rows        [][]string
	TableNotes  []string
}

// Page writes drawings as one page of HTML that needs nothing else: no network, no script, no other file. Pictures are SVG within the page;
// data are links that have the file in themselves.
func Page(w io.Writer, drawings []*Drawing) error {
	in := struct {
		Figures       []pageFigure
		Version, Host string
		Size          Size
		Cores         int
	}{Version: result.Version(), Host: result.ThisHost().CPU, Cores: result.ThisHost().Cores}
	for _, d := range drawings {
		f, err := d.page()
		if err != nil {
			return err
		}
		in.Size = d.Size
		in.Figures = append(in.Figures, f)
	}
	var out bytes.Buffer
	if err := page.Execute(&out, in); err != nil {
		return fmt.Errorf("figures: page: %w", err)
	}
	_, err := w.Write(out.Bytes())
	return err
}

func (d *Drawing) page() (pageFigure, error) {
	f := pageFigure{
		Name: d.Name, Title: d.Title, Source: d.Source, Caption: d.Caption, Chosen: d.chosen(), Cost: d.cost(), Scenarios: d.Scenarios,
		Warnings: d.Warnings,
	}
	var csv bytes.Buffer
	data := d.Data()
	if err := data.CSV(&csv); err != nil {
		return f, err
	}
	f.CSV = inline("text/csv", csv.Bytes())
	for i := range d.Panels {
		p := &d.Panels[i]
		var svg bytes.Buffer
		if err := p.Write(&svg, "svg"); err != nil {
			return f, err
		}
		out := pagePanel{Name: p.Name, Title: p.Title, SVG: template.HTML(element(svg.Bytes(), p.Title)), Notes: p.Notes}
		t := p.Table()
		for _, c := range t.Columns {
			out.Heads = append(out.Heads, c.Name)
		}
		for _, row := range t.Rows {
			var cells []string
			for _, c := range row {
				cells = append(cells, c.String())
			}
			out.Rows = append(out.Rows, cells)
		}
		out.TableNotes = t.Notes
		f.Panels = append(f.Panels, out)
	}
	return f, nil
}

// inline is a link that has the file in itself.
func inline(kind string, data []byte) template.URL {
	return template.URL("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data))
}

var (
	beforeElement = regexp.MustCompile(`(?s)^.*?<svg\b`)
	namespaces    = regexp.MustCompile(`\s+xmlns(:\w+)?="[^"]*"`)
)

// element takes the SVG element out of a file, for a page of HTML, where it needs no declaration and no name spaces. Its text is this
// program's own but for titles and names of curves, which the writer of the file has escaped.
func element(file []byte, title string) []byte {
	text := beforeElement.ReplaceAll(file, []byte(`<svg role="img" aria-label="`+template.HTMLEscapeString(title)+`"`))
	return namespaces.ReplaceAll(text, nil)
}
