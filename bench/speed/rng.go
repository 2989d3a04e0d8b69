package speed

import (
	"context"
	"fmt"

	"shardq/graph/isa"
	"shardq/graph/rng"
)

// sink keeps results from being left out.
var sink uint64

// runRNG times random blocks and the draws that are derived from them.
func runRNG(ctx context.Context, s *session) error {
	key := rng.NewKey(1, rng.User)
	blocks := make([]rng.Block, 1024)
	few, err := rng.NewPoisson(3)
	if err != nil {
		return err
	}
	many, err := rng.NewPoisson(300)
	if err != nil {
		return err
	}
	binomial, err := rng.NewBinomial(1<<20, 30.0/(1<<20))
	if err != nil {
		return err
	}
	weights := make([]float64, 1000)
	for i := range weights {
		weights[i] = 1 / float64(i+1)
	}
	alias, err := rng.NewAlias(weights)
	if err != nil {
		return err
	}
	level := isa.Generic // of Fill
	if rng.FillGroup(isa.Best) > 1 {
		level = isa.AVX512
	}
	var at uint32
	sequence := rng.NewSequence(1)
	each := func(f func(word uint64) uint64) func(n uint64) {
		return func(n uint64) {
			words, sum := sequence, uint64(0)
			for range n {
				sum += f(words.Next())
			}
			sequence, sink = words, sink+sum
		}
	}
	r := s.race()
	defer r.close()
	r.effort = r.effort.short()
	var units []string
	for _, c := range []struct {
		name, unit string
		do         func(n uint64)
	}{
		{"Philox, one block at a time", "block", func(n uint64) {
			for range n {
				at++
				sink += uint64(key.At(at, 0, 0, 0)[0])
			}
		}},
		{fmt.Sprintf("Philox, %d blocks at a time, %v", len(blocks), level), "block", func(n uint64) {
			for done := uint64(0); done < n; done += uint64(len(blocks)) {
				key.Fill(level, blocks, at, 0, 0, 0)
				at += uint32(len(blocks))
			}
			sink += uint64(blocks[0][0])
		}},
		{"SplitMix64", "word", func(n uint64) {
			words, sum := sequence, uint64(0)
			for range n {
				sum += words.Next()
			}
			sequence, sink = words, sink+sum
		}},
		{"integer below 10^6 of a 64-bit word (Lemire)", "draw", func(n uint64) {
			words, sum := sequence, uint64(0)
			for range n {
				sum += words.Below(1e6)
			}
			sequence, sink = words, sink+sum
		}},
		{"integer below 10^6 of a 32-bit word (Lemire)", "draw",
			each(func(word uint64) uint64 { return uint64(rng.Below32(uint32(word), 1e6, word)) })},
		{"Poisson, mean 3", "draw", each(func(word uint64) uint64 { return uint64(few.Count(word)) })},
		{"Poisson, mean 300", "draw", each(func(word uint64) uint64 { return uint64(many.Count(word)) })},
		{"binomial, n = 2^20, mean 30", "draw", each(func(word uint64) uint64 { return uint64(binomial.Count(word)) })},
		{"one of 1000 with weights 1/i (alias)", "draw",
			each(func(word uint64) uint64 { return uint64(alias.Pick(uint32((word>>32)*1000>>32), uint32(word))) })},
	} {
		group := uint64(1)
		if c.unit == "block" {
			group = uint64(len(blocks))
		}
		units = append(units, c.unit)
		r.list = append(
			r.list,
			contestant{name: c.name, system: "unit=" + c.unit, shards: 1, work: func(ctx context.Context, jobs uint64) (uint64, error) {
				jobs = (jobs + group - 1) / group * group
				c.do(jobs)
				return jobs, ctx.Err()
			}},
		)
	}
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	for i := range t {
		l := s.line(&t[i])
		l.Unit = units[i]
		s.add(l)
	}
	return nil
}
