package picture

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// noneSeen is the legend of a share of events of which none was seen, on a logarithmic axis.
const noneSeen = "none seen: upper 95 % limit"

// edge says, for a point that is drawn as an arrow, what the legend says of it; "" for others.
func (at *Point) edge(log bool) string {
	switch {
	case at.State == "growing":
		return "grows for ever: no mean"
	case log && at.Y.At == 0 && at.Y.High > 0:
		return noneSeen
	}
	return ""
}

// add draws a curve, and returns its sample for the legend; nil if it has no point.
func (curve *Curve) add(c *plot.Plot, x, y span, log bool, dash []vg.Length) ([]plot.Thumbnailer, error) {
	line := draw.LineStyle{Color: colour(curve.Style), Width: 1.1}
	switch curve.Kind {
	case Theory:
		line.Width, line.Dashes = 1.6, dash
	case Steps:
		line.Width, line.Dashes = 1.4, strokes[max(curve.Style, 0)%len(strokes)]
	}
	var thumbs []plot.Thumbnailer
	if curve.Kind != Published {
		for _, part := range curve.parts(log) {
			l := &plotter.Line{XYs: part, LineStyle: line}
			c.Add(l)
			if thumbs == nil {
				thumbs = append(thumbs, l)
			}
		}
	}
	if curve.Kind == Theory || curve.Kind == Steps {
		return thumbs, nil
	}
	style := draw.GlyphStyle{Color: colour(curve.Style), Radius: 3.4, Shape: marks[max(curve.Style, 0)%len(marks)]}
	if curve.Kind == Published {
		style = draw.GlyphStyle{Color: color.Black, Radius: 4, Shape: draw.CrossGlyph{}}
	}
	var seen plotter.XYs
	var bars errorBars
	// Of several curves at one place, one arrow is within the other.
	arrows := &plotter.Scatter{GlyphStyle: draw.GlyphStyle{Color: style.Color, Radius: 2 + 0.7*vg.Length(max(curve.Style, 0))}}
	for _, at := range curve.Points {
		switch edge := at.edge(log); {
		case edge == noneSeen:
			arrows.XYs, arrows.Shape = append(arrows.XYs, plotter.XY{X: at.X, Y: at.Y.High}), arrow{true}
		case edge != "":
			arrows.XYs, arrows.Shape = append(arrows.XYs, plotter.XY{X: at.X, Y: y.at(0.97, log)}), arrow{false}
		case !at.Y.Known() || log && at.Y.At <= 0:
		default:
			seen = append(seen, plotter.XY{X: at.X, Y: at.Y.At})
			if at.Y.HasInterval() {
				low, high := max(at.Y.Low, y.at(-0.01, log)), min(at.Y.High, y.at(1.01, log)) // where they are cut off they have no cap
				bars.XYs = append(bars.XYs, plotter.XY{X: at.X, Y: at.Y.At})
				bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{at.Y.At - low, high - at.Y.At})
			}
		}
	}
	if bars.XYs != nil {
		e, err := plotter.NewYErrorBars(bars)
		if err != nil {
			return nil, err
		}
		e.Color, e.Width, e.CapWidth = style.Color, 1, 6
		c.Add(e)
	}
	if arrows.XYs != nil {
		c.Add(arrows)
		if seen == nil {
			thumbs = append(thumbs, arrows)
		}
	}
	if seen == nil {
		return thumbs, nil
	}
	points := &plotter.Scatter{XYs: seen, GlyphStyle: style}
	c.Add(points)
	return append(thumbs, points), nil
}

type errorBars struct {
	plotter.XYs
	plotter.YErrors
}

// parts returns the points of a curve in runs without a gap.
func (curve *Curve) parts(log bool) (parts []plotter.XYs) {
	var part plotter.XYs
	for _, at := range curve.Points {
		if at.Y.Known() && !(log && at.Y.At <= 0) {
			part = append(part, plotter.XY{X: at.X, Y: at.Y.At})
			continue
		}
		if len(part) > 0 {
			parts = append(parts, part)
		}
		part = nil
	}
	if len(part) > 0 {
		parts = append(parts, part)
	}
	return parts
}
