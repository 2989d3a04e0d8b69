package graph

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestReadEdgeList(t *testing.T) {
	for _, c := range []struct {
		name, text string
		opt        ReadOptions
		want       [][]uint32
		servers    int
	}{
		{"plain", "0 1\n1 0\n0 0\n", ReadOptions{}, [][]uint32{{0, 1}, {0}}, 2},
		{"byte order mark", "\xef\xbb\xbf0 1\n1 0\n0 0\n", ReadOptions{}, [][]uint32{{0, 1}, {0}}, 2},
		{"comments, blanks, tabs, no final newline, Windows lines", "# edges\r\n\r\n  0\t1 \r\n% more\n1 2", ReadOptions{},
			[][]uint32{{1}, {2}}, 3},
		{"sizes declared", "# ports 3 servers 5\n1 1\n", ReadOptions{}, [][]uint32{{}, {1}, {}}, 5},
		{"sizes declared late are a comment", "0 0\n# ports 3 servers 5\n", ReadOptions{}, [][]uint32{{0}}, 1},
		{"a comment about ports", "# ports and servers\n# ports 3 servers 5 or so\n0 0\n", ReadOptions{}, [][]uint32{{0}}, 1},
		{"sizes asked for", "0 0\n", ReadOptions{Ports: 2, Servers: 3}, [][]uint32{{0}, {}}, 3},
		{"sizes declared and asked for", "# ports 2 servers 3\n0 0\n", ReadOptions{Ports: 2, Servers: 3}, [][]uint32{{0}, {}}, 3},
		{"from 1", "1 1\n2 3\n", ReadOptions{Base: 1}, [][]uint32{{0}, {2}}, 3},
		{"no edges", "# ports 2 servers 3\n", ReadOptions{}, [][]uint32{{}, {}}, 3},
		{"merged", "0 1\n0 1\n0 0\n1 1\n1 1\n1 1\n", ReadOptions{Duplicates: Merge}, [][]uint32{{0, 1}, {1}}, 2},
		{"long comment", "#" + strings.Repeat(" ports", maxLine) + "\n0 0\n", ReadOptions{}, [][]uint32{{0}}, 1},
	} {
		g, err := ReadEdgeList(context.Background(), strings.NewReader(c.text), "f", c.opt)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if diff := cmp.Diff(c.want, rowsOf(g)); diff != "" || g.Servers() != c.servers {
			t.Errorf("%s: %d servers; (-want +got):\n%s", c.name, g.Servers(), diff)
		}
		if err := Validate(context.Background(), g); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// What a user sees for a faulty edge list, word for word.
func TestReadEdgeListErrors(t *testing.T) {
	many := strings.Repeat("x 0\n", 30)
	for _, c := range []struct {
		text string
		opt  ReadOptions
		want string
	}{
		{"", ReadOptions{}, "f:1: the file has no edges and does not declare its sizes"},
		{"# nothing\n", ReadOptions{Ports: 5}, "f:1: the file has no edges and does not declare its sizes"},
		{"0 0\n\n1\n", ReadOptions{}, "f:3:2: 1 field, want `port server`"},
		{"0,1\n", ReadOptions{}, "f:1:4: 1 field, want `port server`"},
		{"0 1 0.5\n", ReadOptions{}, "f:1:5: unexpected \"0.5\", want `port server`"},
		{"0 one\n", ReadOptions{}, `f:1:3: server "one": want an integer`},
		{"-1 0\n", ReadOptions{}, `f:1:1: port "-1": want an integer`},
		{"1.0 0\n", ReadOptions{}, `f:1:1: port "1.0": want an integer`},
		{"0 99999999999999999999\n", ReadOptions{}, `f:1:3: server "99999999999999999999" is out of range, want 0 to 2147483647`},
		{"99999999999999999999 1\n", ReadOptions{Base: 1, Ports: 7}, `f:1:1: port "99999999999999999999" is out of range, want 1 to 7`},
		{"0 4294967296\n", ReadOptions{}, "f:1:3: server 4294967296 is out of range, want 0 to 2147483647"},
		{"# ports 2 servers 3\n0 0\n2 3\n", ReadOptions{}, "f:3:1: port 2 is out of range, want 0 to 1\nf:3:3: server 3 is out " +
			"of range, want 0 to 2"},
		{"0 0\n1 1\n", ReadOptions{Base: 1, Servers: 4}, "f:1:1: port 0 is out of range, want 1 to 2147483648\nf:1:3: server 0 " +
			"is out of range, want 1 to 4"},
		{"# ports x servers 3\n0 0\n", ReadOptions{}, `f:1:9: number of ports "x": want an integer from 1 to 2147483648`},
		{"# ports 3 servers 0\n0 0\n", ReadOptions{}, `f:1:19: number of servers "0": want an integer from 1 to 2147483648`},
		{"# ports 3 servers 3\n0 0\n", ReadOptions{Ports: 4}, "f:1:9: the file declares 3 ports, want 4"},
		{"# ports 3 servers 3\n# ports 3 servers 4\n0 0\n", ReadOptions{}, "f:2:19: the file declares 4 servers, and 3 before"},
		{"# edges\n0 1\n# again\n0 2\n0 1\n\n0 1\n", ReadOptions{}, "f:5: port 0, server 1: this edge is already on line 2\nf:7: " +
			"port 0, server 1: this edge is already on line 2"},
		{"1 1\n1 1\n", ReadOptions{Base: 1}, "f:2: port 1, server 1: this edge is already on line 1"},
		{"0 0\n2000000000 0\n", ReadOptions{}, "f:2: 2000000001 ports for 2 edges, want ports numbered without large gaps"},
		{"\n# ports 2000000000 servers 1\n0 0\n", ReadOptions{},
			"f:2: 2000000000 ports for 1 edges, want ports numbered without large gaps"},
		{strings.Repeat("1", maxLine+1) + "\n0 0\n", ReadOptions{}, "f:1: the line is longer than 65536 bytes, want `port server`"},
		{"0 " + strings.Repeat("z", 100), ReadOptions{}, `f:1:3: server "` + strings.Repeat("z", 40) + `"...: want an integer`},
		{"0 0\n\xef\xbb\xbf0 1\n", ReadOptions{}, `f:2:1: port "\ufeff0": want an integer`},
		{"\xef\xbb\xbfx 0\n", ReadOptions{}, `f:1:1: port "x": want an integer`},
		{many, ReadOptions{}, numbered("f:%d:1: port \"x\": want an integer", 10) + "\nf: too many errors, the rest is not shown"},
		{strings.Repeat("0 0\n", 30), ReadOptions{}, strings.ReplaceAll(numbered("f:%d: port 0, server 0: this edge is already on line 1",
			11),
			"f:1: port 0, server 0: this edge is already on line 1\n", "") + "\nf: too many errors, the rest is not shown"},
	} {
		_, err := ReadEdgeList(context.Background(), strings.NewReader(c.text), "f", c.opt)
		expectError(t, c.text, err, c.want)
	}
}

// numbered returns n lines of a format with the numbers from 1.
func numbered(format string, n int) string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf(format, i+1)
	}
	return strings.Join(lines, "\n")
}

func expectError(t *testing.T, text string, err error, want string) {
	t.Helper()
	if err == nil {
		t.Errorf("%.60q: no error, want\n%s", text, want)
		return
	}
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("%.60q: (-want +got):\n%s", text, diff)
	}
	var position *PositionError
	if !errors.As(err, &position) || position.Name != "f" {
		t.Errorf("%.60q: no position to act on", text)
	}
}

func TestReadMatrixMarket(t *testing.T) {
	const want = "port 0: [0 2]; port 1: []; port 2: [1]; 3 servers"
	for name, text := range map[string]string{
		"pattern":                   "%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 1\n1 3\n3 2\n",
		"real":                      "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 3 -2.5e-3\n1 1 1\n3 2 7\n",
		"integer":                   "%%MatrixMarket matrix coordinate integer general\n3 3 3\n3 2 -1\n1 1 5\n1 3 1\n",
		"case, comments and blanks": "%%matrixmarket MATRIX Coordinate Pattern General\n% made\n\n%\n 3\t3 3 \r\n\n1 1\n% here\n1 3\n3 2",
	} {
		g, err := ReadMatrixMarket(context.Background(), strings.NewReader(text), "f", ReadOptions{Base: 0})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := fmt.Sprintf("port 0: %v; port 1: %v; port 2: %v; %d servers", g.Row(0, nil), g.Row(1, nil), g.Row(2, nil), g.Servers())
		if got != want {
			t.Errorf("%s: %s", name, got)
		}
		if err := Validate(context.Background(), g); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	g, err := ReadMatrixMarket(
		context.Background(),
		strings.NewReader("%%MatrixMarket matrix coordinate pattern general\n1 2 3\n1 1\n1 2\n1 1\n"),
		"f",
		ReadOptions{Duplicates: Merge},
	)
	if err == nil {
		t.Errorf("3 entries in 1 x 2: %v", rowsOf(g))
	}
	g, err = ReadMatrixMarket(
		context.Background(),
		strings.NewReader("%%MatrixMarket matrix coordinate pattern general\n1 2 2\n1 1\n1 1\n"),
		"f",
		ReadOptions{Duplicates: Merge},
	)
	if err != nil || g.Edges() != 1 {
		t.Errorf("merged: %v", err)
	}
}

// A byte order mark hides neither the format nor the first line.
func TestReadByteOrderMark(t *testing.T) {
	for _, text := range []string{"0 0\n0 1\n", "# ports 1 servers 2\n0 0\n0 1\n", "%%MatrixMarket matrix coordinate pattern " +
		"general\n1 2 2\n1 1\n1 2\n"} {
		g, err := Read(context.Background(), iotest.OneByteReader(strings.NewReader("\xef\xbb\xbf"+text)), "f", ReadOptions{})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if diff := cmp.Diff([][]uint32{{0, 1}}, rowsOf(g)); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
}

// What a user sees for a faulty Matrix Market file, word for word.
func TestReadMatrixMarketErrors(t *testing.T) {
	const head = "%%MatrixMarket matrix coordinate pattern general\n"
	for _, c := range []struct {
		text string
		opt  ReadOptions
		want string
	}{
		{"", ReadOptions{}, "f:1: the file is empty, want a line %%MatrixMarket"},
		{"1 1 1\n", ReadOptions{}, "f:1: want `%%MatrixMarket matrix coordinate pattern general`"},
		{"%%MatrixMarket matrix\n", ReadOptions{}, "f:1: want `%%MatrixMarket matrix coordinate pattern general`"},
		{"%%MatrixMarket vector coordinate real general\n", ReadOptions{}, `f:1: object "vector", want matrix`},
		{"%%MatrixMarket matrix array real general\n", ReadOptions{},
			`f:1: format "array", want coordinate: a dense matrix is not a sparse graph`},
		{"%%MatrixMarket matrix coordinate complex general\n", ReadOptions{}, `f:1: values "complex", want pattern, real or integer`},
		{"%%MatrixMarket matrix coordinate real symmetric\n", ReadOptions{},
			`f:1: symmetry "symmetric", want general: rows are ports and columns are servers, so every edge must be listed`},
		{head, ReadOptions{}, "f:1: the file ends before the sizes, want `rows columns entries`"},
		{head + "% c\n2 2\n", ReadOptions{}, "f:3:4: 2 fields, want `rows columns entries`"},
		{head + "2 2 1 1\n", ReadOptions{}, "f:2:7: unexpected \"1\", want `rows columns entries`"},
		{head + "0 2 x\n", ReadOptions{}, "f:2:1: number of ports \"0\": want an integer from 1 to 2147483648\nf:2:5: number of " +
			"entries \"x\": want an integer"},
		{head + "2 2 5\n", ReadOptions{}, "f:2:5: 5 entries do not fit into 2 x 2"},
		{head + "2 2 99999999999999999999\n", ReadOptions{},
			`f:2:5: number of entries "99999999999999999999" is out of range, want 0 to 4`},
		{head + "2 99999999999999999999 1\n", ReadOptions{},
			`f:2:3: number of servers "99999999999999999999": want an integer from 1 to 2147483648`},
		{head + "2 2 1\n1 99999999999999999999\n", ReadOptions{}, `f:3:3: server "99999999999999999999" is out of range, want 1 to 2`},
		{"%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 1" + strings.Repeat("0", 309) + "\n", ReadOptions{},
			`f:3:5: value "1` + strings.Repeat("0", 39) +
				`"... is out of range, want a number other than 0 from -1.7976931348623157e+308 to 1.7976931348623157e+308, ` +
				"since every entry is an edge"},
		{head + "2 2 1\n1 1\n", ReadOptions{Servers: 3}, "f:2:3: the file declares 2 servers, want 3"},
		{head + "2 2 3\n1 1\n2 2\n", ReadOptions{}, "f:4: the file ends after 2 entries, line 2 promises 3"},
		{head + "2 2 1\n1 1\n2 2\n", ReadOptions{}, "f:4: entry 2, line 2 promises 1"},
		{head + "2 2 2\n0 1\n1 3\n", ReadOptions{}, "f:3:1: port 0 is out of range, want 1 to 2\nf:4:3: server 3 is out of " +
			"range, want 1 to 2"},
		{head + "2 2 1\n1 1 1\n", ReadOptions{}, "f:3:5: unexpected \"1\", want `row column`"},
		{"%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1\n1 2 0.0\n", ReadOptions{},
			"f:3:4: 2 fields, want `row column value`\nf:4:5: value \"0.0\": want a number other than 0, since every entry is an edge"},
		{"%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 nan\n1 2 z\n", ReadOptions{},
			"f:3:5: value \"nan\": want a number other than 0, since every entry is an edge\nf:4:5: value \"z\": want a number " +
				"other than 0, since every entry is an edge"},
		{head + "2 2 2\n1 1\n1 1\n", ReadOptions{}, "f:4: port 1, server 1: this edge is already on line 3"},
		{head + "2147483648 2147483648 1\n1 1\n", ReadOptions{},
			"f:2: 2147483648 ports for 1 edges, want ports numbered without large gaps"},
	} {
		_, err := ReadMatrixMarket(context.Background(), strings.NewReader(c.text), "f", c.opt)
		expectError(t, c.text, err, c.want)
	}
}

// A header of a few bytes that promises the moon takes no memory.
func TestHostileSizesAllocateNothing(t *testing.T) {
	for _, text := range []string{
		"%%MatrixMarket matrix coordinate pattern general\n2147483648 2147483648 4611686018427387904\n1 1\n",
		"%%MatrixMarket matrix coordinate pattern general\n2147483648 2147483648 1\n1 1\n",
		"# ports 2147483648 servers 2147483648\n0 0\n",
		"2147483647 2147483647\n",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(context.Background(), strings.NewReader(text), "f", ReadOptions{})
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%q is accepted", text)
		}
		if heap := after.TotalAlloc - before.TotalAlloc; heap > 1<<20 {
			t.Errorf("%q: %d bytes allocated", text, heap)
		}
	}
}

func TestReadOptionsValidate(t *testing.T) {
	const want = "graph: ids from 2, want 0 or 1\n" +
		"graph: -1 ports, want 1 to 2147483648, or 0 to take them from the file\n" +
		"graph: 2147483649 servers, want 1 to 2147483648, or 0 to take them from the file\n" +
		"graph: unknown treatment 5 of duplicates"
	bad := ReadOptions{Base: 2, Ports: -1, Servers: MaxServers + 1, Duplicates: 5}
	for name, read := range map[string]func(context.Context, io.Reader, string, ReadOptions) (*CSR, error){"edge list": ReadEdgeList,
		"matrix": ReadMatrixMarket} {
		if _, err := read(t.Context(), strings.NewReader("0 0\n"), "f", bad); err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A disk that fails is reported as such, not as a fault of the text.
func TestReadFailure(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, start := range []string{"", "0 0\n", "%%MatrixMarket matrix coordinate pattern general\n",
		"%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n"} {
		_, err := Read(context.Background(), io.MultiReader(strings.NewReader(start), iotest.ErrReader(broken)), "f", ReadOptions{})
		if !errors.Is(err, broken) {
			t.Errorf("after %q: %v", start, err)
		}
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	g := explicit(t, [][]uint32{{0, 3}, {1}}, 5)
	for name, write := range writers {
		path := filepath.Join(dir, "graph")
		var text bytes.Buffer
		if err := write(&text, g); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		h, err := Open(context.Background(), path, ReadOptions{})
		if err != nil || hashOf(h) != hashOf(g) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(context.Background(), filepath.Join(dir, "none"), ReadOptions{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := Open(context.Background(), dir, ReadOptions{}); err == nil {
		t.Error("a folder is accepted")
	}
}

var writers = map[string]func(io.Writer, Graph) error{"edge list": WriteEdgeList, "matrix": WriteMatrixMarket}

// What is written reads back as the same graph, whatever the size of the reads.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, servers := anyRows(t)
		g, err := Explicit(rows, servers)
		if err != nil {
			t.Fatal(err)
		}
		for name, write := range writers {
			var text bytes.Buffer
			if err := write(&text, g); err != nil {
				t.Fatal(err)
			}
			h, err := Read(context.Background(), iotest.OneByteReader(&text), name, ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if hashOf(h) != hashOf(g) {
				t.Fatalf("%s: another graph comes back", name)
			}
		}
	})
	// One large enough to be written in several pieces.
	g, err := Regular(context.Background(), Config{Ports: 5000, Servers: 100_000, Seed: 1}, 9)
	if err != nil {
		t.Fatal(err)
	}
	for name, write := range writers {
		var text bytes.Buffer
		if err := write(&text, g); err != nil {
			t.Fatal(err)
		}
		if h, err := Read(context.Background(), &text, name, ReadOptions{}); err != nil || hashOf(h) != hashOf(g) {
			t.Errorf("%s: another graph comes back (%v)", name, err)
		}
	}
}

// limited fails after so many bytes.
type limited struct{ left int }

func (w *limited) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func TestWriteFailure(t *testing.T) {
	for name, write := range writers {
		for _, left := range []int{0, 100_000} {
			if err := write(&limited{left}, Complete{L: 200, N: 200}); !errors.Is(err, io.ErrShortWrite) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// accept checks whatever a reader accepts: it is valid, and reads back the same.
func accept(t *testing.T, text []byte, opt ReadOptions) {
	g, err := Read(context.Background(), bytes.NewReader(text), "f", opt)
	if err != nil {
		if g != nil {
			t.Fatal("a graph besides an error")
		}
		return
	}
	if err := Validate(context.Background(), g); err != nil {
		t.Fatal(err)
	}
	if g.Edges() > 1<<16 || g.Ports() > 1<<16 {
		return
	}
	for name, write := range writers {
		var again bytes.Buffer
		if err := write(&again, g); err != nil {
			t.Fatal(err)
		}
		h, err := Read(context.Background(), &again, name, ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if hashOf(h) != hashOf(g) {
			t.Fatalf("%s: another graph comes back", name)
		}
	}
}

func FuzzReadEdgeList(f *testing.F) {
	for _, text := range []string{"0 0\n1 2\n", "# ports 3 servers 5\r\n1\t1\n", "% c\n\n0 0\n0 0", "x", "0 4294967296",
		"# ports 2147483648 servers 1\n"} {
		f.Add([]byte(text), 0, 0, 0, false)
	}
	f.Add([]byte("1 1\n1 1\n"), 1, 2, 3, true)
	f.Fuzz(func(t *testing.T, text []byte, base, ports, servers int, merge bool) {
		opt := ReadOptions{Base: base, Ports: ports % 1000, Servers: servers}
		if merge {
			opt.Duplicates = Merge
		}
		accept(t, text, opt)
	})
}

func FuzzReadMatrixMarket(f *testing.F) {
	for _, text := range []string{" matrix coordinate pattern general\n3 3 2\n1 1\n3 2\n",
		" matrix coordinate real general\n% c\n1 1 1\n1 1 1e5\n",
		" matrix coordinate integer symmetric\n", " matrix coordinate pattern general\n2147483648 1 1\n1 1\n"} {
		f.Add([]byte(text), false)
	}
	f.Fuzz(func(t *testing.T, text []byte, merge bool) {
		opt := ReadOptions{}
		if merge {
			opt.Duplicates = Merge
		}
		accept(t, append([]byte(magic), text...), opt)
	})
}

// TestReadEndless: a source without a line's end and without an end is given up.
func TestReadEndless(t *testing.T) {
	_, err := Read(context.Background(), endless{}, "zero", ReadOptions{})
	if err == nil || !strings.Contains(err.Error(), "no text file") {
		t.Fatalf("got %v", err)
	}
}

// endless is a file of zeros without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// A symmetric matrix lists an edge in one direction. Closed makes of it what it makes of the matrix with both.
func TestReadSymmetricMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "vertices")
		below, all := 0, 0
		var symmetric, general strings.Builder
		values := rapid.SampledFrom([]string{"pattern", "real", "integer"}).Draw(t, "values")
		value := map[string]string{"pattern": "", "real": " 0.5", "integer": " -3"}[values]
		for v := 1; v <= n; v++ {
			for w := 1; w <= v; w++ {
				if !rapid.Bool().Draw(t, "edge") {
					continue
				}
				fmt.Fprintf(&symmetric, "%d %d%s\n", v, w, value)
				fmt.Fprintf(&general, "%d %d%s\n", v, w, value)
				below, all = below+1, all+1
				if v != w {
					fmt.Fprintf(&general, "%d %d%s\n", w, v, value)
					all++
				}
			}
		}
		closed := func(symmetry string, entries int, text string) *CSR {
			text = fmt.Sprintf("%%%%MatrixMarket matrix coordinate %s %s\n%d %d %d\n%s", values, symmetry, n, n, entries, text)
			g, err := ReadMatrixMarket(context.Background(), strings.NewReader(text), "f", ReadOptions{OnServers: true})
			if err != nil {
				t.Fatal(err)
			}
			if g, err = Closed(context.Background(), g); err != nil {
				t.Fatal(err)
			}
			checkOnServers(t, g)
			return g
		}
		if hashOf(closed("symmetric", below, symmetric.String())) != hashOf(closed("general", all, general.String())) {
			t.Fatalf("not the same graph:\n%s\n%s", symmetric.String(), general.String())
		}
	})
}

func TestReadSymmetricMatrixErrors(t *testing.T) {
	const head = "%%MatrixMarket matrix coordinate pattern symmetric\n"
	for text, want := range map[string]string{
		head + "2 3 1\n":                    "f:2:3: 2 rows and 3 columns, want as many: the matrix is symmetric",
		head + "2 2 4\n":                    "f:2:5: 4 entries do not fit into 2 x 2 on and below the diagonal",
		head + "2 2 99999999999999999999\n": `f:2:5: number of entries "99999999999999999999" is out of range, want 0 to 3`,
		head + "3 3 3\n2 1\n1 3\n1 2\n": "f:4:3: row 1, column 3 is above the diagonal, want only entries on and " +
			"below it: the matrix is symmetric\nf:5:3: row 1, column 2 is above",
		head + "3 3 2\n2 1\n2 1\n":                    "f:4: port 2, server 1: this edge is already on line 3",
		head + "3 3 2\n2 1\n4 1\n":                    "f:4:1: port 4 is out of range, want 1 to 3",
		strings.Replace(head, "symm", "skew-symm", 1): `f:1: symmetry "skew-symmetric", want general or symmetric`,
	} {
		_, err := ReadMatrixMarket(context.Background(), strings.NewReader(text), "f", ReadOptions{OnServers: true})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error\n%v, want\n%s", text, err, want)
		}
	}
	// Ports are no servers: there is no other direction.
	if _, err := ReadMatrixMarket(context.Background(), strings.NewReader(head+"2 2 1\n2 1\n"), "f", ReadOptions{}); err == nil ||
		!strings.Contains(err.Error(), "rows are ports") {
		t.Errorf("error %v", err)
	}
}
