package study

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"shardq/bench/instance"
	"shardq/bench/result"
	"shardq/bench/scenario/input"
	"shardq/bench/stats"
	"shardq/bench/theory/mixture"
	"shardq/kernel"
)

// overrides reads changes of a scenario.
func overrides(t testing.TB, texts []string) (sets []input.Set) {
	t.Helper()
	for _, text := range texts {
		s, err := input.ParseSet(text)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, s)
	}
	return sets
}

// distinct returns counts of servers no two of which have the same rate, in so many batches.
func distinct(types, batches int) (rates []float64, counts []kernel.Counters) {
	rnd := rand.New(rand.NewPCG(uint64(types), uint64(batches)))
	for m := range types {
		rates = append(rates, 0.5+float64(m)/float64(types))
	}
	for range batches {
		c := kernel.Counters{Ticks: 1000}
		for range types {
			row := make([]uint64, 1+rnd.IntN(5))
			for k := range row {
				row[k] = uint64(rnd.IntN(20)) >> k
				c.Admitted += row[k]
			}
			c.Join = append(c.Join, row)
		}
		c.Arrived = c.Admitted
		counts = append(counts, c)
	}
	return rates, counts
}

// countedIn returns an evaluation of one replication with these batches.
func countedIn(rates []float64, counts []kernel.Counters) *bipartiteEvaluation {
	s, _ := countedBy(rates, kernel.Counters{})
	tr := track[tallies]{ended: true}
	for _, c := range counts {
		one := tallies{Counters: c}
		tr.batches = append(tr.batches, one)
		tr.total.Add(&one)
	}
	c := &course[tallies, *tallies]{sc: s.sc, subject: s, tracks: []track[tallies]{tr}, length: 1}
	return c.evaluation()
}

// sameQuantiles fails unless the quantiles of an evaluation and their errors are those of the mixture of all counts, with the distribution
// functions of the mixtures of each batch, which are worked out one by one.
func sameQuantiles(t *testing.T, e *bipartiteEvaluation, rates []float64) {
	t.Helper()
	all := mixture.Erlang{Rates: rates, Join: e.sum.Join}
	for _, q := range result.Quantiles() {
		at := all.Quantile(q.Share)
		var below, jobs [][]float64
		for _, list := range e.batches {
			var b, n []float64
			for i := range list {
				c := &list[i]
				n = append(n, float64(c.Admitted))
				if c.Admitted == 0 {
					b = append(b, 0)
					continue
				}
				b = append(b, float64(c.Admitted)*mixture.Erlang{Rates: rates, Join: c.Join}.CDF(at))
			}
			below, jobs = append(below, b), append(jobs, n)
		}
		want := stats.Quantile(q.Share, stats.Pool(below, jobs, e.cfg), all.Quantile)
		got := e.named(q.Key())
		if got.Value != at {
			t.Errorf("%s: %v, of the mixture %v", q.Key(), got.Value, at)
		}
		for what, pair := range map[string][2]float64{"standard error": {got.StdErr, want.StdErr}, "lower end": {got.Lo, want.Lo},
			"upper end": {got.Hi, want.Hi}} {
			if !(math.Abs(pair[0]-pair[1]) <= 1e-6*math.Abs(pair[1])) {
				t.Errorf("%s: %s %v, from the distribution functions %v", q.Key(), what, pair[0], pair[1])
			}
		}
		if got.Batches != want.Batches {
			t.Errorf("%s: %d groups, want %d", q.Key(), got.Batches, want.Batches)
		}
	}
}

// TestQuantilesOfManyTypes: with a service rate of its own for every server, quantiles are those of the mixture of as many laws.
func TestQuantilesOfManyTypes(t *testing.T) {
	for _, types := range []int{1, 2000} {
		rates, counts := distinct(types, 16)
		sameQuantiles(t, countedIn(rates, counts), rates)
	}
	if testing.Short() {
		return
	}
	rates, counts := distinct(20_000, 8)
	sameQuantiles(t, countedIn(rates, counts), rates)
}

// TestServersOfManyRates: the same from a scenario to what the engine counted, in replications of their own.
func TestServersOfManyRates(t *testing.T) {
	const n = 2000
	var list strings.Builder
	for i := range n {
		fmt.Fprintf(&list, ", {rate: %g}", 0.5+float64((i*7919)%n)/n)
	}
	sc := parse(t, `
servers: {buffer: 4, list: [`+list.String()[2:]+`]}
ports: {count: 500, load: 0.8}
graph: {kind: bernoulli, mean_degree: 15}
policy: {name: jsq}
run: {warmup: 5, measure: 20, replications: 2, batches: 16}
`)
	sys, err := bipartiteReady(t.Context(), sc, Options{Shards: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := sys.close(); err != nil {
			t.Error(err)
		}
	}()
	b := sys.(*bipartite)
	m := startMonitor(BuildingGraph, nil, 1, 1)
	defer m.close()
	s := &bipartiteSubject{bipartite: b, sys: instance.System(sc, b.graph, b.rates, sc.Policies[0]), cfg: shardConfig(sc, b.opt, b.shards,
		b.arena)}
	c := &course[tallies, *tallies]{sc: sc, subject: s, workers: 1, monitor: m}
	if err := c.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	e := c.evaluation()
	if len(e.sum.Join) != n {
		t.Fatalf("%d types, want %d", len(e.sum.Join), n)
	}
	rates := s.serviceRates()
	sameQuantiles(t, e, rates)
	want := mixture.Erlang{Rates: rates, Join: e.sum.Join}.Mean()
	o := mustRun(t, sc, Options{Shards: 2}).Outcomes[0]
	if got := o.Estimate("mean_response").Value; math.Abs(got-want) > 1e-9*want {
		t.Errorf("mean response %v, want %v", got, want)
	}
	for _, q := range result.Quantiles() {
		if got, want := o.Estimate(q.Key()), e.named(q.Key()); got.Value != want.Value || got.StdErr != want.StdErr {
			t.Errorf("%s: %+v by Run, %+v by its parts", q.Key(), got, want)
		}
	}
}

// BenchmarkEvaluate is all measures of a run of 64 batches whose servers have that many rates.
func BenchmarkEvaluate(b *testing.B) {
	for _, types := range []int{200, 2000, 20_000} {
		b.Run(fmt.Sprintf("types=%d", types), func(b *testing.B) {
			rates, counts := distinct(types, 64)
			e := countedIn(rates, counts)
			for b.Loop() {
				e.list = nil
				for i := range e.quantities() {
					e.of(&e.list[i])
				}
			}
		})
	}
}
