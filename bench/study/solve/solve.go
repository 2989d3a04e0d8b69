package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"time"

	"shardq/bench/fault"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/study"
)

var nan = math.NaN()

// Direction says which value that meets a target is looked for.
type Direction string

// The directions.
const (
	Inferred Direction = ""        // from what is known of the parameter and the measure
	Least    Direction = "least"   // larger values meet the target
	Largest  Direction = "largest" // smaller values meet the target
)

// Config asks for the least or largest value of a parameter that meets a target.
type Config struct {
	Scenario  func(sets ...input.Set) (*scenario.Scenario, error) // the scenario with more changes; one policy
	Target    Target
	Over      string    // path of the parameter
	From, To  float64   // range of the search; NaN is the parameter's own
	Whole     bool      // whole numbers only, for a parameter of which that is not known
	Direction Direction // Inferred by default
	// width of the interval, relative to the answer, at which the search ends; of whole numbers to be exact: 0; 0 is 1 % of others
	Precision float64
	Runs      int     // most runs of a probe, a power of 2; 0 means 16
	Error     float64 // probability that the interval misses; 0 means 0.05
	Budget    time.Duration
	Options   study.Options
	Probed    func(Probe) // called after each probe; may be nil
}

// mostProbes is the number of probes that the probability of an error is shared out to.
const mostProbes = 48

// withDefaults replaces zero values and reports what is wrong.
func (c Config) withDefaults() (Config, error) {
	if c.Runs == 0 {
		c.Runs = 16
	}
	if c.Error == 0 {
		c.Error = 0.05
	}
	switch {
	case c.Runs < 1 || bits.OnesCount(uint(c.Runs)) != 1:
		return c, fmt.Errorf("solve: %d runs of a probe at most: want a power of 2", c.Runs)
	case !(c.Error > 0 && c.Error < 1):
		return c, fmt.Errorf("solve: probability %g of an error: want one between 0 and 1", c.Error)
	case !(c.Precision >= 0 && c.Precision < 1):
		return c, fmt.Errorf("solve: precision %g: want a relative width between 0 and 1", c.Precision)
	case c.Direction != Inferred && c.Direction != Least && c.Direction != Largest:
		return c, fmt.Errorf("solve: direction %q: want least or largest", c.Direction)
	}
	return c, nil
}

// UnmetError says that the range of a search has no answer.
type UnmetError struct{ message string }

// prefix is how messages of this package begin.
const prefix = "solve: "

// Error says what was found at the ends.
func (e *UnmetError) Error() string { return e.message }

// search is one search over a parameter.
type search struct {
	cfg      Config
	par      parameter
	base     *scenario.Scenario
	from, to float64
	least    bool
	// probability of an error of one side at one look of one probe
	level  float64
	read   func(ctx context.Context, sc *scenario.Scenario, at float64, i int) (reading, error) // makes run i of a probe
	last   *result.Result                                                                       // of the last run; nil before
	probes []Probe                                                                              // in the order in which they were made
	runs   int
}

// Run looks for the least value that meets a target, or the largest. It is a stochastic bisection: every probe simulates the scenario at
// one value, with the same seeds at all values (common random numbers), for 1, 2, 4 ... runs, until the measure is on one side of its limit
// at a level that makes all decisions of up to 48 probes right together with probability 1 - Error, by Bonferroni's inequality, which needs
// no independence. A probe that cannot decide is left open, and the bisection goes on to both sides of it. If the measure is monotone in
// the parameter, the interval of the Solution contains the answer with that probability.
//
// An error that wraps *fault.InputError was found before anything was simulated; an *UnmetError says that there is no answer in the range.
// If ctx ends, the error wraps fault.ErrInterrupted; if the budget does, there is no error but Solution.Stopped says so. Whatever ended the
// search, the solution has what was found until then, and is nil only if that is nothing.
func Run(ctx context.Context, cfg Config) (*Solution, error) {
	start := time.Now()
	s, err := newSearch(cfg)
	if err != nil {
		return nil, fault.Input(err)
	}
	inner, cancel := ctx, context.CancelFunc(func() {})
	if cfg.Budget > 0 {
		inner, cancel = context.WithTimeout(ctx, cfg.Budget)
	}
	defer cancel()
	stopped, err := s.run(inner)
	if errors.Is(err, fault.ErrInterrupted) {
		if ctx.Err() == nil {
			stopped, err = "the budget of time is used up", nil
		} else {
			stopped, err = "interrupted", fmt.Errorf("%w (%w)", fault.ErrInterrupted, context.Cause(ctx))
		}
	}
	unmet := (*UnmetError)(nil)
	switch {
	case errors.Is(err, fault.ErrInterrupted) || err == nil:
	case len(s.probes) == 0:
		return nil, err
	case !errors.As(err, &unmet):
		stopped = err.Error()
	}
	solution := s.solution(stopped)
	solution.Wall = time.Since(start)
	if unmet != nil {
		solution.Unmet = strings.TrimPrefix(unmet.message, prefix)
		solution.Answer = nan
	}
	solution.Partial = err != nil && unmet == nil
	return solution, err
}

// newSearch checks what was asked for.
func newSearch(cfg Config) (*search, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	base, err := cfg.Scenario()
	if err != nil {
		return nil, err
	}
	if n := len(base.Policies); n != 1 {
		return nil, fmt.Errorf("solve: %d policies: a search is of one, set policy.name", n)
	}
	if !slices.Contains(scenario.Measures(base.Model), cfg.Target.Measure) {
		return nil, fmt.Errorf("solve: target %s: model %s does not measure %s", cfg.Target, base.Model, cfg.Target.Measure)
	}
	s := &search{cfg: cfg, par: parameterOf(cfg.Over), base: base, from: cfg.From, to: cfg.To}
	s.par.whole = s.par.whole || cfg.Whole
	if math.IsNaN(s.from) && s.par.to != nil {
		s.from = s.par.from
	}
	if math.IsNaN(s.to) && s.par.to != nil {
		s.to = s.par.to(base)
	}
	if math.IsNaN(s.from) || math.IsNaN(s.to) {
		return nil, fmt.Errorf("solve: search over %s: its range is not known, want it from one value to another", cfg.Over)
	}
	if err := s.par.check(s.from, s.to); err != nil {
		return nil, err
	}
	switch effect := s.par.effect(cfg.Target.Measure); {
	case cfg.Direction != Inferred:
		s.least = cfg.Direction == Least
	case effect == 0:
		return nil, fmt.Errorf(
			"solve: search over %s: it is not known whether larger values meet the target, want the direction, least or largest",
			cfg.Over,
		)
	default:
		s.least = effect < 0 != cfg.Target.AtLeast
	}
	s.read = s.simulate
	looks := bits.Len(uint(cfg.Runs))
	s.level = cfg.Error / float64(mostProbes*looks)
	return s, nil
}

// start is the first value to probe: that of the scenario if it is in the range.
func (s *search) start() float64 {
	if s.par.now != nil {
		if x := s.par.now(s.base); x >= s.from && x <= s.to {
			return s.par.round(x)
		}
	}
	if s.par.to != nil && s.par.scale == geometric && s.from <= 16 && 16 <= s.to {
		return 16
	}
	if x := s.par.between(s.from, s.to); !math.IsNaN(x) {
		return x
	}
	return s.from
}

// ends returns the end of the range where the target is hardest to meet, and the other.
func (s *search) ends() (hard, easy float64) {
	if s.least {
		return s.from, s.to
	}
	return s.to, s.from
}

// easier reports whether a meets the target if b does.
func (s *search) easier(a, b float64) bool {
	if s.least {
		return a > b
	}
	return a < b
}

// run probes until the interval is narrow enough, and says why it stopped if that was something else.
func (s *search) run(ctx context.Context) (stopped string, err error) {
	next := s.start()
	for len(s.probes) < mostProbes {
		p, err := s.probe(ctx, next)
		if err != nil && !(errors.Is(err, fault.ErrInterrupted) && p.Runs > 0) {
			return "", err
		}
		s.probes = append(s.probes, p)
		if s.cfg.Probed != nil {
			s.cfg.Probed(p)
		}
		if err != nil {
			return "", err
		}
		var done bool
		if next, done, err = s.next(); done || err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d probes are made", mostProbes), nil
}

// bracket returns the easiest value that fails and the hardest that meets the target, NaN where there is none.
func (s *search) bracket() (fails, meets float64) {
	fails, meets = nan, nan
	for _, p := range s.probes {
		if p.Answer == Fails && (math.IsNaN(fails) || s.easier(p.At, fails)) {
			fails = p.At
		}
		if p.Answer == Meets && (math.IsNaN(meets) || s.easier(meets, p.At)) {
			meets = p.At
		}
	}
	return fails, meets
}

// next returns the value to probe next, or says that the interval is narrow enough.
func (s *search) next() (x float64, done bool, err error) {
	fails, meets := s.bracket()
	if !math.IsNaN(fails) && !math.IsNaN(meets) && s.easier(fails, meets) {
		return 0, false, s.unmet(
			"the measure is not monotone in %s: %s meets the target and %s does not",
			s.cfg.Over,
			s.par.text(meets),
			s.par.text(fails),
		)
	}
	hard, easy := s.ends()
	if math.IsNaN(meets) {
		return s.reach(easy, "no value of %s from %s to %s meets %s")
	}
	if math.IsNaN(fails) {
		return s.reach(hard, "every value of %s from %s to %s meets %s")
	}
	// Open probes lie between the two: they are approached from both sides.
	near, far := meets, fails // of the open ones: next to fails, next to meets
	for _, p := range s.probes {
		if p.Answer == Open && s.easier(p.At, fails) && s.easier(meets, p.At) {
			if s.easier(near, p.At) {
				near = p.At
			}
			if s.easier(p.At, far) {
				far = p.At
			}
		}
	}
	for _, gap := range [][2]float64{{fails, near}, {far, meets}} {
		if s.wide(gap[0], gap[1]) {
			if x := s.par.between(gap[0], gap[1]); !math.IsNaN(x) {
				return x, false, nil
			}
		}
	}
	return 0, true, nil
}

// wide reports whether the gap between two probes is wider than asked.
func (s *search) wide(a, b float64) bool {
	width, size := math.Abs(a-b), max(math.Abs(a), math.Abs(b))
	if s.par.whole && width <= 1 {
		return false
	}
	precision := s.cfg.Precision
	if precision == 0 && !s.par.whole {
		precision = 0.01
	}
	return width > float64(precision*size)
}

// reach goes on towards an end of the range at which the search has not been. At the end it fails with the message.
func (s *search) reach(end float64, message string) (x float64, done bool, err error) {
	last := s.probes[0]
	for _, p := range s.probes {
		if math.Abs(p.At-end) < math.Abs(last.At-end) {
			last = p
		}
	}
	if last.At != end {
		return s.par.beyond(last.At, end), false, nil
	}
	if last.Answer == Open {
		return 0, false, s.unmet(
			"%s = %s, the end of the range, is too close to %s to tell: %s ± %s beside %s; want a wider range or longer runs",
			s.cfg.Over,
			s.par.text(
				end,
			),
			s.cfg.Target,
			s.cfg.Target.shown(last.Value).String(),
			s.cfg.Target.shown(last.HalfWidth).String(),
			s.cfg.Target.shown(last.Limit).String(),
		)
	}
	err = s.unmet(message+": at %s it is %s, the limit %s", s.cfg.Over, s.par.text(s.from), s.par.text(s.to), s.cfg.Target, s.par.text(end),
		s.cfg.Target.shown(last.Value).String(), s.cfg.Target.shown(last.Limit).String())
	return 0, false, err
}

func (s *search) unmet(format string, args ...any) error {
	return &UnmetError{prefix + fmt.Sprintf(format, args...)}
}

// sorted returns the probes by value.
func (s *search) sorted() []Probe {
	list := slices.Clone(s.probes)
	slices.SortFunc(list, func(a, b Probe) int {
		switch {
		case a.At < b.At:
			return -1
		case a.At > b.At:
			return 1
		}
		return 0
	})
	return list
}
