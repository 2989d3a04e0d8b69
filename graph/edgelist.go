package graph

import (
	"context"
	"fmt"
	"io"
	"strconv"
)

// ReadEdgeList reads a graph from lines `port server`, two integers parted by blanks or tabs. Empty lines and lines that begin with # or %
// are skipped, but a line `# ports L servers N` before the first edge declares the sizes. name stands for the file in messages.
//
// Faults of the text are a [*FileError] with line and column of each.
func ReadEdgeList(ctx context.Context, r io.Reader, name string, opt ReadOptions) (*CSR, error) {
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	e := edgeFile{opt: opt, base: opt.Base, ports: opt.Ports, servers: opt.Servers}
	e.Name = name
	l := newLines(ctx, r)
	for goOn := true; goOn && l.next(); {
		f := l.fields(5)
		if len(f) == 0 {
			continue
		}
		if f[0].text[0] == '#' || f[0].text[0] == '%' {
			// Only a comment of exactly this form declares the sizes, and only before it could contradict an edge.
			if len(f) == 5 && string(f[0].text) == "#" && string(f[1].text) == "ports" && string(f[3].text) == "servers" &&
				len(e.edges) == 0 {
				goOn = e.declare(l.number, f[2], f[4])
			}
			continue
		}
		if wrong, column := l.shape(f, 2); wrong != "" {
			goOn = e.add(l.number, column, "%s, want `port server`", wrong)
			continue
		}
		goOn = e.edge(l.number, f[0], f[1])
	}
	if l.err != nil {
		return nil, fmt.Errorf("graph: %s: %w", name, l.err)
	}
	return e.graph(ctx)
}

// WriteEdgeList writes a graph as [ReadEdgeList] reads it, sizes first, ids from 0.
func WriteEdgeList(w io.Writer, g Graph) error {
	return writeEdges(w, g, 0, fmt.Sprintf("# ports %d servers %d\n", g.Ports(), g.Servers()))
}

// writeEdges writes a header and all edges, a line each.
func writeEdges(w io.Writer, g Graph, base uint64, header string) error {
	const flush = 1 << 16
	out := append(make([]byte, 0, flush+64), header...)
	var buf []uint32
	for p := range g.Ports() {
		buf = g.Row(uint32(p), buf)
		for _, r := range buf {
			out = strconv.AppendUint(out, uint64(p)+base, 10)
			out = append(out, ' ')
			out = strconv.AppendUint(out, uint64(r)+base, 10)
			out = append(out, '\n')
			if len(out) >= flush {
				if _, err := w.Write(out); err != nil {
					return err
				}
				out = out[:0]
			}
		}
	}
	_, err := w.Write(out)
	return err
}
