package result

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/klauspost/cpuid/v2"
)

// Host is where a run was made.
type Host struct {
	Name  string `json:"name,omitempty"` // as the machine calls itself; "" where measurements are kept for others to read
	OS    string `json:"os"`
	Arch  string `json:"arch"`
	CPU   string `json:"cpu"`
	Cores int    `json:"cores"`                   // usable by this process
	Go    string `json:"go,omitempty"`            // release; "" where the program is described beside the host
	L1    int    `json:"l1_data_bytes,omitempty"` // caches; 0 if not known
	L2    int    `json:"l2_bytes,omitempty"`
	L3    int    `json:"l3_bytes,omitempty"`
}

// ThisHost describes the machine and the Go release of this process.
func ThisHost() Host {
	cache := cpuid.CPU.Cache // -1 where it is not known
	return Host{
		OS: runtime.GOOS, Arch: runtime.GOARCH, CPU: cpuid.CPU.BrandName, Cores: runtime.GOMAXPROCS(0), Go: runtime.Version(),
		L1: max(cache.L1D, 0), L2: max(cache.L2, 0), L3: max(cache.L3, 0),
	}
}

// Program is what made a result.
type Program struct {
	Name    string   `json:"name"`
	Version string   `json:"version"`                    // see [Version]
	Commit  string   `json:"commit,omitempty"`           // that it was built from, if the build says so
	File    string   `json:"executable_xxh64,omitempty"` // hash of its file, if the build does not say
	Go      string   `json:"go"`
	ISA     string   `json:"instruction_set,omitempty"`
	Command []string `json:"command"` // the command line, its name first
	Date    string   `json:"date"`    // when this was written, in UTC
}

// ThisProgram describes this process, whose engine runs at an instruction set; "" where nothing is simulated.
func ThisProgram(isa string) Program {
	commit, dirty := revision()
	p := Program{
		Name: "shardq", Version: Version(), Commit: commit + dirty, Go: runtime.Version(), ISA: isa, Command: slices.Clone(os.Args),
		Date: time.Now().UTC().Format(time.RFC3339),
	}
	if len(p.Command) > 0 {
		p.Command[0] = filepath.Base(p.Command[0])
	}
	if commit == "" {
		p.File = executable()
	}
	return p
}

// executable returns the hash of the file of this process, "" if it cannot be read.
func executable() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	in, err := inputOf(context.Background(), "executable", name)
	if err != nil {
		return ""
	}
	return in.XXH64
}

// Version names the build: the module's version, or the commit that it was built from, with "+dirty" if files had changed; "(devel)" if
// neither is known.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	if version := info.Main.Version; version != "" && version != "(devel)" {
		return version
	}
	commit, dirty := revision()
	if commit == "" {
		return "(devel)"
	}
	return commit[:min(len(commit), 12)] + dirty
}

// commit is set by the linker where the build does not look at the repository: -ldflags "-X shardq/bench/result.commit=$(git rev-parse
// HEAD)".
var commit string

// revision returns the commit of the build, "" if that is not known, and "+dirty" if files had changed.
func revision() (revision, dirty string) {
	if commit != "" {
		return commit, ""
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", ""
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if revision == "" {
		return "", ""
	}
	return revision, dirty
}
