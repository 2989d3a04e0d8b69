package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// tables draws tables of all kinds of cells, with text that tries to break out.
func tables() *rapid.Generator[Table] {
	word := rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.RuneFrom([]rune("a|\\`*_<& \"',\n\t\r\x1b│-é中")), 0, 12, -1))
	number := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-10, 10), rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(1)}))
	cell := rapid.Custom(func(t *rapid.T) Cell {
		v, half := number.Draw(t, "v"), rapid.OneOf(rapid.Float64Range(0, 10), rapid.Just(math.NaN())).Draw(t, "half")
		cells := []Cell{{}, Text(word.Draw(t, "word")), Int(rapid.Int64().Draw(t, "n")), Number(v, 5), WithError(v, half), Percent(v, 3),
			PercentWithError(
				v,
				half,
			), Rate(v), Bytes(rapid.Uint64().Draw(t, "bytes")), Duration(time.Duration(rapid.Int64().Draw(t, "time")))}
		return rapid.SampledFrom(cells).Draw(t, "cell")
	})
	return rapid.Custom(func(t *rapid.T) Table {
		table := Table{Title: word.Draw(t, "title"), Notes: rapid.SliceOfN(word, 0, 2).Draw(t, "notes")}
		n := rapid.IntRange(1, 5).Draw(t, "columns")
		for i := range n {
			// The number keeps names apart.
			name := strconv.Itoa(i) + word.Draw(t, "name")
			table.Columns = append(table.Columns, Column{Name: name, Unit: rapid.SampledFrom([]string{"", "s", "1/mu"}).Draw(t, "unit"),
				Align: rapid.SampledFrom([]Align{Auto, Left, Right}).Draw(t, "align")})
		}
		for range rapid.IntRange(0, 6).Draw(t, "rows") {
			table.Add(rapid.SliceOfN(cell, n, n).Draw(t, "row")...)
		}
		return table
	})
}

func render(t *rapid.T, write func(io.Writer) error) string {
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	if !utf8.Valid(out.Bytes()) {
		t.Fatalf("not UTF-8: %q", out.String())
	}
	return out.String()
}

func TestMarkdownReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := tables().Draw(t, "table")
		out := render(t, table.Markdown)
		var lines []string
		for line := range strings.Lines(out) {
			if strings.HasPrefix(line, "|") {
				lines = append(lines, strings.TrimSuffix(line, "\n"))
			}
		}
		if len(lines) < 2+len(table.Rows) {
			t.Fatalf("%d lines for %d rows:\n%s", len(lines), len(table.Rows), out)
		}
		for i, c := range splitMarkdown(lines[0]) {
			if want := squeeze(clean(table.Columns[i].header())); c != want {
				t.Fatalf("header %q, want %q", c, want)
			}
		}
		if got := len(splitMarkdown(lines[1])); got != len(table.Columns) || strings.Trim(lines[1], "|:-") != "" {
			t.Fatalf("rule %q", lines[1])
		}
		for r, row := range table.Rows {
			cells := splitMarkdown(lines[2+r])
			if len(cells) != len(row) {
				t.Fatalf("row %q has %d cells, want %d", lines[2+r], len(cells), len(row))
			}
			for i, c := range row {
				if want := squeeze(c.String()); cells[i] != want {
					t.Fatalf("cell %q, want %q", cells[i], want)
				}
			}
		}
	})
}

// squeeze leaves out the spaces around a cell, which are padding.
func squeeze(s string) string { return strings.TrimSpace(s) }

// splitMarkdown splits a line of a table at the pipes that are not escaped, and takes the escapes away.
func splitMarkdown(line string) []string {
	var cells []string
	var cell strings.Builder
	escaped := false
	for _, r := range strings.TrimPrefix(line, "|") {
		switch {
		case escaped:
			cell.WriteRune(r)
			escaped = false
		case r == '\\':
			escaped = true
		case r == '|':
			cells = append(cells, squeeze(strings.NewReplacer("&lt;", "<", "&amp;", "&").Replace(cell.String())))
			cell.Reset()
		default:
			cell.WriteRune(r)
		}
	}
	return cells
}

func TestTextShowsEveryCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := tables().Draw(t, "table")
		out := render(t, table.Text)
		shown := func(s string) {
			if !strings.Contains(out, squeeze(s)) {
				t.Fatalf("%q is missing in\n%s", s, out)
			}
		}
		shown(clean(table.Title))
		for _, n := range table.Notes {
			shown(clean(n))
		}
		for _, row := range table.Rows {
			for _, c := range row {
				shown(c.String())
			}
		}
		title := 1
		if table.Title == "" {
			title = 0
		}
		rule := 1 // below the header, if there are rows
		if len(table.Rows) == 0 {
			rule = 0
		}
		if got, want := strings.Count(out, "\n"), title+3+rule+len(table.Rows)+len(table.Notes); got != want {
			t.Fatalf("%d lines, want %d:\n%s", got, want, out)
		}
	})
}

func TestDataKeepsEveryValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := tables().Draw(t, "table")
		records, err := csv.NewReader(strings.NewReader(render(t, table.CSV))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var decoded struct {
			Columns []struct{ Name string }
			Rows    []map[string]any
		}
		decoder := json.NewDecoder(strings.NewReader(render(t, table.JSON)))
		decoder.UseNumber()
		if err := decoder.Decode(&decoded); err != nil {
			t.Fatal(err)
		}
		// One line of names; a table of one column may have empty lines, which CSV readers skip.
		if len(table.Columns) > 1 && len(records) != 1+len(table.Rows) || len(decoded.Rows) != len(table.Rows) {
			t.Fatalf("%d lines of CSV and %d rows of JSON for %d rows", len(records), len(decoded.Rows), len(table.Rows))
		}
		for r, row := range table.Rows {
			for i, c := range row {
				inJSON, ok := decoded.Rows[r][strings.ToValidUTF8(table.Columns[i].Name, "\uFFFD")]
				if !ok {
					t.Fatalf("row %d lacks %q", r, table.Columns[i].Name)
				}
				checkValue(t, c, inJSON)
				if len(table.Columns) > 1 {
					if got := records[1+r][i]; got != field(c.value) {
						t.Fatalf("CSV has %q for %v", got, c.value)
					}
				}
			}
		}
	})
}

// checkValue compares a decoded value of JSON with that of the cell, to the last bit.
func checkValue(t *rapid.T, c Cell, got any) {
	switch want := c.value.(type) {
	case nil:
		if got != nil {
			t.Fatalf("%v, want null", got)
		}
	case float64:
		if v, err := got.(json.Number).Float64(); err != nil || v != want {
			t.Fatalf("%v, want %v", got, want)
		}
	default:
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

func TestBrokenTablesAreRefused(t *testing.T) {
	half := WithError(1, 0.1)
	one, two := []Column{{Name: "a"}}, []Column{{Name: "a"}, {Name: "b"}}
	for name, c := range map[string]struct {
		table Table
		want  []string
	}{
		"no columns": {Table{}, []string{"without columns"}},
		"short row":  {Table{Columns: two, Rows: [][]Cell{{half, half}, {half}}}, []string{"row 2 has 1 cells, the table has 2 columns"}},
		"long row":   {Table{Columns: one, Rows: [][]Cell{{half, half}}}, []string{"row 1 has 2 cells, the table has 1 columns"}},
		"no name":    {Table{Columns: []Column{{Name: "a"}, {Unit: "s"}}}, []string{"column 2 has no name"}},
		"same name":  {Table{Columns: append(one, one...)}, []string{`two columns named "a"`}},
		"hidden name": {Table{Columns: []Column{{Name: "a"}, {Name: "a half-width"}}, Rows: [][]Cell{{half, half}}},
			[]string{`two columns named "a half-width"`}},
		"several wrong": {Table{Columns: []Column{{}}, Rows: [][]Cell{{}, {}}}, []string{"column 1", "row 1", "row 2"}},
	} {
		for format, write := range map[string]func(io.Writer) error{
			"text": c.table.Text, "markdown": c.table.Markdown, "csv": c.table.CSV, "json": c.table.JSON,
		} {
			var out bytes.Buffer
			err := write(&out)
			for _, want := range c.want {
				if err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
					t.Errorf("%s as %s: error %v, want %q; wrote %q", name, format, err, want, out.String())
				}
			}
		}
	}
}

var errClosed = errors.New("pipe closed")

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errClosed }

func TestErrorsOfTheWriterComeBack(t *testing.T) {
	table := policies()
	blocks := func(w io.Writer) error { return Blocks(w, Block{Title: "x"}) }
	for name, write := range map[string]func(io.Writer) error{
		"text": table.Text, "markdown": table.Markdown, "csv": table.CSV, "json": table.JSON, "blocks": blocks,
	} {
		if err := write(closed{}); !errors.Is(err, errClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBlocksStandInColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var blocks []Block
		for range rapid.IntRange(0, 3).Draw(t, "blocks") {
			b := Block{Title: rapid.StringMatching(`[a-z]{0,5}`).Draw(t, "title")}
			for range rapid.IntRange(0, 4).Draw(t, "lines") {
				b.Add(rapid.StringMatching(`[a-zµ]{1,20}`).Draw(t, "key"), WithError(rapid.Float64().Draw(t, "v"), 0.1), "# note")
			}
			blocks = append(blocks, b)
		}
		colon, note := -1, -1
		out := render(t, func(w io.Writer) error { return Blocks(w, blocks...) })
		for line := range strings.Lines(out) {
			if !strings.HasPrefix(line, "  ") {
				continue
			}
			runes := []rune(line)
			at := strings.Index(string(runes), "#")
			at = utf8.RuneCountInString(line[:at])
			if note >= 0 && at != note {
				t.Fatalf("notes start at %d and %d:\n%s", note, at, out)
			}
			note = at
			if strings.Count(line, ":") != 1 {
				colon++
			}
		}
		if colon >= 0 {
			t.Fatalf("lines without a key:\n%s", out)
		}
	})
}
