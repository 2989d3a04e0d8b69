package speed

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"
)

// spinVariable makes the test program spin for the core that it names, as the program does when it is asked to `bench spin`.
const spinVariable = "SHARDQ_TEST_SPIN"

func TestMain(m *testing.M) {
	if core, err := strconv.Atoi(os.Getenv(spinVariable)); err == nil {
		if err := Spin(os.Stdin, os.Stdout, core); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// testSpinner starts this test program again, as a busy process.
func testSpinner(core int) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", spinVariable, core))
	return cmd
}
