package speed

import (
	"math/bits"
	"runtime"

	"golang.org/x/sys/unix"
)

// pin binds the calling goroutine to one of the cores that this process may use, counted from the last, as far as the system lets it: a
// neighbour that wanders from core to core would be measured with its moves.
func pin(core int) {
	runtime.LockOSThread()
	var may unix.CPUSet
	if unix.SchedGetaffinity(0, &may) != nil || core >= may.Count() {
		return
	}
	for cpu := bits.UintSize*len(may) - 1; cpu >= 0; cpu-- {
		if !may.IsSet(cpu) {
			continue
		}
		if core == 0 {
			var one unix.CPUSet
			one.Set(cpu)
			unix.SchedSetaffinity(0, &one)
			return
		}
		core--
	}
}
