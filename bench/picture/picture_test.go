package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"testing"
)

// allKinds has a curve of each kind in each colour.
func allKinds(log bool) Panel {
	p := Panel{
		Name: "all", Title: "All kinds of curves", X: Axis{Label: "servers N (as many ports)", Binary: true, Short: "N"},
		Y: Axis{Label: "mean response time [mean service time of a fast server]", Log: log},
	}
	for style := range len(Colours) {
		c := Curve{Name: fmt.Sprintf("simulated %d", style), Style: style}
		for e := 5; e <= 12; e += 2 {
			y := float64(style+1) * 10 / float64(e)
			c.Points = append(c.Points, Point{X: float64(int(1) << e), Y: Value{y, y * 0.9, y * 1.2}})
		}
		p.Curves = append(p.Curves, c)
	}
	p.Curves[0].Points[1].Y = Value{0, 0, 0.5}
	p.Curves[1].Points[0] = Point{X: 32, Y: Missing(), State: "growing"}
	p.Curves[2].Points[2].Y = Missing()
	p.Curves = append(p.Curves,
		Curve{Name: "a level", Kind: Theory, Style: Grey, Points: []Point{{X: 32, Y: Exact(3)}, {X: 2048, Y: Exact(3)}}},
		Curve{Name: "published", Kind: Published, Style: Grey, Points: []Point{{X: 64, Y: Exact(2)}}},
		Curve{Name: "steps", Kind: Steps, Style: 1, Points: []Point{{X: 32, Y: Exact(1)}, {X: 64, Y: Exact(4)}}})
	return p
}

// Every picture has the size that it says, all colours, nothing at its edges, and is the same when drawn again.
func TestBitmap(t *testing.T) {
	for _, log := range []bool{false, true} {
		p := allKinds(log)
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
		for style, c := range Colours {
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

// An empty panel and one with a single point are drawn without a fault.
func TestLittleToDraw(t *testing.T) {
	for _, axis := range []Axis{{Label: "y"}, {Label: "y", Log: true}, {Label: "y", Zero: true}, {Label: "y", Binary: true}} {
		for _, points := range [][]Point{nil, {{X: 1, Y: Exact(1)}}, {{X: 1, Y: Missing()}}, {{X: 1, Y: Exact(0)}}} {
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
