package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"shardq/bench/fault"
	"shardq/bench/report"
	"shardq/graph"
)

// An interrupted command leaves the old file as it was, and nothing beside it.
func TestInterruptedGraphLeavesNoFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "edges.txt")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := report.WriteFile(path, func(w io.Writer) error {
		return graph.WriteEdgeList(fault.Writer(ctx, w), graph.Complete{L: 10, N: 10})
	})
	if !errors.Is(err, fault.ErrInterrupted) || exitCode(err) != exitInterrupted {
		t.Errorf("error %v, exit code %d", err, exitCode(err))
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "old" {
		t.Errorf("the file says %q, %v", text, err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("files %v, %v", files, err)
	}
}
