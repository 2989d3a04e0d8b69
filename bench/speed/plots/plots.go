package plots

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	_ "gonum.org/v1/plot/vg/vgimg" // png
	_ "gonum.org/v1/plot/vg/vgsvg" // svg

	"shardq/bench/picture"
	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/speed"
)

// Picture is a plot of measurements.
type Picture struct {
	Name string // of a file, without ending
	plot *plot.Plot
}

// Formats are the endings that Write takes.
var Formats = []string{"svg", "png"}

// Write draws the picture in one of Formats.
func (p Picture) Write(w io.Writer, format string) error {
	canvas, err := draw.NewFormattedCanvas(22*vg.Centimeter, 14*vg.Centimeter, format)
	if err != nil {
		return fmt.Errorf("plots %s: %w", p.Name, err)
	}
	margin := vg.Points(8)
	p.plot.Draw(draw.Crop(draw.New(canvas), margin, -margin, margin, -margin))
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("plots %s: %w", p.Name, err)
	}
	return nil
}

// curve is a line of a picture.
type curve struct {
	name   string // "" for none in the legend
	points plotter.XYs
	dashed bool
	style  int // colour and mark; curves of one style belong together
}

// Draw draws what a report has data for: the cost of a job against the number of servers, and speed-up against shards.
func Draw(r *speed.Report) ([]Picture, error) {
	var list []Picture
	for _, draw := range []func(*speed.Report) (*Picture, error){cost, speedUp} {
		p, err := draw(r)
		if err != nil {
			return nil, fmt.Errorf("plots: %w", err)
		}
		if p != nil {
			list = append(list, *p)
		}
	}
	return list, nil
}

// cost draws ns per job against the number of servers.
func cost(r *speed.Report) (*Picture, error) {
	list := curves(r.CostBySize())
	if len(list) == 0 {
		return nil, nil
	}
	p := newPlot("Cost of a job, one core, mean degree 30, load 0.8", "servers N (as many ports)", "time per job [ns]")
	p.X.Tick.Marker, p.Y.Tick.Marker = picture.Binary{}, plainLog{}
	if err := addCurves(p, list); err != nil {
		return nil, err
	}
	if err := markCaches(p, r.Lines[0].Host); err != nil {
		return nil, err
	}
	return &Picture{"cost", p}, nil
}

// speedUp draws how many times as fast as one shard more of them are, measured and predicted.
func speedUp(r *speed.Report) (*Picture, error) {
	measured, predicted := r.SpeedUps()
	list := curves(measured)
	if len(list) == 0 {
		return nil, nil
	}
	for i, c := range measured {
		for _, of := range predicted {
			if of.Name == c.Name {
				list = append(list, curve{points: places(of), dashed: true, style: i})
			}
		}
	}
	most := 2.0
	for _, c := range list {
		most = max(most, c.points[len(c.points)-1].X)
	}
	p := newPlot("Speed-up of several shards (dashed: predicted)", "shards, a core each", "times as fast as one shard")
	p.X.Tick.Marker, p.Y.Tick.Marker = picture.Binary{}, picture.Binary{}
	ideal, err := plotter.NewLine(plotter.XYs{{X: 1, Y: 1}, {X: most, Y: most}})
	if err != nil {
		return nil, err
	}
	ideal.Color, ideal.Width = grey, vg.Points(1)
	p.Add(ideal)
	p.Legend.Add("in proportion", ideal)
	if err := addCurves(p, list); err != nil {
		return nil, err
	}
	return &Picture{"speedup", p}, nil
}

// curves are series with a style each.
func curves(list []speed.Series) (out []curve) {
	for i, s := range list {
		out = append(out, curve{name: s.Name, points: places(s), style: i})
	}
	return out
}

// places are the points of a series as they are drawn.
func places(s speed.Series) (list plotter.XYs) {
	for _, at := range s.Points {
		list = append(list, plotter.XY{X: at.X, Y: at.Y})
	}
	return list
}

// marks differ for every style, as colours do.
var (
	marks = []draw.GlyphDrawer{
		draw.CircleGlyph{},
		draw.SquareGlyph{},
		draw.TriangleGlyph{},
		draw.PlusGlyph{},
		draw.CrossGlyph{},
		draw.RingGlyph{},
		draw.PyramidGlyph{},
	}
	grey = color.Gray{0x80}
)

func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Padding, p.Y.Padding = vg.Points(4), vg.Points(4)
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Padding = vg.Points(2)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{0xE0}, color.Gray{0xE0}
	p.Add(grid)
	return p
}

func addCurves(p *plot.Plot, list []curve) error {
	for _, c := range list {
		line, points, err := plotter.NewLinePoints(c.points)
		if err != nil {
			return err
		}
		line.Color, line.Width = picture.Colours[c.style%len(picture.Colours)], vg.Points(1.5)
		points.Color, points.Shape, points.Radius = line.Color, marks[c.style%len(marks)], vg.Points(3)
		if c.dashed {
			line.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
		}
		p.Add(line, points)
		if c.name != "" {
			p.Legend.Add(c.name, line, points)
		}
	}
	p.Y.Max *= 2 // room for the legend
	return nil
}

// markCaches draws a line where the states of all servers, a byte each, fill a cache.
func markCaches(p *plot.Plot, h result.Host) error {
	var labels plotter.XYLabels
	low, high := p.Y.Min, p.Y.Max
	for _, c := range []struct {
		name  string
		bytes int
	}{{"L1", h.L1}, {"L2", h.L2}, {"L3", h.L3}} {
		x := float64(c.bytes)
		if x < p.X.Min || x > p.X.Max {
			continue
		}
		line, err := plotter.NewLine(plotter.XYs{{X: x, Y: low}, {X: x, Y: high}})
		if err != nil {
			return err
		}
		line.Color, line.Dashes = grey, []vg.Length{vg.Points(2), vg.Points(2)}
		p.Add(line)
		labels.XYs = append(labels.XYs, plotter.XY{X: x, Y: low})
		labels.Labels = append(labels.Labels, fmt.Sprintf(" states fill %s (%s)", c.name, report.Bytes(uint64(c.bytes))))
	}
	if len(labels.XYs) == 0 {
		return nil
	}
	text, err := plotter.NewLabels(labels)
	if err != nil {
		return err
	}
	p.Add(text)
	return nil
}
