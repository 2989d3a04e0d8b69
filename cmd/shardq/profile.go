package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"sync"

	"github.com/spf13/cobra"
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

// start begins the profile, which is written to none of the inputs. stop finishes its file and must be called on every way out; it does so
// after an interruption too, and says whether all of the profile is in the file.
func (p *profileConfig) start(stderr io.Writer, inputs ...string) (stop func() error, err error) {
	if p.kind.value == "off" {
		return func() error { return nil }, nil
	}
	file := filepath.Join(p.dir, p.kind.value+".pprof")
	if p.kind.value == "trace" {
		file = filepath.Join(p.dir, "trace.out")
	}
	if err = os.MkdirAll(p.dir, 0o777); err == nil {
		err = writable([]string{file}, inputs...)
	}
	if err != nil {
		return nil, usageError{fmt.Errorf("--profile-dir: %w", err)}
	}
	f, err := os.Create(file)
	if err != nil {
		return nil, usageError{fmt.Errorf("--profile-dir: %w", err)}
	}
	w := &keptError{w: f}
	finish, err := profilers()[p.kind.value](w)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("profile: %w", err), f.Close())
	}
	return func() error {
		err := errors.Join(finish(), w.failed())
		if err = errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("the profile is not complete: %w", err)
		}
		fmt.Fprintf(stderr, "profile written to %s\n", file)
		return nil
	}, nil
}

// profilers start each kind of profile. What they return ends it, and has written it when it returns.
func profilers() map[string]func(w io.Writer) (finish func() error, err error) {
	const bytesPerSample = 4096
	named := func(name string, w io.Writer, off func()) func() error {
		return func() error {
			defer off()
			return pprof.Lookup(name).WriteTo(w, 0)
		}
	}
	return map[string]func(w io.Writer) (func() error, error){
		"cpu": func(w io.Writer) (func() error, error) {
			return func() error { pprof.StopCPUProfile(); return nil }, pprof.StartCPUProfile(w)
		},
		"mem": func(w io.Writer) (func() error, error) {
			usual := runtime.MemProfileRate
			runtime.MemProfileRate = bytesPerSample
			return named("heap", w, func() { runtime.MemProfileRate = usual }), nil
		},
		"mutex": func(w io.Writer) (func() error, error) {
			runtime.SetMutexProfileFraction(1)
			return named("mutex", w, func() { runtime.SetMutexProfileFraction(0) }), nil
		},
		"block": func(w io.Writer) (func() error, error) {
			runtime.SetBlockProfileRate(1)
			return named("block", w, func() { runtime.SetBlockProfileRate(0) }), nil
		},
		"trace": func(w io.Writer) (func() error, error) {
			return func() error { trace.Stop(); return nil }, trace.Start(w)
		},
	}
}

// keptError is a writer that keeps its first error, for profilers that write in the background and tell nobody.
type keptError struct {
	w   io.Writer
	mu  sync.Mutex
	err error
}

func (k *keptError) Write(p []byte) (int, error) {
	n, err := k.w.Write(p)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.err == nil {
		k.err = err
	}
	return n, err
}

func (k *keptError) failed() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.err
}
