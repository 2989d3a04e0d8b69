package speed

import (
	"context"
	"fmt"

	"shardq/bench/report"
	"shardq/bench/speed/systems"
)

// runSystems adds a line for every system of the literature.
func runSystems(ctx context.Context, s *session) error {
	cfg := systems.Config{Largest: s.largest, Found: func(found systems.Result) { s.add(s.systemLine(&found)) }}
	if !s.judged {
		cfg.Amount = 3 * s.warm
	}
	if s.tell != nil {
		cfg.Tell = func(name string) { s.tell(s.workload, name) }
	}
	return systems.Measure(ctx, cfg)
}

// systemLine makes a line of a system. Its time is that of the larger run, its verdict that of the references.
func (s *session) systemLine(found *systems.Result) Line {
	run := found.Fastest()
	ns := 1e9 / run.PerSecond
	return Line{
		Workload: s.workload, Case: fmt.Sprintf("system=%s/scenario=%s/servers=%d", found.Name, found.Scenario, run.Servers),
		Contestant: found.Engine,
		Shards:     run.Shards, Rounds: 1, PerSecond: run.PerSecond, NsJob: ns, Least: ns, Greatest: ns, Unit: run.Unit,
		Target: systems.Target, Met: !found.Failed(), Host: s.host, Version: s.version, System: found,
	}
}

// systems returns the systems of the literature among the lines.
func (r *Report) systems() (list []*systems.Result) {
	for _, l := range r.Lines {
		if l.System != nil {
			list = append(list, l.System)
		}
	}
	return list
}

// SystemTable lists the systems of the literature, and the machine they ran on.
func (r *Report) SystemTable() report.Table {
	t := systems.Table(r.systems(), r.Partial)
	for _, l := range r.Lines {
		if l.System != nil {
			t.Notes = append(
				t.Notes,
				fmt.Sprintf("%s, %d cores, %s/%s, %s, shardq %s", l.Host.CPU, l.Host.Cores, l.Host.OS, l.Host.Arch, l.Host.Go, l.Version),
			)
			break
		}
	}
	return t
}

// ReferenceTable lists the known values of the systems beside the measured ones.
func (r *Report) ReferenceTable() report.Table { return systems.ReferenceTable(r.systems()) }
