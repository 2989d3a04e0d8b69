package picture

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Size of pictures, and dots per inch of bitmaps: wide enough for a column of print at 300 dots.
const (
	pictureWidth  = 25 * vg.Centimeter
	pictureHeight = 13 * vg.Centimeter
	dots          = 150
)

// Formats are the endings that Write takes.
var Formats = []string{"svg", "png"}

// Write draws the panel in one of Formats.
func (p *Panel) Write(w io.Writer, format string) error {
	chart, legend, err := p.chart()
	if err != nil {
		return fmt.Errorf("picture: panel %s: %w", p.Name, err)
	}
	var canvas vg.CanvasWriterTo
	switch format {
	case "svg":
		canvas = vgsvg.New(pictureWidth, pictureHeight)
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(pictureWidth, pictureHeight), vgimg.UseDPI(dots))}
	default:
		return fmt.Errorf("picture: no format %q for pictures, want svg or png", format)
	}
	all := draw.NewCanvas(canvas, pictureWidth, pictureHeight)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	area := draw.Crop(all, 10, -10, 8, -10)
	wide := legend.Rectangle(area).Size().X + 16
	// The labels of logarithmic axes would be taken to stand near their ends and push everything aside, so that they are drawn here.
	label := chart.X.Label.TextStyle
	label.Font, label.XAlign, label.YAlign = sans(12, false), draw.XCenter, draw.YBottom
	strip := label.FontExtents().Height
	axes := draw.Crop(area, strip+9, -wide, strip+4, 0)
	chart.Draw(axes)
	inner := chart.DataCanvas(axes)
	// A long label may need more than the length of its axis.
	within := func(middle, length, low, high vg.Length) vg.Length {
		return max(low+length/2, min(middle, high-length/2))
	}
	area.FillText(label, vg.Point{X: within(inner.Center().X, label.Width(p.X.Label), area.Min.X, area.Max.X), Y: area.Min.Y}, p.X.Label)
	middle := within(inner.Center().Y, label.Width(p.Y.Label), area.Min.Y, area.Max.Y)
	label.Rotation, label.YAlign = math.Pi/2, draw.YTop
	area.FillText(label, vg.Point{X: area.Min.X, Y: middle}, p.Y.Label)
	legend.Draw(draw.Crop(area, area.Max.X-area.Min.X-wide+14, 0, 0, -26))
	if format == "png" {
		_, err = canvas.WriteTo(w)
		return err
	}
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return err
	}
	_, err = w.Write(portable(out.Bytes()))
	return err
}

// sans is the font of pictures.
func sans(size vg.Length, bold bool) font.Font {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	if bold {
		f.Weight = 3 // bold, as package x/image/font counts
	}
	return f
}

// chart builds the axes with all curves, and the legend, which stands beside them.
func (p *Panel) chart() (*plot.Plot, *plot.Legend, error) {
	c := plot.New()
	c.Title.Text = p.Title
	c.Title.TextStyle.Font = sans(13, true)
	c.Title.Padding = 8
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.Padding, legend.ThumbnailWidth = true, true, 5, 30
	legend.TextStyle.Font = sans(11, false)
	for _, axis := range []*plot.Axis{&c.X, &c.Y} {
		axis.Tick.Label.Font = sans(10.5, false)
		axis.Padding = 0
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = faint, faint
	c.Add(grid)

	x, y := p.ranges()
	for _, a := range []struct {
		axis *plot.Axis
		Axis
		span
	}{{&c.X, p.X, x}, {&c.Y, p.Y, y}} {
		a.axis.Tick.Marker = even{}
		if a.logarithmic() {
			a.axis.Scale, a.axis.Tick.Marker = plot.LogScale{}, decades{}
		}
		if a.Binary {
			a.axis.Tick.Marker = Binary{}
		}
	}
	theories := 0
	var states []string
	var lines []func() // legends of theory, which follow those of simulations
	for _, of := range []func(Kind) bool{func(k Kind) bool { return k == Theory }, func(k Kind) bool { return k != Theory }} {
		for i := range p.Curves {
			curve := &p.Curves[i]
			if !of(curve.Kind) {
				continue
			}
			dash := dashes[theories%len(dashes)]
			if curve.Kind == Theory {
				theories++
			}
			thumbs, err := curve.add(c, x, y, p.Y.logarithmic(), dash)
			if err != nil {
				return nil, nil, fmt.Errorf("curve %s: %w", curve.Name, err)
			}
			switch {
			case thumbs == nil || curve.Quiet:
			case curve.Kind != Theory:
				legend.Add(curve.Name, thumbs...)
			default:
				lines = append(lines, func() { legend.Add(curve.Name, thumbs...) })
			}
			for _, at := range curve.Points {
				if s := at.edge(p.Y.logarithmic()); s != "" && !slices.Contains(states, s) {
					states = append(states, s)
				}
			}
		}
	}
	for _, add := range lines {
		add()
	}
	slices.Sort(states)
	for _, s := range states {
		legend.Add(s, &plotter.Scatter{GlyphStyle: draw.GlyphStyle{Color: color.Black, Radius: 3.2, Shape: arrow{s == noneSeen}}})
	}
	c.X.Min, c.X.Max, c.Y.Min, c.Y.Max = x.low, x.top, y.low, y.top
	return c, &legend, nil
}
