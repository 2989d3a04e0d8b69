package slotted

import "shardq/graph/rng"

// Streams of random numbers, apart from those that package rng names. Counters are (server, purpose, slot), with server 0 for the
// dispatcher.
const (
	slotStream   rng.Stream = 1<<17 + iota // batch of a slot and the choices of the dispatcher
	sampleStream                           // servers that are asked for a new threshold
	serverStream                           // services of a server
)

// Purposes of the draws of a server at one moment. Each is used at most once a moment, so that no number serves twice.
const (
	passage     uint32 = iota // how far it got when its key point has passed, and the next one
	glimpse                   // services so far, when it is looked at
	rethreshold               // next key point, when the threshold has changed
	dispatch                  // next key point, when a batch has come
)

// source is the keys of a run.
type source struct{ slots, samples, servers rng.Key }

func newSource(seed uint64) source {
	return source{rng.NewKey(seed, slotStream), rng.NewKey(seed, sampleStream), rng.NewKey(seed, serverStream)}
}

// server returns the draws of a server at the start of a slot.
func (d *source) server(server int32, purpose uint32, slot uint64) rng.Sequence {
	return sequence(d.servers.At(uint32(server), purpose, uint32(slot), uint32(slot>>32)))
}

// sample returns the draws for a new threshold at the start of a slot.
func (d *source) sample(slot uint64) rng.Sequence {
	return sequence(d.samples.At(0, 0, uint32(slot), uint32(slot>>32)))
}

func sequence(b rng.Block) rng.Sequence { return rng.NewSequence(uint64(b[0]) | uint64(b[1])<<32) }
