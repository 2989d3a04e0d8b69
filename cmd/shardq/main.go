package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// Writing to a closed pipe should be an error that we see, not the end of the process.
	signal.Ignore(syscall.SIGPIPE)
	dumpOnQuit(os.Stderr)
	crashByAbort()
	os.Exit(execute(os.Args[1:], os.Stdout, os.Stderr))
}
