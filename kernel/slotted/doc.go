// Package slotted runs systems in slotted time in which a whole batch of jobs goes to one server (Zhou et al. 2017, "Designing
// low-complexity heavy-traffic delay-optimal load balancing schemes").
//
// # The model
//
// In a slot a batch of A jobs comes and is given to one server as a whole; then every server n serves: Q(n) <- max(Q(n) + A(n) - S(n), 0).
// A is Poisson or of a given law; a slot with A = 0 asks nobody. S(n) is Poisson of mean mu(n), or bursty: b jobs with probability mu(n)/b,
// else none. Queues count the jobs in service, begin empty, and have no bound.
//
// # Policies
//
//   - jsq: the shortest queue of all, ties uniform. 2N messages per slot with an arrival.
//   - sq-d: the shortest of D servers sampled uniformly without replacement, ties uniform. 2D messages.
//   - sq-d-m: the shortest of D sampled servers and those remembered from the last time, of which there are Memory at most: the shortest of
//     both, by their queues before the batch is added. A server that is both counts once. None is remembered at the start. 2D messages.
//   - random: a uniform server. No messages.
//   - jbt-d: at the end of every Period-th slot D sampled servers are asked, and their least queue is the new threshold; IDs in memory of
//     servers with longer queues are dropped. Then, in every slot, each server with a queue up to the threshold whose ID is not in memory
//     reports it. A batch takes a uniform ID out of memory, and without one goes to a uniform server. All IDs are in memory at the start,
//     and the threshold is 0. 2D messages every Period slots, and the reports.
//   - jbtg-d: the same, but the server is chosen with a probability in proportion to its rate, among those in memory, and without one among
//     all.
//   - jiq: jbt-d with threshold 0 for ever. At most one message.
//
// Samples of N and more servers are all of them, and then cost 2N messages. Messages that belong to no batch count all the same: messages
// per slot with an arrival are all messages over slots with an arrival.
//
// # Cost
//
// In a large system a server gets a batch every N slots or so and then is busy for a time of that order, so most servers are busy, and to
// serve each in every slot would cost time in proportion to N. Here a server costs something only when a batch comes, when it is looked at,
// and when it passes a key point: a queue length at which something changes, such as 0 or the threshold. Its time is drawn when the batch
// comes, as a gamma or negative binomial time; the queue at a look in between is drawn given the key point, by a binomial or hypergeometric
// draw (see server). That is exact: every decision has the law that it has if all servers serve in every slot. A slot of jiq, random, sq-d
// and sq-d-m costs the same at any N, apart from caches. So does one of jbt-d and jbtg-d if the period grows with N; a new threshold costs
// some sqrt(N / Period) a slot, and its own reports. jsq keeps the servers by powers of eight of their queues, and where none is idle looks
// at all of the lowest power.
//
// # Expected jobs
//
// The number of jobs at each slot is not drawn either. Counters has its conditional expectation given the batches, the choices, the key
// points and the looks: between two of these the expected queue of a server falls in a straight line, so that one sum over servers of
// levels and slopes, in fixed-point numbers of 128 bits, is kept up to date. Its mean is that of the number of jobs, its variance is less,
// and mean response by Little's law is Area / Slots over the mean batch.
//
// # Randomness
//
// Everything random is a function of (seed, stream, server, purpose, slot). Laws are exact up to the rounding of float64 (relative errors
// in probabilities below 1e-7 for queues up to 10^7), by single operations that IEEE 754 rounds exactly, so that a result depends on the
// system and its seed alone: not on the machine, nor on where Advance stops.
//
// # Concurrency
//
// A Simulator belongs to one goroutine at a time; Progress may be called by any.
package slotted
