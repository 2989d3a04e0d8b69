package experiment

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
	Cores int    `json:"cores"` // usable by this process
	Go    string `json:"go"`
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

// Version names the build: the module's version, or the commit that it was built from, with "+dirty" if files had changed; "(devel)" if neither
// is known.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	version := info.Main.Version
	if version != "" && version != "(devel)" {
		return version
	}
	commit, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if commit == "" {
		return "(devel)"
	}
	return commit[:min(len(commit), 12)] + dirty
}
