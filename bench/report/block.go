package report

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

// Line is a line of a block: what, how much, and a remark.
type Line struct {
	Key   string
	Value Cell
	Note  string
}

// Block is a titled section of labelled lines.
type Block struct {
	Title string
	Lines []Line
}

// Add appends a line.
func (b *Block) Add(key string, value Cell, note string) {
	b.Lines = append(b.Lines, Line{key, value, note})
}

// Blocks writes sections one below the other. Values, and notes behind them, stand in the same columns throughout:
//
//	result
//	  mean response:  1.8013 ± 0.0021  95 % interval, 64 groups
//	  blocking:       1.52 %
func Blocks(w io.Writer, blocks ...Block) error {
	keys, values := 0, 0
	for _, b := range blocks {
		for _, l := range b.Lines {
			keys = max(keys, width(clean(l.Key))+1)
			if l.Note != "" {
				values = max(values, width(l.Value.String()))
			}
		}
	}
	var out bytes.Buffer
	for i, b := range blocks {
		if i > 0 {
			out.WriteByte('\n')
		}
		if b.Title != "" {
			out.WriteString(clean(b.Title) + "\n")
		}
		for _, l := range b.Lines {
			line := "  " + pad(clean(l.Key)+":", keys) + "  " + pad(l.Value.String(), values) + "  " + clean(l.Note)
			out.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return emit(w, out.Bytes())
}

// width counts characters.
func width(s string) int { return utf8.RuneCountInString(s) }

// pad appends spaces up to n characters.
func pad(s string, n int) string { return s + strings.Repeat(" ", max(n-width(s), 0)) }
