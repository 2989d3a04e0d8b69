package queue

// ErlangB is Erlang's loss formula: the share of tasks lost by M/M/c/c, a pool with room for servers >= 0 tasks, which is offered the given
// load (arrival rate over the rate at which each task leaves). It is the loss of pools with a cap under random choice, at the load of each
// pool; and of those under the choice of the least of all, at the load and the room of all together, since then a task is lost only if
// every pool is full.
func ErlangB(offered float64, servers int) float64 {
	loss := 1.0
	for k := 1; k <= servers; k++ {
		loss = offered * loss / (float64(k) + offered*loss)
	}
	return loss
}
