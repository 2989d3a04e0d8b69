// Package theory is the folder of what is known without simulation. Of its own it has but the kind of error
// of all of them, [Error]; look in
//
//   - bound for the lower bound on response times, and theorem 1 of [W] with the graphs it is proved for and the check of how well a graph
//     is connected;
//   - meanfield for limits of many servers as differential equations: where they start, go and rest, for all rules, pools and elastic
//     servers, JSQ(d) with its correction of 1/N, and the best probabilities of JSQ-(d_F,d_S);
//   - diffusion for the scaled limits near full load;
//   - chain for the exact stationary law of systems small enough;
//   - queue for closed forms of single queues;
//   - mixture for the distribution of response times that follows from counts of what jobs found;
//   - limits for all known values of the mean response time of a given system, from all of these;
//   - messages for what policies cost in communication;
//   - ode and numeric for the solvers beneath.
//
// # Conventions
//
// Rates are in jobs per unit of time, times in those units, unless a function says otherwise. Shares are relative to all servers, N. Types
// are as the engine has them: fastest first, rates strictly decreasing.
//
// Functions keep no state and may be called concurrently, and each is a function of its arguments. What may decide a trajectory of a
// simulation is the same on every machine: bound.StartBusy, bound.UniformBusy, bound.Construction and meanfield.TwoClassOptimum. Errors of
// all packages begin with "theory: ", and those that say why something is not known are an [Error], whose reason can be shown apart.
//
// [W] is Weng, Zhou, Srikant, "Optimal load balancing in bipartite graphs", POMACS 4(3):45, 2020.
package theory
