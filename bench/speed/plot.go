package speed

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	_ "gonum.org/v1/plot/vg/vgimg" // png
	_ "gonum.org/v1/plot/vg/vgsvg" // svg

	"shardq/bench/report"
	"shardq/bench/result"
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
		return fmt.Errorf("speed: plot %s: %w", p.Name, err)
	}
	margin := vg.Points(8)
	p.plot.Draw(draw.Crop(draw.New(canvas), margin, -margin, margin, -margin))
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("speed: plot %s: %w", p.Name, err)
	}
	return nil
}

// curve is a line of a picture.
type curve struct {
	name   string
	points plotter.XYs
	dashed bool
	style  int // colour and mark; curves of one style belong together
}

// Plots draws what the lines have data for: the cost of a job against the number of servers, and speed-up against shards.
func (r *Report) Plots() ([]Picture, error) {
	var list []Picture
	for _, draw := range []func() (*Picture, error){r.plotCost, r.plotSpeedUp} {
		p, err := draw()
		if err != nil {
			return nil, fmt.Errorf("speed: plot: %w", err)
		}
		if p != nil {
			list = append(list, *p)
		}
	}
	return list, nil
}

// plotCost draws ns per job against the number of servers, one curve for each combination of contestant, graph and policy.
func (r *Report) plotCost() (*Picture, error) {
	curves := curveSet{}
	for _, l := range r.Lines {
		servers := number(l.Case, "servers")
		if servers == 0 || l.NsJob <= 0 || l.Unit != "job" || l.Predicted || l.Shards != 1 || l.Workload != "engine" && l.Workload != "cost" ||
			field(l.Case, "degree") != "30" || strings.Count(l.Contestant, ",") > 1 { // not one of several instruction sets
			continue
		}
		name := strings.TrimSuffix(l.Contestant, ", 1 shard") + ", " + field(l.Case, "policy") + ", " + cmp.Or(field(l.Case, "graph"), stored)
		curves.add(name, servers, l.NsJob)
	}
	list := curves.list(3)
	if len(list) == 0 {
		return nil, nil
	}
	p := newPlot("Cost of a job, one core, mean degree 30, load 0.8", "servers N (as many ports)", "time per job [ns]")
	p.X.Tick.Marker, p.Y.Tick.Marker = powersOfTwo{}, plainLog{}
	if err := addCurves(p, list); err != nil {
		return nil, err
	}
	if err := markCaches(p, r.Lines[0].Host); err != nil {
		return nil, err
	}
	return &Picture{"cost", p}, nil
}

// plotSpeedUp draws how many times as fast as one shard more of them are, measured and predicted.
func (r *Report) plotSpeedUp() (*Picture, error) {
	measured, predicted := curveSet{}, curveSet{}
	for _, l := range r.Lines {
		if l.Workload != "scale" || l.Ratio <= 0 || l.Against != "engine, 1 shard" || strings.HasPrefix(l.Contestant, "predicted at best") {
			continue
		}
		name := fmt.Sprintf("N = 2^%.0f, degree %s, %s", math.Log2(number(l.Case, "servers")), field(l.Case, "degree"), field(l.Case, "graph"))
		switch {
		case l.Predicted:
			predicted.add(name, float64(l.Shards), l.Ratio)
		case l.Contestant == fmt.Sprintf("engine, %d shards", l.Shards):
			measured.add(name, 1, 1)
			measured.add(name, float64(l.Shards), l.Ratio)
		}
	}
	list := measured.list(1)
	if len(list) == 0 {
		return nil, nil
	}
	most := 2.0
	for i, c := range list {
		for _, xy := range c.points {
			most = max(most, xy.X)
		}
		if points := predicted[c.name]; points != nil {
			list = append(list, curve{name: "", points: points.sorted(), dashed: true, style: i})
			for _, xy := range list[len(list)-1].points {
				most = max(most, xy.X)
			}
		}
	}
	p := newPlot("Speed-up of several shards (dashed: predicted)", "shards, a core each", "times as fast as one shard")
	p.X.Tick.Marker, p.Y.Tick.Marker = powersOfTwo{}, powersOfTwo{}
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

// pointSet is y by x; the last one added stands.
type pointSet map[float64]float64

// sorted returns the points by x.
func (s pointSet) sorted() plotter.XYs {
	var list plotter.XYs
	for x, y := range s {
		list = append(list, plotter.XY{X: x, Y: y})
	}
	slices.SortFunc(list, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
	return list
}

// curveSet is points by curve.
type curveSet map[string]pointSet

func (s curveSet) add(name string, x, y float64) {
	if s[name] == nil {
		s[name] = pointSet{}
	}
	s[name][x] = y
}

// list returns the curves of at least so many points by name.
func (s curveSet) list(least int) (list []curve) {
	for name, points := range s {
		if len(points) >= least {
			list = append(list, curve{name: name, points: points.sorted()})
		}
	}
	slices.SortFunc(list, func(a, b curve) int { return cmp.Compare(a.name, b.name) })
	for i := range list {
		list[i].style = i
	}
	return list
}

// field returns the value of a key in a case's name, or "".
func field(name, key string) string {
	for part := range strings.SplitSeq(name, "/") {
		if k, v, ok := strings.Cut(part, "="); ok && k == key {
			return v
		}
	}
	return ""
}

// number returns the value of a key as a number, or 0.
func number(name, key string) float64 {
	v, err := strconv.ParseFloat(field(name, key), 64)
	if err != nil {
		return 0
	}
	return v
}

// colours are those of Okabe and Ito, which colour-blind readers tell apart. Marks differ too.
var (
	colours = []color.Color{
		color.RGBA{0x00, 0x72, 0xB2, 0xFF}, color.RGBA{0xD5, 0x5E, 0x00, 0xFF}, color.RGBA{0x00, 0x9E, 0x73, 0xFF}, color.RGBA{0xCC, 0x79, 0xA7, 0xFF},
		color.RGBA{0xE6, 0x9F, 0x00, 0xFF}, color.RGBA{0x56, 0xB4, 0xE9, 0xFF}, color.RGBA{0x00, 0x00, 0x00, 0xFF},
	}
	marks = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PlusGlyph{}, draw.CrossGlyph{}, draw.RingGlyph{}, draw.PyramidGlyph{}}
	grey  = color.Gray{0x80}
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
		line.Color, line.Width = colours[c.style%len(colours)], vg.Points(1.5)
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

// powersOfTwo puts ticks at 1, 2, 4 ..., or at every second or fourth of them on a long axis.
type powersOfTwo struct{}

func (powersOfTwo) Ticks(low, high float64) (ticks []plot.Tick) {
	first, last := math.Ceil(math.Log2(low)-1e-9), math.Floor(math.Log2(high)+1e-9)
	step := 1.0
	for (last-first)/step > 10 {
		step *= 2
	}
	for e := math.Ceil(first/step) * step; e <= last; e += step {
		label := strconv.FormatFloat(math.Exp2(e), 'g', 5, 64)
		if e > 8 {
			label = fmt.Sprintf("2^%.0f", e)
		}
		ticks = append(ticks, plot.Tick{Value: math.Exp2(e), Label: label})
	}
	return ticks
}

// plainLog puts ticks at 1, 2 and 5 times the powers of ten.
type plainLog struct{}

func (plainLog) Ticks(low, high float64) (ticks []plot.Tick) {
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow(10, e); v >= low*(1-1e-9) && v <= high*(1+1e-9) {
				ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', 4, 64)})
			}
		}
	}
	return ticks
}
