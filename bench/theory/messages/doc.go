// Package messages counts what the policies of the kernel say to servers and hear from them, in messages per arriving job.
//
// [Of] is a convention that follows the literature, not a measurement: it takes what was measured, [Traffic], and says what a policy costs
// under it. It keeps no state and may be called concurrently.
//
// Sources: [V] van der Boor, Borst, van Leeuwaarden, Mukherjee, "Scalable load balancing in networked systems: a survey of recent
// advances", SIAM Review 64(3), 2022. [J] Zhou et al., "Designing low-complexity heavy-traffic delay-optimal load balancing schemes",
// POMACS 1(2):39, 2017.
package messages
