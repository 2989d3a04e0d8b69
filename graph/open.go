package graph

import (
	"context"
	"io"
	"os"
	"strings"
)

// Open reads a graph from a file: Matrix Market if it begins like one, else an edge list.
func Open(ctx context.Context, path string, opt ReadOptions) (*CSR, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return Read(ctx, file, path, opt)
}

// Read reads a graph in either format, as [Open] does. name stands for the file in messages.
func Read(ctx context.Context, r io.Reader, name string, opt ReadOptions) (*CSR, error) {
	b := buffered(r)
	// A short or unreadable file gives fewer bytes; its reader then says what is wrong.
	if start, _ := b.Peek(len(magic)); strings.EqualFold(string(start), magic) {
		return ReadMatrixMarket(ctx, b, name, opt)
	}
	return ReadEdgeList(ctx, b, name, opt)
}
