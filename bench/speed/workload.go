package speed

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"

	"shardq/bench/result"
)

// Config says what to measure. The zero value measures everything.
type Config struct {
	Workloads []string // names of Workloads; nil for all but those that run only by name
	Quick     bool     // smaller systems and fewer rounds, some 20 s in all; targets are not judged
	Progress  func(workload, what string)
	// Spinner prepares a process that runs [Spin] for a core. Without it the case of a busy neighbour is left out. The process must be
	// another one, since what is measured is how the system divides its cores.
	Spinner func(core int) *exec.Cmd

	effort *effort // for tests; nil for full or quick
}

// Workload is a named set of measurements.
type Workload struct {
	Name    string
	Summary string
	ByName  bool // runs only when asked for by name
	run     func(ctx context.Context, s *session) error
}

// Workloads lists all workloads in the order in which they run.
func Workloads() []Workload {
	return []Workload{
		{"floor", "the memory floor: rows of random ports fetched or computed, and scanned; nothing else", false, runFloor},
		{"plain", "the plain sequential loops that a good programmer writes in an afternoon", false, runPlain},
		{"engine", "the engine on one core beside plain loops and floors: policies, graphs, sizes, instruction sets", false, runEngine},
		{"cost", "cost per job from 2^12 to 2^26 servers on a computed graph", false, runCost},
		{
			"idle",
			"the ways to find idle servers, one core: by keys, by a bit a server, by bits that are kept for each port",
			false,
			runIdle,
		},
		{"scale", "shards against one; replications side by side; a busy neighbour; predictions for more cores", false, runScale},
		{"small", "systems of 100 and 1,000 servers, one core", false, runSmall},
		{"supermarket", "two random choices among a million servers, without a graph, beside a plain loop", false, runSupermarket},
		{"lumped", "two random choices by counts of servers only, a thousand to a billion servers", false, runLumped},
		{"memory", "bytes per server and per edge, and the peak", false, runMemory},
		{"build", "the random graph generator", false, runBuild},
		{"rng", "random blocks and the draws derived from them", false, runRNG},
		{"billion", "one unit of time of a billion servers and ports on a computed graph: minutes, and gigabytes", true, runBillion},
		{
			"systems",
			"every system of the literature: its scenario, a million servers, and a value that is known: minutes",
			true,
			runSystems,
		},
	}
}

// rowsOf returns the rows of the targets that a workload decides.
func rowsOf(workload string) []string {
	switch workload {
	case "engine":
		return []string{"jfsq-stored-plain", "jfsq-stored-floor", "jfsq-computed-plain", "jfiq-stored-plain", "jfiq-computed-plain"}
	case "scale":
		return []string{
			"shards-stored", "shards-stored-degree86", "shards-stored-2^23", "shards-computed", "shards-computed-2^24", "shards-2^16",
			"shards-2^12",
			"replications", "busy-neighbour",
		}
	case "supermarket":
		return []string{"supermarket-1", "supermarket-2"}
	case "memory":
		return []string{"memory-server", "memory-edge", "memory-computed"}
	case "cost", "small", "lumped", "build", "billion":
		return []string{workload}
	}
	return nil
}

// Run measures the workloads asked for. With an error it returns what was measured before: the cases that are finished, and, if ctx has
// ended, a line for each target that would have followed.
func Run(ctx context.Context, cfg Config) (*Report, error) {
	chosen, err := choose(cfg.Workloads)
	if err != nil {
		return nil, err
	}
	s := &session{effort: full, cores: runtime.GOMAXPROCS(0), spinner: cfg.Spinner, host: result.ThisHost(), version: result.Version()}
	if cfg.Quick {
		s.effort = quick
	}
	if cfg.effort != nil {
		s.effort = *cfg.effort
	}
	for _, w := range chosen {
		if cfg.Progress != nil {
			cfg.Progress(w.Name, w.Summary)
		}
		s.workload, s.tell = w.Name, cfg.Progress
		if err := w.run(ctx, s); err != nil {
			if ctx.Err() != nil {
				s.explainUnfinished(chosen)
				if len(cfg.Workloads) == 0 {
					s.explainMissing()
				}
			}
			s.Partial = true
			return &s.Report, fmt.Errorf("speed: %s: %w", w.Name, err)
		}
		runtime.GC()
	}
	if len(cfg.Workloads) == 0 {
		s.explainMissing()
	}
	return &s.Report, nil
}

// explainUnfinished adds a line for each target that the workloads would have decided and that this machine can measure.
func (s *session) explainUnfinished(chosen []Workload) {
	have := map[string]bool{}
	for _, l := range s.Lines {
		have[l.Row] = true
	}
	for _, w := range chosen {
		for _, row := range rowsOf(w.Name) {
			if t, _ := targetOf(row); have[row] || t.Cores > s.cores {
				continue
			}
			s.add(Line{Workload: "targets", Row: row, Note: "not measured: interrupted", Host: s.host, Version: s.version})
		}
	}
}

// choose finds workloads by name, each once.
func choose(asked []string) (chosen []Workload, err error) {
	all := Workloads()
	if len(asked) == 0 {
		for _, w := range all {
			if !w.ByName {
				chosen = append(chosen, w)
			}
		}
		return chosen, nil
	}
	var names []string
	byName := map[string]Workload{}
	seen := map[string]bool{}
	for _, w := range all {
		names = append(names, w.Name)
		byName[w.Name] = w
	}
	var unknown []error
	for _, name := range asked {
		if seen[name] {
			continue
		}
		seen[name] = true
		w, ok := byName[name]
		if !ok {
			unknown = append(unknown, &UnknownError{Name: name, Known: names})
		}
		chosen = append(chosen, w)
	}
	return chosen, errors.Join(unknown...)
}

// UnknownError says that there is no such workload.
type UnknownError struct {
	Name  string
	Known []string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("speed: unknown workload %q (want one of %s)", e.Name, strings.Join(e.Known, ", "))
}

// session is one call of Run.
type session struct {
	Report
	effort
	cores    int
	spinner  func(core int) *exec.Cmd
	host     result.Host
	version  string
	workload string // the one that runs
	tell     func(workload, what string)
}

// few returns the number of shards to show besides one: all cores, or nothing to show on one core.
func (s *session) few() []int {
	if s.cores == 1 {
		return nil
	}
	return []int{s.cores}
}

// powers returns 2, 4, 8 ... and last the number of cores.
func (s *session) powers() (shards []int) {
	for p := 2; p < s.cores; p *= 2 {
		shards = append(shards, p)
	}
	return append(shards, s.few()...)
}
