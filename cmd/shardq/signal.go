package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"
)

// orderly are the signals that ask for an orderly end. One that was ignored when the program started stays so, such as that of a lost
// terminal under nohup.
func orderly() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// untilSignal returns a context that ends at the first signal that asks for an orderly end. The second one ends the process. stop restores
// the usual behaviour.
func untilSignal(parent context.Context, stderr io.Writer) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, orderly()...)
	done := make(chan struct{})
	go func() {
		for n := 0; ; n++ {
			select {
			case s := <-signals:
				if n > 0 {
					os.Exit(exitInterrupted)
				}
				cancel(fmt.Errorf("signal: %v", s)) // first: a terminal that is gone may keep the line waiting
				fmt.Fprintf(stderr, "\nshardq: %v: stopping with what there is; once more to quit at once\n", s)
			case <-done:
				return
			}
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel(nil)
	}
}

// dumpOnQuit makes SIGQUIT write the stacks of all goroutines and end the process as failed. The runtime would end it with the code of bad
// input.
func dumpOnQuit(stderr io.Writer) {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGQUIT)
	go func() {
		<-quit
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		fmt.Fprintf(stderr, "shardq: quit\n\n%s", stacks)
		os.Exit(exitFailed)
	}()
}
