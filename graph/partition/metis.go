package partition

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"shardq/graph"
)

// WriteMETIS writes a graph as gpmetis reads it (METIS 5.1 manual, section 4.1). Vertices 1 .. L are the ports, L+1 .. L+N the servers, and
// every edge stands on both of its lines. A port has the weights 1 0 and a server 0 1, so that gpmetis balances ports and servers each by
// themselves:
//
//	gpmetis FILE K
//
// writes FILE.part.K, which [ReadMETIS] reads. WriteMETIS takes memory of 4 bytes an edge.
func WriteMETIS(w io.Writer, g graph.Graph) error {
	const flush = 1 << 16
	out := append(make([]byte, 0, flush+64), fmt.Sprintf("%d %d 010 2\n", g.Ports()+g.Servers(), g.Edges())...)
	// line writes a vertex: its weights and its neighbours, whose first vertex is given.
	line := func(weights string, first int, neighbours []uint32) error {
		out = append(out, weights...)
		for _, i := range neighbours {
			out = append(out, ' ')
			out = strconv.AppendUint(out, uint64(first)+uint64(i), 10)
			if len(out) >= flush {
				if _, err := w.Write(out); err != nil {
					return err
				}
				out = out[:0]
			}
		}
		out = append(out, '\n')
		return nil
	}
	// begin is where the ports of a server begin in ports; while edges are placed, where its next port goes.
	begin := make([]uint64, g.Servers()+1)
	var buf []uint32
	for p := range g.Ports() {
		buf = g.Row(uint32(p), buf)
		for _, r := range buf {
			begin[r+1]++
		}
		if err := line("1 0", 1+g.Ports(), buf); err != nil {
			return err
		}
	}
	for r := range g.Servers() {
		begin[r+1] += begin[r]
	}
	ports := make([]uint32, g.Edges())
	for p := range g.Ports() {
		buf = g.Row(uint32(p), buf)
		for _, r := range buf {
			ports[begin[r]] = uint32(p)
			begin[r]++
		}
	}
	from := uint64(0)
	for _, to := range begin[:g.Servers()] {
		if err := line("0 1", 1, ports[from:to]); err != nil {
			return err
		}
		from = to
	}
	_, err := w.Write(out)
	return err
}

// maxFaults is where reading stops.
const maxFaults = 10

// ReadMETIS reads the file that gpmetis writes for a graph of [WriteMETIS]: one line for each port, then one for each server, with a part
// from 0 to k-1. name stands for the file in messages.
//
// Faults of the text are a [*graph.FileError] with the line of each.
func ReadMETIS(r io.Reader, name string, ports, servers, k int) (*Parts, error) {
	if err := checkParts(k); err != nil {
		return nil, err
	}
	if ports < 1 || ports > graph.MaxPorts || servers < 1 || servers > graph.MaxServers {
		return nil, fmt.Errorf("partition: %d ports and %d servers, want 1 to %d of each", ports, servers, graph.MaxPorts)
	}
	faults := graph.FileError{Name: name}
	add := func(line int, format string, args ...any) {
		if faults.More = len(faults.Faults) == maxFaults; !faults.More {
			faults.Faults = append(faults.Faults, &graph.PositionError{Name: name, Line: line, Text: fmt.Sprintf(format, args...)})
		}
	}
	var all []uint32 // grows with the file, not with what it should hold
	lines := bufio.NewScanner(r)
	line := 0
	for !faults.More && lines.Scan() {
		line++
		if line > ports+servers {
			add(line, "one line too many, want %d: one for each of %d ports and %d servers", ports+servers, ports, servers)
			break
		}
		text := strings.TrimSpace(lines.Text())
		part, err := strconv.ParseUint(text, 10, 32)
		switch {
		case errors.Is(err, strconv.ErrRange) || err == nil && part >= uint64(k):
			add(line, "part %s of %s is out of range, want 0 to %d", clip(text), vertex(line, ports), k-1)
		case err != nil:
			add(line, "%q is not the part of %s, want a number from 0 to %d", clip(text), vertex(line, ports), k-1)
		}
		all = append(all, uint32(part))
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		add(line+1, "the line is longer than %d bytes, want a number from 0 to %d", bufio.MaxScanTokenSize, k-1)
	} else if err != nil {
		return nil, fmt.Errorf("partition: %s: %w", name, err)
	} else if line < ports+servers && !faults.More {
		add(max(line, 1), "the file ends after %d lines, want %d: one for each of %d ports and %d servers", line, ports+servers, ports,
			servers)
	}
	if len(faults.Faults) > 0 {
		return nil, &faults
	}
	return &Parts{K: k, Ports: all[:ports:ports], Servers: all[ports:]}, nil
}

// vertex names what a line stands for.
func vertex(line, ports int) string {
	if line <= ports {
		return fmt.Sprintf("port %d", line-1)
	}
	return fmt.Sprintf("server %d", line-1-ports)
}

// clip shortens a text for a message.
func clip(text string) string {
	const most = 40
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}
