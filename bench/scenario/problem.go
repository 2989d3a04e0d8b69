package scenario

import (
	"fmt"
	"sort"
	"strings"
)

// Problem is one thing that is wrong with a scenario.
type Problem struct {
	File         string // the file's name, or the text of the flag that brought the value in
	Line, Column int    // from 1; 0 where there is none
	Path         string // the key, such as run.seed; may be empty
	Message      string // what was wrong and what was expected
}

// Error returns file:line:column: path: message, less what is unknown.
func (p Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
		if p.Column > 0 {
			fmt.Fprintf(&b, ":%d", p.Column)
		}
	}
	b.WriteString(": ")
	if p.Path != "" {
		b.WriteString(p.Path + ": ")
	}
	b.WriteString(p.Message)
	return b.String()
}

// Errors is everything that is wrong with a scenario: problems of the file in the order of their positions, then those of flags.
type Errors []Problem

// shown is the most problems that Error spells out; a file of garbage must not flood a terminal.
const shown = 30

// Error returns one problem per line.
func (e Errors) Error() string {
	var lines []string
	for i, p := range e {
		if i == shown {
			lines = append(lines, fmt.Sprintf("and %d more problems", len(e)-shown))
			break
		}
		lines = append(lines, p.Error())
	}
	return strings.Join(lines, "\n")
}

// sorted returns e as an error, or nil if there is nothing in it.
func (e Errors) Sorted() error {
	if len(e) == 0 {
		return nil
	}
	sort.SliceStable(e, func(i, j int) bool {
		a, b := e[i], e[j]
		if (a.Line == 0) != (b.Line == 0) {
			return b.Line == 0
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Column < b.Column
	})
	return e
}

// reason returns what an error of another package says, less the name of the package, with which its text begins and which tells nothing to
// who wrote a file.
func Reason(err error) string {
	_, text, _ := strings.Cut(err.Error(), ": ")
	return text
}
