// Package fault has the two kinds of failure on which the packages of the workbench and the command line agree: what was asked for is wrong
// ([InputError]), and what was going on was told to stop ([ErrInterrupted]). Anything else failed, a panic among them ([PanicError]).
//
// An error is told by errors.Is and errors.As, never by its text. Functions keep no state and may be called concurrently.
package fault
