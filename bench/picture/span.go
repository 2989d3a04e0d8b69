package picture

import "math"

// span is the range of an axis.
type span struct{ low, top float64 }

// at returns the place at a part of the way from low to top.
func (s span) at(part float64, log bool) float64 {
	if log {
		return s.low * math.Pow(s.top/s.low, part)
	}
	return s.low + (s.top-s.low)*part
}

// ranges returns what both axes must show, with some room at the ends.
func (p *Panel) ranges() (x, y span) {
	var xs, ys []float64
	for _, c := range p.Curves {
		for _, at := range c.Points {
			if at.Y.Known() || at.State != "" {
				xs = append(xs, at.X)
			}
			ys = append(ys, at.Y.At)
			if at.Y.HasInterval() {
				ys = append(ys, at.Y.High)
				if !p.Y.logarithmic() || at.Y.Low > at.Y.At/20 {
					ys = append(ys, at.Y.Low)
				}
			}
		}
	}
	return p.X.span(xs), p.Y.span(ys)
}

// span returns a range that has all values, as far as the axis can show them.
func (a Axis) span(values []float64) span {
	s := span{math.Inf(1), math.Inf(-1)}
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) || a.logarithmic() && v <= 0 {
			continue
		}
		s.low, s.top = min(s.low, v), max(s.top, v)
	}
	if s.low > s.top { // nothing to show
		s = span{1, 2}
	}
	if a.Zero {
		s.low = min(s.low, 0)
	}
	if a.logarithmic() {
		if s.low == s.top {
			s = span{s.low / 2, s.top * 2}
		}
		s = span{s.at(-0.04, true), s.at(1.05, true)}
	} else {
		if s.low == s.top {
			s = span{s.low - 0.5, s.top + 0.5}
		}
		low := s.at(-0.04, false)
		if a.Zero && s.low == 0 {
			low = 0
		}
		s = span{low, s.at(1.05, false)}
	}
	if a.Low != 0 {
		s.low = a.Low
	}
	if a.Top != 0 {
		s.top = a.Top
	}
	return s
}
