package manual

import (
	"strings"
	"unicode/utf8"
)

// columnGap is the number of spaces between two columns.
const columnGap = 2

// table writes a table: heads, a rule, and rows whose cells are wrapped where the widest columns have to give way.
func (p *page) table(lines []string) {
	var rows [][]string
	for i, line := range lines {
		if i != 1 { // the rule
			rows = append(rows, cells(line))
		}
	}
	widths, words := make([]int, len(rows[0])), make([]int, len(rows[0])) // of the longest cells, and of the longest words
	for _, row := range rows {
		for c, text := range row[:min(len(row), len(widths))] {
			widths[c] = max(widths[c], utf8.RuneCountInString(text))
			for _, word := range strings.Fields(text) {
				words[c] = max(words[c], utf8.RuneCountInString(word))
			}
		}
	}
	p.shrink(widths, words)
	for i, row := range rows {
		p.row(row, widths)
		if i == 0 {
			rule := make([]string, len(widths))
			for c, w := range widths {
				rule[c] = strings.Repeat("-", w)
			}
			p.line(strings.Join(rule, strings.Repeat(" ", columnGap)))
		}
	}
}

// cells splits a row of a table. A bar between backquotes or after a backslash is part of a cell.
func cells(line string) (list []string) {
	line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
	var cell strings.Builder
	code, escaped := false, false
	for _, r := range line {
		switch {
		case r == '\\' && !code && !escaped:
			escaped = true
			continue
		case r == '|' && !code && !escaped:
			list = append(list, plain(strings.TrimSpace(cell.String())))
			cell.Reset()
			continue
		case r == '`':
			code = !code
		}
		escaped = false
		cell.WriteRune(r)
	}
	return append(list, plain(strings.TrimSpace(cell.String())))
}

// shrink takes columns off the widest until all fit the page. None gets narrower than its longest word.
func (p *page) shrink(widths, words []int) {
	total := columnGap * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for ; total > p.columns; total-- {
		widest := -1
		for c, w := range widths {
			if w > words[c] && (widest < 0 || w > widths[widest]) {
				widest = c
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
	}
}

// row writes the cells of a row side by side.
func (p *page) row(row []string, widths []int) {
	parts, height := make([][]string, len(widths)), 0
	for c := range widths {
		if c < len(row) {
			parts[c] = fill(row[c], widths[c])
		}
		height = max(height, len(parts[c]))
	}
	for i := range height {
		var line strings.Builder
		for c, w := range widths {
			text := ""
			if i < len(parts[c]) {
				text = parts[c][i]
			}
			line.WriteString(text + strings.Repeat(" ", max(w-utf8.RuneCountInString(text), 0)+columnGap))
		}
		p.line(strings.TrimRight(line.String(), " "))
	}
}
