package alloc

import (
	"runtime"
	"testing"
	"testing/fstest"
)

func TestAvailable(t *testing.T) {
	const meminfo = "MemTotal:       16000 kB\nMemFree:         1000 kB\nMemAvailable:    8000 kB\n"
	tree := func(pairs ...string) fstest.MapFS {
		m := fstest.MapFS{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
		}
		return m
	}
	for _, c := range []struct {
		name string
		tree fstest.MapFS
		want uint64
		ok   bool
	}{
		{"no proc", tree(), 0, false},
		{"old kernel without MemAvailable", tree("proc/meminfo", "MemTotal: 5 kB\n"), 0, false},
		{"no groups", tree("proc/meminfo", meminfo), 8000 << 10, true},
		{"version 2, no limit", tree("proc/meminfo", meminfo, "proc/self/cgroup", "0::/\n",
			"sys/fs/cgroup/memory.max", "max\n", "sys/fs/cgroup/memory.current", "5\n"), 8000 << 10, true},
		{"version 2, limit minus usage", tree("proc/meminfo", meminfo, "proc/self/cgroup", "0::/\n",
			"sys/fs/cgroup/memory.max", "1000000\n", "sys/fs/cgroup/memory.current", "300000\n"), 700_000, true},
		{"version 2, page cache can be had back", tree("proc/meminfo", meminfo, "proc/self/cgroup", "0::/\n",
			"sys/fs/cgroup/memory.max", "1000000\n", "sys/fs/cgroup/memory.current", "300000\n",
			"sys/fs/cgroup/memory.stat", "anon 7\ninactive_file 200000\nactive_file 3\n"), 900_000, true},
		{"version 2, a group above limits", tree("proc/meminfo", meminfo, "proc/self/cgroup", "0::/user/job\n",
			"sys/fs/cgroup/user/job/memory.max", "max\n", "sys/fs/cgroup/user/job/memory.current", "1\n",
			"sys/fs/cgroup/user/memory.max", "4000\n", "sys/fs/cgroup/user/memory.current", "1000\n"), 3000, true},
		{"version 2, path of the host", tree("proc/meminfo", meminfo, "proc/self/cgroup", "0::/docker/abc\n",
			"sys/fs/cgroup/memory.max", "5000\n", "sys/fs/cgroup/memory.current", "1000\n"), 4000, true},
		{"more used than allowed", tree("proc/meminfo", meminfo, "proc/self/cgroup", "0::/\n",
			"sys/fs/cgroup/memory.max", "5000\n", "sys/fs/cgroup/memory.current", "6000\n"), 0, true},
		{"version 1", tree("proc/meminfo", meminfo, "proc/self/cgroup", "12:cpu:/x\n5:hugetlb,memory:/job\n0::/\n",
			"sys/fs/cgroup/memory/job/memory.limit_in_bytes", "2000\n", "sys/fs/cgroup/memory/job/memory.usage_in_bytes", "1500\n",
			"sys/fs/cgroup/memory/job/memory.stat", "inactive_file 1\ntotal_inactive_file 500\n"), 1000, true},
		{"version 1, no limit", tree("proc/meminfo", meminfo, "proc/self/cgroup", "5:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n", "sys/fs/cgroup/memory/memory.usage_in_bytes", "1500\n"),
			8000 << 10, true},
	} {
		if got, ok := available(c.tree); got != c.want || ok != c.ok {
			t.Errorf("%s: %d, %v; want %d, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

// The answer of this very system is plausible.
func TestAvailableHere(t *testing.T) {
	bytes, ok := Available()
	if runtime.GOOS == "linux" && !(ok && bytes > 1<<20) {
		t.Errorf("%d bytes, %v", bytes, ok)
	}
}
