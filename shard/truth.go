package shard

import "shardq/kernel"

// mostExceptions is how many wrong keys of one arrival are put right one by one; with more, every key is asked for.
const mostExceptions = 8

// routeTruly chooses a server for an arrival, given the choice by the state and the truth about any server at the instant. No key is better
// in truth than the state says, so only the chosen server needs a look: if its key is wrong, the choice is repeated with that key put
// right, until it falls on a server that is as good as it looks.
func (o *worker[K]) routeTruly(a *kernel.Arrival, server uint32, truth func(server uint32) K) (uint32, kernel.Fate) {
	r := o.router
	r.Except = o.except[:0]
	fate := kernel.Placed
	for fate == kernel.Placed && o.correct(server, truth(server)) {
		if len(r.Except) > mostExceptions {
			r.Ask = truth
			server, _, fate = r.Route(a)
			r.Ask = nil
			break
		}
		server, _, fate = r.Route(a)
	}
	o.except, r.Except = r.Except, nil
	return server, fate
}

// correct tells the router the key of a server at the instant. It reports whether that is news.
func (o *worker[K]) correct(server uint32, key K) (news bool) {
	for i := range o.router.Except {
		if o.router.Except[i].Server == server {
			return false
		}
	}
	if key == o.state[server] {
		return false
	}
	o.router.Except = append(o.router.Except, kernel.Exception[K]{Server: server, Key: key})
	return true
}
