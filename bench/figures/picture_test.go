package figures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
)

// picture has a curve of each kind in each colour.
func picture(log bool) Panel {
	p := Panel{
		Name: "all", Title: "All kinds of curves", X: Axis{Label: "servers N (as many ports)", Binary: true, Short: "N"},
		Y: Axis{Label: "mean response time [mean service time of a fast server]", Log: log},
	}
	for style := range len(colours) {
		c := Curve{Name: fmt.Sprintf("simulated %d", style), Style: style}
		for e := 5; e <= 12; e += 2 {
			y := float64(style+1) * 10 / float64(e)
			c.Points = append(c.Points, Point{X: float64(int(1) << e), Y: Value{y, y * 0.9, y * 1.2}})
		}
		p.Curves = append(p.Curves, c)
	}
	p.Curves[0].Points[1].Y = Value{0, 0, 0.5}
	p.Curves[1].Points[0] = Point{X: 32, Y: missing(), State: "growing"}
	p.Curves[2].Points[2].Y = missing()
	p.Curves = append(p.Curves, level("a level", Grey, 32, 2048, 3),
		Curve{Name: "published", Kind: Published, Style: Grey, Points: []Point{{X: 64, Y: exact(2)}}},
		Curve{Name: "steps", Kind: Steps, Style: 1, Points: []Point{{X: 32, Y: exact(1)}, {X: 64, Y: exact(4)}}})
	return p
}

// Every picture has the size that it says, all colours, nothing at its edges, and is the same when drawn again.
func TestBitmap(t *testing.T) {
	for _, log := range []bool{false, true} {
		p := picture(log)
		var one, again bytes.Buffer
		for _, w := range []*bytes.Buffer{&one, &again} {
			if err := p.Write(w, "png"); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(one.Bytes(), again.Bytes()) {
			t.Error("drawn twice, the picture differs")
		}
		img, err := png.Decode(&one)
		if err != nil {
			t.Fatal(err)
		}
		cm := func(length float64) int { return int(length / 2.54 * dots) }
		if b := img.Bounds(); b.Dx() < cm(25)-2 || b.Dx() > cm(25)+2 || b.Dy() < cm(13)-2 || b.Dy() > cm(13)+2 {
			t.Errorf("%d by %d pixels", b.Dx(), b.Dy())
		}
		whiteEdges(t, "all kinds", img)
		for style, c := range colours {
			if n := pixels(img, c); n < 100 {
				t.Errorf("colour %d on %d pixels only", style, n)
			}
		}
		if n := pixels(img, grey); n < 50 {
			t.Errorf("grey on %d pixels only", n)
		}
	}
}

// pixels counts the pixels of just that colour.
func pixels(img image.Image, c color.Color) (n int) {
	r, g, b, _ := c.RGBA()
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if r1, g1, b1, _ := img.At(x, y).RGBA(); r1>>8 == r>>8 && g1>>8 == g>>8 && b1>>8 == b>>8 {
				n++
			}
		}
	}
	return n
}

// whiteEdges reports what comes so near to an edge that it may have been cut.
func whiteEdges(t *testing.T, name string, img image.Image) {
	t.Helper()
	b := img.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			if min(x, y, b.Dx()-1-x, b.Dy()-1-y) >= 4 {
				continue
			}
			if r, g, bl, _ := img.At(x, y).RGBA(); r < 0xFFFF || g < 0xFFFF || bl < 0xFFFF {
				t.Errorf("%s: something at the edge, at %d, %d", name, x, y)
				return
			}
		}
	}
}

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
				long, _, _ := handler.Box(w.text, sans(font.Length(w.size), w.text == p.Title))
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

// An empty panel and one with a single point are drawn without a fault.
func TestLittleToDraw(t *testing.T) {
	for _, axis := range []Axis{{Label: "y"}, {Label: "y", Log: true}, {Label: "y", Zero: true}, {Label: "y", Binary: true}} {
		for _, points := range [][]Point{nil, {{X: 1, Y: exact(1)}}, {{X: 1, Y: missing()}}, {{X: 1, Y: exact(0)}}} {
			p := Panel{
				Name:   "little",
				Title:  "Little",
				X:      Axis{Label: "x", Short: "x"},
				Y:      axis,
				Curves: []Curve{{Name: "c", Points: points}},
			}
			var out bytes.Buffer
			if err := p.Write(&out, "svg"); err != nil || out.Len() == 0 {
				t.Errorf("%+v, %v: %v", axis, points, err)
			}
		}
	}
	p := Panel{}
	if err := p.Write(io.Discard, "gif"); err == nil {
		t.Error("a picture in an unknown format")
	}
}
