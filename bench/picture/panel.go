package picture

// Panel is one pair of axes with its curves.
type Panel struct {
	Name   string // of files
	Title  string
	X, Y   Axis
	Curves []Curve
	Notes  []string // what a reader must know of the points
}

// Axis is an axis of a panel.
type Axis struct {
	Label    string // with the unit
	Log      bool
	Binary   bool // ticks at powers of two; implies Log
	Zero     bool // starts at 0
	Low, Top float64
	Short    string // head of the column in tables
}

// logarithmic reports whether the axis has ratios for distances.
func (a Axis) logarithmic() bool { return a.Log || a.Binary }

// Kind says what a curve is.
type Kind int

// The kinds.
const (
	Simulated Kind = iota // marks with error bars, joined by thin lines
	Theory                // a dashed line
	Published             // marks alone: numbers of a paper
	Steps                 // a line through many points of a distribution, without marks
	Timings               // like Simulated; wall times of a machine, so that there is no theory of them
)

// String names the kind in data files.
func (k Kind) String() string {
	return [...]string{"simulated", "theory", "published", "simulated", "measured"}[k]
}

// Curve is points that belong together. Curves of one style have one colour: a simulation and what theory says of it.
type Curve struct {
	Name   string
	Kind   Kind
	Style  int // Grey for a curve that belongs to none of the others
	Points []Point
	Quiet  bool // without a line in the legend: another curve's says what it is
}

// Grey is the style of what belongs to no curve.
const Grey = -1

// Point is a value at a place. State is "growing" where there is no value because the system grows for ever, "undecided" where the run does
// not tell.
type Point struct {
	X     float64
	Y     Value
	State string
}
