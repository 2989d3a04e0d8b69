package speed

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"shardq/kernel"
)

// Config says what to measure. The zero value measures everything.
type Config struct {
	Workloads []string // names of Workloads; nil for all
	Quick     bool     // smaller systems and fewer rounds, some 20 s in all; targets are not judged
	Progress  func(workload, what string)
}

// Workload is a named set of measurements.
type Workload struct {
	Name    string
	Summary string
	run     func(ctx context.Context, cfg Config) ([]Line, error)
}

// Workloads lists all workloads in the order in which they run.
func Workloads() []Workload {
	return []Workload{
		{"floor", "the memory floor: rows of random ports fetched and scanned, nothing else", runFloor},
		{"plain", "the plain sequential loop that a good programmer writes in an afternoon", runPlain},
		{"engine", "the engine on one shard and on all cores, beside the plain loop and the memory floor, by turns", runEngine},
		{"small", "the engine on systems of 100 and 1,000 servers, one core", runSmall},
		{"build", "the random graph generator", runBuild},
	}
}

// Run measures the workloads asked for.
func Run(ctx context.Context, cfg Config) (*Report, error) {
	all := Workloads()
	var names []string
	for _, w := range all {
		names = append(names, w.Name)
	}
	var chosen []Workload
	for _, name := range cfg.Workloads {
		found := false
		for _, w := range all {
			if w.Name == name {
				chosen, found = append(chosen, w), true
			}
		}
		if !found {
			return nil, &UnknownError{Name: name, Known: names}
		}
	}
	if len(cfg.Workloads) == 0 {
		chosen = all[2:] // engine has floor and plain in it
	}
	r := &Report{}
	for _, w := range chosen {
		if cfg.Progress != nil {
			cfg.Progress(w.Name, w.Summary)
		}
		lines, err := w.run(ctx, cfg)
		if err != nil {
			return r, err
		}
		r.Lines = append(r.Lines, lines...)
	}
	return r, nil
}

// UnknownError says that there is no such workload.
type UnknownError struct {
	Name  string
	Known []string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("speed: unknown workload %q (want one of %s)", e.Name, strings.Join(e.Known, ", "))
}

// mainSpec is the system of the targets: 2^20 servers and ports, mean degree 30, load .8, jfsq.
func mainSpec(cfg Config) (s spec, rounds int) {
	s = spec{servers: 1 << 20, degree: 30, load: 0.8, policy: kernel.Policy{Rule: kernel.JFSQ}, slice: 1e6}
	if cfg.Quick {
		s.servers, s.slice = 1<<17, 3e5
		return s, 3
	}
	return s, 11
}

func runFloor(ctx context.Context, cfg Config) ([]Line, error) { return baseline(ctx, cfg, "floor", 1) }
func runPlain(ctx context.Context, cfg Config) ([]Line, error) { return baseline(ctx, cfg, "plain", 0) }

// baseline measures the main system without the engine and keeps contestant i.
func baseline(ctx context.Context, cfg Config, workload string, i int) ([]Line, error) {
	s, rounds := mainSpec(cfg)
	t, err := measureEngine(ctx, s, nil, true, rounds)
	if err != nil {
		return nil, err
	}
	return []Line{line(workload, s.name(), &t[i], nil, 0)}, nil
}

func runEngine(ctx context.Context, cfg Config) ([]Line, error) {
	s, rounds := mainSpec(cfg)
	shards := []int{1}
	for p := 2; p < runtime.GOMAXPROCS(0); p *= 2 {
		shards = append(shards, p)
	}
	if cores := runtime.GOMAXPROCS(0); cores > 1 {
		shards = append(shards, cores)
	}
	t, err := measureEngine(ctx, s, shards, true, rounds)
	if err != nil {
		return nil, err
	}
	plain, floor, one := &t[0], &t[1], &t[2]
	lines := []Line{line("engine", s.name(), plain, nil, 0), line("engine", s.name(), floor, plain, 0), line("engine", s.name(), one, plain, judged(cfg, 3))}
	for i := 3; i < len(t); i++ {
		least := 0.0
		if t[i].Shards == 2 {
			least = judged(cfg, 1.4)
		}
		lines = append(lines, line("engine", s.name(), &t[i], one, least))
	}
	return lines, nil
}

// judged returns a target, or 0 in a quick session, whose systems are not those that targets speak of.
func judged(cfg Config, target float64) float64 {
	if cfg.Quick {
		return 0
	}
	return target
}

func runSmall(ctx context.Context, cfg Config) ([]Line, error) {
	var lines []Line
	for _, s := range []spec{
		{servers: 100, degree: 10, load: 0.8, policy: kernel.Policy{Rule: kernel.JFSQ}, slice: 3e6},
		{servers: 1000, degree: 30, load: 0.8, policy: kernel.Policy{Rule: kernel.JFSQ}, slice: 3e6},
		{servers: 1000, degree: 30, load: 0.8, policy: kernel.Policy{Rule: kernel.JFIQ}, slice: 3e6},
		{servers: 1000, degree: 30, load: 0.8, policy: kernel.Policy{Rule: kernel.JSQD, D: 2}, slice: 3e6},
	} {
		rounds := 5
		if cfg.Quick {
			s.slice, rounds = 3e5, 3
		}
		t, err := measureEngine(ctx, s, []int{1}, false, rounds)
		if err != nil {
			return nil, err
		}
		l := line("small", s.name(), &t[0], nil, 0)
		if !cfg.Quick {
			l.Target, l.Met = "at least 8 M jobs/s", l.PerSecond >= 8e6
		}
		lines = append(lines, l)
	}
	return lines, nil
}

func runBuild(ctx context.Context, cfg Config) ([]Line, error) {
	s, rounds := mainSpec(cfg)
	var lines []Line
	for _, workers := range []int{1, runtime.GOMAXPROCS(0)} {
		edges, seconds, err := measureBuild(ctx, s.servers, s.degree, workers, rounds)
		if err != nil {
			return nil, err
		}
		t := Timing{Name: fmt.Sprintf("random graph, %d core%s", workers, plural(workers)), Shards: workers}
		for _, sec := range seconds {
			t.NsJob = append(t.NsJob, sec*1e9/float64(edges))
		}
		l := line("build", fmt.Sprintf("servers=%d/degree=%g/edges=%d", s.servers, s.degree, edges), &t, nil, 0)
		l.Unit = "edge"
		if workers > 1 && !cfg.Quick {
			l.Target, l.Met = "3*10^7 edges in at most 3 s", l.NsJob <= 100
		}
		lines = append(lines, l)
		if runtime.GOMAXPROCS(0) == 1 {
			break
		}
	}
	return lines, nil
}
