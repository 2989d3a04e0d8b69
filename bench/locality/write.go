package locality

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"shardq/bench/fault"
	"shardq/bench/report"
	"shardq/graph"
	"shardq/graph/partition"
)

// write writes the renumbered graph and the files beside it, with the ids of the source.
func (s *numbered) write(ctx context.Context, file string, order *partition.Order) error {
	if s.outsideID != nil {
		outside := &partition.Order{Ports: order.Ports, Servers: make([]uint32, len(order.Servers))}
		for r, id := range s.outsideID {
			outside.Servers[id] = s.outsideID[order.Servers[r]]
		}
		order = outside
	}
	g, err := partition.View(s.outside, order)
	if err != nil {
		return err
	}
	writeGraph := graph.WriteEdgeList
	if strings.EqualFold(filepath.Ext(file), ".mtx") {
		writeGraph = graph.WriteMatrixMarket
	}
	put := func(name string, write func(w io.Writer) error) {
		if err == nil {
			err = report.WriteFile(name, func(w io.Writer) error { return write(fault.Writer(ctx, w)) })
		}
	}
	put(file, func(w io.Writer) error { return writeGraph(w, g) })
	put(file+".ports", func(w io.Writer) error { return writeIDs(w, "port", order.Ports) })
	put(file+".servers", func(w io.Writer) error { return writeIDs(w, "server", order.Servers) })
	if s.rates != nil {
		put(file+".rates", func(w io.Writer) error {
			return writeColumn(
				w,
				"# rate of port 0, 1, ... of the renumbered graph\n",
				permuted(s.rates, order.Ports),
				func(b []byte, rate float64) []byte {
					return strconv.AppendFloat(b, rate, 'g', -1, 64)
				},
			)
		})
	}
	return err
}

// writeIDs writes one side of an order.
func writeIDs(w io.Writer, what string, ids []uint32) error {
	return writeColumn(
		w,
		fmt.Sprintf("# new id of %s 0, 1, ...\n", what),
		ids,
		func(b []byte, id uint32) []byte { return strconv.AppendUint(b, uint64(id), 10) },
	)
}

// writeColumn writes a header and a line for each value.
func writeColumn[T any](w io.Writer, header string, values []T, format func([]byte, T) []byte) error {
	line := []byte(header)
	for _, v := range values {
		if _, err := w.Write(line); err != nil {
			return err
		}
		line = append(format(line[:0], v), '\n')
	}
	_, err := w.Write(line)
	return err
}

// permuted returns values in a new order; nil stays nil.
func permuted(values []float64, newID []uint32) []float64 {
	if values == nil {
		return nil
	}
	moved := make([]float64, len(values))
	for i, id := range newID {
		moved[id] = values[i]
	}
	return moved
}
