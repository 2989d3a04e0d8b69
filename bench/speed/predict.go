package speed

import (
	"fmt"
	"strings"

	"shardq/shard"
)

// model predicts the time of a job on P shards, each on a core of its own, from the phases measured on two numbers of shards.
//
// A phase costs every shard repeated + divided/P: what each shard does for itself however many there are, and what the shards divide. Two
// measurements give both. The barrier costs what it costs when all arrive together, once a window; that grows in proportion to P, since all
// shards add to one counter. The rest of the wait measured is for the slower shards, which is taken to stay. The model does not know how
// much memory bandwidth the cores share.
type model struct {
	repeated, divided [len(phaseNames)]float64 // ns per job; the entry of wait is unused
	uneven            float64                  // wait for slower shards, ns per job
	windows           float64                  // per job
	barrier           func(shards int) float64 // ns
}

// waitPhase is the place of wait in phaseNames.
const waitPhase = 3

// measuredPhases is what the model is fitted to.
type measuredPhases struct {
	shards int
	phases PhaseTimes
}

// newModel fits the model to measurements on a few shards and on more of them, whose wait is not looked at.
func newModel(few, more measuredPhases, barrier func(shards int) float64) model {
	m := model{windows: few.phases.Windows, barrier: barrier}
	a, b := few.phases.list(), more.phases.list()
	p, q := float64(few.shards), float64(more.shards)
	for i := range a {
		if i == waitPhase {
			continue
		}
		m.divided[i] = min(max((a[i]-b[i])/(1/p-1/q), 0), a[i]*p)
		m.repeated[i] = a[i] - m.divided[i]/p
	}
	m.uneven = max(0, few.phases.Wait-m.windows*barrier(few.shards))
	return m
}

// parts returns the three parts of the time of a job on so many shards.
func (m *model) parts(shards int) (repeated, divided, wait float64) {
	for i := range m.repeated {
		repeated += m.repeated[i]
		divided += m.divided[i] / float64(shards)
	}
	return repeated, divided, m.uneven + m.windows*m.barrier(shards)
}

// nsJob returns the predicted time of a job.
func (m *model) nsJob(shards int) float64 {
	repeated, divided, wait := m.parts(shards)
	return repeated + divided + wait
}

// limit says what most of the time on so many shards is, and how much of it.
func (m *model) limit(shards int) string {
	repeated, divided, wait := m.parts(shards)
	total := repeated + divided + wait
	percent := func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x/total) }
	switch {
	case divided >= repeated && divided >= wait:
		return "work that shards divide: " + percent(divided)
	case wait >= repeated:
		return "waiting for other shards: " + percent(wait) + " (barriers " + percent(wait-m.uneven) + ")"
	}
	var dear []string
	for i, ns := range m.repeated {
		if ns >= repeated/4 {
			dear = append(dear, phaseNames[i]+" "+percent(ns))
		}
	}
	return "work that every shard repeats: " + percent(repeated) + " (" + strings.Join(dear, ", ") + ")"
}

// best returns the number of shards, up to the most that the engine takes, on which a job takes the least time.
func (m *model) best() int {
	best := 1
	for shards := 2; shards <= shard.MaxShards; shards++ {
		if m.nsJob(shards) < m.nsJob(best) {
			best = shards
		}
	}
	return best
}

// predictedShards are the numbers of shards that a prediction is made for.
var predictedShards = []int{2, 4, 8, 16, 32}

// predict adds a line for each of predictedShards, and one for the best number. one is the time on one shard.
func (s *session) predict(one *Timing, few, more measuredPhases, barrier func(int) float64) {
	m := newModel(few, more, barrier)
	predicted := func(name string, shards int) {
		ns := m.nsJob(shards)
		s.add(Line{
			Workload: s.workload, Case: one.System, Contestant: name, Shards: shards, NsJob: ns, PerSecond: 1e9 / ns, Unit: "job",
			Against: one.Name, Ratio: one.Median() / ns, Predicted: true, Note: m.limit(shards), Host: s.host, Version: s.version,
		})
	}
	for _, shards := range predictedShards {
		predicted(fmt.Sprintf("predicted, %d shards", shards), shards)
	}
	best := m.best()
	predicted(fmt.Sprintf("predicted at best, %d shard%s", best, plural(best)), best)
}
