package shard

import "time"

// Stats says how a run on several shards went. It has no influence on results and differs from run to run.
type Stats struct {
	Windows uint64
	Claims  uint64   // jobs that claimed a server
	Alone   uint64   // times that one shard went on alone, because another program had its cores
	Shared  bool     // shards used one state of the servers, not a copy each
	Taken   uint64   // claims that met an earlier one and were routed again
	Shards  []Phases // of each shard; on one shard Draw and Route alone
}

// Phases is the time that a shard spent in each part of a window.
type Phases struct {
	Draw   time.Duration // random events of coming windows, each shard its part
	Strike time.Duration // listing and applying potential departures
	Route  time.Duration // choosing servers for its own arrivals
	Wait   time.Duration // for the other shards
	Settle time.Duration // collecting the claims of all shards and settling those that met
	Apply  time.Duration // writing joins
}

// Busy returns the time in all phases but Wait.
func (p Phases) Busy() time.Duration { return p.Draw + p.Strike + p.Route + p.Settle + p.Apply }

// Stats returns the totals since the run began. It must not be called while Advance runs.
func (s *Simulator) Stats() Stats { return s.engine.stats() }

// Phases returns the times of each shard since the run began. It must not be called while Advance runs.
func (s *Simulator) Phases() []Phases { return s.Stats().Shards }

func (w *windows[K]) stats() Stats {
	s := w.done
	s.Shared = w.shared
	for _, o := range w.workers {
		t := &o.times
		s.Shards = append(
			s.Shards,
			Phases{
				Draw:   t[phaseDraw],
				Strike: t[phaseStrike],
				Route:  t[phaseRoute],
				Wait:   t[phaseWait],
				Settle: t[phaseSettle],
				Apply:  t[phaseApply],
			},
		)
	}
	return s
}
