// Command columns fails if a line of Go below the folders given is longer than 140 columns, with tabs of four.
package main

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

const (
	most = 140
	tab  = 4
)

func main() {
	long := 0
	for _, folder := range os.Args[1:] {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			n, err := check(path)
			long += n
			return err
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, "columns:", err)
			os.Exit(2)
		}
	}
	if long > 0 {
		fmt.Fprintf(os.Stderr, "columns: %d lines are longer than %d columns\n", long, most)
		os.Exit(1)
	}
}

// check prints the long lines of a file and counts them. Lines that say how code is generated, built or embedded cannot be broken.
func check(path string) (long int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for n := 1; s.Scan(); n++ {
		line := s.Text()
		columns := utf8.RuneCountInString(line) + (tab-1)*strings.Count(line, "\t")
		if columns > most && !strings.HasPrefix(line, "//go:") {
			fmt.Printf("%s:%d: %d columns\n", path, n, columns)
			long++
		}
	}
	return long, s.Err()
}
