package slotted

import "shardq/graph/rng"

// batch is the law of a slot's batch.
type batch struct {
	poisson *rng.Poisson // of a part: sums of Poisson counts are Poisson
	parts   int
	alias   *rng.Alias
	sizes   []int
}

func newBatch(sys *System) (batch, error) {
	if sys.Sizes != nil {
		alias, err := rng.NewAlias(sys.Probabilities)
		return batch{alias: alias, sizes: sys.Sizes}, err
	}
	parts := int(sys.Arrivals/rng.MaxPoissonMean) + 1
	poisson, err := rng.NewPoisson(sys.Arrivals / float64(parts))
	return batch{poisson: poisson, parts: parts}, err
}

// draw returns the size of a slot's batch and the draws of the dispatcher.
func (b *batch) draw(d *source, slot uint64) (jobs uint64, choices rng.Sequence) {
	block := d.slots.At(0, 0, uint32(slot), uint32(slot>>32))
	choices = sequence(block)
	if b.alias != nil {
		return uint64(b.sizes[b.alias.Pick(rng.Below32(block[2], uint32(len(b.sizes)), choices.Next()), block[3])]), choices
	}
	jobs = uint64(b.poisson.Count(uint64(block[2]) | uint64(block[3])<<32))
	for range b.parts - 1 {
		jobs += uint64(b.poisson.Count(choices.Next()))
	}
	return jobs, choices
}
