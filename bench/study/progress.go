package study

import (
	"sync"
	"time"
)

// Phase is what a run is doing.
type Phase string

// The phases.
const (
	BuildingGraph Phase = "graph"
	WarmingUp     Phase = "warm-up"
	Measuring     Phase = "measure"
)

// Update tells how far a run is.
type Update struct {
	Phase   Phase
	Policy  string        // the policy that is running
	Done    float64       // simulated time so far, over all policies and replications
	Total   float64       // what Done will be at the end
	Jobs    uint64        // arrivals so far
	Elapsed time.Duration // since the simulation began; 0 before
}

// interval is the time between two updates.
const interval = 100 * time.Millisecond

// monitor collects how far the simulations are and tells it at intervals from a goroutine of its own.
type monitor struct {
	mu       sync.Mutex
	update   Update // Done and Jobs of what has ended
	warmup   float64
	began    time.Time
	running  []running
	finished chan struct{}
	ended    sync.WaitGroup
}

// running is a simulation that is watched.
type running interface {
	Progress() (now float64, arrived uint64)
}

// startMonitor starts to tell of a run that begins in a phase. total is the simulated time of the whole run, warmup that of one
// replication.
func startMonitor(phase Phase, tell func(Update), total, warmup float64) *monitor {
	m := &monitor{update: Update{Phase: phase, Total: total}, warmup: warmup, finished: make(chan struct{})}
	if tell == nil {
		return m
	}
	m.ended.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			tell(m.current())
			select {
			case <-ticker.C:
			case <-m.finished:
				tell(m.current())
				return
			}
		}
	})
	return m
}

// close tells for the last time and returns when the goroutine has ended.
func (m *monitor) close() {
	close(m.finished)
	m.ended.Wait()
}

// policy begins the simulation of a policy.
func (m *monitor) policy(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.update.Policy = name
	m.update.Phase = WarmingUp
	if m.began.IsZero() {
		m.began = time.Now()
	}
}

// warm says where the warm-up of a replication ends.
func (m *monitor) warm(until float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.warmup = until
}

// more says that the run will take longer than was told.
func (m *monitor) more(time float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.update.Total += time
}

// add watches a simulation; remove counts what it has done and watches it no more.
func (m *monitor) add(s running) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.running = append(m.running, s)
}

func (m *monitor) remove(s running) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, r := range m.running {
		if r == s {
			m.running = append(m.running[:i:i], m.running[i+1:]...)
			break
		}
	}
	now, jobs := s.Progress()
	m.update.Phase = Measuring
	m.update.Done += now
	m.update.Jobs += jobs
}

// current adds what is running to what has ended.
func (m *monitor) current() Update {
	m.mu.Lock()
	defer m.mu.Unlock()
	u := m.update
	for i, s := range m.running {
		now, jobs := s.Progress()
		u.Done += now
		u.Jobs += jobs
		if now >= m.warmup {
			u.Phase = Measuring
		} else if i == 0 {
			u.Phase = WarmingUp
		}
	}
	if !m.began.IsZero() {
		u.Elapsed = time.Since(m.began)
	}
	return u
}
