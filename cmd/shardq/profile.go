package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/pkg/profile"
	"github.com/spf13/cobra"

	"shardq/bench/report"
)

// profileConfig says which profile to take, and where it goes.
type profileConfig struct {
	kind choice
	dir  string
}

func newProfileConfig() profileConfig {
	return profileConfig{kind: newChoice("off", "cpu", "mem", "mutex", "block", "trace")}
}

func (p *profileConfig) add(cmd *cobra.Command) {
	p.kind.add(cmd, "profile", "take a profile, labelled by shard and phase")
	cmd.Flags().StringVar(&p.dir, "profile-dir", ".", "`directory` of the profile")
}

// start begins the profile. stop finishes its file and must be called on every way out; it does so after an interruption too.
func (p *profileConfig) start(stderr io.Writer) (stop func(), err error) {
	if p.kind.value == "off" {
		return func() {}, nil
	}
	modes := map[string]func(*profile.Profile){
		"cpu": profile.CPUProfile, "mem": profile.MemProfile, "mutex": profile.MutexProfile, "block": profile.BlockProfile, "trace": profile.TraceProfile,
	}
	file := filepath.Join(p.dir, p.kind.value+".pprof")
	if p.kind.value == "trace" {
		file = filepath.Join(p.dir, "trace.out")
	}
	// The profiler ends the process if it cannot begin, so what it needs is tried first.
	err = os.MkdirAll(p.dir, 0o777)
	if err == nil {
		err = report.Writable(file)
	}
	if err != nil {
		return nil, usageError{fmt.Errorf("--profile-dir: %w", err)}
	}
	running := profile.Start(modes[p.kind.value], profile.ProfilePath(p.dir), profile.NoShutdownHook, profile.Quiet)
	return func() {
		running.Stop()
		fmt.Fprintf(stderr, "profile written to %s\n", file)
	}, nil
}
