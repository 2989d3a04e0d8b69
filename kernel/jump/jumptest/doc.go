// Package jumptest helps to test engines that simulate counts: stationary laws of small chains, estimates with standard errors, and tests
// of fit.
//
// False alarms: seeds are fixed, so that a test which has passed once cannot fail by chance. With fresh seeds each ChiSquare would fail
// with probability [Alarm], and each Agree with some 1e-6.
package jumptest
