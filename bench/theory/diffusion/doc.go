// Package diffusion has limits of large systems near full load, where the number of spare servers is a power of their number N.
//
// [HalfinWhitt] is the limit of JSQ with beta sqrt(N) spare servers: its stationary law is simulated, with the error of the steps measured.
// [Gamma2] is the law beyond, with beta N^(1-a) spare servers and 1/2 < a < 1, in closed form.
//
// Times are in mean service times, numbers of servers are scaled by the root of N (by N^a for [Gamma2]). A simulation is a function of its
// parameters, the seed included. Functions keep no state and may be called concurrently; a [Law] may be read concurrently.
//
// Sources: Eschenfeldt, Gamarnik, Mathematics of Operations Research 43(3), 2018; Banerjee, Mukherjee, "Join-the-shortest queue diffusion
// limit in Halfin-Whitt regime: tail asymptotics and scaling of extrema", Annals of Applied Probability 29(2), 2019; Zhao, Banerjee,
// Mukherjee, arXiv:2106.00121, 2021.
package diffusion
