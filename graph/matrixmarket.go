package graph

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// magic begins every Matrix Market file.
const magic = "%%MatrixMarket"

// ReadMatrixMarket reads a graph from a sparse matrix in Matrix Market exchange format (coordinate, general; pattern, real or integer):
// rows are ports, columns are servers, every entry is an edge, whatever its value, except that a value of 0 is refused. Ids count from 1;
// opt.Base is not used. A graph on servers may also be symmetric: then no entry is above the diagonal (Boisvert, Pozo and Remington 1996).
// name stands for the file in messages.
//
// Faults of the text are a [*FileError] with line and column of each.
func ReadMatrixMarket(ctx context.Context, r io.Reader, name string, opt ReadOptions) (*CSR, error) {
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	m := matrixFile{edgeFile: edgeFile{opt: opt, base: 1}}
	m.Name = name
	l := newLines(ctx, r)
	if !l.next() {
		m.add(1, 0, "the file is empty, want a line %s", magic)
	} else if m.header(l.number, l.text) && m.size(l) {
		m.entries(l)
	}
	if l.err != nil {
		return nil, fmt.Errorf("graph: %s: %w", name, l.err)
	}
	return m.graph(ctx)
}

// matrixFile is a Matrix Market file while it is read.
type matrixFile struct {
	edgeFile
	fields    int    // of an entry: 2, or 3 with a value
	symmetric bool   // entries above the diagonal are those below it, and not listed
	promise   uint64 // entries that the size line promises
}

// header reads the first line and reports whether the rest can be read.
func (m *matrixFile) header(line int, text []byte) bool {
	words := strings.Fields(strings.ToLower(string(text)))
	if len(words) != 5 || words[0] != strings.ToLower(magic) {
		m.add(line, 0, "want `%s matrix coordinate pattern general`", magic)
		return false
	}
	object, format, values, symmetry := words[1], words[2], words[3], words[4]
	switch {
	case object != "matrix":
		m.add(line, 0, "object %q, want matrix", object)
	case format != "coordinate":
		m.add(line, 0, "format %q, want coordinate: a dense matrix is not a sparse graph", format)
	case values != "pattern" && values != "real" && values != "integer":
		m.add(line, 0, "values %q, want pattern, real or integer", values)
	case m.opt.OnServers && symmetry != "general" && symmetry != "symmetric":
		m.add(line, 0, "symmetry %q, want general or symmetric", symmetry)
	case !m.opt.OnServers && symmetry != "general":
		m.add(line, 0, "symmetry %q, want general: rows are ports and columns are servers, so every edge must be listed", symmetry)
	}
	m.symmetric = symmetry == "symmetric"
	m.fields = 3
	if values == "pattern" {
		m.fields = 2
	}
	return len(m.Faults) == 0
}

// content moves to the next line that is neither empty nor a comment, and cuts it; nil at the end of the file.
func content(l *lines) []field {
	for l.next() {
		if f := l.fields(3); len(f) > 0 && f[0].text[0] != '%' {
			return f
		}
	}
	return nil
}

// size reads the line `rows columns entries` and reports whether the rest can be read.
func (m *matrixFile) size(l *lines) bool {
	const wanted = "`rows columns entries`"
	f := content(l)
	if f == nil {
		m.add(l.number, 0, "the file ends before the sizes, want %s", wanted)
		return false
	}
	if wrong, column := l.shape(f, 3); wrong != "" {
		m.add(l.number, column, "%s, want %s", wrong, wanted)
		return false
	}
	m.declare(l.number, f[0], f[1])
	entries, ok := f[2].integer()
	most, place := uint64(m.ports)*uint64(m.servers), ""
	if m.symmetric {
		most, place = uint64(m.ports)*(uint64(m.ports)+1)/2, " on and below the diagonal"
		if len(m.Faults) == 0 && m.ports != m.servers {
			m.add(l.number, f[1].column, "%d rows and %d columns, want as many: the matrix is symmetric", m.ports, m.servers)
		}
	}
	if !ok && f[2].digits() && len(m.Faults) == 0 {
		m.add(l.number, f[2].column, "number of entries %s is out of range, want 0 to %d", f[2].quoted(), most)
	} else if !ok {
		m.add(l.number, f[2].column, "number of entries %s: want an integer", f[2].quoted())
	} else if len(m.Faults) == 0 && entries > most {
		m.add(l.number, f[2].column, "%d entries do not fit into %d x %d%s", entries, m.ports, m.servers, place)
	}
	m.promise = entries
	return len(m.Faults) == 0
}

// entries reads all edges. Nothing is allocated on the word of the size line.
func (m *matrixFile) entries(l *lines) {
	wanted := "`row column`"
	if m.fields == 3 {
		wanted = "`row column value`"
	}
	for found, goOn := uint64(0), true; goOn; found++ {
		f := content(l)
		if f == nil {
			if found < m.promise && l.err == nil {
				m.add(l.number, 0, "the file ends after %d entries, line %d promises %d", found, m.sizeLine, m.promise)
			}
			return
		}
		if found == m.promise {
			m.add(l.number, 0, "entry %d, line %d promises %d", found+1, m.sizeLine, m.promise)
			return
		}
		if wrong, column := l.shape(f, m.fields); wrong != "" {
			goOn = m.add(l.number, column, "%s, want %s", wrong, wanted)
		} else if wrong := m.valueFault(f); wrong != "" {
			goOn = m.add(l.number, f[2].column, "value %s%s, since every entry is an edge", f[2].quoted(), wrong)
		} else {
			goOn = m.edge(l.number, f[0], f[1])
			if n := len(m.edges); m.symmetric && goOn && n > 0 && m.edges[n-1].server > m.edges[n-1].port {
				goOn = m.add(l.number, f[1].column, "row %s, column %s is above the diagonal, want only entries on and below it: "+
					"the matrix is symmetric",
					f[0].text, f[1].text)
				m.edges = m.edges[:n-1]
			}
		}
	}
}

// valueFault says what is wrong with the value of an entry that is not a finite number other than 0; "" if it is one, or entries have none.
func (m *matrixFile) valueFault(f []field) string {
	if m.fields < 3 {
		return ""
	}
	x, err := strconv.ParseFloat(string(f[2].text), 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Sprintf(" is out of range, want a number other than 0 from %g to %g", -math.MaxFloat64, math.MaxFloat64)
	case err != nil || x == 0 || math.IsInf(x, 0) || math.IsNaN(x):
		return ": want a number other than 0"
	}
	return ""
}

// WriteMatrixMarket writes a graph as a pattern matrix: rows are ports, columns are servers.
func WriteMatrixMarket(w io.Writer, g Graph) error {
	return writeEdges(w, g, 1, fmt.Sprintf("%s matrix coordinate pattern general\n%d %d %d\n", magic, g.Ports(), g.Servers(), g.Edges()))
}
