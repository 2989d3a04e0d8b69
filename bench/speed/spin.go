package speed

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync/atomic"
)

// Spin keeps a core busy, the last that this process may use for core 0, the one before for core 1 and so on, until r ends, which it does
// when the process at its other end is gone. It first writes a line to ready.
func Spin(r io.Reader, ready io.Writer, core int) error {
	pin(core)
	var done atomic.Bool
	go func() {
		io.Copy(io.Discard, r)
		done.Store(true)
	}()
	if _, err := fmt.Fprintln(ready, "spinning"); err != nil {
		return err
	}
	x := uint64(1)
	for !done.Load() {
		for range 1 << 10 {
			x = x*6364136223846793005 + 1442695040888963407
		}
	}
	if x == 0 { // never: keeps the work from being left out
		return errors.New("speed: spun to zero")
	}
	return nil
}

// neighbour is another process that keeps a core busy.
type neighbour struct {
	cmd *exec.Cmd
	in  io.Closer
}

// startNeighbour starts a command that runs Spin, and returns once it spins.
func startNeighbour(cmd *exec.Cmd) (*neighbour, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("speed: busy process: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("speed: busy process: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("speed: busy process: %w", err)
	}
	n := &neighbour{cmd: cmd, in: in}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		n.stop()
		return nil, fmt.Errorf("speed: the busy process does not start: %w", err)
	}
	return n, nil
}

// stop ends the process.
func (n *neighbour) stop() {
	n.in.Close()
	n.cmd.Wait() // how it ends does not matter
}
