package figures

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"shardq/bench/fault"
)

// Config says how figures are made.
type Config struct {
	Size Size
	Dir  string // folder of all figures
	// Progress is called once for the runs found in files, if there are any, and after every other run, from one goroutine at a time; nil
	// for silence.
	Progress func(Progress)
}

// Progress tells how far a figure is.
type Progress struct {
	Figure      string
	Done, Total int    // runs
	Kept        int    // of these, found in files
	Label       string // of the run that ended; "" for all that were found in files, told at once
	Seconds     float64
}

// Run makes the data of a figure. Runs that have a record in the folder are not repeated. If ctx ends first, the error wraps
// fault.ErrInterrupted, and the records of what was complete are kept.
func Run(ctx context.Context, f Figure, cfg Config) (*Drawing, error) {
	d := &design{size: cfg.Size}
	f.design(d)
	if d.err != nil {
		return nil, fmt.Errorf("figures: %s: %w", f.Name, d.err)
	}
	if len(d.jobs) > 0 {
		if err := os.MkdirAll(filepath.Join(cfg.Dir, runsFolder), 0o755); err != nil {
			return nil, fmt.Errorf("figures: %w", err)
		}
	}
	r := &runner{figure: f.Name, cache: cache{filepath.Join(cfg.Dir, runsFolder)}, tell: cfg.Progress, records: recordSet{}}
	if err := r.run(ctx, d.jobs); err != nil {
		return nil, err
	}
	return newDrawing(f, d, r.records), nil
}

// runner runs the jobs of one figure.
type runner struct {
	figure string
	cache  cache
	tell   func(Progress)

	mu       sync.Mutex
	progress Progress
	records  recordSet
}

// run makes the records of all jobs: first those that take one core each, as many at a time as there are cores, then the others one by one.
func (r *runner) run(ctx context.Context, jobs []*Job) error {
	r.progress = Progress{Figure: r.figure, Total: len(jobs)}
	var narrow, wide []*Job
	first := map[string]*Job{} // of each key, so that no job runs twice at a time
	same := map[*Job]*Job{}
	for _, j := range jobs {
		key, err := j.Key()
		if err != nil {
			return err
		}
		switch old, kept := first[key], r.cache.load(j, key); {
		case old != nil:
			same[j] = old
		case kept != nil:
			r.progress.Kept++
			r.done(j, kept)
		case j.spreads():
			wide = append(wide, j)
		default:
			narrow = append(narrow, j)
		}
		if first[key] == nil {
			first[key] = j
		}
	}
	if r.progress.Kept > 0 && r.tell != nil {
		p := r.progress
		p.Label = "" // a line for all of them
		r.tell(p)
	}
	if err := r.several(ctx, narrow, runtime.GOMAXPROCS(0)); err != nil {
		return err
	}
	if err := r.several(ctx, wide, 1); err != nil {
		return err
	}
	for j, old := range same {
		r.records[j] = r.records[old]
	}
	return nil
}

// several runs jobs, so many at a time. The first fault ends the others.
func (r *runner) several(ctx context.Context, jobs []*Job, workers int) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	next := make(chan *Job)
	errs := make([]error, min(workers, len(jobs)))
	var wg sync.WaitGroup
	for w := range errs {
		wg.Go(func() {
			for j := range next {
				if err := r.one(inner, j); err != nil && errs[w] == nil {
					errs[w] = err
					cancel()
				}
			}
		})
	}
	for _, j := range jobs {
		if inner.Err() != nil {
			break
		}
		select {
		case next <- j:
		case <-inner.Done():
		}
	}
	close(next)
	wg.Wait()
	for _, err := range errs {
		if err != nil && !ended(err) {
			return err
		}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%w: figure %s after %d of %d runs, which are kept; the same command goes on from there (%w)",
			fault.ErrInterrupted, r.figure, r.progress.Done, r.progress.Total, context.Cause(ctx))
	}
	return nil
}

// ended reports whether an error only says that a context has ended.
func ended(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, fault.ErrInterrupted)
}

// one runs a job and keeps its record.
func (r *runner) one(ctx context.Context, j *Job) (err error) {
	defer fault.Caught(&err)
	key, err := j.Key()
	if err != nil {
		return err
	}
	record, err := j.run(ctx)
	if err != nil {
		return fmt.Errorf("figures: %s: %s: %w", r.figure, j.Label, err)
	}
	record.Key, record.Label = key, j.Label
	if err := r.cache.store(record); err != nil {
		return err
	}
	// What is drawn is what a later figure will read.
	if record = r.cache.load(j, key); record == nil {
		return fmt.Errorf("figures: %s: %s: the record cannot be read back from %s", r.figure, j.Label, r.cache.path(key))
	}
	r.done(j, record)
	return nil
}

// done takes in a record.
func (r *runner) done(j *Job, record *Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.records[j] = record
	r.progress.Done++
	r.progress.Label, r.progress.Seconds = j.Label, record.Seconds
	if r.tell != nil && r.progress.Done > r.progress.Kept {
		r.tell(r.progress)
	}
}
