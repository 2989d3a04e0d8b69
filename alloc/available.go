package alloc

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Available returns the memory that this process may use now without swapping: what the kernel calls available, or less if a control group
// (version 1 or 2, or one above it) allows less. ok is false on systems that do not say.
func Available() (bytes uint64, ok bool) { return available(os.DirFS("/")) }

// available reads the answer from a file system with the proc and sys trees.
func available(root fs.FS) (bytes uint64, ok bool) {
	text, err := fs.ReadFile(root, "proc/meminfo")
	if err != nil {
		return 0, false
	}
	kib, ok := field(string(text), "MemAvailable:")
	if !ok {
		return 0, false
	}
	bytes = kib << 10
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return bytes, true
	}
	// Lines are "0::/path" (version 2) and "7:memory,cpu:/path" (version 1).
	for line := range strings.Lines(string(groups)) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) != 3 {
			continue
		}
		mount, limit, usage, reclaimable := "", "", "", ""
		if part[0] == "0" && part[1] == "" {
			mount, limit, usage, reclaimable = "sys/fs/cgroup", "memory.max", "memory.current", "inactive_file "
		} else if slices.Contains(strings.Split(part[1], ","), "memory") {
			mount, limit, usage, reclaimable = "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
				"total_inactive_file "
		} else {
			continue
		}
		// Every group up to the root limits this process. Inside a container the path may name a group of the host that is not visible; the
		// root of the mount is then the container's own.
		for group := path.Clean("/" + part[2]); ; group = path.Dir(group) {
			dir := path.Join(mount, group)
			most, ok1 := number(root, path.Join(dir, limit))
			used, ok2 := number(root, path.Join(dir, usage))
			if ok1 && ok2 {
				if stat, err := fs.ReadFile(root, path.Join(dir, "memory.stat")); err == nil {
					cache, _ := field(string(stat), reclaimable)
					used -= min(used, cache)
				}
				bytes = min(bytes, most-min(most, used))
			}
			if group == "/" {
				break
			}
		}
	}
	return bytes, true
}

// number reads a file that holds one number; "max" is none.
func number(root fs.FS, name string) (uint64, bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	v, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return v, err == nil
}

// field returns the number that follows a label at the start of a line.
func field(text, label string) (uint64, bool) {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, label); ok {
			if words := strings.Fields(rest); len(words) > 0 {
				v, err := strconv.ParseUint(words[0], 10, 64)
				return v, err == nil
			}
		}
	}
	return 0, false
}
