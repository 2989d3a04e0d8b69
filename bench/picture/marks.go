package picture

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Colours are those of Okabe and Ito without the yellow, which colour-blind readers tell apart; marks differ too, for print in black.
var Colours = []color.Color{
	color.RGBA{0x00, 0x72, 0xB2, 0xFF}, color.RGBA{0xD5, 0x5E, 0x00, 0xFF}, color.RGBA{0x00, 0x9E, 0x73, 0xFF},
	color.RGBA{0xCC, 0x79, 0xA7, 0xFF}, color.RGBA{0xE6, 0x9F, 0x00, 0xFF}, color.RGBA{0x56, 0xB4, 0xE9, 0xFF},
	color.RGBA{0x00, 0x00, 0x00, 0xFF},
}

// How curves of the styles differ besides.
var (
	marks = []draw.GlyphDrawer{
		draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, diamond{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{},
		draw.PlusGlyph{},
	}
	dashes  = [][]vg.Length{{6, 3}, {2, 2}, {9, 3, 2, 3}, {12, 3}, {4, 2, 1, 2, 1, 2}, {1, 3}, {15, 4, 4, 4}}
	strokes = [][]vg.Length{nil, {8, 3}, {3, 2}, {9, 3, 2, 3}, {14, 4}, {5, 2, 1, 2}, {1, 2}} // of lines without marks that are not theory
	grey    = color.Gray{0x60}
	faint   = color.Gray{0xE4}
)

// colour returns the colour of a style.
func colour(style int) color.Color {
	if style < 0 {
		return grey
	}
	return Colours[style%len(Colours)]
}

// diamond is a filled square on its corner.
type diamond struct{}

// DrawGlyph draws it.
func (diamond) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, at vg.Point) {
	r := sty.Radius * 1.2
	var p vg.Path
	p.Move(vg.Point{X: at.X - r, Y: at.Y})
	p.Line(vg.Point{X: at.X, Y: at.Y + r})
	p.Line(vg.Point{X: at.X + r, Y: at.Y})
	p.Line(vg.Point{X: at.X, Y: at.Y - r})
	p.Close()
	c.SetColor(sty.Color)
	c.Fill(p)
}

// arrow points up or down, filled.
type arrow struct{ down bool }

// DrawGlyph draws it.
func (a arrow) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, at vg.Point) {
	r, s := sty.Radius*1.3, sty.Radius*1.3
	if a.down {
		s = -s
	}
	var p vg.Path
	p.Move(vg.Point{X: at.X - r, Y: at.Y - s})
	p.Line(vg.Point{X: at.X, Y: at.Y + s})
	p.Line(vg.Point{X: at.X + r, Y: at.Y - s})
	p.Close()
	c.SetLineStyle(draw.LineStyle{Color: sty.Color, Width: 1})
	c.Stroke(p)
}
