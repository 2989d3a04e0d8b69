package manual_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"shardq/bench/manual"
)

// top is the folder of the module.
const top = "../.."

// named finds files, folders and declarations of this module between backquotes.
var named = regexp.MustCompile("`((?:alloc|bench|cmd|graph|kernel|profiles|shard|sync)(?:/[A-Za-z0-9_.-]+)*/?)(?::([A-Za-z0-9_.]+))?`")

// TestNamesExist: every file, folder and declaration that a topic names exists, so that the manual cannot rot.
func TestNamesExist(t *testing.T) {
	declared := map[string]map[string]bool{} // by file
	count := 0
	for _, topic := range manual.Topics() {
		for _, m := range named.FindAllStringSubmatch(topic.Markdown, -1) {
			path, name := m[1], m[2]
			count++
			if _, err := os.Stat(filepath.Join(top, path)); err != nil {
				t.Errorf("%s: %s: %v", topic.Name, m[0], err)
				continue
			}
			if name == "" {
				continue
			}
			if declared[path] == nil {
				declared[path] = declarations(t, filepath.Join(top, path))
			}
			if !declared[path][name] {
				t.Errorf("%s: %s: no such declaration in the file", topic.Name, m[0])
			}
		}
		// A name that is not spelled so that it can be checked would rot.
		for _, m := range regexp.MustCompile("`([A-Za-z0-9_./-]+\\.(?:go|s))(?::[^`]*)?`").FindAllStringSubmatch(topic.Markdown, -1) {
			if !named.MatchString(m[0]) && !strings.HasPrefix(m[1], "x_") && m[1] != "doc.go" { // names for any file of a kind
				t.Errorf("%s: %s: want a path from the top of the module, and a declaration after a colon", topic.Name, m[0])
			}
		}
	}
	if count < 100 {
		t.Errorf("only %d names found", count)
	}
}

// declarations returns the names that a file declares at its top level: functions, Type.Method, types, constants and variables.
func declarations(t *testing.T, file string) map[string]bool {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = receiver(d.Recv.List[0].Type) + "." + name
			}
			names[name] = true
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names[n.Name] = true
					}
				}
			}
		}
	}
	return names
}

// receiver is the name of the type of a method.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr: // one type parameter
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
