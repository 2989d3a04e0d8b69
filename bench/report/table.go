package report

import (
	"errors"
	"fmt"
	"slices"
)

// Align says on which side of a column its cells stand in text and Markdown.
type Align int

const (
	Auto  Align = iota // words left, all else right
	Left               // for instance names
	Right              // for instance numbers
)

// Column describes a column. Names are unique within a table; they are the keys of JSON.
type Column struct {
	Name  string
	Unit  string // shown as "name [unit]"; empty if there is none or each cell has its own
	Align Align
}

// header returns the column's heading.
func (c Column) header() string {
	if c.Unit == "" {
		return c.Name
	}
	return c.Name + " [" + c.Unit + "]"
}

// Table is rows of cells. Every row has one cell for each column.
type Table struct {
	Title   string
	Columns []Column
	Rows    [][]Cell
	Notes   []string // lines below the table
}

// halfWidth follows the name of a column in the name of the column of its half-widths, in CSV and JSON.
const halfWidth = " half-width"

// Add appends a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, cells) }

// Validate reports everything that keeps the table from being written: no columns, columns without a name or with the name of another, and
// rows with more or fewer cells than columns.
func (t Table) Validate() error {
	var problems []error
	if len(t.Columns) == 0 {
		problems = append(problems, errors.New("report: a table without columns"))
	}
	seen := map[string]bool{}
	for i, c := range t.fields() {
		if c.Name == "" {
			problems = append(problems, fmt.Errorf("report: column %d has no name", i+1))
		} else if seen[c.Name] {
			problems = append(problems, fmt.Errorf("report: two columns named %q", c.Name))
		}
		seen[c.Name] = true
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			problems = append(problems, fmt.Errorf("report: row %d has %d cells, the table has %d columns", i+1, len(row), len(t.Columns)))
		}
	}
	return errors.Join(problems...)
}

// fields returns the columns of CSV and JSON: the values and, last, the half-widths.
func (t Table) fields() []Column {
	fields := slices.Clone(t.Columns)
	for i, c := range t.Columns {
		if t.hasErrors(i) {
			fields = append(fields, Column{Name: c.Name + halfWidth, Unit: c.Unit})
		}
	}
	return fields
}

// hasErrors reports whether a cell of column i has a half-width.
func (t Table) hasErrors(i int) bool {
	for _, row := range t.Rows {
		if i < len(row) && row[i].half != nil {
			return true
		}
	}
	return false
}

// right reports whether column i stands on the right.
func (t Table) right(i int) bool {
	if a := t.Columns[i].Align; a != Auto {
		return a == Right
	}
	for _, row := range t.Rows {
		if _, words := row[i].value.(string); words {
			return false
		}
	}
	return true
}
