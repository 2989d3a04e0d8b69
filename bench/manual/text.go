package manual

import (
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// MostColumns is the width beyond which lines are not easy to read.
const MostColumns = 100

// fewestColumns is the width below which nothing is wrapped any narrower.
const fewestColumns = 30

// WriteText writes the topic for people: wrapped to the given number of columns, headings underlined, code indented. Code is not wrapped.
func (t Topic) WriteText(w io.Writer, columns int) error {
	p := page{columns: max(columns, fewestColumns)}
	lines := strings.Split(strings.TrimRight(comment.ReplaceAllString(t.Markdown, ""), "\n"), "\n")
	for len(lines) > 0 {
		lines = lines[p.block(lines):]
	}
	_, err := io.WriteString(w, p.out.String())
	return err
}

var (
	comment = regexp.MustCompile(`(?s)<!--.*?-->\n?`)
	link    = regexp.MustCompile(`\[([^\]]+)\]\([^)]+\)`)
	strong  = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	stress  = regexp.MustCompile(`(^|[\s(])\*([^*\s][^*]*)\*`)
	item    = regexp.MustCompile(`^(-|\d+\.) `)
	begins  = regexp.MustCompile("^(```|#|\\||> |- |\\d+\\. )") // what ends a paragraph
)

// plain drops what marks emphasis and links. Backquotes stay: they say where a name begins and ends.
func plain(text string) string {
	text = link.ReplaceAllString(text, "$1")
	text = strong.ReplaceAllString(text, "$1")
	return stress.ReplaceAllString(text, "$1$2")
}

// page is a text that grows.
type page struct {
	out     strings.Builder
	columns int
	list    bool // the line above is part of a list
}

// block writes the block that begins with the first line, and returns how many lines it has.
func (p *page) block(lines []string) (n int) {
	first := lines[0]
	same := func(ok func(string) bool) int {
		n := 1
		for n < len(lines) && ok(lines[n]) {
			n++
		}
		return n
	}
	switch {
	case first == "":
		p.list = false
		return 1
	case strings.HasPrefix(first, "```"):
		for n = 1; n < len(lines) && lines[n] != "```"; n++ {
		}
		p.gap()
		for _, line := range lines[1:n] {
			p.line(strings.TrimRight("    "+line, " "))
		}
		return min(n+1, len(lines))
	case strings.HasPrefix(first, "#"):
		p.heading(first)
		return 1
	case strings.HasPrefix(first, "|"):
		n = same(func(line string) bool { return strings.HasPrefix(line, "|") })
		p.gap()
		p.table(lines[:n])
		return n
	case strings.HasPrefix(first, "> "):
		n = same(func(line string) bool { return strings.HasPrefix(line, "> ") })
		p.gap()
		p.wrapped(strings.ReplaceAll(strings.Join(lines[:n], " "), "> ", ""), "    ", "    ")
		return n
	case item.MatchString(first):
		n = same(func(line string) bool { return strings.HasPrefix(line, "  ") })
		if !p.list {
			p.gap()
		}
		p.list = true
		mark := item.FindString(first)
		text := strings.Join(append([]string{first[len(mark):]}, lines[1:n]...), " ")
		p.wrapped(text, mark, strings.Repeat(" ", len(mark)))
		return n
	}
	n = same(func(line string) bool { return line != "" && !begins.MatchString(line) })
	p.gap()
	p.wrapped(strings.Join(lines[:n], " "), "", "")
	return n
}

// gap separates blocks.
func (p *page) gap() {
	if p.out.Len() > 0 {
		p.line("")
	}
}

func (p *page) line(text string) { p.out.WriteString(text + "\n") }

// heading writes a title underlined by its level.
func (p *page) heading(line string) {
	title := strings.TrimLeft(line, "#")
	level := len(line) - len(title)
	title = plain(strings.TrimSpace(title))
	p.gap()
	if level == 2 && p.out.Len() > 0 {
		p.line("")
	}
	for _, part := range fill(title, p.columns) {
		p.line(part)
	}
	if level <= 2 {
		p.line(strings.Repeat(string("=-"[level-1]), min(utf8.RuneCountInString(title), p.columns)))
	}
}

// wrapped writes a text, its first line after one indent and the rest after another of the same width.
func (p *page) wrapped(text, first, rest string) {
	indent := first
	for _, part := range fill(plain(text), p.columns-len(rest)) {
		p.line(indent + part)
		indent = rest
	}
}

// fill breaks a text between words into lines of at most so many columns; a longer word has a line of its own.
func fill(text string, columns int) (lines []string) {
	line, width := "", 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case width == 0:
			line, width = word, n
		case width+1+n <= columns:
			line, width = line+" "+word, width+1+n
		default:
			lines = append(lines, line)
			line, width = word, n
		}
	}
	return append(lines, line)
}
