package shard

import (
	"math/bits"
	"runtime"

	"golang.org/x/sys/unix"
)

// pin binds the calling goroutine to one of the cores that the process may use, the i-th modulo their number, as far as the system lets it.
// What it returns undoes that.
func pin(i int) (unpin func()) {
	runtime.LockOSThread()
	var may unix.CPUSet
	if unix.SchedGetaffinity(0, &may) != nil || may.Count() == 0 {
		return runtime.UnlockOSThread
	}
	i %= may.Count()
	for cpu := range bits.UintSize * len(may) {
		if !may.IsSet(cpu) {
			continue
		}
		if i == 0 {
			var one unix.CPUSet
			one.Set(cpu)
			unix.SchedSetaffinity(0, &one) // if it is refused, the thread stays where the system likes
			break
		}
		i--
	}
	return func() {
		unix.SchedSetaffinity(0, &may)
		runtime.UnlockOSThread()
	}
}
