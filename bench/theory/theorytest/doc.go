// Package theorytest has the systems and comparisons that tests of several packages of bench/theory share.
package theorytest
