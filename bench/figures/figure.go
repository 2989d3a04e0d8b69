package figures

import (
	"fmt"
	"strings"
)

// Size says how much a figure simulates.
type Size int

// The sizes.
const (
	Default Size = iota // under ten minutes on two cores
	Quick               // under a minute: smaller systems, shorter runs
	Full                // with the largest systems
)

// String returns the word for reports.
func (s Size) String() string {
	switch s {
	case Quick:
		return "quick"
	case Full:
		return "full"
	}
	return "default"
}

// pick returns what belongs to the size.
func pick[T any](s Size, quick, normal, full T) T {
	switch s {
	case Quick:
		return quick
	case Full:
		return full
	}
	return normal
}

// Figure is a picture, or several side by side, with everything needed to make it.
type Figure struct {
	Name    string
	Title   string
	Source  string // the paper whose figure it is or carries on
	Caption string // what is shown
	Chosen  string // parameters that no source gives; "" if there are none
	design  func(d *design)
}

// List returns all figures, in the order of the page.
func List() []Figure {
	return []Figure{
		figure2(), figure3(), figure4(), figure5(), topologies(), supermarketGraphs(), thresholds(), twoPools(), elasticServers(),
		infinitePools(),
		halfinWhitt(), transients(), speedOfEngine(),
	}
}

// Find returns the figure of a name.
func Find(name string) (Figure, error) {
	var names []string
	for _, f := range List() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Figure{}, &UnknownError{name, names}
}

// UnknownError says that there is no figure of a name.
type UnknownError struct {
	Name  string
	Known []string
}

// Error lists what there is.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("figures: no figure %q (want one of %s)", e.Name, strings.Join(e.Known, ", "))
}
