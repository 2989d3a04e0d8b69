//go:build unix

package main

import (
	"os"
	"runtime/debug"
	"syscall"
)

// crashByAbort makes what nobody can catch, such as memory that the runtime cannot have or a panic of a shard, end the process by SIGABRT,
// which shells show as 134: the runtime's own exit code is 2, which is that of bad input here. No core is left behind. GOTRACEBACK in the
// environment has precedence.
func crashByAbort() {
	if os.Getenv("GOTRACEBACK") != "" {
		return
	}
	var core syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_CORE, &core) == nil {
		core.Cur = 0
		_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &core) // at worst there is a core
	}
	debug.SetTraceback("crash")
}
