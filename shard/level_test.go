package shard

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"shardq/graph/isa"
)

// routine is a place where a routine in assembly is called.
type routine struct {
	pkg, name string
	file      string // as in a coverage profile
	at        token.Position
}

// level returns the least level that may call the routine, by its name; what has no level in its name belongs to AVX2, the first one with
// assembly.
func (r *routine) level() isa.Level {
	switch {
	case r.pkg == "shardq/sync" && r.name == "pause":
		return isa.Generic // see package isa
	case strings.HasSuffix(r.name, "AVX512"):
		return isa.AVX512
	}
	return isa.AVX2
}

// routines finds all places where the product calls assembly: uses of functions without a body.
func routines(t *testing.T, pkg, dir string, files []string) (list []routine) {
	t.Helper()
	set := token.NewFileSet()
	var parsed []*ast.File
	bodiless := map[string]bool{}
	other := map[token.Pos]bool{}
	for _, name := range files {
		f, err := parser.ParseFile(set, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body == nil {
				bodiless[d.Name.Name], other[d.Name.Pos()] = true, true
			}
		}
	}
	for _, f := range parsed {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) { // names of fields and methods are others
			case *ast.SelectorExpr:
				other[n.Sel.Pos()] = true
			case *ast.Field:
				for _, name := range n.Names {
					other[name.Pos()] = true
				}
			case *ast.KeyValueExpr:
				other[n.Key.Pos()] = true
			}
			if id, ok := n.(*ast.Ident); ok && bodiless[id.Name] && !other[id.Pos()] {
				at := set.Position(id.Pos())
				list = append(list, routine{pkg, id.Name, pkg + "/" + filepath.Base(at.Filename), at})
			}
			return true
		})
	}
	return list
}

// block is a line of a coverage profile.
type block struct {
	file                                   string
	fromLine, fromColumn, toLine, toColumn int
	statements                             int
	count                                  uint64
}

func readProfile(t *testing.T, name string) (blocks []block) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		file, rest, _ := strings.Cut(lines.Text(), ":")
		b := block{file: file}
		_, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &b.fromLine, &b.fromColumn, &b.toLine, &b.toColumn, &b.statements, &b.count)
		if err == nil {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// calls returns how often a place was passed: the count of the smallest block around it.
func (r *routine) calls(t *testing.T, blocks []block) uint64 {
	t.Helper()
	var best *block
	for i := range blocks {
		b := &blocks[i]
		after := b.fromLine < r.at.Line || b.fromLine == r.at.Line && b.fromColumn <= r.at.Column
		before := b.toLine > r.at.Line || b.toLine == r.at.Line && b.toColumn > r.at.Column
		inner := best == nil || b.fromLine > best.fromLine || b.fromLine == best.fromLine && b.fromColumn > best.fromColumn
		if b.file == r.file && after && before && inner {
			best = b
		}
	}
	if best == nil {
		t.Fatalf("%v: %s is used where calls are not counted", r.at, r.name)
	}
	return best.count
}

// TestLevelGoverns: at a level no routine of a higher one is called by any package, and all levels give the same digests. It builds
// TestEveryRoutine with the counters of the coverage tool in all packages with assembly, so that what is counted is the product's own
// code, as it is, and nothing can be left out.
func TestLevelGoverns(t *testing.T) {
	if testing.Short() || isa.Available() == isa.Generic {
		t.Skip("builds and runs a program a level; nothing to govern without assembly")
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", filepath.Base(name), args, err, out)
		}
		return string(out)
	}
	var places []routine
	var packages []string
	list := run(tool, "list", "-f", `{{if .SFiles}}{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}}{{end}}`, "shardq/...")
	for line := range strings.Lines(list) {
		if f := strings.Fields(line); len(f) > 2 {
			packages = append(packages, f[0])
			places = append(places, routines(t, f[0], f[1], f[2:])...)
		}
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "routines")
	run(tool, "test", "-c", "-covermode=atomic", "-coverpkg="+strings.Join(packages, ","), "-o", program, ".")
	total := map[string]uint64{}
	first := ""
	for _, level := range isa.Levels() {
		profile := filepath.Join(dir, level.String())
		out := run(program, "-test.run=^TestEveryRoutine$", "-test.coverprofile="+profile, "-routines-level="+level.String())
		digests := ""
		for line := range strings.Lines(out) {
			if strings.Contains(line, "digest") {
				digests += line
			}
		}
		if first == "" {
			first = digests
		}
		if digests == "" || digests != first {
			t.Errorf("%v: digests\n%swant\n%s", level, digests, first)
		}
		blocks := readProfile(t, profile)
		for i := range places {
			r := &places[i]
			n := r.calls(t, blocks)
			total[r.pkg+"."+r.name] += n
			if n > 0 && r.level() > level {
				t.Errorf("%v: %s of %s is called %d times at level %v", r.at, r.name, r.pkg, n, level)
			}
		}
	}
	for i := range places {
		r := &places[i]
		name := r.pkg + "." + r.name
		if total[name] > 0 || r.level() > isa.Available() || name == "shardq/kernel.scan16AVX512" {
			continue // keys of 2 bytes are gathered only where a measurement says that it pays; it gathers 4
		}
		t.Errorf("%v: %s is called at no level, so that these runs do not show what they should", r.at, name)
		total[name] = 1 // once is enough
	}
	t.Logf("%d places in %v, calls: %v", len(places), packages, total)
}
