package partition

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"shardq/graph"
)

// Whoever reads the file as the manual of METIS says gets the graph, each edge from both ends.
func TestWriteMETIS(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := drawGraph(rt)
		var b bytes.Buffer
		if err := WriteMETIS(&b, g); err != nil {
			rt.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		if want := fmt.Sprintf("%d %d 010 2", g.Ports()+g.Servers(), g.Edges()); lines[0] != want {
			rt.Fatalf("header %q, want %q", lines[0], want)
		}
		if len(lines) != 1+g.Ports()+g.Servers() {
			rt.Fatalf("%d lines", len(lines))
		}
		back := 0
		for i, line := range lines[1:] {
			words := strings.Fields(line)
			if isPort := words[0] == "1" && words[1] == "0"; isPort != (i < g.Ports()) || !isPort && (words[0] != "0" || words[1] != "1") {
				rt.Fatalf("vertex %d has weights %v", i+1, words[:2])
			}
			var neighbours []uint32
			for _, word := range words[2:] {
				n, err := strconv.Atoi(word)
				if err != nil {
					rt.Fatal(err)
				}
				neighbours = append(neighbours, uint32(n-1))
			}
			if i >= g.Ports() {
				for _, p := range neighbours {
					if _, found := slices.BinarySearch(g.Row(p, nil), uint32(i-g.Ports())); !found {
						rt.Fatalf("vertex %d has the neighbour %d", i+1, p+1)
					}
					back++
				}
				if !slices.IsSorted(neighbours) || len(slices.Compact(neighbours)) != len(words)-2 {
					rt.Fatalf("line %q", line)
				}
				continue
			}
			for j := range neighbours {
				neighbours[j] -= uint32(g.Ports())
			}
			if !slices.Equal(neighbours, g.Row(uint32(i), nil)) {
				rt.Fatalf("port %d: %v, want %v", i, neighbours, g.Row(uint32(i), nil))
			}
		}
		if uint64(back) != g.Edges() {
			rt.Fatalf("%d edges from the servers' side, want %d", back, g.Edges())
		}
	})
}

// A file that gpmetis (METIS 5.1.0) wrote; testdata/README.md says how. It has the ring's best cut and balances both sides.
func TestReadMETISRealFile(t *testing.T) {
	g := renumbered(t, ring(t, 200, 3), 1)
	name := "testdata/ring.graph"
	var b bytes.Buffer
	if err := WriteMETIS(&b, g); err != nil {
		t.Fatal(err)
	}
	given, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(given, b.Bytes()) {
		t.Fatalf("%s is not the graph that gpmetis was given", name)
	}
	f, err := os.Open(name + ".part.2")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	parts, err := ReadMETIS(f, f.Name(), g.Ports(), g.Servers(), 2)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Measure(g, parts, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.RemoteEdges > 30 || r.PortBalance > 1.04 || r.ServerBalance > 1.04 { // 2 cuts of 12 edges are the best
		t.Errorf("%+v", *r)
	}
}

func writeMETISParts(parts *Parts) string {
	var b strings.Builder
	for _, side := range [][]uint32{parts.Ports, parts.Servers} {
		for _, part := range side {
			fmt.Fprintln(&b, part)
		}
	}
	return b.String()
}

func TestReadMETISRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := drawGraph(rt)
		want := drawParts(rt, g)
		got, err := ReadMETIS(strings.NewReader(writeMETISParts(want)), "f", g.Ports(), g.Servers(), want.K)
		if err != nil {
			rt.Fatal(err)
		}
		if got.K != want.K || !slices.Equal(got.Ports, want.Ports) || !slices.Equal(got.Servers, want.Servers) {
			rt.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestReadMETISErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "f:1: the file ends after 0 lines, want 4: one for each of 2 ports and 2 servers"},
		{"0\n1\n0\n", "f:3: the file ends after 3 lines, want 4: one for each of 2 ports and 2 servers"},
		{"0\n1\n0\n1\n1\n", "f:5: one line too many, want 4: one for each of 2 ports and 2 servers"},
		{"0\n1\n0\n1\n\n", "f:5: one line too many, want 4: one for each of 2 ports and 2 servers"},
		{"0\n2\n0\n1\n", "f:2: part 2 of port 1 is out of range, want 0 to 1"},
		{"0\n1\n99999999999999999999\n1\n", "f:3: part 99999999999999999999 of server 0 is out of range, want 0 to 1"},
		{"0\n1\n0\n4294967297\n", "f:4: part 4294967297 of server 1 is out of range, want 0 to 1"},
		{"0\n1\n\n1\n", `f:3: "" is not the part of server 0, want a number from 0 to 1`},
		{"0\n1\n0\n-1\n", `f:4: "-1" is not the part of server 1, want a number from 0 to 1`},
		{"0 1\n1\n0\n+1\n", "f:1: \"0 1\" is not the part of port 0, want a number from 0 to 1\nf:4: \"+1\" is not the part of " +
			"server 1, want a number from 0 to 1"},
		{"0\n" + strings.Repeat("x", 1000) + "\n0\n1\n", `f:2: "` + strings.Repeat("x", 40) +
			`..." is not the part of port 1, want a number from 0 to 1`},
		{"0\n" + strings.Repeat("1", 70_000), "f:2: the line is longer than 65536 bytes, want a number from 0 to 1"},
	} {
		parts, err := ReadMETIS(strings.NewReader(c.text), "f", 2, 2, 2)
		var file *graph.FileError
		if parts != nil || !errors.As(err, &file) || err.Error() != c.want {
			t.Errorf("%.20q: got %v\nwant %s", c.text, err, c.want)
		}
	}
	_, err := ReadMETIS(strings.NewReader(strings.Repeat("x\n", 100)), "f", 50, 50, 2)
	if file := (*graph.FileError)(nil); !errors.As(err, &file) || len(file.Faults) != maxFaults || !file.More {
		t.Errorf("100 faults: %v", err)
	}
	if _, err := ReadMETIS(iotest.ErrReader(io.ErrUnexpectedEOF), "f", 2, 2, 2); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("unreadable file: %v", err)
	}
	for _, sizes := range [][3]int{{2, 2, 0}, {2, 2, MaxParts + 1}, {0, 2, 2}, {2, -1, 2}} {
		if _, err := ReadMETIS(strings.NewReader("0\n0\n"), "f", sizes[0], sizes[1], sizes[2]); err == nil {
			t.Errorf("sizes %v are accepted", sizes)
		}
	}
	if _, err := ReadMETIS(strings.NewReader("0\r\n1\r\n 1 \n0"), "f", 2, 2, 2); err != nil {
		t.Errorf("line ends of another system, blanks, no last line end: %v", err)
	}
}

// Whatever is accepted is a division of the graph; nothing panics, and no large promise takes memory.
func FuzzReadMETIS(f *testing.F) {
	for _, text := range []string{"0\n1\n0\n1\n", "0\r\n1\n", "", "\n\n", "-0\n", "1e3\n", "\xff\n", "0 0\n"} {
		f.Add([]byte(text), 2, 2, 2)
	}
	f.Add([]byte("0\n"), 1<<31, 1<<31, 4096)
	f.Fuzz(func(t *testing.T, text []byte, ports, servers, k int) {
		parts, err := ReadMETIS(bytes.NewReader(text), "f", ports, servers, k)
		if err != nil {
			if parts != nil {
				t.Fatal("parts besides an error")
			}
			return
		}
		if err := parts.Validate(graph.Complete{L: ports, N: servers}); err != nil {
			t.Fatal(err)
		}
		again, err := ReadMETIS(strings.NewReader(writeMETISParts(parts)), "f", ports, servers, k)
		if err != nil || !slices.Equal(again.Ports, parts.Ports) || !slices.Equal(again.Servers, parts.Servers) {
			t.Fatalf("other parts come back: %v", err)
		}
	})
}

// limited fails after so many bytes.
type limited struct{ left int }

func (w *limited) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func TestWriteMETISFailure(t *testing.T) {
	for _, left := range []int{0, 100_000, 200_000} {
		if err := WriteMETIS(&limited{left}, graph.Complete{L: 200, N: 200}); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("after %d bytes: %v", left, err)
		}
	}
}
