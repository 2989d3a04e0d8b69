package result

import (
	"runtime"
	"runtime/debug"

	"github.com/klauspost/cpuid/v2"
)

// Host is where a run was made.
type Host struct {
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
	Name    string `json:"name"`
	Version string `json:"version"`          // see [Version]
	Commit  string `json:"commit,omitempty"` // that it was built from, if the build says so
	Go      string `json:"go"`
	ISA     string `json:"instruction_set,omitempty"`
}

// ThisProgram describes this process, whose engine runs at an instruction set; "" where nothing is simulated.
func ThisProgram(isa string) Program {
	commit, dirty := revision()
	return Program{"shardq", Version(), commit + dirty, runtime.Version(), isa}
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

// revision returns the commit of the build, "" if that is not known, and "+dirty" if files had changed.
func revision() (commit, dirty string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", ""
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if commit == "" {
		return "", ""
	}
	return commit, dirty
}
