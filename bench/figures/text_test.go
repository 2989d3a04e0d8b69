package figures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
)

// words is a text of a picture with where it begins.
type words struct {
	text    string
	x, y    float64
	size    float64
	length  float64 // that it is said to have
	rotated bool
}

// texts reads the texts of an SVG file, which must be well-formed.
func texts(t *testing.T, svg []byte) (list []words, width, height float64) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	rotations := []bool{false}
	var in *words
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list, width, height
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			rotated := rotations[len(rotations)-1]
			w := words{}
			for _, a := range e.Attr {
				v, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSuffix(a.Value, "pt"), "px"), 64)
				switch a.Name.Local {
				case "width":
					if width == 0 {
						width = v
					}
				case "height":
					if height == 0 {
						height = v
					}
				case "x":
					w.x = v
				case "y":
					w.y = v
				case "textLength":
					w.length = v
				case "transform":
					rotated = rotated || strings.Contains(a.Value, "rotate")
				case "style":
					if _, after, ok := strings.Cut(a.Value, "font-size:"); ok {
						number, _, _ := strings.Cut(after, "px")
						w.size, _ = strconv.ParseFloat(number, 64)
					}
				}
			}
			rotations = append(rotations, rotated)
			if e.Name.Local == "text" {
				w.rotated = rotated
				in = &w
			}
		case xml.CharData:
			if in != nil {
				in.text += string(e)
			}
		case xml.EndElement:
			rotations = rotations[:len(rotations)-1]
			if e.Name.Local == "text" {
				list = append(list, *in)
				in = nil
			}
		}
	}
}

// No text of any figure goes over the edge of its picture, and all labels and names are there.
func TestNoTextIsCut(t *testing.T) {
	handler := text.Plain{Fonts: font.DefaultCache}
	for _, f := range List() {
		for _, p := range imagine(t, f, Default).Panels {
			var svg bytes.Buffer
			if err := p.Write(&svg, "svg"); err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(svg.String(), "<text "); strings.Count(svg.String(), "textLength=") != n ||
				strings.Count(svg.String(), "'Liberation Sans',Arial,Helvetica,sans-serif;") != n {
				t.Errorf("%s, %s: texts without a length, or whose font has no substitute", f.Name, p.Name)
			}
			list, width, height := texts(t, svg.Bytes())
			if width < 700 || height < 360 {
				t.Fatalf("%s, %s: %g by %g points", f.Name, p.Name, width, height)
			}
			all := map[string]bool{}
			for _, w := range list {
				all[w.text] = true
				long, _, _ := handler.Box(w.text, sans(w.size, w.text == p.Title))
				if math.Abs(float64(long)/w.length-1) > 1e-3 {
					t.Errorf("%s, %s: %q is to be %g long, want %g", f.Name, p.Name, w.text, w.length, float64(long))
				}
				if w.rotated {
					continue
				}
				if w.size == 0 || w.x < 2 || w.x+float64(long) > width-2 {
					t.Errorf(
						"%s, %s: %q of size %g from %g to %g in a picture of %g",
						f.Name,
						p.Name,
						w.text,
						w.size,
						w.x,
						w.x+float64(long),
						width,
					)
				}
			}
			want := []string{p.Title, p.X.Label, p.Y.Label}
			for _, c := range p.Curves {
				if !c.Quiet {
					want = append(want, c.Name)
				}
			}
			for _, s := range want {
				if !all[s] {
					t.Errorf("%s, %s: the picture does not say %q", f.Name, p.Name, s)
				}
			}
			// The label of the vertical axis is turned: its length must be within the height.
			if long, _, _ := handler.Box(p.Y.Label, sans(12, false)); float64(long) > height-16 {
				t.Errorf("%s, %s: the label of the vertical axis is %g long in a picture of %g", f.Name, p.Name, float64(long), height)
			}
		}
	}
}

// sans is the font of pictures.
func sans(size float64, bold bool) font.Font {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: font.Length(size)}
	if bold {
		f.Weight = 3 // as package x/image/font counts
	}
	return f
}
