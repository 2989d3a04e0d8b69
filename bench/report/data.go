package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// values returns the values of a row in the order of fields.
func (t Table) values(row []Cell) []any {
	var values []any
	for _, c := range row {
		values = append(values, c.value)
	}
	for i, c := range row {
		if !t.hasErrors(i) {
			continue
		}
		if c.half != nil && known(*c.half) {
			values = append(values, *c.half)
		} else {
			values = append(values, nil)
		}
	}
	return values
}

// CSV writes a line of column names, each with its unit as in Text, and a line of values for each row. Numbers have all their digits and
// what is unknown is empty. Columns of half-widths come last. Title and notes are left out.
func (t Table) CSV(w io.Writer) error {
	if err := t.Validate(); err != nil {
		return err
	}
	var out bytes.Buffer
	lines := csv.NewWriter(&out)
	var heads []string
	for _, c := range t.fields() {
		heads = append(heads, c.header())
	}
	records := [][]string{heads}
	for _, row := range t.Rows {
		var record []string
		for _, v := range t.values(row) {
			record = append(record, field(v))
		}
		records = append(records, record)
	}
	if err := lines.WriteAll(records); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return emit(w, out.Bytes())
}

// field formats a value without loss.
func field(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	default:
		return fmt.Sprint(v)
	}
}

// JSON writes {"title", "columns": [{"name", "unit"}], "rows": [{name: value}], "notes"}. Keys of a row are in the order of columns,
// with "NAME half-width" last; numbers have all their digits and what is unknown is null.
func (t Table) JSON(w io.Writer) error {
	if err := t.Validate(); err != nil {
		return err
	}
	type column struct {
		Name string `json:"name"`
		Unit string `json:"unit,omitempty"`
	}
	table := struct {
		Title   string            `json:"title"`
		Columns []column          `json:"columns"`
		Rows    []json.RawMessage `json:"rows"`
		Notes   []string          `json:"notes,omitempty"`
	}{Title: t.Title, Rows: []json.RawMessage{}, Notes: t.Notes}
	for _, c := range t.Columns {
		table.Columns = append(table.Columns, column{c.Name, c.Unit})
	}
	fields := t.fields()
	for _, row := range t.Rows {
		object, err := object(fields, t.values(row))
		if err != nil {
			return fmt.Errorf("report: %w", err)
		}
		table.Rows = append(table.Rows, object)
	}
	out, err := json.MarshalIndent(table, "", "  ")
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return emit(w, append(out, '\n'))
}

// object encodes values by the names of their fields, in this order, which a map would lose.
func object(fields []Column, values []any) (json.RawMessage, error) {
	var out bytes.Buffer
	for i, c := range fields {
		name, err := json.Marshal(c.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(values[i])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "%c%s:%s", "{,"[min(i, 1)], name, value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}
